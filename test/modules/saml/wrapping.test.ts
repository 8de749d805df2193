import { createHmac, createPublicKey, createSign } from 'node:crypto'
import { expect, test } from 'vitest'
import { curveCertificate, curveKey, providerCertificate, providerKey } from './_keys.ts'
import { respond, type ReceivedRequest, sign, SIGN_IN_URL } from './_provider.ts'
import { begin, connect, follow, post, samlApp } from './_saml.ts'

const FAILED = '/login?error=sso_failed'

/** A signed response in pieces. `bare` is an element without its signature. */
function takeApart(xml: string) {
  const open = /^<samlp:Response[^>]*>/.exec(xml)![0]
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)![0]
  const signatures = [...xml.matchAll(/<Signature .*?<\/Signature>/gs)].map(([one]) => one)
  const inner = signatures.find((one) => assertion.includes(one))!
  const outer = signatures.find((one) => one !== inner) ?? ''
  const idOf = (text: string) => / ID="([^"]+)"/.exec(text)![1]!
  return {
    xml,
    open,
    assertion,
    outer,
    inner,
    bareAssertion: assertion.replace(inner, ''),
    bareResponse: xml.replace(outer, ''),
    responseId: idOf(open),
    assertionId: idOf(assertion),
  }
}
type Pieces = ReturnType<typeof takeApart>

const evil = (text: string) => text.replaceAll('ann-7', 'eve-7').replaceAll('ann@corp.example', 'eve@corp.example')
const otherId = (text: string) => text.replace(/ ID="[^"]+"/, ' ID="_forged"')
const put = (element: string, what: string, after = '</saml:Issuer>') => element.replace(after, () => after + what)
const object = (signature: string, what: string) =>
  signature.replace('</Signature>', () => `<Object>${what}</Object></Signature>`)
const keyInfo = (signature: string, what: string) =>
  signature.replace('</Signature>', () => `<KeyInfo>${what}</KeyInfo></Signature>`)
const last = (xml: string, what: string) => xml.replace(/<\/samlp:Response>$/, () => `${what}</samlp:Response>`)

