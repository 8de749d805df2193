import { expect, test } from 'vitest'
import { curveCertificate, curveKey, providerCertificate } from './_keys.ts'
import { EMAIL_FORMAT, PERSISTENT, respond, type Said, SIGN_IN_URL } from './_provider.ts'
import { begin, connect, follow, post, samlApp, signInBy } from './_saml.ts'

const FAILED = '/login?error=sso_failed'
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'

/** What providers write differently, although it means the same. */
const ODD: Record<string, Said> = {
  'inclusive canonical form': { canonicalization: C14N, transforms: [ENVELOPED, C14N] },
  'no canonical form of the reference': { transforms: [ENVELOPED, C14N], isImplicit: true },
  'inclusive form with what is declared far above': {
    canonicalization: C14N,
    transforms: [ENVELOPED, C14N],
    write: (xml) => xml.replace('<samlp:Response', '<samlp:Response xmlns:xs="http://www.w3.org/2001/XMLSchema"'),
  },
  'exclusive form with comments': {
    canonicalization: `${EXCLUSIVE}WithComments`,
    transforms: [ENVELOPED, `${EXCLUSIVE}WithComments`],
    write: (xml) => xml.replace('<saml:Subject>', '<!-- who --><saml:Subject>'),
  },
  'prefixes that only values use': {
    prefixes: ['xs'],
    write: (xml) =>
      xml
        .replace('<samlp:Response', '<samlp:Response xmlns:xs="http://www.w3.org/2001/XMLSchema"')
        .replaceAll(
          '<saml:AttributeValue>',
          '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
        ),
  },
  'default namespaces': {
    write: (xml) =>
      xml
        .replace('xmlns:samlp=', 'xmlns=')
        .replaceAll('samlp:', '')
        .replace('<saml:Assertion ', '<saml:Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" '),
  },
  'other prefixes': { write: (xml) => xml.replaceAll('saml:', 'a:').replace('xmlns:saml=', 'xmlns:a=') },
  'indentation, carriage returns and a declaration': {
    write: (xml) => `<?xml version="1.0" encoding="UTF-8"?>\r\n${xml.replaceAll('><', '>\r\n  <')}\r\n`,
  },
  'space around issuer and audience': {
    write: (xml) =>
      xml.replaceAll(/<saml:(Issuer|Audience)>/g, '$&\n    ').replaceAll(/<\/saml:(Issuer|Audience)>/g, '\n  $&'),
  },
  'characters that have to be escaped': {
    attributes: { email: 'ann@corp.example', displayName: 'Ann "<&>\' Ääß 😀' },
    write: (xml) => xml.replace('Ann ', 'Ann&#x41;&#9; '),
  },
  'times with offsets and fractions, and without an offset': {
    write: (xml) =>
      xml
        .replaceAll(/(IssueInstant|AuthnInstant)="([^"]+)Z"/g, '$1="$2"')
        .replaceAll(/(NotOnOrAfter)="([^"]+)\.\d+Z"/g, '$1="$2.1234567+00:00"'),
  },
  'times at the end of the calendar': {
    write: (xml) => xml.replaceAll(/(NotOnOrAfter)="[^"]+"/g, '$1="9999-12-31T23:59:59.9999999Z"'),
  },
  'an attribute that is listed twice': {
    write: (xml) =>
      xml.replace(
        '<saml:AttributeStatement>',
        '<saml:AttributeStatement><saml:Attribute Name="memberOf"><saml:AttributeValue>a</saml:AttributeValue></saml:Attribute>',
      ),
  },
  'an attribute whose value consists of elements': {
    write: (xml) =>
      xml.replace(
        '<saml:AttributeStatement>',
        '<saml:AttributeStatement><saml:Attribute Name="name"><saml:AttributeValue><saml:NameID>x</saml:NameID></saml:AttributeValue></saml:Attribute>',
      ),
  },
  'several audiences, and more conditions': {
    write: (xml) =>
      xml
        .replace('<saml:Audience>', '<saml:Audience>https://other.example</saml:Audience><saml:Audience>')
        .replace('</saml:Conditions>', '<saml:OneTimeUse/></saml:Conditions>'),
  },
  'another confirmation first': {
    write: (xml) =>
      xml.replace(
        '<saml:SubjectConfirmation ',
        '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"/><saml:SubjectConfirmation ',
      ),
  },
  'advice and extensions': {
    write: (xml) =>
      xml.replace('<samlp:Status>', '<samlp:Extensions><x xmlns="urn:x"/></samlp:Extensions><samlp:Status>'),
  },
  'no issuer of the response': { write: (xml) => xml.replace(/<saml:Issuer>[^<]+<\/saml:Issuer>/, '') },
  'RSA with SHA-512': {
    signatureAlgorithm: `${MORE}rsa-sha512`,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512',
  },
  'RSA with SHA-384': { signatureAlgorithm: `${MORE}rsa-sha384`, digestAlgorithm: `${MORE}sha384` },
  'RSA-PSS': { signatureAlgorithm: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' },
  'ECDSA with SHA-256': { key: curveKey, signatureAlgorithm: `${MORE}ecdsa-sha256` },
  'ECDSA with SHA-384': { key: curveKey, signatureAlgorithm: `${MORE}ecdsa-sha384` },
}

