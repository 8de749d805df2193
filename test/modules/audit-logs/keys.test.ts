import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import type { Client } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addKey, withKey } from '../api-keys/_keys.ts'
import { authApp, signIn } from '../auth/_accounts.ts'
import { idOf } from '../auth/_people.ts'

const PATH = '/audit_logs/audit-logs'

test('what an API key does is filed under the key, with its owner beside it, and found by either (decision: Log entries of API keys)', async () => {
  await using app = await authApp({ modules: [apiKeys, auditLogs] })
  const admin = await signIn(app, 'admin@acme.com')
  const owner = await idOf(app, 'admin@acme.com')
  const { secret, id } = await addKey(admin, { roles: ['admin'] })
  const key = withKey(app, secret)
  const filed = { actorUserId: `api_key:${id}`, ownerUserId: owner, actorUserName: 'admin@acme.com' }
  expect((await key.post('/auth/roles', { name: 'Robots' })).status).toBe(201)
  expect((await key.get('/auth/roles')).status).toBe(200)
  await app.settled()

  const find = async (log: string, by: string, as: Client = admin) =>
    (await as.get(`${PATH}/${log}?pageSize=200&actorUserId=${by}`)).body
  for (const by of [`api_key:${id}`, `API_KEY:${id.toUpperCase()}`, id])
    expect((await find('actions', by)).items).toMatchObject([{ commandId: 'auth.roles.create', ...filed }])
  expect((await find('actions', owner)).items.slice(0, 2)).toMatchObject([
    { commandId: 'auth.roles.create', ...filed },
    { commandId: 'api_keys.keys.create', actorUserId: owner, ownerUserId: null },
  ])
  const read = await find('access', `api_key:${id}`)
  expect(read.items.length).toBeGreaterThan(0)
  expect(read.total).toBe(read.items.length)
  for (const item of read.items) expect(item).toMatchObject({ resourceKind: 'auth.role', ...filed })
  const all = await find('access', owner)
  expect(all.items.filter((item: { ownerUserId: string }) => item.ownerUserId === owner)).toHaveLength(read.total)
  expect(all.total).toBe(all.items.length)

  // A key sees what it did itself, as its owner sees everything that is in their name.
  const own = (await key.get(`${PATH}/access?pageSize=200`)).body.items as { actorUserId: string }[]
  expect(new Set(own.map(({ actorUserId }) => actorUserId))).toEqual(new Set([`api_key:${id}`]))
  for (const bad of ['api_key:', 'api_key:x', 'user:1'])
    expect((await admin.get(`${PATH}/actions?actorUserId=${bad}`)).status).toBe(400)
})
