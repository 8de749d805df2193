import { sql } from 'kysely'
import type { Sql } from '../data/statements.ts'
import { type OutdatedTable, revertedRows, type RowUpgrades, upgradeRows } from './upgrade-rows.ts'

/** The entry whose rows go back to what they were before it. */
export interface Source {
  readonly tenantId: string
  readonly entryId: string
}

/** What has to be done to the rows of one table. */
export interface Step {
  readonly table: string
  readonly kind: 'insert' | 'update' | 'delete'
  /** Whether all the rows are of tenants, whose tables are found by tenant and id. */
  readonly isOfTenants: boolean
  /** All but what PostgreSQL computes by itself. */
  readonly columns: readonly string[]
  /** Tables that this one refers to. */
  readonly references: readonly string[]
  /** Columns that some recorded row does not know, where rows come back. */
  readonly absent: readonly AbsentColumn[]
}

interface AbsentColumn {
  readonly column: string
  readonly isRequired: boolean
  /** The expression of its default. */
  readonly default: string | null
}

interface FoundStep extends Step {
  readonly exists: boolean
  /** What was recorded and is no column of today. */
  readonly gone: readonly string[]
}

interface Found {
  readonly steps: readonly FoundStep[]
  readonly isForgotten: boolean
  readonly outdated: readonly OutdatedTable[]
}

/** How an entry is reverted, or why it cannot be. */
type Plan = { readonly steps: readonly Step[]; readonly refusal?: undefined } | { readonly refusal: string }

/** The steps that revert an entry. Nothing live is touched. */
export async function planRevert(db: Sql, { tenantId, entryId }: Source, upgrades: RowUpgrades): Promise<Plan> {
  const { rows } = await sql<{ plan: Found }>`select plinth.plan_revert(${tenantId}, ${entryId}) as plan`.execute(db)
  const { isForgotten, outdated, ...plan } = rows[0]!.plan
  // No row moves whole when a secret of it is no longer kept.
  if (isForgotten) return { refusal: 'What this action changed is no longer kept' }
  let { steps } = plan
  if (outdated.length > 0) {
    const refusal = await upgradeRows(db, outdated, upgrades)
    if (refusal !== null) return { refusal }
    const again = await sql<{ steps: readonly FoundStep[] }>`select plinth.revert_steps(false) as steps`.execute(db)
    steps = again.rows[0]!.steps
  }
  for (const step of steps) {
    const refusal = await whyNot(db, step)
    if (refusal !== null) return { refusal }
  }
  return { steps: respectReferences(steps) }
}

async function whyNot(db: Sql, { table, kind, exists, gone, absent }: FoundStep): Promise<string | null> {
  if (!exists) return `Rows of ${table} cannot be restored: the table does not exist any more`
  const missing = absent.find((column) => column.isRequired && column.default === null)
  if (missing) return `Rows of ${table} cannot be restored: ${missing.column} needs a value, which was not recorded`
  if (gone.length === 0 || kind === 'delete') return null
  const { rows } = await sql<{ key: string }>`
    select key from ${revertedRows} r, jsonb_each(r."to") t(key, value)
    where r."table" = ${table} and r.kind = ${kind} and key = any (${gone}) and value <> 'null'
      and r."from" -> key is distinct from value
    union all
    select key from ${revertedRows} r, jsonb_each(r."from") f(key, value)
    where r."table" = ${table} and r.kind = ${kind} and kind = 'update' and key = any (${gone})
      and r."to" -> key is distinct from value limit 1`.execute(db)
  const [column, migration] = rows[0]?.key.split('@') ?? []
  if (column === undefined) return null
  return migration === undefined
    ? `${table}.${column} cannot be restored: the column does not exist any more`
    : `${table}.${column} cannot be restored: migration '${migration}' dropped the column or changed its type`
}

/**
 * Doing what was recorded in reverse passes through states that were legal before, but for cascades: those record the
 * row that went before those it took along, and rows come back in the other order.
 */
function respectReferences(steps: readonly Step[]): readonly Step[] {
  const ordered = new Set<Step>()
  const visited = new Set<Step>()
  const visit = (step: Step): void => {
    if (visited.has(step)) return
    visited.add(step)
    for (const other of steps) if (mustPrecede(other, step)) visit(other)
    ordered.add(step)
  }
  for (const step of steps) visit(step)
  return [...ordered]
}

/** A row comes back after those it refers to, and goes before them. */
function mustPrecede(first: Step, then: Step): boolean {
  if (first === then || first.kind !== then.kind) return false
  if (then.kind === 'insert') return then.references.includes(first.table)
  return then.kind === 'delete' && first.references.includes(then.table)
}
