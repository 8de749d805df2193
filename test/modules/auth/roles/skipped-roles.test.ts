import { expect, test } from 'vitest'
import { poison } from '../../../_setup/poison.ts'
import { authApp } from '../_accounts.ts'
import { roleOf } from '../_people.ts'

test('the holders of roles on earlier pages are not counted', async () => {
  await using app = await authApp()
  const admin = app.as('admin')
  await poison(app, ['user_roles', 'role_id'], await roleOf(app, 'admin'))
  expect((await admin.get('/auth/roles?pageSize=1')).status).toBe(500)
  const { body } = await admin.get('/auth/roles?pageSize=1&page=2')
  expect(body).toMatchObject({ total: 2, items: [{ name: 'employee', usersCount: 2 }] })
})
