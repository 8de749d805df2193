import { expect, test } from 'vitest'
import { poison } from '../../../_setup/poison.ts'
import { authApp } from '../_accounts.ts'
import { idOf } from '../_people.ts'

test('the roles of users on earlier pages are not read', async () => {
  await using app = await authApp()
  const admin = app.as('admin')
  await poison(app, ['user_roles', 'user_id'], await idOf(app, 'admin@acme.com'))
  expect((await admin.get('/auth/users?pageSize=1')).status).toBe(500)
  const { body } = await admin.get('/auth/users?pageSize=1&page=2')
  expect(body).toMatchObject({ total: 4, items: [{ email: 'employee@acme.com', roles: ['employee'] }] })
})
