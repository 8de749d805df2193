import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { assistantApp } from './_assistant.ts'
import { converse, type Loose } from './_chat.ts'
import { modelServer } from './_providers/model-server.ts'

async function open() {
  const server = await modelServer('openai', [])
  const app = await assistantApp({ provider: 'openai', providers: { openai: { apiKey: 'sk', baseUrl: server.url } } })
  const admin = await signIn(app, 'admin@acme.com')
  const close = async () => {
    await app[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
  return {
    app,
    admin,
    /** Has a model call these tools, one after the other, all of them confirmed; answers the path of the conversation. */
    async act(calls: readonly { name: string; args: unknown }[]): Promise<string> {
      server.play([...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }])
      return `/ai_assistant/conversations/${(await converse(admin, 'Go')).at(-1)!['sessionId']}`
    },
    namesOf: async () =>
      ((await admin.get('/auth/roles?pageSize=100')).body.items as Loose[]).map(({ name }) => name as string),
    [Symbol.asyncDispose]: close,
  }
}

test('a conversation is taken back newest first, up to what a later change is in the way of, and on from there', async () => {
  await using ground = await open()
  const { app, admin, act, namesOf } = ground
  const id: string = (await admin.post('/auth/roles', { name: 'Keepers' })).body.id
  const path = await act([
    { name: 'authCreateRole', args: { name: 'Oldest' } },
    { name: 'authUpdateRole', args: { id, name: 'Renamed' } },
    { name: 'authCreateRole', args: { name: 'Newest' } },
  ])
  expect(await namesOf()).toEqual(expect.arrayContaining(['Oldest', 'Renamed', 'Newest']))
  const later = await admin.put('/auth/roles', { id, name: 'Renamed by hand' })

  const undone = await admin.post(`${path}/undo`)
  expect(undone).toMatchObject({
    status: 200,
    body: {
      isComplete: false,
      actions: [
        { commandId: 'auth.roles.create', isUndone: true },
        {
          commandId: 'auth.roles.update',
          isUndone: false,
          error: expect.any(String),
          conflicts: [{ resourceKind: 'auth.role', resourceId: id, fields: ['name'] }],
        },
        { commandId: 'auth.roles.create', isUndone: false, error: expect.stringContaining('Not tried') },
      ],
    },
  })
  expect(await namesOf()).toEqual(expect.arrayContaining(['Oldest', 'Renamed by hand']))
  expect(await namesOf()).not.toContain('Newest')
  const states = async () => (await admin.get(path)).body.actions.map(({ state }: Loose) => state)
  expect(await states()).toEqual(['undone', 'done', 'done'])
  // Again it is refused, and nothing more happens.
  const entries = () => app.sql('select id from plinth.action_log order by seq')
  const before = await entries()
  expect((await admin.post(`${path}/undo`)).body).toMatchObject({ isComplete: false, actions: [{}, {}] })
  expect(await entries()).toEqual(before)

  // When the way is free it goes on.
  const { undoToken } = later.operation!
  expect((await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(200)
  const rest = await admin.post(`${path}/undo`)
  expect(rest.body).toMatchObject({ isComplete: true, actions: [{ isUndone: true }, { isUndone: true }] })
  expect(await namesOf()).toContain('Keepers')
  expect(await namesOf()).not.toContain('Oldest')
  expect((await admin.post(`${path}/undo`)).body).toEqual({ isComplete: true, actions: [] })
})

test('an action of several rows is undone as a whole or not at all', async () => {
  await using ground = await open()
  const { app, admin, act } = ground
  const id: string = (await admin.post('/auth/roles', { name: 'Keepers' })).body.id
  const path = await act([{ name: 'authUpdateRoleAcl', args: { roleId: id, features: ['auth.users.list'] } }])
  const rows = () => app.sql('select * from role_acls order by id')
  expect((await admin.put('/auth/roles/acl', { roleId: id, features: ['auth.roles.list'] })).status).toBe(200)
  const before = await rows()
  expect((await admin.post(`${path}/undo`)).body).toMatchObject({ isComplete: false, actions: [{ isUndone: false }] })
  expect(await rows()).toEqual(before)
})

test('what was redone is undone with its conversation', async () => {
  await using ground = await open()
  const { admin, act, namesOf } = ground
  const path = await act([{ name: 'authCreateRole', args: { name: 'Again' } }])
  const undone = await admin.post(`${path}/undo`)
  const { logId } = undone.body.actions[0]
  expect((await admin.post('/audit_logs/audit-logs/actions/redo', { logId })).status).toBe(200)
  expect(await namesOf()).toContain('Again')
  expect((await admin.get(path)).body.actions).toMatchObject([{ state: 'done' }, { id: logId, state: 'redone' }])
  expect((await admin.post(`${path}/undo`)).body).toMatchObject({ isComplete: true, actions: [{ isUndone: true }] })
  expect(await namesOf()).not.toContain('Again')
})

test('what can never be undone is named and passed over', async () => {
  await using ground = await open()
  const { app, admin, act, namesOf } = ground
  const path = await act([
    { name: 'authCreateRole', args: { name: 'Under' } },
    { name: 'authCreateRole', args: { name: 'Over' } },
  ])
  await app.sql(
    `update plinth.action_log set undo_token_hash = null where seq = (select max(seq) from plinth.action_log)`,
  )
  expect((await admin.post(`${path}/undo`)).body).toMatchObject({
    isComplete: false,
    actions: [{ isUndone: false, error: 'This cannot be undone' }, { isUndone: true }],
  })
  expect(await namesOf()).toContain('Over')
  expect(await namesOf()).not.toContain('Under')
})

test('a conversation that there is not, or is somebody else’s, is not taken back', async () => {
  await using ground = await open()
  const path = await ground.act([{ name: 'authCreateRole', args: { name: 'Kept' } }])
  const other = await signIn(ground.app, 'superadmin@acme.com')
  for (const [who, at] of [
    [other, path],
    [ground.admin, `/ai_assistant/conversations/${crypto.randomUUID()}`],
  ] as const)
    expect(await who.post(`${at}/undo`)).toMatchObject({ status: 404, body: { error: 'Conversation not found' } })
  expect(await ground.namesOf()).toContain('Kept')
})