const FORGERIES: Record<string, (pieces: Pieces) => string> = {
  XSW1: ({ bareResponse, outer }) => put(otherId(evil(bareResponse)), object(outer, bareResponse)),
  'XSW1 with the same id': ({ bareResponse, outer }) => put(evil(bareResponse), object(outer, bareResponse)),
  'XSW1 in key info': ({ bareResponse, outer }) => put(otherId(evil(bareResponse)), keyInfo(outer, bareResponse)),
  XSW2: ({ bareResponse, outer }) => put(otherId(evil(bareResponse)), bareResponse + outer),
  XSW3: ({ xml, assertion, bareAssertion }) => xml.replace(assertion, () => otherId(evil(bareAssertion)) + assertion),
  XSW4: ({ xml, assertion, bareAssertion }) =>
    xml.replace(assertion, () =>
      otherId(evil(bareAssertion)).replace(/<\/saml:Assertion>$/, () => `${assertion}</saml:Assertion>`),
    ),
  XSW5: ({ xml, assertion, bareAssertion, inner }) =>
    last(
      xml.replace(assertion, () => put(otherId(evil(bareAssertion)), inner)),
      bareAssertion,
    ),
  XSW6: ({ xml, assertion, bareAssertion, inner }) =>
    xml.replace(assertion, () => put(otherId(evil(bareAssertion)), object(inner, bareAssertion))),
  XSW7: ({ xml, assertion, bareAssertion }) =>
    xml.replace(assertion, () => `<samlp:Extensions>${assertion}</samlp:Extensions>${otherId(evil(bareAssertion))}`),
  XSW8: ({ xml, assertion, bareAssertion, inner }) =>
    xml.replace(assertion, () => put(otherId(evil(bareAssertion)), keyInfo(inner, bareAssertion))),
  'assertion of another namespace beside': ({ xml, assertion, bareAssertion }) =>
    xml.replace(
      assertion,
      () =>
        evil(bareAssertion)
          .replaceAll('saml:', 'q:')
          .replace('<q:Assertion', '<q:Assertion xmlns:q="urn:oasis:names:tc:SAML:1.0:assertion"') + assertion,
    ),
  'rebound prefix': ({ xml, bareAssertion }) =>
    last(
      xml,
      otherId(evil(bareAssertion)).replace(
        '<saml:Assertion',
        '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
      ),
    ),
  'the forged one in the signature of the response': ({ xml, outer, bareAssertion }) =>
    xml.replace(outer, () => keyInfo(outer, otherId(evil(bareAssertion)))),
  'id as Id': ({ xml, assertion, assertionId, bareAssertion, inner }) =>
    xml.replace(assertion, () =>
      put(otherId(evil(bareAssertion)).replace('<saml:Assertion', `<saml:Assertion Id="${assertionId}"`), inner),
    ),
  'id as xml:id': ({ xml, assertion, assertionId, bareAssertion, inner }) =>
    xml.replace(assertion, () =>
      put(otherId(evil(bareAssertion)).replace('<saml:Assertion', `<saml:Assertion xml:id="${assertionId}"`), inner),
    ),
  'id elsewhere': ({ xml, outer, assertionId }) => xml.replace(outer, () => keyInfo(outer, `<x id="${assertionId}"/>`)),
  'empty reference': ({ xml, assertionId }) => evil(xml.replace(`URI="#${assertionId}"`, 'URI=""')),
  'reference by pointer': ({ xml, assertionId }) =>
    evil(xml.replace(`URI="#${assertionId}"`, `URI="#xpointer(id('${assertionId}'))"`)),
  'no reference': ({ xml }) => evil(xml.replaceAll(/<Reference.*?<\/Reference>/gs, '')),
  'two references': ({ xml }) => evil(xml.replaceAll(/<Reference.*?<\/Reference>/gs, (one) => one + one)),
  'two signed infos': ({ xml }) => evil(xml.replaceAll(/<SignedInfo>.*?<\/SignedInfo>/gs, (one) => one + one)),
  'a signed info that is hidden': ({ xml }) =>
    evil(xml.replaceAll(/<SignedInfo>.*?<\/SignedInfo>/gs, (one) => `${one}<KeyInfo>${one}</KeyInfo>`)),
  'digest in a comment': ({ xml }) => evil(xml.replaceAll('<DigestValue>', '<DigestValue><!--AAAA-->')),
  'digest with an element': ({ xml }) => xml.replaceAll('</DigestValue>', '<a/></DigestValue>'),
  'digest twice': ({ xml }) => xml.replaceAll(/<DigestValue>.*?<\/DigestValue>/g, '$&$&'),
  'signature value twice': ({ xml }) => xml.replaceAll(/<SignatureValue>.*?<\/SignatureValue>/gs, '$&$&'),
  'signature value with garbage': ({ xml }) => xml.replaceAll('</SignatureValue>', '*</SignatureValue>'),
  'no signature value': ({ xml }) => xml.replaceAll(/<SignatureValue>.*?<\/SignatureValue>/gs, '<SignatureValue/>'),
  'signatures of another namespace': ({ xml }) =>
    evil(xml).replaceAll('http://www.w3.org/2000/09/xmldsig#"', 'http://www.w3.org/2000/09/xmldsig# "'),
  'only the assertion twice signed': ({ xml, outer, inner }) => xml.replace(outer, '').replace(inner, inner + inner),
  'signature at the end of extensions': ({ xml, inner }) =>
    evil(xml.replace(inner, '')).replace(
      '<samlp:Status>',
      () => `<samlp:Extensions>${inner}</samlp:Extensions><samlp:Status>`,
    ),
  'algorithm in capitals': ({ xml }) => xml.replaceAll('#rsa-sha256', '#RSA-SHA256'),
  'algorithm none': ({ xml }) =>
    evil(xml).replaceAll(/<SignatureMethod [^>]+>/g, '<SignatureMethod Algorithm="none"/>'),
  'RSA with the curve’s algorithm': ({ xml }) => xml.replaceAll('#rsa-sha256', '#ecdsa-sha256'),
  'a status that is not signed': ({ xml }) => evil(xml).replace('<samlp:Status>', '<samlp:Status><!-- -->'),
  CDATA: ({ xml }) => xml.replace('>ann-7<', '><![CDATA[eve-7]]><'),
  'element in the name': ({ xml }) => xml.replace('>ann-7<', '>ann<x/>-7<'),
  'root in another root': ({ xml }) => `<x>${xml}</x>`,
}

