import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import { addRole, superAdminOf } from '@plinth/auth/testing'
import { scim } from '@plinth/scim'
import type { Client, TestPlatform } from '@plinth/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { connect } from './_scim.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let app: TestPlatform
let admin: Client
let provider: Client

beforeAll(async () => {
  app = await authApp({ modules: [apiKeys, auditLogs, scim] })
  admin = superAdminOf(app)
  provider = await connect(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const made = async (answer: { status: number; body: { id: string }; text: string }) => {
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

/** A group with a member, and what it could give. */
async function prepare() {
  const person = await made(await provider.post('/scim/v2/Users', { userName: `${crypto.randomUUID()}@a.example` }))
  const members = [{ value: person }]
  const group = await made(await provider.post('/scim/v2/Groups', { displayName: crypto.randomUUID(), members }))
  const roleId = await addRole(admin, crypto.randomUUID(), { features: ['auth.users.list'] })
  const teamId = await made(await admin.post('/auth/teams', { name: crypto.randomUUID() }))
  return { person, group, roleId, teamId }
}

/** Starts both while the account of a person is locked, the first one first in the queue, and then lets them go. */
async function beside<First, Second>(
  person: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const blocker = new pg.Client({ connectionString: app.databaseUrl })
  await blocker.connect()
  try {
    const waiting = (count: number) =>
      expect
        .poll(
          async () =>
            (
              await app.sql(
                `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              )
            ).length,
          { timeout: 10_000 },
        )
        .toBe(count)
    await blocker.query('begin')
    await blocker.query('select from users where id = $1 for update', [person])
    const one = first()
    await waiting(1)
    const other = second()
    await waiting(2)
    await blocker.query('commit')
    return await Promise.all([one, other])
  } finally {
    await blocker.end()
  }
}

/** What somebody has by groups: ids of roles and teams. */
const given = async (person: string) =>
  (
    await app.sql(
      `select role_id as id from user_roles where user_id = $1 and source like 'scim:%'
        union all select team_id from team_members where user_id = $1 and source like 'scim:%'`,
      [person],
    )
  ).map(({ id }) => id)

const remove = (person: string) => provider.send('DELETE', `/scim/v2/Users/${person}`)

test('somebody who is deleted while their group is mapped keeps nothing of it', async () => {
  const { person, group, roleId, teamId } = await prepare()
  const [removed, mapped] = await beside(
    person,
    () => remove(person),
    () => admin.put('/scim/groups', { id: group, roleId, teamId }),
  )
  expect([removed.status, mapped.status]).toEqual([204, 200])
  expect(await given(person)).toEqual([])
})

test('somebody who is reactivated while their group is mapped to nothing gets nothing of it', async () => {
  const { person, group, roleId, teamId } = await prepare()
  await admin.put('/scim/groups', { id: group, roleId, teamId })
  await remove(person)
  const [account] = await app.sql(
    'select service_account_id as id, deactivated_at as since from scim_users where user_id = $1',
    [person],
  )
  const again = { serviceAccountId: account!['id'], since: new Date(account!['since'] as string).toISOString() }
  const blocker = new pg.Client({ connectionString: app.databaseUrl })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select from users where id = $1 for update', [person])
  const [{ count } = {}] = await app.sql(
    `select count(*)::int as count from scim_users where deactivated_at is not null`,
  )
  const coming = admin.post('/scim/reactivate', again)
  await sleep(500)
  // Nobody is in the group who is not deleted, so this does not wait for the account.
  const unmapping = admin.put('/scim/groups', { id: group, roleId: null, teamId: null })
  await sleep(500)
  await blocker.query('commit')
  await blocker.end()
  const [came, unmapped] = await Promise.all([coming, unmapping])
  expect([came.body, unmapped.status]).toEqual([{ reactivated: count }, 200])
  expect(await given(person)).toEqual([])
})

test('somebody who comes back while undo restores their membership is in the group', async () => {
  for (const comeBack of ['reactivate', 'post'] as const) {
    const { person, group } = await prepare()
    const join = { schemas: [PATCH], Operations: [{ op: 'add', path: 'members', value: [{ value: person }] }] }
    const { userName } = (await provider.get(`/scim/v2/Users/${person}`)).body
    await provider.put(`/scim/v2/Users/${person}`, { userName, externalId: person })
    await provider.patch(`/scim/v2/Groups/${group}`, {
      schemas: [PATCH],
      Operations: [{ op: 'remove', path: `members[value eq "${person}"]` }],
    })
    const [entry] = await app.sql('select id from plinth.action_log order by seq desc limit 1')
    await remove(person)
    const [account] = await app.sql('select service_account_id as id from scim_users where user_id = $1', [person])
    const anybody = app.callerOf({ features: ['*'] })
    const [, came] = await beside(
      person,
      () => app.platform.actAs(anybody, (ctx) => ctx.undo(String(entry!['id']), { ofOthers: true })),
      () =>
        comeBack === 'post'
          ? provider.post('/scim/v2/Users', { userName, externalId: person })
          : admin.post('/scim/reactivate', { serviceAccountId: account!['id'], since: '2020-01-01T00:00:00Z' }),
    )
    expect(came.status, came.text).toBeLessThan(300)
    expect(await app.sql('select id from scim_leavers where group_id = $1', [group]), comeBack).toEqual([])
    const joined = await provider.patch(`/scim/v2/Groups/${group}`, join)
    expect(joined.status, joined.text).toBe(204)
    expect((await provider.get(`/scim/v2/Groups/${group}`)).body.members).toEqual([{ value: person, type: 'User' }])
  }
})

test('somebody who comes back while undo brings them back has what the groups give that they are in', async () => {
  const { person, group, roleId } = await prepare()
  await admin.put('/scim/groups', { id: group, roleId })
  const { userName } = (await provider.get(`/scim/v2/Users/${person}`)).body
  await provider.put(`/scim/v2/Users/${person}`, { userName, externalId: person })
  await remove(person)
  const [entry] = await app.sql('select id from plinth.action_log order by seq desc limit 1')
  const anybody = app.callerOf({ features: ['*'] })
  const [, came] = await beside(
    person,
    () => app.platform.actAs(anybody, (ctx) => ctx.undo(String(entry!['id']), { ofOthers: true })),
    () => provider.post('/scim/v2/Users', { userName, externalId: person }),
  )
  expect(came.status, came.text).toBe(201)
  expect(await given(person)).toEqual([roleId])
  expect((await provider.get(`/scim/v2/Groups/${group}`)).body.members).toEqual([{ value: person, type: 'User' }])
})

test('undo and redo of a deletion give what the groups give by now', async () => {
  const { person, group, roleId, teamId } = await prepare()
  await admin.put('/scim/groups', { id: group, roleId, teamId })
  await remove(person)
  const [entry] = await app.sql('select id from plinth.action_log order by seq desc limit 1')
  await admin.put('/scim/groups', { id: group, roleId: null })
  const anybody = app.callerOf({ features: ['*'] })
  await app.platform.actAs(anybody, (ctx) => ctx.undo(String(entry!['id']), { ofOthers: true }))
  expect(await given(person)).toEqual([teamId])
  await admin.put('/scim/groups', { id: group, roleId })
  expect((await given(person)).toSorted()).toEqual([roleId, teamId].toSorted())
  await app.platform.actAs(anybody, (ctx) => ctx.redo(String(entry!['id']), { ofOthers: true }))
  expect(await given(person)).toEqual([])
})

test('undo of a deleted group, and of a mapping, gives nothing to people who were deleted since', async () => {
  const { person, group, roleId, teamId } = await prepare()
  const undo = async (commandId: string) => {
    const [entry] = await app.sql('select id from plinth.action_log where command_id = $1 order by seq desc limit 1', [
      commandId,
    ])
    const anybody = app.callerOf({ features: ['*'] })
    await app.platform.actAs(anybody, (ctx) => ctx.undo(String(entry!['id']), { ofOthers: true }))
  }
  await admin.put('/scim/groups', { id: group, roleId, teamId })
  await provider.send('DELETE', `/scim/v2/Groups/${group}`)
  await remove(person)
  await undo('scim.groups.delete')
  expect(await given(person)).toEqual([])
  await undo('scim.users.delete')
  expect((await given(person)).toSorted()).toEqual([roleId, teamId].toSorted())
  await admin.put('/scim/groups', { id: group, roleId: null, teamId: null })
  await remove(person)
  await undo('scim.groups.map')
  expect(await given(person)).toEqual([])
})
