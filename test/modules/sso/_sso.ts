import { sso } from '@plinth/sso'
import { type Client, tenantA, type TestPlatform, type TestPlatformOptions } from '@plinth/testing'
import { authApp, withHeaders } from '../auth/_accounts.ts'
import { startOwnProvider } from './_own-provider.ts'
import { startProvider, type TestProvider } from './_provider.ts'

export const ORIGIN = 'https://acme.example'

/** TXT records, by name. */
export const records = new Map<string, string[]>()

/** A platform with single sign-on, and a provider that it may contact. */
export const ssoApp = (options: Partial<TestPlatformOptions> = {}) => appWith(startProvider, options)

/** The same with a provider of which the test decides every answer. */
export const ownApp = (options: Partial<TestPlatformOptions> = {}) => appWith(startOwnProvider, options)

async function appWith<P extends ConnectedProvider>(start: () => Promise<P>, options: Partial<TestPlatformOptions>) {
  const provider = await start()
  const module = sso({ localHosts: [provider.host], resolveTxt: async (name) => records.get(name) ?? [] })
  const app = await authApp({
    startAt: new Date(),
    ...options,
    modules: [module, ...(options.modules ?? [])],
  })
  const close = app[Symbol.asyncDispose]
  return Object.assign(app, {
    provider,
    async [Symbol.asyncDispose]() {
      await close()
      await provider[Symbol.asyncDispose]()
    },
  })
}

export type SsoApp = Awaited<ReturnType<typeof ssoApp>>
export type OwnApp = Awaited<ReturnType<typeof ownApp>>

/** What a sign-in needs of a provider. */
type ConnectedProvider = Pick<TestProvider, 'issuer' | 'host' | 'addClient' | 'visit'> & AsyncDisposable
type ConnectedApp = TestPlatform & { readonly provider: ConnectedProvider }

const manager = (app: TestPlatform, tenantId = tenantA.id): Client =>
  app.as({ features: ['*'], tenantId, isSuperAdmin: false })

/** Creates a connection to the provider, with a client of its own and the domain proven. */
export async function connect(
  app: ConnectedApp,
  fields: Record<string, unknown> = {},
  { domain = 'corp.example', as = manager(app), client = {} as Record<string, unknown> } = {},
): Promise<string> {
  const clientId = `client-${crypto.randomUUID()}`
  const answer = await as.post('/sso/connections', {
    name: 'Corp',
    issuer: app.provider.issuer,
    clientId,
    secret: 'a client secret that is long enough',
    scopes: ['openid', 'email', 'profile', 'groups'],
    homeOrganizationId: tenantA.organization,
    ...fields,
  })
  if (answer.status !== 201) throw new Error(answer.text)
  const { id } = answer.body as { id: string }
  await app.provider.addClient({
    client_id: clientId,
    client_secret: 'a client secret that is long enough',
    redirect_uris: [`${ORIGIN}/api/sso/callback/${id}`],
    post_logout_redirect_uris: [`${ORIGIN}/login`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    ...client,
  })
  await prove(as, id, domain)
  return id
}

/** Adds a domain to a connection and proves it. */
export async function prove(as: Client, connectionId: string, domain: string): Promise<void> {
  const added = await as.post('/sso/domains', { connectionId, domain })
  const { id, record } = added.body as { id: string; record: { name: string; value: string } }
  records.set(record.name, [record.value])
  const verified = await as.post('/sso/domains/verify', { id })
  if (verified.body?.isVerified !== true) throw new Error(`${added.text} ${verified.text}`)
}

/** The cookies that a response sets, as a browser sends them back. */
export const cookiesFrom = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')

/** Where a sign-in led, and a browser with its cookies. */
export interface Visit {
  readonly location: string
  readonly browser: Client
  readonly cookie: string
}

/** Goes to the provider and back. `change` alters what the provider answers on its way. */
export async function signInBy(
  app: ConnectedApp,
  connectionId: string,
  { redirect = '/backend', change = (url: URL) => url, fresh = false } = {},
): Promise<Visit> {
  const query = new URLSearchParams({ redirect, ...(fresh && { fresh: 'true' }) })
  const started = await app.anonymous.get(`/sso/start/${connectionId}?${query.toString()}`)
  if (started.status !== 302) throw new Error(`${started.status} ${started.text}`)
  const state = cookiesFrom(started.headers)
  const back = change(await app.provider.visit(started.headers.get('location')!))
  return answer(app, back, state)
}

/** What a browser with these cookies gets at the callback. */
export async function answer(app: TestPlatform, back: URL, state: string): Promise<Visit> {
  const done = await withHeaders(app, { cookie: state }).get(`${back.pathname}${back.search}`)
  if (done.status !== 302) throw new Error(`${done.status} ${done.text}`)
  const cookie = cookiesFrom(done.headers)
  return { location: done.headers.get('location')!, cookie, browser: withHeaders(app, { cookie }) }
}

export type { TestProvider }