/** What the library that signs does not read, or what takes both signatures. */
const NOT_SIGNED_AGAIN: typeof FORGERIES = {
  'instruction in the name': ({ xml }) => xml.replace('>ann-7<', '>ann<?x?>-7<'),
  'signatures exchanged': ({ xml, outer, inner }) =>
    xml
      .replace(outer, '\u0001')
      .replace(inner, () => outer)
      .replace('\u0001', () => inner),
  'XML 1.1': ({ xml }) => `<?xml version="1.1"?>${evil(xml)}`,
  'UTF-7': ({ xml }) => `<?xml version="1.0" encoding="UTF-7"?>${xml.replace('>ann-7<', '>+AGUAdgBl--7<')}`,
  'attribute default by document type': ({ xml }) =>
    `<!DOCTYPE samlp:Response [<!ATTLIST saml:Assertion x CDATA "y">]>${xml}`,
  entity: ({ xml }) => `<!DOCTYPE r [<!ENTITY a "eve">]>${xml.replace('>ann-7<', '>&a;-7<')}`,
  'id twice': ({ xml, assertion, assertionId }) =>
    xml.replace(assertion, () => evil(assertion).replace('<saml:Assertion', `<saml:Assertion ID="${assertionId}"`)),
  'the root twice': ({ xml }) => evil(xml) + xml,
}

/** Signs `SignedInfo` again after it was changed: a provider, or nobody, that says something unusual about what it signs. */
function signAgain(xml: string, change: (info: string) => string, make: (info: string) => Buffer): string {
  return xml
    .replaceAll(/<SignedInfo>.*?<\/SignedInfo>|<SignatureValue>[^<]*/gs, (one) => {
      if (one.startsWith('<SignedInfo>')) return change(one)
      return '<SignatureValue>'
    })
    .replaceAll(
      /(<SignedInfo>.*?<\/SignedInfo>)(<SignatureValue>)/gs,
      (_all, info: string, open: string) =>
        `${info}${open}${make(info.replace('<SignedInfo>', '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">').replaceAll(/<([A-Za-z]+)( [^>]*)?\/>/g, '<$1$2></$1>')).toString('base64')}`,
    )
}
const byProvider = (info: string) => createSign('sha256').update(info).sign(providerKey)
const method = (name: string) => (info: string) => info.replace(/(<SignatureMethod Algorithm=")[^"]+/, `$1${name}`)
const hmac = (key: string | Buffer) => (info: string) => createHmac('sha256', key).update(info).digest()
const HMAC = method('http://www.w3.org/2001/04/xmldsig-more#hmac-sha256')
const transforms = (inner: string) => (info: string) =>
  info.replace(/<Transforms>.*<\/Transforms>/s, `<Transforms>${inner}</Transforms>`)
const transform = (name: string, inner = '') => `<Transform Algorithm="${name}">${inner}</Transform>`
const ENVELOPED = transform('http://www.w3.org/2000/09/xmldsig#enveloped-signature')
const C14N = transform('http://www.w3.org/2001/10/xml-exc-c14n#')