test('what providers write differently signs in', async () => {
  await using app = await samlApp()
  const settings = { signInUrl: SIGN_IN_URL, certificates: [curveCertificate, providerCertificate] }
  const id = await connect(app, { settings })
  for (const [what, said] of Object.entries(ODD)) {
    const { location } = await signInBy(app, id, said)
    expect([what, location]).toEqual([what, '/backend'])
  }
})

test('an address counts as such in the formats that are for addresses or for anything', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
  const emailOf = async (said: Said) => {
    const { browser, location } = await signInBy(app, id, { attributes: {}, ...said })
    return location === '/backend' ? (await browser.get('/auth/profile')).body.email : location
  }
  expect(await emailOf({ subject: 'one@corp.example', format: unspecified })).toBe('one@corp.example')
  const noFormat = (xml: string) => xml.replace(` Format="${PERSISTENT}"`, '')
  expect(await emailOf({ subject: 'two@corp.example', write: noFormat })).toBe('two@corp.example')
  expect(await emailOf({ subject: 'three@corp.example', format: EMAIL_FORMAT })).toBe('three@corp.example')
  expect(await emailOf({ subject: 'CORP\\four', format: unspecified })).toBe('/login?error=sso_no_email')
  // A persistent id is opaque, whatever it looks like.
  expect(await emailOf({ subject: 'five@corp.example' })).toBe('/login?error=sso_no_email')
})

test('a name id is its whole text, or the response is refused', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const signIn = async (inner: string) => {
    const write = (xml: string) => xml.replace('>ann-7<', `>${inner}<`)
    const { location } = await signInBy(app, id, {
      attributes: { email: `${crypto.randomUUID()}@corp.example` },
      write,
    })
    const rows = await app.sql('select subject from sso_identities')
    await app.sql('delete from sso_identities')
    return location === '/backend' ? rows[0]?.['subject'] : location
  }
  expect(await signIn('ann<!-- x -->-7')).toBe('ann-7')
  expect(await signIn('<!-- x -->ann-7')).toBe('ann-7')
  expect(await signIn('ann<![CDATA[-&]]>7')).toBe('ann-&7')
  expect(await signIn('ann&#45;7')).toBe('ann-7')
  expect(await signIn('ann<b/>-7')).toBe(FAILED)
  expect(await signIn('<b>eve</b>ann-7')).toBe(FAILED)
  expect(await signIn('ann<?x y?>-7')).toBe(FAILED)
  expect(await signIn(' ')).toBe(FAILED)
  expect(await signIn('x'.repeat(501))).toBe(FAILED)
})

test('values and issuers are their whole text, too', async () => {
  await using app = await samlApp()
  const id = await connect(app, { groupsClaim: 'memberOf' })
  const inEmail = (inner: string) => (xml: string) => xml.replace('>ann@corp.example<', `>${inner}<`)
  const emailOf = async (write: (xml: string) => string) => {
    const { browser, location } = await signInBy(app, id, { subject: crypto.randomUUID(), write })
    return location === '/backend' ? (await browser.get('/auth/profile')).body.email : location
  }
  expect(await emailOf(inEmail('ann@corp.example<!-- -->.evil.example'))).toBe('/login?error=sso_domain_not_proven')
  expect(await emailOf(inEmail('bea<!-- -->@corp<![CDATA[.ex]]>ample'))).toBe('bea@corp.example')
  expect(await emailOf(inEmail('ann@corp.example<b>.evil.example</b>'))).toBe('/login?error=sso_no_email')
  const inIssuer = (inner: string) => (xml: string) => xml.replaceAll(/(<saml:Issuer>)([^<]+)/g, `$1${inner}`)
  expect(await emailOf(inIssuer('https://idp.corp<!-- -->.example/metadata'))).toBe('ann@corp.example')
  expect(await emailOf(inIssuer('https://idp.corp.example/metadata<b/>'))).toBe(FAILED)
  expect(await emailOf(inIssuer('https://idp.corp.example/metadata<!-- -->.evil'))).toBe(FAILED)
})

