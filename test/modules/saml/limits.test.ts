import { urlEncoded } from '@plinth/auth/testing'
import { expect, test } from 'vitest'
import { cpuMs, floorMs } from '../../_setup/floor.ts'
import { attackerCertificate, providerCertificate } from './_keys.ts'
import { encode, type ReceivedRequest, respond, SIGN_IN_URL } from './_provider.ts'
import { begin, connect, post, samlApp } from './_saml.ts'

test('what strangers may call is limited by address', async () => {
  await using app = await samlApp({ rateLimits: { overrides: { 'saml-ip': { points: 2 } } } })
  const id = crypto.randomUUID()
  const requests = [
    () => app.anonymous.get(`/saml/metadata/${id}`),
    () => app.anonymous.get(`/saml/complete/${id}?response=${id}`),
    () => app.anonymous.post(`/saml/acs/${id}`, urlEncoded({ SAMLResponse: 'x' })),
  ]
  expect([(await requests[0]!()).status, (await requests[0]!()).status]).toEqual([404, 404])
  for (const request of requests) expect((await request()).status).toBe(429)
})

const FAILED = '/login?error=sso_failed'

const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join('')

/** Puts something into an attribute of the assertion, where the provider signs it. */
const inside = (request: ReceivedRequest, text: string, said: Parameters<typeof respond>[1] = {}) =>
  respond(request, {
    ...said,
    write: (xml) =>
      xml.replace(
        '</saml:AttributeStatement>',
        `<saml:Attribute Name="x"><saml:AttributeValue>${text}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
      ),
  })

/** A signature by nobody whose elements have 40 attributes, each of another namespace. */
const distant = (request: ReceivedRequest, elements: number) =>
  respond(request)
    .replace(
      '<samlp:Response',
      `<samlp:Response ${repeat(40, (index) => ` xmlns:p${index}="${'u'.repeat(147)}${index}"`)}`,
    )
    .replace(
      '<SignedInfo>',
      `<SignedInfo>${repeat(elements, () => `<a ${repeat(40, (index) => ` p${index}:a=""`)}/>`)}`,
    )

/** A document at each of the documented limits, and one beyond it. */
const AT_LIMITS: Record<string, (request: ReceivedRequest, isBeyond: boolean) => string> = {
  '1,500 elements': (request, isBeyond) => inside(request, '<a/>'.repeat(isBeyond ? 1_500 : 1_440)),
  '6,000 attributes': (request, isBeyond) =>
    inside(
      request,
      repeat(isBeyond ? 1_200 : 1_180, () => `<a ${repeat(5, (index) => ` b${index}="1"`)}/>`),
    ),
  '50 attributes of an element': (request, isBeyond) =>
    inside(
      request,
      repeat(110, () => `<a ${repeat(isBeyond ? 51 : 50, (index) => ` b${index}="1"`)}/>`),
    ),
  '40 levels': (request, isBeyond) =>
    inside(request, '<a>'.repeat(isBeyond ? 36 : 35) + '</a>'.repeat(isBeyond ? 36 : 35)),
  '4,000 tags': (request, isBeyond) => inside(request, '<!-- -->'.repeat(isBeyond ? 3_980 : 3_850)),
  '300,000 characters': (request, isBeyond) => inside(request, 'x'.repeat(isBeyond ? 222_000 : 219_000)),
  '150,000 characters of namespaces': (request, isBeyond) =>
    inside(
      request,
      repeat(
        isBeyond ? 51 : 49,
        () =>
          `<a${repeat(20, (index) => ` xmlns:p${10 + index}="${'u'.repeat(147)}${10 + index}"`)}${repeat(20, (index) => ` p${10 + index}:b=""`)}></a>`,
      ),
    ),
  'references to characters': (request) => inside(request, '&amp;'.repeat(40_000)),
  'a thousand groups with types': (request) =>
    respond(request, {
      attributes: {
        email: 'ann@corp.example',
        memberOf: Array.from({ length: 1_000 }, (_, index) => `cn=group-${index},ou=groups,dc=corp,dc=example`),
      },
      write: (xml) =>
        xml.replaceAll(
          '<saml:AttributeValue>',
          '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
        ),
    }),
  'namespaces at every level, and of every element': (request) =>
    inside(
      request,
      repeat(34, (level) => `<a ${repeat(50, (index) => ` xmlns:n${level}_${index}="u"`)}>`) +
        '<n0_0:a n9_9:b="" n33_1:c=""/>'.repeat(1_300) +
        '</a>'.repeat(34),
      { prefixes: Array.from({ length: 1_000 }, (_, index) => `n${index % 34}_${index % 50}`) },
    ),
}

test(
  'a document takes little of the thread that serves everybody, whatever its limit',
  { timeout: 120_000 },
  async () => {
    await using app = await samlApp()
    // As many certificates as a connection may have, the right one last.
    const certificates = [...Array.from({ length: 4 }, () => attackerCertificate), providerCertificate]
    const id = await connect(app, { groupsClaim: 'memberOf', settings: { signInUrl: SIGN_IN_URL, certificates } })
    const costs: Record<string, number> = {}
    for (const [what, write] of Object.entries(AT_LIMITS)) {
      const { request } = await begin(app, id)
      const xml = write(request, false)
      let least = Infinity
      // The least of several: other programs run beside this one. All are verified, and the first is accepted.
      for (const expected of [`/api/saml/complete/${id}`, '/login', '/login', '/login']) {
        const before = process.cpuUsage()
        const location = await post(app, request.acsUrl, xml)
        least = Math.min(least, cpuMs(before))
        expect([what, location.split('?')[0]]).toEqual([what, expected])
      }
      costs[what] = Math.round(least)
      const beyond = write(request, true)
      if (beyond.length === xml.length) continue
      expect(await post(app, request.acsUrl, beyond).catch((error: Error) => error.message.slice(0, 3))).toMatch(
        /^400|failed$/,
      )
    }
    const limit = 8 * floorMs()
    expect(Object.entries(costs).filter(([, cost]) => cost > limit)).toEqual([])
  },
)

test('what strangers can send without a signature costs as little', { timeout: 60_000 }, async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const { request } = await begin(app, id)
  const hostile: Record<string, string> = {
    'open elements': '<a>'.repeat(50_000),
    'elements that are closed': `<a>${'<a/>'.repeat(50_000)}</a>`,
    comments: `<a>${'<!---->'.repeat(30_000)}</a>`,
    'text and half of a reference': `<a>${'&'.repeat(200_000)}</a>`,
    attributes: `<a ${repeat(20_000, (index) => ` b${index}=""`)}/>`,
    namespaces: `<a ${repeat(10_000, (index) => ` xmlns:b${index}="u"`)}/>`,
    quotes: `<a b="${'x'.repeat(200_000)}`,
    'angle brackets': '<'.repeat(200_000),
    space: `<a${' '.repeat(200_000)}/>`,
    'a name': `<${'a'.repeat(200_000)}/>`,
    instructions: '<?a?>'.repeat(40_000),
    signatures: respond(request).replace(/<Signature .*?<\/Signature>/s, (one) => one.repeat(60)),
    'references of a signature': respond(request).replace(/<Reference.*?<\/Reference>/s, (one) => one.repeat(180)),
    'a signature by nobody of 1,400 elements': respond(request).replace(
      '<SignedInfo>',
      `<SignedInfo>${'<a/>'.repeat(1_400)}`,
    ),
    prefixes: respond(request).replaceAll(
      /<CanonicalizationMethod ([^>]+)\/>/g,
      `<CanonicalizationMethod $1><InclusiveNamespaces xmlns="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${'p '.repeat(50_000)}"/></CanonicalizationMethod>`,
    ),
    'attributes of a long namespace': `<a xmlns:p="${'u'.repeat(150_000)}">${repeat(115, () => `<b ${repeat(50, (index) => ` p:b${index}=""`)}/>`)}</a>`,
    'a long namespace inside a signature': respond(request)
      .replace('<samlp:Response', `<samlp:Response xmlns:p="${'u'.repeat(150_000)}"`)
      .replace('<SignedInfo>', `<SignedInfo>${'<p:a/>'.repeat(1_400)}`),
    'namespaces that differ at their ends': distant(request, 25),
    'many namespaces that differ at their ends': distant(request, 120),
    'no Base64': '',
  }
  const limit = 8 * floorMs()
  for (const [what, xml] of Object.entries(hostile)) {
    let least = Infinity
    for (let round = 0; round < 3; round++) {
      const body = urlEncoded({ SAMLResponse: xml === '' ? '!'.repeat(300_000) : encode(xml) })
      const before = process.cpuUsage()
      const answer = await app.anonymous.post(`/saml/acs/${id}`, body)
      least = Math.min(least, cpuMs(before))
      expect([what, answer.headers.get('location') ?? answer.status]).toEqual([what, FAILED])
    }
    expect([what, least < limit ? 0 : least]).toEqual([what, 0])
  }
})
