import { apiKeys, createSessionKey, callerOfSessionKey } from '@plinth/api-keys'
import { defineModule, get, signedIn } from '@plinth/core'
import { tenantA, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authApp, type Login, signIn } from '../auth/_accounts.ts'
import { idOf } from '../auth/_people.ts'
import { addKey, withKey } from './_keys.ts'
import { toAttempt } from '../../_setup/attempt.ts'

/** What the AI module does with session keys. */
const chat = defineModule({
  id: 'chat',
  title: 'Chat',
  routes: [
    get('/chat/key', { access: signedIn, response: createSessionKey.output }, ({ run }) => run(createSessionKey, {})),
    get(
      '/chat/whoami',
      {
        access: signedIn,
        query: z.object({ token: z.string() }),
        response: z.object({ id: z.string().nullable(), features: z.array(z.string()), organization: z.unknown() }),
      },
      async (ctx) => {
        const caller = await callerOfSessionKey(ctx, ctx.query.token)
        const { actor, scope } = caller ?? {}
        return { id: actor?.id ?? null, features: [...(actor?.grants.list ?? [])], organization: scope?.organizationId }
      },
    ),
  ],
})

const open = () => authApp({ modules: [apiKeys, chat] })
const whoami = async (app: TestPlatform, token: string) =>
  (await app.as({}).get(`/chat/whoami?token=${encodeURIComponent(token)}`)).body
const nobody = { id: null, features: [] }

async function begin(login: Pick<Login, 'get'>): Promise<string> {
  const { status, body } = await login.get('/chat/key')
  expect(status).toBe(200)
  expect(body).toEqual({ sessionToken: expect.stringMatching(/^sess_[0-9a-f]{32}$/), expiresAt: expect.any(String) })
  return body.sessionToken
}

test('a session key acts as its user with present rights, for two hours, and ends with the login', async () => {
  await using app = await open()
  const root = await signIn(app, 'superadmin@acme.com')
  const id = await idOf(app, 'admin@acme.com')
  const admin = await signIn(app, 'admin@acme.com')
  const token = await begin(admin)
  expect(await whoami(app, token)).toMatchObject({
    id,
    organization: tenantA.organization,
    features: expect.arrayContaining(['auth.*']),
  })
  await root.put('/auth/users/acl', { userId: id, features: ['auth.users.list'] })
  expect((await whoami(app, token)).features).toEqual(['auth.users.list'])
  app.clock.advance(2 * 3_600_000 - 1)
  expect((await whoami(app, token)).id).toBe(id)
  app.clock.advance(1)
  expect(await whoami(app, token)).toMatchObject(nobody)
  const second = await begin(await signIn(app, 'employee@acme.com'))
  expect((await whoami(app, second)).id).toBe(await idOf(app, 'employee@acme.com'))
  const third = await begin(admin)
  await admin.post('/auth/logout')
  expect(await whoami(app, third)).toMatchObject(nobody)
  for (const wrong of ['', 'sess_', `sess_${'0'.repeat(32)}`, "sess_' or true"])
    expect(await whoami(app, wrong)).toMatchObject(nobody)
})

test('one of an API key may do no more than the key, and ends with it', async () => {
  await using app = await open()
  const admin = await signIn(app, 'admin@acme.com')
  const { id, secret } = await addKey(admin, { roles: ['employee'] })
  const token = await begin(withKey(app, secret))
  expect(await whoami(app, token)).toMatchObject({ id: `api_key:${id}`, features: [] })
  await admin.del(`/api_keys/keys?id=${id}`)
  expect(await whoami(app, token)).toMatchObject(nobody)
  const expiresAt = new Date(app.clock.now.getTime() + 60_000).toISOString()
  const brief = await begin(withKey(app, (await addKey(admin, { expiresAt })).secret))
  expect((await whoami(app, brief)).id).not.toBe(null)
  app.clock.advance(60_000)
  expect(await whoami(app, brief)).toMatchObject(nobody)
})

test('session keys are in no list, stored as hashes, and purged when they have expired', async () => {
  await using app = await open()
  const admin = await signIn(app, 'admin@acme.com')
  const token = await begin(admin)
  const list = await admin.get('/api_keys/keys')
  expect(list.body.total).toBe(0)
  const [row] = await app.sql('select session_keys::text as row from session_keys')
  expect(row!['row']).not.toContain(token.slice(5))
  await begin(await signIn(app, 'employee@acme.com'))
  app.clock.advance(3_600_000)
  const late = await begin(admin)
  app.clock.advance(3_600_000)
  await purge(app)
  expect(await app.sql('select from session_keys')).toHaveLength(1)
  expect((await whoami(app, late)).id).not.toBe(null)
  app.clock.advance(3_600_000)
  await purge(app)
  expect(await app.sql('select from session_keys')).toEqual([])
  await expect(app.platform.actAs(app.callerOf({}), ({ run }) => run(purgeOf(app), {}))).rejects.toThrow('Forbidden')
})

const purgeOf = ({ platform }: TestPlatform) =>
  platform.modules.flatMap(({ commands = [] }) => commands).find(({ id }) => id === 'api_keys.session_keys.purge')!

/** Runs the scheduled job as the queue would. */
async function purge({ platform }: TestPlatform): Promise<void> {
  const [job] = apiKeys.jobs!
  const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
  await platform.actAs({ actor: 'platform', reason: 'test', scope }, async (ctx) => job!.run(toAttempt(ctx)))
}

test('a login has fifty of them at most: the oldest make room', async () => {
  await using app = await open()
  const admin = await signIn(app, 'admin@acme.com')
  await begin(admin)
  await app.sql(
    `insert into session_keys (id, tenant_id, organization_id, user_id, login_id, token_hash, expires_at, created_at)
     select gen_random_uuid(), tenant_id, organization_id, user_id, login_id, 'hash ' || n, expires_at,
       created_at - n * interval '1 minute' from session_keys, generate_series(1, 60) n`,
  )
  const token = await begin(admin)
  const [stored] = await app.sql(
    "select count(*)::int as count, max(token_hash) filter (where token_hash = 'hash 1') as newest from session_keys",
  )
  expect(stored).toEqual({ count: 50, newest: 'hash 1' })
  expect((await whoami(app, token)).id).toBe(await idOf(app, 'admin@acme.com'))
})
