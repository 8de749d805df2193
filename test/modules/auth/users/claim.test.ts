import { claimAccount, createUser } from '@plinth/auth'
import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, deliverMails, linkToken, urlEncoded } from '../_accounts.ts'
import { superAdminOf, tenantA } from '../_people.ts'

const provision = async (app: TestPlatform, fields: object = {}) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@acme.com`
  const input = { email, organizationId: tenantA.organization, isClaimed: false, ...fields }
  const { id } = await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), ({ run }) => run(createUser, input))
  return { id, email }
}

const claim = (app: TestPlatform, userId: string) =>
  app.platform.actAs(app.callerOf({ isSuperAdmin: true }), ({ run }) => run(claimAccount, { userId }))

test('an account that was provisioned is claimed once, however many try at the same time', async () => {
  await using app = await authApp()
  const { id } = await provision(app)
  const answers = await Promise.all(Array.from({ length: 8 }, () => claim(app, id)))
  expect(answers.filter(({ isClaimed }) => isClaimed).length).toBe(1)
  expect(await claim(app, id)).toEqual({ isClaimed: false })
  expect(await claim(app, crypto.randomUUID())).toEqual({ isClaimed: false })
})

test('accounts that somebody made, uses or could use without a provider are not claimed', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const isClaimable = async (fields: object, prepare: (id: string) => Promise<unknown> = async () => {}) => {
    const { id } = await provision(app, fields)
    await prepare(id)
    return (await claim(app, id)).isClaimed
  }
  const insertFactor = (id: string) =>
    app.sql(
      `insert into second_factors (id, tenant_id, user_id, kind, name) values (gen_random_uuid(), $1, $2, 'passkey', 'Key')`,
      [tenantA.id, id],
    )
  expect({
    asItIs: await isClaimable({}),
    madeByHand: await isClaimable({ isClaimed: undefined }),
    inactive: await isClaimable({ isActive: false }),
    withPassword: await isClaimable({ passwordHash: 'a hash' }),
    withFactor: await isClaimable({}, insertFactor),
    superAdmin: await isClaimable({ roles: ['superadmin'] }),
    ownFlag: await isClaimable({}, (userId) => boss.put('/auth/users/acl', { userId, isSuperAdmin: true })),
    givenPassword: await isClaimable({}, async (id) => {
      await boss.put('/auth/users', { id, password: 'Secret-123' })
      await app.sql('update users set password_hash = null where id = $1', [id])
    }),
  }).toEqual({
    asItIs: true,
    madeByHand: false,
    inactive: false,
    withPassword: false,
    withFactor: false,
    superAdmin: false,
    ownFlag: false,
    givenPassword: false,
  })
})

test('whoever sets a password with a mailed link has claimed the account', async () => {
  await using app = await authApp()
  const { id, email } = await provision(app)
  await app.anonymous.post('/auth/reset', urlEncoded({ email }))
  await deliverMails(app)
  const token = linkToken(app)
  expect(await app.anonymous.post('/auth/reset/confirm', urlEncoded({ token, password: 'Secret-456' }))).toMatchObject({
    status: 200,
  })
  const [row] = await app.sql('select is_claimed from users where id = $1', [id])
  expect(row).toEqual({ is_claimed: true })
  expect(await claim(app, id)).toEqual({ isClaimed: false })
})

test('clients cannot make an account that waits to be claimed', async () => {
  await using app = await authApp()
  const made = await superAdminOf(app).post('/auth/users', {
    email: 'new@acme.com',
    password: 'Secret-123',
    organizationId: tenantA.organization,
    isClaimed: false,
  })
  const [row] = await app.sql('select is_claimed from users where id = $1', [made.body.id])
  expect(row).toEqual({ is_claimed: true })
})
