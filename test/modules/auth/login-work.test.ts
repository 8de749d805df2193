import { createPasswords, credentials, type Passwords } from '@plinth/auth'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { hash } from '@node-rs/argon2'
import { beforeEach, expect, test, vi } from 'vitest'
import { authApp, urlEncoded, PASSWORD, signIn } from './_accounts.ts'
import { idOf, superAdminOf } from './_people.ts'

/** Counts what is computed, and computes it: in modules of this file's own, for other files may have loaded them before. */
const computed = vi.hoisted(() => {
  vi.resetModules()
  return { count: 0 }
})
vi.mock('@node-rs/argon2', async (load) => {
  const argon2 = await load<typeof import('@node-rs/argon2')>()
  const counted =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A) => {
      computed.count++
      return work(...args)
    }
  return { ...argon2, hashRaw: counted(argon2.hashRaw), verify: counted(argon2.verify) }
})
beforeEach(() => {
  computed.count = 0
})

const EMAIL = 'many@acme.com'
const passwordOf = (number: number) => `Secret-${number}${number}${number}`

async function credentialsOf(app: TestPlatform) {
  const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
  return app.platform.actAs({ actor: 'platform', reason: 'test', scope }, async ({ inject }) => inject(credentials))
}

/** Accounts with one address, each in a tenant of its own and with a password of its own. */
async function addAccounts(app: TestPlatform, count: number, hashes: (password: string) => Promise<string>) {
  for (let number = 1; number <= count; number++) {
    const tenantId = crypto.randomUUID()
    await app.sql('insert into tenants (tenant_id, id, name) values ($1, $1, $2)', [tenantId, `Tenant ${number}`])
    await app.sql(
      `insert into users (id, tenant_id, email, password_hash, created_at)
        values (gen_random_uuid(), $1, $2, $3, now() + make_interval(secs => $4))`,
      [tenantId, EMAIL, await hashes(passwordOf(number)), number],
    )
  }
}

const login = (app: TestPlatform, fields: Record<string, string>) =>
  app.anonymous.post('/auth/login', urlEncoded(fields))

async function costOf(app: TestPlatform, fields: Record<string, string>) {
  computed.count = 0
  const { status } = await login(app, fields)
  return [status, computed.count]
}

test('a wrong password costs the same for no account, for one without a password, for one and for six', async () => {
  await using app = await authApp()
  const { passwords, saltOf } = await credentialsOf(app)
  await addAccounts(app, 6, (password) => passwords.hash(password, saltOf(EMAIL)))
  await app.sql(`insert into users (id, tenant_id, organization_id, email) values (gen_random_uuid(), $1, $2, $3)`, [
    tenantA.id,
    tenantA.organization,
    'invited@acme.com',
  ])
  const bodies = new Set<string>()
  for (const email of ['nobody@acme.com', 'invited@acme.com', 'admin@acme.com', 'twin@acme.com', EMAIL]) {
    expect([email, ...(await costOf(app, { email, password: 'Wrong-123' }))]).toEqual([email, 401, 2])
    bodies.add((await login(app, { email, password: 'Wrong-123' })).text)
    expect(await costOf(app, { email, password: 'Wrong-123', tenantId: tenantA.id })).toEqual([401, 2])
  }
  expect(bodies.size).toBe(1)
  // The sixth as the first.
  for (let number = 1; number <= 6; number++)
    expect(await costOf(app, { email: EMAIL, password: passwordOf(number) })).toEqual([200, 1])
})

test('hashes with salts of their own cost the same, log in and get the shared salt', async () => {
  await using app = await authApp()
  const { passwords, saltOf } = await credentialsOf(app)
  await addAccounts(app, 2, (password) => passwords.hash(password))
  expect(await costOf(app, { email: EMAIL, password: 'Wrong-123' })).toEqual([401, 2])
  // The younger one waits for the older one, unless it names its tenant.
  expect((await login(app, { email: EMAIL, password: passwordOf(2) })).status).toBe(401)
  expect(await costOf(app, { email: EMAIL, password: passwordOf(1) })).toEqual([200, 2])
  expect(await costOf(app, { email: EMAIL, password: passwordOf(2) })).toEqual([200, 2])
  const stored = await app.sql('select password_hash from users where email = $1 order by created_at', [EMAIL])
  const shared = await Promise.all([1, 2].map((number) => passwords.hash(passwordOf(number), saltOf(EMAIL))))
  expect(stored.map((row) => row['password_hash'])).toEqual(shared)
})

test('an account that is moved to my address does not hide mine', async () => {
  await using app = await authApp()
  await app.sql(`update users set password_hash = $1 where tenant_id = $2 and email = 'employee@acme.com'`, [
    await hash(PASSWORD, { memoryCost: 64, timeCost: 1 }),
    tenantA.id,
  ])
  const other = { id: await idOf(app, 'other@acme.com', tenantB.id), email: 'employee@acme.com' }
  await app.sql(`update users set created_at = '2001-01-01' where id = $1`, [other.id])
  expect((await superAdminOf(app).put('/auth/users', other)).status).toBe(200)
  await expect(signIn(app, 'employee@acme.com')).resolves.toMatchObject({ answer: { status: 200 } })
})

test('a password of one’s own choice is found by the new address', async () => {
  await using app = await authApp()
  const employee = await signIn(app, 'employee@acme.com')
  expect((await employee.put('/auth/profile', { email: 'moved@acme.com' })).status).toBe(200)
  expect(await costOf(app, { email: 'moved@acme.com', password: PASSWORD })).toEqual([200, 2])
  expect(await costOf(app, { email: 'moved@acme.com', password: PASSWORD })).toEqual([200, 1])
})

test('hashes that nobody can compute are nobody’s', async () => {
  const passwords: Passwords = createPasswords({ parameters: { memory: 64, iterations: 1, parallelism: 1 } })
  const salt = Buffer.alloc(16, 1)
  const hashes = ['', 'plain', '$argon2id$v=19$m=99999999,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA']
  expect(await passwords.identify({ password: 'any', hashes, salt })).toMatchObject({ matches: [] })
  const mine = await passwords.hash('mine')
  expect(await passwords.identify({ password: 'mine', hashes: [...hashes, mine], salt })).toMatchObject({
    matches: [mine],
  })
  await expect(passwords.identify({ password: 'x'.repeat(1025), hashes, salt })).rejects.toMatchObject({
    code: 'bad_input',
  })
})
