import { type TestResponse, Client, type Prepare, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { seedAccounts } from '../commands/seed-accounts.ts'

/** The password of all test accounts. */
export const PASSWORD = 'Secret-123'

/** Creates accounts in both tenants; `twin@acme.com` exists in both. */
export const seedPeople: Prepare = async ({ platform }) => {
  const people = {
    [tenantA.id]: ['superadmin', 'admin', 'employee', 'twin'],
    [tenantB.id]: ['other', 'twin'],
  }
  for (const { id, organization } of [tenantA, tenantB]) {
    const accounts = (people[id] ?? []).map((who) => ({
      email: `${who}@acme.com`,
      password: 'Secret-123',
      role: who === 'twin' ? 'employee' : who === 'other' ? 'admin' : who,
    }))
    const scope = { tenantId: id, organizationId: organization, organizationIds: null }
    await platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) => run(seedAccounts, { accounts }))
  }
}

export interface Login extends Client {
  readonly token: string
  readonly refreshToken: string | undefined
  readonly answer: TestResponse
}

export function urlEncoded(fields: Record<string, string>): URLSearchParams {
  return new URLSearchParams(fields)
}

/** Signs in with a password. The returned client sends the token with every request. */
export async function signIn(app: TestPlatform, email: string, fields: Record<string, string> = {}): Promise<Login> {
  const answer = await app.anonymous.post('/auth/login', urlEncoded({ email, password: PASSWORD, ...fields }))
  if (answer.status !== 200) throw new Error(`${email}: ${answer.status} ${answer.text}`)
  const { token, refreshToken } = answer.body
  return Object.assign(bearer(app, token), { token, refreshToken, answer })
}

/** A client with an access token. */
export function bearer(app: TestPlatform, token: string): Client {
  return withHeaders(app, { authorization: `Bearer ${token}` })
}

/** A client that sends these headers with every request. */
export function withHeaders(app: TestPlatform, own: Record<string, string>): Client {
  return new Client((path, init) => {
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(own)) headers.set(name, value)
    return app.fetch(path, { ...init, headers })
  })
}

/** The cookies set by a response, by name, with their attributes. */
export function cookiesOf({ headers }: TestResponse): Record<string, { value: string; attributes: string }> {
  return Object.fromEntries(
    headers.getSetCookie().map((cookie) => {
      const [pair = '', ...attributes] = cookie.split('; ')
      const [name = '', value = ''] = pair.split('=')
      return [name, { value, attributes: attributes.join('; ') }]
    }),
  )
}

/** The token in the link of the most recent email. */
export function linkToken(app: TestPlatform): string {
  return /\/reset\/([0-9a-f]+)/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? 'no mail'
}

/** Waits for work started by requests, and runs the jobs it queued. */
export async function deliverMails(app: TestPlatform): Promise<void> {
  await app.settled()
  await app.jobs()
}
