import { type Caller, type CommandContext, defineCommand, open } from '@plinth/core'
import { anonymous } from '@plinth/core/internal'
import { sql } from 'kysely'
import { z } from 'zod'
import type { FixtureActor } from './fixture-actors.ts'
import type { Fixture } from './isolation-fixture.ts'
import type { TenantTable } from './tenant-tables.ts'

/** Thrown by a probe to roll back its own writes. */
class ProbeRollback extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('taken back')
    this.answer = answer
  }
}

/**
 * Tries, without any route, what a careless query of a module could do as the caller: read, change, delete and insert rows of
 * others, and write without recording. Row-level security alone must prevent it.
 */
export async function probeDatabase(fixture: Fixture): Promise<string[]> {
  const { tables, actors } = fixture
  const colleague = fixture.callerOf({ features: ['*'], organizationIds: [actors.own.organizationId] })
  const stranger = fixture.callerOf({ features: ['*'] })
  const problems: string[] = []
  for (const table of tables) {
    for (const [caller, who] of [
      [colleague, 'a member of another organization'],
      [stranger, 'a member of another tenant'],
      [anonymous, 'nobody'],
    ] as const) {
      const count = await countHidden(fixture, table, caller)
      if (count > 0) problems.push(`${who} sees ${count} rows of ${table.name} in a query without conditions`)
    }
    const hidden = fixture.isConfined(table) ? [actors.foreign, actors.sibling] : [actors.foreign]
    for (const actor of hidden) problems.push(...(await probeWrites(fixture, table, { actor, caller: colleague })))
    problems.push(...(await probeRecording(fixture, table, colleague)))
    for (const actor of hidden)
      problems.push(...(await probeSearch(fixture, table, { actor, callers: [colleague, anonymous] })))
  }
  for (const log of ['action_log', 'changes']) {
    const { rows } = await fixture.app.platform.actAs(colleague, ({ db }) =>
      sql`select from plinth.${sql.id(log)} where tenant_id <> ${actors.own.tenantId}`.execute(db),
    )
    if (rows.length > 0) problems.push(`a member of another tenant sees ${rows.length} rows of plinth.${log}`)
  }
  return problems
}

async function countHidden(fixture: Fixture, table: TenantTable, { actor, scope }: Caller): Promise<number> {
  const column = fixture.organizationColumnOf(table)
  const { rows } = await fixture.app.platform.actAs({ actor, scope }, ({ db }) =>
    sql<Record<string, unknown>>`select * from ${sql.id(table.name)}`.execute(db),
  )
  const isForeign = (row: Record<string, unknown>) => row['tenant_id'] !== null && row['tenant_id'] !== scope.tenantId
  const isSibling = (row: Record<string, unknown>) => {
    const organization = column === undefined ? null : row[column]
    return typeof organization === 'string' && scope.organizationIds?.includes(organization) === false
  }
  return rows.filter((row) => isForeign(row) || isSibling(row)).length
}

async function probeWrites(
  fixture: Fixture,
  table: TenantTable,
  { actor, caller }: { actor: FixtureActor; caller: Caller },
): Promise<string[]> {
  const name = sql.id(table.name)
  const id = fixture.idOf(table, actor)
  const own = fixture.idOf(table, fixture.actors.own)
  const [row] = await fixture.app.sql(`select to_jsonb(t) as row from "${table.name}" t where id = $1`, [id])
  const copy = JSON.stringify({ ...row?.['row'], id: crypto.randomUUID() })
  const attempts = {
    changes: sql`update ${name} set tenant_id = tenant_id where id = ${id}`,
    removes: sql`delete from ${name} where id = ${id}`,
    inserts: sql`insert into ${name} select * from jsonb_populate_record(null::${name}, ${copy}::jsonb)`,
    'gives away': sql`update ${name} set tenant_id = ${actor.tenantId} where id = ${own} and tenant_id <> ${actor.tenantId}`,
  }
  const problems: string[] = []
  for (const [what, statement] of Object.entries(attempts)) {
    const touched = await attempt(fixture, caller, async ({ db }) => (await statement.execute(db)).numAffectedRows)
    if (touched !== undefined && Number(touched) > 0)
      problems.push(`a query ${what} a row of ${table.name} as ${actor.name}`)
  }
  return problems
}

async function probeRecording(fixture: Fixture, table: TenantTable, caller: Caller): Promise<string[]> {
  const name = sql.id(table.name)
  const column = table.columns.find(({ type }) => type.startsWith('timestamp'))?.name
  const id = fixture.idOf(table, fixture.actors.own)
  if (column === undefined || fixture.unrecorded.includes(table.name)) return []
  const touch = sql`update ${name} set ${sql.id(column)} = '2031-01-01' where id = ${id}`
  const problems: string[] = []
  const outside = await fixture.app.platform
    .actAs(caller, async ({ db }) => Number((await touch.execute(db)).numAffectedRows))
    .catch(() => 0)
  if (outside > 0) problems.push(`rows of ${table.name} can be written outside a command`)
  const rows = await attempt(fixture, caller, async ({ db, entryId }) => {
    const { numAffectedRows } = await touch.execute(db)
    if (Number(numAffectedRows) === 0) return null
    return (
      await sql<{ row: string }>`select c::text as row from plinth.changes c where entry_id = ${entryId}`.execute(db)
    ).rows
  })
  if (rows?.length === 0) problems.push(`a change of ${table.name} is not recorded`)
  const isShown = table.secrets.some((secret) => JSON.stringify(rows ?? []).includes(`"${secret}`))
  if (isShown) problems.push(`the log reveals secrets of ${table.name}`)
  return problems
}

/** Searches for every text of the hidden rows. Row-level security must not let any of them be found. */
async function probeSearch(
  fixture: Fixture,
  table: TenantTable,
  { actor, callers }: { actor: FixtureActor; callers: readonly Caller[] },
): Promise<string[]> {
  const known = await fixture.app.sql<{ name: string; isTable: boolean }>(
    `select proname as name, proretset as "isTable" from pg_proc
     where proname in ('search_' || $1, 'find_' || $1) and pronamespace = 'plinth'::regnamespace`,
    [table.name],
  )
  if (known.length === 0) return []
  const id = fixture.idOf(table, actor)
  const [row] = await fixture.app.sql(`select to_jsonb(t) as row from "${table.name}" t where id = $1`, [id])
  const texts = Object.values((row?.['row'] ?? {}) as object).filter((value) => typeof value === 'string')
  for (const { name, isTable } of known)
    for (const caller of callers)
      for (const text of texts) {
        const call = sql`plinth.${sql.id(name)}(${text})`
        const found = isTable ? sql`array(select id from ${call})` : call
        const { rows } = await fixture.app.platform.actAs(caller, ({ db }) =>
          sql<{ isFound: boolean }>`select ${id} = any (${found}) as "isFound"`.execute(db),
        )
        if (rows[0]?.isFound) return [`a search finds a row of ${table.name} as ${actor.name} through plinth.${name}`]
      }
  return []
}

/** Runs inside a command that is rolled back; undefined if the database rejected the statement. */
async function attempt<T>(
  { app }: Fixture,
  caller: Caller,
  work: (ctx: CommandContext) => Promise<T>,
): Promise<T | undefined> {
  const probe = defineCommand({
    id: 'testing.probe',
    access: open,
    input: z.unknown(),
    output: z.unknown(),
    run: async (ctx) => {
      throw new ProbeRollback(await work(ctx))
    },
  })
  try {
    await app.platform.actAs(caller, ({ run }) => run(probe, {}))
  } catch (error) {
    return error instanceof ProbeRollback ? (error.answer as T) : undefined
  }
}
