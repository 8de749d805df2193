import { localStorage, storage } from '@plinth/attachments'
import { noopLogger, provide } from '@plinth/core'
import { type Prepare, type TestPlatform } from '@plinth/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv, seedFirstTenant, toPlatformOptions } from '@plinth/host'
import { host } from '../../../examples/host/plinth.config.ts'
import { testApp } from '../../_setup/app.ts'
import { argon2 } from '../../_setup/cheap-passwords.ts'
import { exampleContext } from '../../_setup/example-host.ts'
import { bodyFrom, form, Visitor } from './visitor.ts'

/** Of every account. */
export const PASSWORD = 'Secret-123'
/** Signs the tokens of the host. */
export const SECRET = 'a secret of at least 32 characters'
/** The public origin of the host. */
const ORIGIN = 'https://acme.example'

/** Where its rules may send webhooks. */
const WEBHOOK_HOSTS = 'a.example'

/** The example host on a database of its own: its modules, its settings, what it seeds. */
export interface Host extends AsyncDisposable {
  readonly app: TestPlatform
  readonly anonymous: Visitor
  /** The three accounts that are seeded, signed in with their passwords. */
  readonly superadmin: Visitor
  readonly admin: Visitor
  readonly employee: Visitor
  /** Of the seeded accounts. */
  readonly tenantId: string
  readonly organizationId: string
  /** Somebody else, signed in; `fields` are those of the login form. */
  signIn(email: string, fields?: Record<string, string>): Promise<Visitor>
  /** Somebody who sends these headers with everything. */
  visitor(headers: Record<string, string>): Visitor
}

/** Starts the example host in memory; `settings` are its environment variables. */
export async function openHost(settings: Readonly<Record<string, string>> = {}): Promise<Host> {
  const root = await mkdtemp(join(tmpdir(), 'plinth-contract-'))
  const variables = { NODE_ENV: 'test', RATE_LIMIT_ENABLED: 'false', APP_URL: ORIGIN, WEBHOOK_HOSTS, ...settings }
  const context = exampleContext(variables, SECRET)
  const cheap = { ...context, auth: { ...context.auth, argon2 } }
  const { info: _title, ...options } = await toPlatformOptions(host, cheap)
  const app = await testApp({
    ...options,
    origin: context.env.APP_URL ?? ORIGIN,
    services: [provide(storage, () => localStorage({ root }))],
    prepare: seedHost,
  })
  const anonymous = new Visitor((path, init) => app.fetch(path, init))
  const visitor = (headers: Record<string, string>) => anonymous.with(headers)
  const tokenOf = async (email: string, fields: Record<string, string> = {}): Promise<string> =>
    (await bodyFrom(anonymous.post('/auth/login', form({ email, password: PASSWORD, ...fields })))).token
  const signIn = async (email: string, fields?: Record<string, string>) =>
    visitor({ authorization: `Bearer ${await tokenOf(email, fields)}` })
  const claims = claimsOf(await tokenOf('admin@acme.com'))
  return {
    app,
    anonymous,
    superadmin: await signIn('superadmin@acme.com'),
    admin: await signIn('admin@acme.com'),
    employee: await signIn('employee@acme.com'),
    tenantId: claims.tenantId,
    organizationId: claims.orgId,
    signIn,
    visitor,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

const seedHost: Prepare = async ({ platform }) => {
  await seedFirstTenant({ platform, env: readEnv({ SEED_PASSWORD: PASSWORD }), log: noopLogger })
}

/** What an access token says. */
export const claimsOf = (token: string): Record<string, unknown> & { tenantId: string; orgId: string } =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
