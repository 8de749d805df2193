import { tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { attackerCertificate, attackerKey, providerKey } from './_keys.ts'
import { EMAIL_FORMAT, ISSUER, type ReceivedRequest, respond, type Said, sign } from './_provider.ts'
import { begin, connect, follow, manager, post, samlApp } from './_saml.ts'

const FAILED = '/login?error=sso_failed'

/** Where a response leads that was altered on its way. */
async function answerTo(
  app: Awaited<ReturnType<typeof samlApp>>,
  id: string,
  make: (request: ReceivedRequest) => string,
) {
  const { request } = await begin(app, id)
  return post(app, request.acsUrl, make(request))
}

test('both signatures are needed, by a key of the connection, and cover what is read', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const refused = async (said: Said) =>
    expect(await answerTo(app, id, (request) => respond(request, said))).toBe(FAILED)
  await refused({ signs: [] })
  await refused({ signs: ['assertion'] })
  await refused({ signs: ['response'] })
  await refused({ key: attackerKey })
  // The certificate that a response carries proves nothing.
  expect(
    await answerTo(app, id, (request) => {
      const xml = respond(request, { key: attackerKey })
      const info = `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${attackerCertificate.replace(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
      return xml.replaceAll('</SignatureValue>', `</SignatureValue>${info}`)
    }),
  ).toBe(FAILED)
  // Altered after it was signed.
  for (const [from, to] of [
    ['ann@corp.example', 'eve@corp.example'],
    ['ann-7', 'eve-7'],
  ] as const)
    expect(await answerTo(app, id, (request) => respond(request).replaceAll(from, to))).toBe(FAILED)
  expect(await app.sql(`select id from users where email like '%@corp.example'`)).toEqual([])
})

test('weak and symmetric algorithms are refused, even if the signature is right', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  for (const said of [
    { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' },
  ])
    expect(await answerTo(app, id, (request) => respond(request, said))).toBe(FAILED)
  expect(
    await answerTo(app, id, (request) =>
      respond(request).replaceAll('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
    ),
  ).toBe(FAILED)
})

/** The parts of a response: head with its signature, its assertion, and what follows. */
function parts(xml: string): { head: string; assertion: string; tail: string } {
  const [start, end] = [xml.indexOf('<saml:Assertion'), xml.indexOf('</saml:Assertion>') + '</saml:Assertion>'.length]
  return { head: xml.slice(0, start), assertion: xml.slice(start, end), tail: xml.slice(end) }
}

const forge = (assertion: string) =>
  assertion
    .replace(/<Signature.*<\/Signature>/s, '')
    .replace(/ ID="[^"]+"/, ' ID="_forged"')
    .replaceAll('ann-7', 'eve-7')
    .replaceAll('ann@corp.example', 'eve@corp.example')

test('signature wrapping finds nobody', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const wrapped: Record<string, (xml: string) => string> = {
    'a forged assertion before the signed one': (xml) => {
      const { head, assertion, tail } = parts(xml)
      return head + forge(assertion) + assertion + tail
    },
    'a forged assertion after the signed one': (xml) => {
      const { head, assertion, tail } = parts(xml)
      return head + assertion + forge(assertion) + tail
    },
    'the signed assertion inside a forged one': (xml) => {
      const { head, assertion, tail } = parts(xml)
      return head + forge(assertion).replace('</saml:Assertion>', `${assertion}</saml:Assertion>`) + tail
    },
    'the signed assertion inside extensions': (xml) => {
      const { head, assertion, tail } = parts(xml)
      const extensions = `<samlp:Extensions>${assertion}</samlp:Extensions>`
      return head + extensions + forge(assertion) + tail
    },
    'the signed assertion inside its own signature’s object': (xml) => {
      const { head, assertion, tail } = parts(xml)
      const [signature = ''] = /<Signature.*<\/Signature>/s.exec(assertion) ?? []
      const moved = signature.replace('</Signature>', `<Object>${assertion}</Object></Signature>`)
      return head + forge(assertion).replace('</saml:Issuer>', `</saml:Issuer>${moved}`) + tail
    },
    'the same id twice': (xml) => {
      const { head, assertion, tail } = parts(xml)
      const [own = ''] = / ID="[^"]+"/.exec(assertion) ?? []
      return head + forge(assertion).replace(' ID="_forged"', own) + assertion + tail
    },
    'a signed response inside a forged one': (xml) => {
      const forged = forge(xml).replace(/<saml:Assertion.*<\/saml:Assertion>/s, (one) => forge(one))
      return forged.replace('</samlp:Response>', `${xml}</samlp:Response>`)
    },
  }
  for (const [what, wrap] of Object.entries(wrapped)) {
    // Once the whole is wrapped, and once it is signed again by nobody who may.
    expect(await answerTo(app, id, (request) => wrap(respond(request))), what).toBe(FAILED)
    expect(
      await answerTo(app, id, (request) =>
        sign(wrap(respond(request, { signs: ['assertion'] })), 'Response', { key: attackerKey }),
      ),
      what,
    ).toBe(FAILED)
  }
  // Even a provider that signs what somebody else has wrapped names nobody but whom the inner signature covers.
  for (const what of ['a forged assertion before the signed one', 'the signed assertion inside extensions'] as const)
    expect(
      await answerTo(app, id, (request) =>
        sign(wrapped[what]!(respond(request, { signs: ['assertion'] })), 'Response', { key: providerKey }),
      ),
      what,
    ).toBe(FAILED)
  expect(await app.sql(`select id from users where email like 'eve%'`)).toEqual([])
})

test('however the parts of a signed and of a forged response are mixed, nobody else is named', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const { request } = await begin(app, id)
  const signed = respond(request).split(/(?=<)/)
  const said: Said = { subject: 'eve-7', attributes: { email: 'eve@corp.example' }, key: attackerKey }
  const forged = respond(request, said).split(/(?=<)/)
  const written = ['<!-- x -->', '<![CDATA[eve]]>', 'eve', '&amp;', '<b/>', ' ID="x"', ' xmlns="u"', '"']
  let state = 1
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  for (let round = 0; round < 400; round++) {
    const parts = [...signed]
    const [from, to, other] = [below(parts.length), below(parts.length), below(forged.length)]
    const kind = below(5)
    if (kind === 0) parts.splice(from, 1 + below(3))
    else if (kind === 1) parts.splice(from, 0, ...signed.slice(to, to + 1 + below(40)))
    else if (kind === 2) parts.splice(from, below(3), ...forged.slice(other, other + 1 + below(60)))
    else if (kind === 3) parts.splice(to, 0, ...parts.splice(from, 1 + below(50)))
    const xml = parts.join('')
    const at = below(xml.length)
    await post(app, request.acsUrl, kind < 4 ? xml : xml.slice(0, at) + written[below(written.length)]! + xml.slice(at))
  }
  await post(app, request.acsUrl, signed.join(''))
  const named = await app.sql(
    `select distinct person->>'subject' as subject, person->>'email' as email from saml_responses`,
  )
  expect(named).toEqual([{ subject: 'ann-7', email: 'ann@corp.example' }])
})

test('a comment in a name does not cut it', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const begun = await begin(app, id)
  const said = { subject: 'ann@corp.example.evil.example', format: EMAIL_FORMAT, attributes: {} }
  // A comment is not part of what is signed.
  const xml = respond(begun.request, said).replace(
    '>ann@corp.example.evil.example<',
    '>ann@corp.example<!-- -->.evil.example<',
  )
  const location = await post(app, begun.request.acsUrl, xml)
  if (location === FAILED) return
  expect((await follow(app, location, begun.cookie)).location).toBe('/login?error=sso_domain_not_proven')
})

test('entities, document types and what is no XML are refused quickly', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, index) => {
    const [name, of] = ['bcdefghij'[index]!, 'abcdefghi'[index]!]
    return `<!ENTITY ${name} "${`&${of};`.repeat(10)}">`
  }).join('')}]><r>&j;</r>`
  const file = `<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><r>&a;</r>`
  const many = (text: string) => text.repeat(200_000 / text.length)
  const hostile = [
    bomb,
    file,
    '<a>'.repeat(20_000) + '</a>'.repeat(20_000),
    `<r>${many('<a/>')}</r>`,
    `<r>${many('<!---->')}</r>`,
    `<r xmlns="http://www.w3.org/2000/09/xmldsig#">${many('<SignatureMethod Algorithm="x"/>')}</r>`,
    Array.from({ length: 2_000 }, (_, index) => `<a xmlns:n${index}="u:${index}">`).join('') + '</a>'.repeat(2_000),
    `<a ${Array.from({ length: 8_000 }, (_, index) => `b${index}="1"`).join(' ')}/>`,
    '',
    'nothing',
    '<a',
    '\0'.repeat(100),
  ]
  for (const xml of hostile) {
    const began = performance.now()
    const { request } = await begin(app, id)
    const body = (make: (xml: string) => string) =>
      post(app, request.acsUrl, make(xml)).catch((error: Error) => error.message)
    expect(await body((text) => text)).toMatch(/sso_failed|^400/)
    // The same within a response that is complete otherwise.
    const inside = (text: string) =>
      respond(request).replace('</samlp:Response>', `${text.replace(/<!DOCTYPE.*\]>/s, '')}</samlp:Response>`)
    if (xml !== '') expect(await body(inside)).toMatch(/sso_failed|^400/)
    // Two responses and a start. Without limits, empty elements took a minute.
    expect(performance.now() - began).toBeLessThan(2_000)
  }
  const huge = await app.anonymous.post(`/saml/acs/${id}`, new URLSearchParams({ SAMLResponse: 'A'.repeat(400_000) }))
  expect(huge.status).toBe(400)
})

test('a response is for one issuer, platform, connection, request and moment, and is accepted once', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const refused = async (said: Said) =>
    expect(await answerTo(app, id, (request) => respond(request, said))).toBe(FAILED)
  await refused({ issuer: 'https://other.example' })
  await refused({ audience: 'https://other.example' })
  await refused({ recipient: 'https://other.example/acs' })
  await refused({ validFor: -120_000 })
  await refused({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })
  // Of another tenant's connection to the same provider.
  const foreign = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  const other = await connect(app, { homeOrganizationId: tenantB.organization }, { domain: 'b.example', as: foreign })
  const [mine, theirs] = [await begin(app, id), await begin(app, other)]
  expect(await post(app, mine.request.acsUrl, respond(theirs.request))).toBe(FAILED)
  // Replayed.
  const xml = respond(mine.request)
  const first = await post(app, mine.request.acsUrl, xml)
  expect(await post(app, mine.request.acsUrl, xml)).toBe(FAILED)
  expect((await follow(app, first, mine.cookie)).location).toBe('/backend')
  // Kept for a connection, it cannot be taken at another.
  const again = await begin(app, id)
  const kept = await post(app, again.request.acsUrl, respond(again.request))
  expect((await follow(app, kept.replace(id, other), again.cookie)).location).toBe('/login?error=sso_state')
})

test('the log says why, and not what was said', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  await answerTo(app, id, (request) => respond(request, { audience: 'https://other.example' }))
  const lines = JSON.stringify(app.log.lines, (_key, value: unknown) =>
    value instanceof Error ? value.message : value,
  )
  expect(lines).toContain('audience')
  expect(lines).not.toContain('ann@corp.example')
})

test('a connection that is off, of another protocol or unknown takes no responses', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const { request } = await begin(app, id)
  const oidc = await manager(app).post('/sso/connections', {
    name: 'Other',
    issuer: 'https://192.0.2.1',
    clientId: 'x',
    secret: 'x',
    homeOrganizationId: (await manager(app).get('/sso/connections')).body.items[0].homeOrganizationId,
  })
  const at = (other: string) => post(app, request.acsUrl.replace(id, other), respond(request))
  await expect(at(oidc.body.id)).rejects.toThrow('404')
  await expect(at(crypto.randomUUID())).rejects.toThrow('404')
  await manager(app).put('/sso/connections', { id, isActive: false })
  await expect(at(id)).rejects.toThrow('404')
  expect(ISSUER).toContain('https')
})
