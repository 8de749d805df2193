import { claimAccount, createUser, seedAccounts, updateUser } from '@plinth/auth'
import { defineModule } from '@plinth/core'
import { type AddressChange, addressChecks } from '@plinth/points'
import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, deliverMails, linkToken, signIn, urlEncoded } from '../_accounts.ts'
import { addUser, superAdminOf, tenantA, tenantB } from '../_people.ts'

/** Accounts of tenant A do not get addresses of `taken.example`, once it is. */
async function checkedApp() {
  const asked: AddressChange[] = []
  let isTaken = false
  const check = addressChecks.of({
    id: 'domains.taken',
    async refuse(_ctx, change) {
      asked.push(change)
      const isRefused =
        isTaken && change.tenantId === tenantA.id && change.email.toLowerCase().endsWith('@taken.example')
      return isRefused ? { message: 'Somebody else owns this domain.', code: 'domain_owned' } : null
    },
  })
  const module = defineModule({ id: 'domains', title: 'Domains', requires: ['auth'], contributes: [check] })
  const app = await authApp({ modules: [module] })
  return { app, asked, take: () => (isTaken = true), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const refusal = {
  status: 400,
  body: {
    error: 'Somebody else owns this domain.',
    code: 'domain_owned',
    fieldErrors: { email: 'Somebody else owns this domain.' },
  },
}

/** The same as an error of a command. */
const thrown = { status: 400, message: refusal.body.error, body: { code: 'domain_owned' } }

const lastEntry = async (app: TestPlatform) =>
  (await app.sql('select id from plinth.action_log order by seq desc limit 1'))[0]!['id'] as string

test('a module decides which addresses accounts get, whoever sets them and however', async () => {
  await using checked = await checkedApp()
  const { app, asked, take } = checked
  const boss = superAdminOf(app)
  const id = await addUser(boss, { email: 'ann@taken.example' })
  const login = await signIn(app, 'ann@taken.example')
  const gone = await addUser(boss, { email: 'gone@taken.example' })
  await boss.del(`/auth/users?id=${gone}`)
  const deleted = await lastEntry(app)
  const elsewhere = await addUser(superAdminOf(app), {
    email: 'far@taken.example',
    organizationId: tenantB.organization,
  })
  await boss.put('/auth/users', { id, email: 'ann@acme.com' })
  const changed = await lastEntry(app)
  await deliverMails(app)
  const token = linkToken(app)
  take()
  asked.length = 0
  const organizationId = tenantA.organization
  const made = { email: 'new@taken.example', password: 'Secret-123', organizationId }
  expect(await boss.post('/auth/users', made)).toMatchObject(refusal)
  expect(await boss.put('/auth/users', { id, email: 'Ann@Taken.example' })).toMatchObject(refusal)
  const own = { email: 'me@taken.example' }
  expect(await login.put('/auth/profile', own)).toMatchObject(refusal)
  expect(await boss.put('/auth/users', { id: elsewhere, organizationId })).toMatchObject(refusal)
  const restored = urlEncoded({ token, password: 'Secret-456' })
  expect(await app.anonymous.post('/auth/reset/confirm', restored)).toMatchObject({ status: 400 })
  const caller = app.callerOf({ isSuperAdmin: true })
  for (const entry of [deleted, changed])
    await expect(app.platform.actAs(caller, ({ undo }) => undo(entry, { ofOthers: true }))).rejects.toMatchObject(
      thrown,
    )
  const platform = { actor: 'platform', reason: 'test', scope: { tenantId: tenantA.id, organizationId } } as const
  const account = { email: 'seed@taken.example', password: 'Secret-123', role: 'employee' }
  for (const run of [
    () => app.platform.actAs(platform, (ctx) => ctx.run(seedAccounts, { accounts: [account] })),
    () => app.platform.actAs(platform, (ctx) => ctx.run(createUser, { ...made, isClaimed: false })),
    () => app.platform.actAs(platform, (ctx) => ctx.run(updateUser, { id, email: 'late@taken.example' })),
  ])
    await expect(run()).rejects.toMatchObject(thrown)
  expect(asked.map(({ by, formerEmail }) => [by, formerEmail])).toEqual([
    ['administrator', null],
    ['administrator', 'ann@acme.com'],
    ['owner', 'ann@acme.com'],
    ['administrator', null],
    ['link', 'ann@acme.com'],
    ['administrator', null],
    ['administrator', 'ann@acme.com'],
    ['platform', null],
    ['platform', null],
    ['platform', 'ann@acme.com'],
  ])
  const kept = await app.sql(`select email from users where tenant_id = $1 and email like '%taken.example'`, [
    tenantA.id,
  ])
  expect(kept).toEqual([])
})

test('what does not change an address asks nobody', async () => {
  await using checked = await checkedApp()
  const { app, asked, take } = checked
  const boss = superAdminOf(app)
  const id = await addUser(boss, { email: 'ann@taken.example' })
  take()
  asked.length = 0
  expect(await boss.put('/auth/users', { id, email: 'ann@taken.example', name: 'Ann' })).toMatchObject({ status: 200 })
  expect(await boss.put('/auth/users', { id, isActive: false })).toMatchObject({ status: 200 })
  await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), ({ run }) => run(claimAccount, { userId: id }))
  expect(asked).toEqual([])
})
