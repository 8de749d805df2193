import { defineEntity, p } from '@mikro-orm/core'
import { defineCommand, defineMigration, Id, open, Scoped } from '@plinth/core'
import { softUnique } from '@plinth/core/data'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openLab } from '../core/_lab/lab.ts'
import { Customer, desk, first, openTool, ticket } from './_tool.ts'

test('changed defaults, values and indexes of some rows are seen, however they are spelled', async () => {
  await using tool = await openTool()
  const states = (values: readonly string[], state: string) =>
    ticket(
      {
        state: p.enum(values).default(state),
        isUrgent: p.boolean().default(false),
        deletedAt: p.datetime().nullable(),
      },
      {
        uniques: [softUnique('tenantId', 'organizationId', 'title')],
        indexes: [{ properties: ['tenantId', 'state'], where: "state <> 'closed'" }],
      },
    )
  const before = states(['open', 'closed'], 'open')
  const table = (made: string) => defineMigration('desk.more', made)
  const made = `alter table tickets add state text not null default 'open', add is_urgent boolean not null default false,
      add deleted_at timestamptz, add constraint states check (state = any (array['open', 'closed']));
    create unique index on tickets (tenant_id, organization_id, title) where (deleted_at) is null;
    create index on tickets (tenant_id, state) where state != 'closed';`
  const asMade = (entity = before) => desk(entity, { migrations: [first, table(made)] })
  expect((await tool.run(asMade(), '--check')).said).toBe('The tables match the entities.')

  const changed = asMade(states(['open', 'closed', 'late'], 'late'))
  expect((await tool.run(changed, '--check')).said.split('\n')).toEqual([
    expect.stringContaining("tickets.state: its default is 'late', that of the table 'open'::text"),
    expect.stringContaining('tickets.state: its values are open, closed, late, but the table does not enforce this'),
    expect.stringContaining('Missing: 2.'),
  ])
  expect(await tool.run(changed, 'late')).toMatchObject({ code: 0 })
  const { migration, sql } = await tool.written()
  expect(sql).toContain("alter column state set default 'late';")
  expect(sql).toContain('drop constraint states;')
  expect(await tool.run({ ...changed, migrations: [first, table(made), migration] }, '--check')).toMatchObject({
    code: 0,
  })

  // An index of all rows is none of some, and the other way round.
  const whole = desk(before, { migrations: [first, table(made.replace(' where (deleted_at) is null', ''))] })
  expect((await tool.run(whole, '--check')).said).toContain(
    'tickets: there is no unique index on (tenant_id, organization_id, title) where deleted_at is null',
  )
})

test('a soft unique value of a new table is made, and the refusal names its field', async () => {
  await using tool = await openTool()
  const Page = defineEntity({
    name: 'Page',
    tableName: 'pages',
    extends: Scoped,
    properties: { slug: p.string(), deletedAt: p.datetime().nullable() },
    uniques: [softUnique('tenantId', 'organizationId', 'slug')],
  })
  const module = desk(ticket(), { entities: [Customer, ticket(), Page] })
  await tool.run(module, 'pages')
  const { migration, sql } = await tool.written()
  expect(sql).toContain(
    'create unique index pages_organization_id_slug_key on pages (tenant_id, organization_id, slug) where deleted_at is null;',
  )
  const migrations = [first, migration]
  expect(await tool.run({ ...module, migrations }, '--check')).toMatchObject({ code: 0 })
  await using lab = await openLab({ entities: [Page], migrations })
  const add = defineCommand({
    id: 'lab.pages.add',
    access: open,
    input: z.object({ deletedAt: z.date().nullable() }),
    output: Id,
    run: async ({ from, input }) => ({ id: (await from.create(Page, { slug: 'home', ...input })).id }),
  })
  const run = (deletedAt: Date | null) => lab.do((ctx) => ctx.run(add, { deletedAt }))
  for (const deletedAt of [lab.clock.now, lab.clock.now, null]) await run(deletedAt)
  await expect(run(null)).rejects.toMatchObject({
    code: 'bad_input',
    body: { fieldErrors: { slug: 'Already in use' } },
  })
})

test('a unique constraint that is checked later is deferrable, in a new table and in one with rows', async () => {
  await using tool = await openTool()
  const place = { properties: ['tenantId', 'place'], deferMode: 'immediate' }
  const Seat = defineEntity({
    name: 'Seat',
    tableName: 'seats',
    extends: Scoped,
    properties: { place: p.integer() },
    uniques: [place as never],
  })
  const entity = ticket({ place: p.integer().nullable() }, { uniques: [place] })
  const module = desk(entity, { entities: [Customer, entity, Seat] })
  await tool.run(module, 'seats')
  const { migrations } = await tool.written()
  const all = [first, ...migrations]
  expect(await tool.run({ ...module, migrations: all }, '--check')).toMatchObject({ code: 0 })
  await using lab = await openLab({ entities: [Seat], migrations: all })
  const deferrable = await lab.sql<{ name: string }>(
    `select conrelid::regclass::text as name from pg_constraint where contype = 'u' and condeferrable and not condeferred
     and conrelid::regclass::text in ('seats', 'tickets') order by 1`,
  )
  expect(deferrable.map(({ name }) => name)).toEqual(['seats', 'tickets'])
})
