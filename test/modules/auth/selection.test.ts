import { expect, test } from 'vitest'
import { authApp, signIn, withHeaders } from './_accounts.ts'

test('a session is remembered by what its cookies choose, not by their text', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'admin@acme.com')
  const ask = async (selected: string) => {
    const cookie = `auth_token=${token}; om_selected_org=${selected}; om_selected_tenant=${selected}`
    expect((await withHeaders(app, { cookie }).get('/auth/profile')).status).toBe(200)
  }
  await ask('garbage')
  const before = app.queries()
  for (let index = 0; index < 20; index++) await ask(`${index}`.padEnd(3_000, 'x'))
  expect(app.queries()).toBe(before)
})
