import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, resource, Scoped, sql } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parcelsApp } from './_parcels.ts'

/** As long as PostgreSQL permits: with `read_` before it, the name would be too long for an identifier. */
const TABLE = 'entries_of_journals_of_subsidiaries_in_other_countries_by_years'

const features = defineFeatures('journals', { view: 'View journals', manage: 'Manage journals' })
const Entry = defineEntity({
  name: 'JournalEntry',
  tableName: TABLE,
  extends: Scoped,
  properties: { title: p.string(), region: p.string().nullable() },
})
const entries = resource('/journals/entries', Entry, {
  kind: 'journals.entry',
  access: { read: features.view, write: features.manage },
  input: input(Entry, ['title', 'region']),
  list: { select: ['id', 'title'] },
})
const journals = defineModule({
  id: 'journals',
  title: 'Journals',
  features,
  entities: [Entry],
  migrations: [
    defineMigration('journals.tables', `select plinth.scoped_table('${TABLE}', 'title text not null, region text')`),
  ],
  resources: [entries],
})

let app: Awaited<ReturnType<typeof parcelsApp>>

beforeAll(async () => {
  app = await parcelsApp([journals])
  const create = entries.commands.find(({ id }) => id.endsWith('create'))!
  for (const region of ['north', 'south'])
    await app.platform.actAs(callerWith({}), ({ run }) => run(create, { title: region, region } as never))
})
afterAll(() => app[Symbol.asyncDispose]())

const callerWith = (policies: object) => {
  const caller = app.callerWith([[{ 'journals.entry': policies } as never]], true)
  return { ...caller, actor: { ...caller.actor, grants: compileGrants(['*']) } }
}
const titles = (policies: object, query: string) =>
  app.platform.actAs(callerWith(policies), async ({ db }) => {
    const { rows } = await sql<{ title: string }>`${sql.raw(query)}`.execute(db)
    return rows.map(({ title }) => title)
  })

const NORTH = { field: 'region', operator: '=', value: 'north' }

test('PostgreSQL restricts tables with the longest names as well, and what the log says of them', async () => {
  expect(TABLE).toHaveLength(63)
  const all = `select title from ${TABLE} order by title`
  expect(await titles({ delete: NORTH }, all)).toEqual(['north', 'south'])
  expect(await titles({ read: NORTH }, all)).toEqual(['north'])
  expect(await titles({ read: { ...NORTH, value: "o'clock" } }, all)).toEqual([])
  const logged = `select after ->> 'title' as title from plinth.changes where table_name = '${TABLE}' order by 1`
  expect(await titles({ read: NORTH }, logged)).toEqual(['north'])
  for (const action of ['update', 'delete']) {
    const permitted = `select title from ${TABLE} t where plinth.may('${action}', '${TABLE}', to_jsonb(t)) order by title`
    expect(await titles({ [action]: NORTH }, permitted)).toEqual(['north'])
  }
})
