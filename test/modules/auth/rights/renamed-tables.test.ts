import { defineEntity, p } from '@mikro-orm/core'
import { auditLogs } from '@plinth/audit-logs'
import {
  type Command,
  type Context,
  defineFeatures,
  defineMigration,
  defineModule,
  input,
  resource,
  type Route,
  Scoped,
  sql,
} from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parcelsApp } from './_parcels.ts'

const features = defineFeatures('sheds', { view: 'View sheds', manage: 'Manage sheds' })
const Shed = defineEntity({
  name: 'Shed',
  tableName: 'sheds',
  extends: Scoped,
  properties: { title: p.string(), region: p.string().nullable() },
})
const shed = resource('/sheds/sheds', Shed, {
  kind: 'sheds.shed',
  access: { read: features.view, write: features.manage },
  input: input(Shed, ['title', 'region']),
  list: { select: ['id', 'title'] },
})
const sheds = defineModule({
  id: 'sheds',
  title: 'Sheds',
  features,
  entities: [Shed],
  migrations: [
    defineMigration('sheds.tables', `select plinth.scoped_table('huts', 'title text not null, area text')`),
    defineMigration('sheds.depots', `alter table huts rename area to region; alter table huts rename to depots`),
    defineMigration('sheds.names', `alter table depots rename to sheds`),
  ],
  resources: [shed],
})

let app: Awaited<ReturnType<typeof parcelsApp>>

beforeAll(async () => {
  app = await parcelsApp([sheds, auditLogs])
  const create = shed.commands.find(({ id }) => id.endsWith('create')) as unknown as Command
  for (const region of ['north', 'south', null])
    await app.platform.actAs(callerWith({}), ({ run }) => run(create, { title: region ?? 'nowhere', region } as never))
})
afterAll(() => app[Symbol.asyncDispose]())

const callerWith = (policies: object) => {
  const caller = app.callerWith([[policies as never]], true)
  return { ...caller, actor: { ...caller.actor, grants: compileGrants(['*']) } }
}
const read = (policy: object, query: string) =>
  app.platform.actAs(callerWith({ 'sheds.shed': { read: policy } }), async ({ db }) => {
    const { rows } = await sql<{ title: string }>`${sql.raw(query)}`.execute(db)
    return rows.map(({ title }) => title)
  })

/** What the log answers somebody with these policies, as text. */
const logged = (policies: object, query: object = {}) =>
  app.platform.actAs(
    callerWith({ 'sheds.shed': policies }),
    async ({ db, from, scope, locale, inject, actor }: Context) => {
      const route = auditLogs.routes!.find(({ path }) => path === '/audit_logs/audit-logs/actions') as Route
      const asked = {
        db,
        from,
        scope,
        locale,
        inject,
        actor,
        query: { limit: 50, resourceKind: 'sheds.shed', ...query },
      }
      return JSON.stringify(await route.handle!(asked as never))
    },
  )

const NORTH = { field: 'region', operator: '=', value: 'north' }
const EMPTY = { field: 'region', operator: 'IS_EMPTY', value: null }
const LOGGED = `select c.after ->> 'title' as title from plinth.action_log e join plinth.changes c on c.tenant_id = e.tenant_id and c.entry_id = e.id
  where e.resource_kind = 'sheds.shed' order by c.seq`

test('the log hides rows that were recorded when their table and its columns were called otherwise', async () => {
  const { sql: admin } = app
  for (const [table, image] of [
    ['sheds', 'after'],
    ['depots', 'after'],
    ['huts', `after - 'region' || jsonb_build_object('area', after -> 'region')`],
  ]) {
    await admin(`update plinth.changes set table_name = '${table}', after = ${image}
      where table_name in ('sheds', 'depots')`)
    expect([table, await read(NORTH, LOGGED)]).toEqual([table, ['north']])
    expect([table, await read(EMPTY, LOGGED)]).toEqual([table, ['nowhere']])
    const entries = `select id::text as title from plinth.action_log e where e.resource_kind = 'sheds.shed'`
    expect(await read(NORTH, `${entries} and plinth.may_read_entry(e.tenant_id, e.id)`)).toHaveLength(1)
    expect(await read(NORTH, entries)).toHaveLength(1)
  }
  // Connections that have read the log learn of another name.
  await admin(`insert into plinth.schema_changes (number, table_name, change) values (1000000, 'cabins', '{"table": "huts", "renames": {}}');
    update plinth.changes set table_name = 'cabins' where table_name = 'huts'`)
  expect(await read(NORTH, LOGGED)).toEqual(['north'])
  await admin(
    `delete from plinth.schema_changes where number = 1000000; update plinth.changes set table_name = 'huts' where table_name = 'cabins'`,
  )
  await admin(`create table depots (id uuid)`)
  expect(await read(NORTH, LOGGED)).toEqual(['north'])
  await admin('drop table depots')
})

test('the log hides fields that were recorded when their table and its columns were called otherwise', async () => {
  const { sql: admin } = app
  const titles = { fields: { read: ['title'] } }
  for (const [table, column] of [
    ['sheds', 'region'],
    ['depots', 'region'],
    ['huts', 'area'],
    ['sheds', 'area'],
  ]) {
    await admin(`update plinth.changes set table_name = '${table}',
      after = after - array['region', 'area'] || jsonb_build_object('${column}', 'canary') where after ->> 'title' = 'north'`)
    expect(await logged({})).toContain('canary')
    expect(await logged({}, { search: 'canary' })).toContain('canary')
    expect(await logged(titles)).toContain('"title":"north"')
    expect([table, await logged(titles)]).toEqual([table, expect.not.stringContaining('canary')])
    expect([table, await logged(titles, { search: 'canary' })]).toEqual([table, expect.not.stringContaining('north')])
  }
})

test('PostgreSQL restricts a renamed table for hosts that know only its former name', async () => {
  const { sql: admin } = app
  const [{ id } = { id: '' }] = await admin<{ id: string }>('select tenant_id as id from sheds limit 1')
  await admin(`create view depots with (security_invoker = true) as select *, ctid from sheds;
    grant select, update on depots to plinth_app`)
  const north = JSON.stringify({ path: '($."region" == "north")', vars: {} })
  const asFormer = (action: string, statement: string) =>
    admin(`begin; set local plinth.tenant = '${id}'; set local plinth.organizations = '+'; set local plinth.entry = '${crypto.randomUUID()}';
      set local plinth.policies = 'on:${action === 'read' ? 'depots' : ''}'; set local plinth.${action}_depots = '${north}';
      set local role plinth_restricted; ${statement}; commit`)
  await asFormer(
    'read',
    'create temporary table seen as select title from depots; reset role; create table found as select * from seen',
  )
  expect(await admin('select title from found')).toEqual([{ title: 'north' }])
  await expect(asFormer('update', `update depots set title = 'x' where title = 'south'`)).rejects.toThrow(
    'does not permit',
  )
  await asFormer('update', `update depots set title = 'north' where title = 'north'`)
  await admin('drop table found; drop view depots')
})
