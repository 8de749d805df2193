import { saml } from '@plinth/saml'
import { sso } from '@plinth/sso'
import { type Client, tenantA, type TestPlatform, type TestPlatformOptions } from '@plinth/testing'
import { urlEncoded } from '@plinth/auth/testing'
import { authApp, withHeaders } from '../auth/_accounts.ts'
import { cookiesFrom, prove, records, type Visit } from '../sso/_sso.ts'
import { providerCertificate } from './_keys.ts'
import { encode, ISSUER, type ReceivedRequest, readRequest, respond, type Said, SIGN_IN_URL } from './_provider.ts'

/** A platform with single sign-on by SAML. */
export const samlApp = (options: Partial<TestPlatformOptions> = {}) =>
  authApp({
    startAt: new Date(),
    ...options,
    modules: [sso({ resolveTxt: async (name) => records.get(name) ?? [] }), saml, ...(options.modules ?? [])],
  })

export const manager = (app: TestPlatform, tenantId = tenantA.id): Client =>
  app.as({ features: ['*'], tenantId, isSuperAdmin: false })

/** What a connection to the test provider consists of. */
export const connection = (fields: Record<string, unknown> = {}) => ({
  name: 'Corp',
  protocol: 'saml',
  issuer: ISSUER,
  homeOrganizationId: tenantA.organization,
  settings: { signInUrl: SIGN_IN_URL, certificates: [providerCertificate] },
  ...fields,
})

/** Creates a connection with the domain proven, and returns its id. */
export async function connect(
  app: TestPlatform,
  fields: Record<string, unknown> = {},
  { domain = 'corp.example', as = manager(app) } = {},
): Promise<string> {
  const answer = await as.post('/sso/connections', connection(fields))
  if (answer.status !== 201) throw new Error(answer.text)
  await prove(as, answer.body.id, domain)
  return answer.body.id
}

/** A sign-in that a browser has begun. */
export interface Begun {
  readonly request: ReceivedRequest
  /** The cookies of the browser. */
  readonly cookie: string
}

/** Sends a browser to the provider. */
export async function begin(
  app: TestPlatform,
  connectionId: string,
  { redirect = '/backend', fresh = false, cookie = '' } = {},
): Promise<Begun> {
  const query = new URLSearchParams({ redirect, ...(fresh && { fresh: 'true' }) })
  const started = await withHeaders(app, { cookie }).get(`/sso/start/${connectionId}?${query}`)
  const location = started.headers.get('location')
  if (started.status !== 302 || !location?.startsWith('https://')) throw new Error(`${started.status} ${location}`)
  return { request: readRequest(location), cookie: [cookie, cookiesFrom(started.headers)].filter(Boolean).join('; ') }
}

const toPath = (address: string) => new URL(address, 'https://acme.example').pathname.replace(/^\/api/, '')

/** Posts a response as the provider's page makes a browser do, which sends no cookies to another site. Returns where it leads. */
export async function post(
  app: TestPlatform,
  acsUrl: string,
  sent: string | { readonly xml: string | Buffer; readonly relayState?: string | null },
): Promise<string> {
  const { xml, relayState = '' } = typeof sent === 'string' ? { xml: sent } : sent
  const stranger = withHeaders(app, { origin: 'https://idp.corp.example', 'sec-fetch-site': 'cross-site' })
  const form = urlEncoded({ SAMLResponse: encode(xml), RelayState: relayState ?? '' })
  const answer = await stranger.post(toPath(acsUrl), form)
  if (answer.status !== 302) throw new Error(`${answer.status} ${answer.text}`)
  return answer.headers.get('location')!
}

/** Follows where a post led with the browser's cookies. */
export async function follow(app: TestPlatform, location: string, cookie: string): Promise<Visit> {
  const done = await withHeaders(app, { cookie }).get(location.replace(/^\/api/, ''))
  if (done.status !== 302) throw new Error(`${done.status} ${done.text}`)
  const own = cookiesFrom(done.headers)
  return { location: done.headers.get('location')!, cookie: own, browser: withHeaders(app, { cookie: own }) }
}

/** Goes to the provider and back. */
export async function signInBy(app: TestPlatform, connectionId: string, said: Said = {}): Promise<Visit> {
  const begun = await begin(app, connectionId)
  const location = await post(app, begun.request.acsUrl, respond(begun.request, said))
  if (!location.startsWith('/api/saml/complete/')) return { location, cookie: '', browser: app.anonymous }
  return follow(app, location, begun.cookie)
}
