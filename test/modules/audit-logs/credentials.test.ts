import { auditLogs } from '@plinth/audit-logs'
import type { TestResponse, TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, urlEncoded, PASSWORD, signIn } from '../auth/_accounts.ts'

const NEW = 'Another-456'

async function idOf(app: TestPlatform, email: string): Promise<string> {
  const [user] = await app.sql('select id from users where email = $1', [email])
  return user!['id']
}

const login = async (app: TestPlatform, password: string, email = 'employee@acme.com') =>
  (await app.anonymous.post('/auth/login', urlEncoded({ email, password }))).status

const tokenOf = ({ operation }: TestResponse) => ({ undoToken: operation!.undoToken })
const UNDO = '/audit_logs/audit-logs/actions/undo'
const REDO = '/audit_logs/audit-logs/actions/redo'

test('the password of a mixed update stays when the rest is undone and redone, and the answers say so', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const admin = await signIn(app, 'admin@acme.com')
  const id = await idOf(app, 'employee@acme.com')
  const changed = await admin.put('/auth/users', { id, name: 'New name', password: NEW })
  const undone = await admin.post(UNDO, tokenOf(changed))
  expect(undone).toMatchObject({ status: 200, body: { ok: true, credentialsLeft: ['passwordHash'] } })
  expect(await app.sql('select name from users where id = $1', [id])).toEqual([{ name: null }])
  expect([await login(app, PASSWORD), await login(app, NEW)]).toEqual([401, 200])

  const third = 'Third-789!'
  expect((await admin.put('/auth/users', { id, password: third })).status).toBe(200)
  const redone = await admin.post(REDO, { logId: changed.operation!.id })
  expect(redone.status).toBe(200)
  expect([await login(app, NEW), await login(app, third)]).toEqual([401, 200])
})

test('redo does not bring a password either', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const admin = await signIn(app, 'admin@acme.com')
  const id = await idOf(app, 'employee@acme.com')
  const changed = await admin.put('/auth/users', { id, name: 'New name', password: NEW })
  expect((await admin.post(UNDO, tokenOf(changed))).status).toBe(200)
  const redone = await admin.post(REDO, { logId: changed.operation!.id })
  expect(redone).toMatchObject({ status: 200, body: { credentialsLeft: ['passwordHash'] } })
  expect(await app.sql('select name from users where id = $1', [id])).toEqual([{ name: 'New name' }])
  expect(await login(app, NEW)).toBe(200)
})

test('undo is not offered for what changed nothing but a password', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const admin = await signIn(app, 'admin@acme.com')
  const id = await idOf(app, 'employee@acme.com')
  const change = (password: string) => ({ method: 'PUT', body: JSON.stringify({ id, password }) })
  const keyed = { ...change(NEW), headers: [['idempotency-key', 'once'] as [string, string]] }
  const sent = [await admin.fetch('/auth/users', change('Third-7890')), await admin.fetch('/auth/users', keyed)]
  const again = await admin.fetch('/auth/users', keyed)
  expect([...sent, again].map(({ status, headers }) => [status, headers.get('x-om-operation')])).toEqual(
    Array.from({ length: 3 }, () => [200, null]),
  )
  const { body } = await admin.get(`/audit_logs/audit-logs/actions?resourceId=${id}&resourceKind=auth.user`)
  const updates = body.items.filter(({ commandId }: { commandId: string }) => commandId === 'auth.users.update')
  expect(updates).toMatchObject([{ undoToken: null }, { undoToken: null }])
  const undoable = await admin.get(`/audit_logs/audit-logs/actions?resourceId=${id}&undoableOnly=true`)
  expect(undoable.body.items).toEqual([])
  expect([await login(app, PASSWORD), await login(app, NEW)]).toEqual([401, 200])
})

test('an account comes back with its password when its deletion is undone', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const admin = await signIn(app, 'admin@acme.com')
  const gone = await admin.del(`/auth/users?id=${await idOf(app, 'employee@acme.com')}`)
  expect(await login(app, PASSWORD)).toBe(401)
  expect((await admin.post(UNDO, tokenOf(gone))).status).toBe(200)
  expect(await login(app, PASSWORD)).toBe(200)
})
