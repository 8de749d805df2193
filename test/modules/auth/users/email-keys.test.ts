import { auth, User } from '@plinth/auth'
import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, signIn } from '../_accounts.ts'
import { addUser, superAdminOf, tenantA } from '../_people.ts'

const keysOf = (app: TestPlatform, like: string) =>
  app.sql('select email, email_key from users where email ilike $1 order by email', [like])

test('whatever writes an address, the key by which it is found follows', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const id = await addUser(boss, { email: 'Ann@Acme.com' })
  expect(await keysOf(app, 'ann@%')).toEqual([{ email: 'Ann@Acme.com', email_key: 'ann@acme.com' }])
  const { operation } = await boss.put('/auth/users', { id, email: 'Other@Acme.com' })
  const caller = app.callerOf({ isSuperAdmin: true })
  await app.platform.actAs(caller, ({ undo }) => undo(operation!.id, { ofOthers: true }))
  await signIn(app, 'ANN@acme.com')
  // What a host of the previous version writes knows nothing of keys.
  await app.sql(`update users set email = 'Third@Acme.com' where id = $1`, [id])
  await signIn(app, 'third@acme.com')
  const [found] = await app.platform.actAs(caller, ({ from }) =>
    from(User, 'u').select('u.id').where('u.emailKey', '=', 'third@acme.com').execute(),
  )
  expect(found).toEqual({ id })
})

test('accounts from before get their keys in short transactions', async () => {
  await using app = await authApp()
  await app.sql('alter table users disable trigger keep_email_key')
  await app.sql(
    `insert into users (id, tenant_id, organization_id, email)
      select gen_random_uuid(), $1, $2, 'Old' || n || '@Acme.com' from generate_series(1, 2500) n`,
    [tenantA.id, tenantA.organization],
  )
  await app.sql('update users set email_key = null')
  await app.sql('alter table users enable trigger keep_email_key')
  const online = auth().migrations!.find(({ id }) => id === 'auth.email_keys_online')!
  const fill = online.sql.slice(0, online.sql.indexOf('drop index'))
  await app.sql(fill)
  const [left] = await app.sql('select count(*)::int as count from users where email_key is distinct from lower(email)')
  expect(left).toEqual({ count: 0 })
  await signIn(app, 'employee@acme.com')
})
