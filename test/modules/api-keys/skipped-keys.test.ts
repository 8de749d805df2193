import { expect, test } from 'vitest'
import { poison } from '../../_setup/poison.ts'
import { signIn } from '../auth/_accounts.ts'
import { addKey, keysApp } from './_keys.ts'

test('the uses of keys on earlier pages are not read', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const older = await addKey(admin, { name: 'Older' })
  app.clock.advance(1000)
  const newer = await addKey(admin, { name: 'Newer' })
  await app.sql(`insert into api_key_uses (id, tenant_id, last_used_at) select id, tenant_id, now() from api_keys`)
  await poison(app, ['api_key_uses', 'id'], newer.id)
  expect((await admin.get('/api_keys/keys?pageSize=1')).status).toBe(500)
  const { body } = await admin.get('/api_keys/keys?pageSize=1&page=2')
  expect(body).toMatchObject({ total: 2, items: [{ id: older.id, lastUsedAt: expect.any(String) }] })
})