/** What is said about a signature, and by whom. */
const UNUSUAL: Record<string, (xml: string) => string> = {
  'HMAC with the certificate': (xml) => signAgain(xml, HMAC, hmac(providerCertificate)),
  'HMAC with the public key': (xml) =>
    signAgain(xml, HMAC, hmac(createPublicKey(providerKey).export({ type: 'spki', format: 'pem' }))),
  'HMAC with nothing': (xml) => signAgain(xml, HMAC, hmac('')),
  'a curve as RSA': (xml) =>
    signAgain(
      xml,
      (info) => info,
      (info) => createSign('sha256').update(info).sign({ key: curveKey, dsaEncoding: 'ieee-p1363' }),
    ),
  'DER instead of two numbers': (xml) =>
    signAgain(xml, method('http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'), (info) =>
      createSign('sha256').update(info).sign(curveKey),
    ),
  'numbers of zero': (xml) =>
    signAgain(xml, method('http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'), () => Buffer.alloc(64)),
  'XPath that covers nothing': (xml) =>
    signAgain(
      xml,
      transforms(ENVELOPED + transform('http://www.w3.org/TR/1999/REC-xpath-19991116', '<XPath>false()</XPath>')),
      byProvider,
    ),
  XSLT: (xml) =>
    signAgain(xml, transforms(ENVELOPED + transform('http://www.w3.org/TR/1999/REC-xslt-19991116')), byProvider),
  Base64: (xml) =>
    signAgain(xml, transforms(ENVELOPED + transform('http://www.w3.org/2000/09/xmldsig#base64')), byProvider),
  'enveloped twice': (xml) => signAgain(xml, transforms(ENVELOPED + ENVELOPED), byProvider),
  'four transforms': (xml) => signAgain(xml, transforms(ENVELOPED + C14N + C14N + C14N), byProvider),
  'not enveloped': (xml) => signAgain(xml, transforms(C14N), byProvider),
  'no transforms': (xml) => signAgain(xml, transforms(''), byProvider),
  'empty reference': (xml) => signAgain(xml, (info) => info.replace(/URI="[^"]+"/, 'URI=""'), byProvider),
  'no reference': (xml) => signAgain(xml, (info) => info.replace(/ URI="[^"]+"/, ''), byProvider),
  'reference to another document': (xml) =>
    signAgain(xml, (info) => info.replace('URI="#', 'URI="https://idp.corp.example/x#'), byProvider),
  'two references': (xml) => signAgain(xml, (info) => info.replace(/<Reference.*<\/Reference>/s, '$&$&'), byProvider),
  'a shorter digest': (xml) =>
    signAgain(xml, (info) => info.replace(/<DigestValue>[^<]+/, '<DigestValue>AAAA'), byProvider),
  'a digest without a value': (xml) =>
    signAgain(xml, (info) => info.replace(/<DigestValue>[^<]+/, '<DigestValue>'), byProvider),
}

type App = Awaited<ReturnType<typeof samlApp>>

/** Tells whom responses sign in, or why they are refused. Begins again only where a response was accepted. */
async function asker(app: App, id: string) {
  let begun = await begin(app, id)
  return async (make: (request: ReceivedRequest) => string): Promise<string> => {
    const { request, cookie } = begun
    const location = await post(app, request.acsUrl, make(request))
    if (location === FAILED) return (app.log.lines.at(-1)!.facts['err'] as Error).message
    const visit = await follow(app, location, cookie)
    begun = await begin(app, id)
    return visit.location === '/backend' ? (await visit.browser.get('/auth/profile')).body.email : visit.location
  }
}

/** Responses take longer to sign than to refuse. */
function once(write: (request: ReceivedRequest) => string): (request: ReceivedRequest) => string {
  const written = new Map<string, string>()
  return (request) => {
    const xml = written.get(request.id) ?? write(request)
    written.set(request.id, xml)
    return xml
  }
}

test('nobody else is found in what a response was made into', { timeout: 60_000 }, async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const whoIs = await asker(app, id)
  const found: Record<string, readonly string[]> = {}
  const [whole, inner] = [
    once((request) => respond(request)),
    once((request) => respond(request, { signs: ['assertion'] })),
  ]
  for (const [what, forge] of Object.entries({ ...FORGERIES, ...NOT_SIGNED_AGAIN })) {
    const altered = await whoIs((request) => {
      const xml = forge(takeApart(whole(request)))
      expect([what, xml]).not.toEqual([what, whole(request)])
      return xml
    })
    // The same by a provider that signs whatever it is given.
    const byAnybody = (request: ReceivedRequest) =>
      sign(forge(takeApart(inner(request))), 'Response', { key: providerKey })
    found[what] = [altered, what in NOT_SIGNED_AGAIN ? '' : await whoIs(byAnybody)]
  }
  expect(Object.entries(found).filter(([, by]) => by.some((one) => /eve|^\//.test(one)))).toEqual([])
})

test('what a signature says about itself is not believed', { timeout: 60_000 }, async () => {
  await using app = await samlApp()
  const settings = { signInUrl: SIGN_IN_URL, certificates: [curveCertificate, providerCertificate] }
  const id = await connect(app, { settings })
  const whoIs = await asker(app, id)
  const found: Record<string, string> = {}
  const outer = async (change: (xml: string) => string) =>
    whoIs((request) => {
      const signed = respond(request)
      const { outer: signature } = takeApart(signed)
      return signed.replace(signature, () => change(signature))
    })
  // A signature that is made like this is accepted if nothing was changed.
  expect(await outer((signature) => signAgain(signature, (info) => info, byProvider))).toBe('ann@corp.example')
  for (const [what, change] of Object.entries(UNUSUAL)) found[what] = await outer(change)
  expect(Object.values(found).filter((one) => /@|^\//.test(one))).toEqual([])
})
