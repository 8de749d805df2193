import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, superAdminOf } from '@plinth/auth/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { casework } from '../auth/rights/_cases.ts'
import { connect, ownApp, signInBy } from './_sso.ts'

const ann = { sub: 'ann', email: 'ann@corp.example', email_verified: true, name: 'Ann' }

async function teamsApp() {
  const app = await ownApp({ modules: [auditLogs, casework] })
  const boss = superAdminOf(app)
  const team = async () => (await boss.post('/auth/teams', { name: crypto.randomUUID() })).body.id as string
  const roleId = await addRole(boss, 'Mapper', { features: ['sso.*', 'auth.teams.*'] })
  const mapper = await addUser(boss, { roles: [roleId] })
  const client = app.as({ features: ['*'], userId: mapper })
  const idOf = async () => (await app.sql('select id from users where email = $1', [ann.email]))[0]!['id'] as string
  return Object.assign(app, {
    boss,
    client,
    mapper,
    roleId,
    team,
    idOf,
    /** Signs in, and returns the teams with their sources. */
    async come(groups: unknown, connectionId: string) {
      app.provider.claims = { ...ann, groups }
      expect((await signInBy(app, connectionId)).location).toBe('/backend')
      const rows = await app.sql('select team_id, source from team_members where user_id = $1', [await idOf()])
      return rows.map(({ team_id: id, source }) => `${source}${String(id)}`).toSorted()
    },
  })
}

test('a connection lets people into the teams of their groups, and takes out whom it let in', async () => {
  await using app = await teamsApp()
  const { client: as, boss, come, team } = app
  const [east, west] = [await team(), await team()]
  const groupTeams = [
    { group: 'east', teamId: east },
    { group: 'east too', teamId: east },
    { group: 'west', teamId: west },
  ]
  const id = await connect(app, { groupsClaim: 'groups', groupTeams }, { as })
  const [inEast, inWest] = [`sso:${id}${east}`, `sso:${id}${west}`]
  // The first sign-in makes the account.
  expect(await come(['east', 'east too'], id)).toEqual([inEast])
  expect(await come(['east too'], id)).toEqual([inEast])
  expect(await come(['west'], id)).toEqual([inWest])
  const byHand = await boss.put('/auth/teams/members', { teamId: east, add: [await app.idOf()] })
  expect(byHand.status).toBe(200)
  expect(await come(['west', 'east'], id)).toEqual([east, inEast, inWest].toSorted())
  expect(await come([], id)).toEqual([east])
  expect(await come(['west', 'east'], id)).toEqual([east, inEast, inWest].toSorted())
  // A mapping that is gone, and a team that is.
  expect((await as.put('/sso/connections', { id, groupTeams: groupTeams.slice(1) })).status).toBe(200)
  expect(await come(['east', 'west'], id)).toEqual([east, inWest])
  expect((await boss.send('DELETE', `/auth/teams?id=${west}`)).status).toBe(200)
  expect(await come(['east too', 'west'], id)).toEqual([east, inEast])
  expect((await as.del(`/sso/connections?id=${id}`)).status).toBe(200)
  expect(await app.sql('select source from team_members where user_id = $1', [await app.idOf()])).toEqual([
    { source: '' },
  ])
})

test('nobody is let in whom the person who mapped the groups could not let in at that moment', async () => {
  await using app = await teamsApp()
  const { client: as, boss, come, mapper, roleId, team } = app
  const east = await team()
  const weak = app.as({ features: ['sso.*'] })
  const groupTeams = [{ group: 'east', teamId: east }]
  await expect(connect(app, { groupsClaim: 'groups', groupTeams }, { as: weak })).rejects.toThrow('auth.teams.manage')
  const unknown = [{ group: 'east', teamId: crypto.randomUUID() }]
  await expect(connect(app, { groupsClaim: 'groups', groupTeams: unknown }, { as })).rejects.toThrow('Team not found')
  const id = await connect(app, { groupsClaim: 'groups', groupTeams }, { as })
  const inEast = `sso:${id}${east}`
  expect(await come(['east'], id)).toEqual([inEast])
  // Not even the name of the connection's group can be changed by somebody who could not let people in.
  expect((await weak.put('/sso/connections', { id, groupsClaim: 'roles' })).status).toBe(403)
  const allow = (features: readonly string[]) => boss.put('/auth/roles/acl', { roleId, features: [...features] })
  await allow(['sso.*'])
  expect(await come(['east'], id)).toEqual([])
  await allow(['sso.*', 'auth.teams.*', 'cases.*'])
  expect(await come(['east'], id)).toEqual([inEast])
  // Somebody whom row policies restrict lets people into their own teams only.
  const isMine = { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }
  const policies = { 'cases.case': { read: isMine } }
  expect((await boss.put('/auth/roles/row-policies', { roleId, policies })).status).toBe(200)
  expect(await come(['east'], id)).toEqual([])
  await boss.put('/auth/teams/members', { teamId: east, add: [mapper] })
  expect(await come(['east'], id)).toEqual([inEast])
})

test.each(['connection', 'link'])('somebody who signs in while the %s is deleted gets nothing by it', async (what) => {
  await using app = await teamsApp()
  const { client: as, come, team } = app
  const [east, west] = [await team(), await team()]
  const roleId = await addRole(app.boss, 'Given', { features: ['auth.teams.list'] })
  await app.boss.put('/auth/roles/acl', { roleId: app.roleId, features: ['sso.*', 'auth.*'] })
  const groupTeams = [
    { group: 'east', teamId: east },
    { group: 'west', teamId: west },
  ]
  const groupRoles = [{ group: 'west', roleId }]
  const id = await connect(app, { groupsClaim: 'groups', groupTeams, groupRoles }, { as })
  expect(await come(['east'], id)).toEqual([`sso:${id}${east}`])
  const userId = await app.idOf()
  const [former] = await app.sql('select id from sessions where user_id = $1', [userId])
  const [link] = await app.sql('select id from sso_identities where user_id = $1', [userId])
  const blocker = new pg.Client({ connectionString: app.databaseUrl })
  await blocker.connect()
  const waiting = (count: number) =>
    expect
      .poll(
        () => app.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        {
          timeout: 10_000,
        },
      )
      .toHaveLength(count)
  blocker.on('error', () => {})
  await blocker.query('begin')
  await blocker.query('select from users where id = $1 for update', [userId])
  const deleting =
    what === 'connection'
      ? as.del(`/sso/connections?id=${id}`)
      : as.del(`/sso/users/identities?id=${link!['id']}&userId=${userId}`)
  await waiting(1)
  app.provider.claims = { ...ann, groups: ['east', 'west'] }
  const coming = signInBy(app, id).catch((error: unknown) => error)
  await waiting(2)
  await blocker.query('commit')
  await blocker.end()
  const [deleted] = await Promise.all([deleting, coming])
  expect(deleted.status, deleted.text).toBe(200)
  const given = (table: string) => app.sql(`select source from ${table} where user_id = $1 and source <> ''`, [userId])
  expect([await given('team_members'), await given('user_roles')]).toEqual([[], []])
  const sessions = (await app.sql('select id from sessions where user_id = $1', [userId])).map((one) => one['id'])
  expect(sessions.filter((one) => one !== former!['id'])).toEqual([])
})