test('a response is for the address that it was sent to', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const destined = async (destination: string | null) => (await signInBy(app, id, { destination })).location
  expect(await destined('https://other.example/api/saml/acs/x')).toBe(FAILED)
  expect(await destined(`https://acme.example/api/saml/acs/${crypto.randomUUID()}`)).toBe(FAILED)
  expect(await destined('')).toBe(FAILED)
  // A message that is signed names it (Bindings 3.5.5.2).
  expect(await destined(null)).toBe(FAILED)
  expect(await destined(`https://acme.example/api/saml/acs/${id}`)).toBe('/backend')
  // Routes also answer without the prefix, so a connection may have been configured like this at the provider.
  const bare = `https://acme.example/saml/acs/${id}`
  const visit = await signInBy(app, id, { destination: bare, recipient: bare })
  expect(visit.location).toBe('/backend')
})

test('a session that has ended at the provider signs nobody in', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const until = (milliseconds: number): Said => ({
    write: (xml) =>
      xml.replace(
        '<saml:AuthnStatement',
        `$& SessionNotOnOrAfter="${new Date(Date.now() + milliseconds).toISOString()}"`,
      ),
  })
  expect((await signInBy(app, id, until(-120_000))).location).toBe(FAILED)
  expect((await signInBy(app, id, until(-30_000))).location).toBe('/backend')
  expect((await signInBy(app, id, until(3_600_000))).location).toBe('/backend')
})

test('a request that only the response or only the assertion names is answered', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  expect((await signInBy(app, id, { named: 'response' })).location).toBe('/backend')
  expect((await signInBy(app, id, { named: 'assertion' })).location).toBe('/backend')
  const differing = (xml: string) => xml.replace(/InResponseTo="[^"]+"/, 'InResponseTo="_other"')
  expect((await signInBy(app, id, { write: differing })).location).toBe(FAILED)
})

test('a provider that never names requests does not lead in circles', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const { request } = await begin(app, id)
  expect(request.relayState).toBe(request.id)
  const xml = () => respond(request, { inResponseTo: null })
  // With the relay state of a request, it is an answer to one. Portals send none, or one of their own.
  expect(await post(app, request.acsUrl, { xml: xml(), relayState: request.relayState })).toBe(FAILED)
  for (const relayState of ['', 'https://portal.corp.example/start'])
    expect(await post(app, request.acsUrl, { xml: xml(), relayState })).toBe(`/api/sso/start/${id}`)
  const reasons = app.log.lines.flatMap(({ facts }) => (facts['err'] instanceof Error ? facts['err'].message : []))
  expect(reasons).toEqual([expect.stringContaining('without naming it')])
})

test('a provider that could not sign anybody in, or that encrypts, is told in the log', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const reasonOf = async (said: Said) => {
    expect((await signInBy(app, id, said)).location).toBe(FAILED)
    return (app.log.lines.at(-1)!.facts['err'] as Error).message
  }
  const status = 'urn:oasis:names:tc:SAML:2.0:status:'
  expect(
    await reasonOf({
      write: (xml) =>
        xml
          .replace(
            `<samlp:StatusCode Value="${status}Success"/>`,
            `<samlp:StatusCode Value="${status}Responder"><samlp:StatusCode Value="${status}AuthnFailed"/></samlp:StatusCode>`,
          )
          .replace(/<saml:Assertion .*<\/saml:Assertion>/s, ''),
      signs: [],
    }),
  ).toBe('The provider answers with the status Responder, AuthnFailed')
  expect(
    await reasonOf({
      write: (xml) => xml.replace(/<saml:Assertion .*<\/saml:Assertion>/s, '<saml:EncryptedAssertion/>'),
      signs: ['response'],
    }),
  ).toContain('turn off the encryption')
  expect(
    await reasonOf({ write: (xml) => xml.replace(/<saml:NameID .*<\/saml:NameID>/s, '<saml:EncryptedID/>') }),
  ).toContain('turn off the encryption of name ids')
  expect(await reasonOf({ signs: ['assertion'] })).toBe('The response is not signed')
  expect(await reasonOf({ signs: ['response'] })).toBe('The assertion is not signed')
  expect(
    await reasonOf({ write: (xml) => xml.replace('</saml:Conditions>', '<x xmlns="urn:x"/></saml:Conditions>') }),
  ).toBe('The condition x is not known')
})

test('a response may be UTF-8 with a byte order mark, or UTF-16', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const signInWith = async (encoding: (xml: string) => Buffer) => {
    const begun = await begin(app, id)
    const location = await post(app, begun.request.acsUrl, { xml: encoding(respond(begun.request)) })
    return location === FAILED ? FAILED : (await follow(app, location, begun.cookie)).location
  }
  expect(await signInWith((xml) => Buffer.from(`\uFEFF${xml}`))).toBe('/backend')
  expect(await signInWith((xml) => Buffer.from(`\uFEFF${xml}`, 'utf16le'))).toBe('/backend')
  expect(await signInWith((xml) => Buffer.from(`\uFEFF${xml}`, 'utf16le').swap16())).toBe('/backend')
  expect(await signInWith((xml) => Buffer.from(xml.replace('Ann', 'Änn'), 'latin1'))).toBe(FAILED)
})
