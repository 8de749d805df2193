import { sql } from 'kysely'
import type { Sql } from '../data/query/sql.ts'
import type { ChangeRange } from '../define/command.ts'
import { revertedRows } from './reverted-rows.ts'
import { type OutdatedTable, type RowUpgrades, upgradeRows } from './upgrade-rows.ts'

/** The entry whose rows are restored to their state before it. */
export interface Source {
  readonly tenantId: string
  readonly entryId: string
  /** Only these changes of the entry. */
  readonly part?: readonly ChangeRange[] | undefined
}

/** What has to be done to the rows of one table. */
export interface RevertStep {
  readonly table: string
  readonly kind: 'insert' | 'update' | 'delete'
  /** Whether all the rows belong to tenants; such tables are accessed by tenant and id. */
  readonly isOfTenants: boolean
  /** All columns except generated ones. */
  readonly columns: readonly string[]
  /** Tables that this one refers to. */
  readonly references: readonly string[]
  /** Columns that some recorded row lacks, for rows that are inserted again. */
  readonly absent: readonly AbsentColumn[]
}

interface AbsentColumn {
  readonly column: string
  readonly isRequired: boolean
  /** The expression of the column's default. */
  readonly default: string | null
}

interface FoundStep extends RevertStep {
  readonly exists: boolean
  /** Recorded columns that no longer exist. */
  readonly gone: readonly string[]
}

interface FoundPlan {
  readonly steps: readonly FoundStep[]
  readonly isForgotten: boolean
  readonly outdated: readonly OutdatedTable[]
}

/** How an entry is reverted, or why it cannot be. */
type Plan = { readonly steps: readonly RevertStep[]; readonly refusal?: undefined } | { readonly refusal: string }

/** The steps that revert an entry. Does not change any data. */
export async function planRevert(db: Sql, { tenantId, entryId, part }: Source, upgrades: RowUpgrades): Promise<Plan> {
  const ranges = part ? `{${part.map(({ after, last }) => `(${after},${last}]`).join()}}` : null
  const { rows } = await sql<{ plan: FoundPlan }>`
    select plinth.plan_revert(${tenantId}, ${entryId}, ${ranges}::int8multirange) as plan`.execute(db)
  const { isForgotten, outdated, ...plan } = rows[0]!.plan
  // A row cannot be restored completely if one of its secrets is no longer kept.
  if (isForgotten) return { refusal: 'The data that this action changed is no longer stored' }
  let { steps } = plan
  if (outdated.length > 0) {
    const refusal = await upgradeRows(db, outdated, upgrades)
    if (refusal !== null) return { refusal }
    const again = await sql<{ steps: readonly FoundStep[] }>`select plinth.revert_steps(false) as steps`.execute(db)
    steps = again.rows[0]!.steps
  }
  for (const step of steps) {
    const refusal = await findRefusal(db, step)
    if (refusal !== null) return { refusal }
  }
  return { steps: await putInOrder(db, steps) }
}

async function findRefusal(db: Sql, { table, kind, exists, gone, absent }: FoundStep): Promise<string | null> {
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
 * Reversing the recorded changes passes through states that were valid before, with two exceptions. Cascades record the deleted
 * row before the rows deleted with it, but rows have to be inserted in the opposite order. And all changes of one kind in a
 * table are one step, which can contain changes made before the next step as well as after it.
 */
async function putInOrder(db: Sql, steps: readonly RevertStep[]): Promise<readonly RevertStep[]> {
  const moves = await findMoves(db, steps)
  const ordered = new Set<RevertStep>()
  const visited = new Set<RevertStep>()
  const visit = (step: RevertStep): void => {
    if (visited.has(step)) return
    visited.add(step)
    for (const other of steps) if (mustPrecede(other, step, moves)) visit(other)
    ordered.add(step)
  }
  for (const step of steps) visit(step)
  return [...ordered]
}

/** A table whose rows move their references away from deleted rows, or to restored rows. */
interface Move {
  readonly table: string
  readonly target: string
  readonly kind: 'insert' | 'delete'
}

/** A row is inserted after the rows it refers to, and deleted before them; a reference is changed when both rows exist. */
function mustPrecede(first: RevertStep, then: RevertStep, moves: readonly Move[]): boolean {
  if (first === then) return false
  const isMoved = (update: RevertStep, other: RevertStep) =>
    moves.some(({ table, target, kind }) => table === update.table && target === other.table && kind === other.kind)
  if (first.kind === 'update') return then.kind === 'delete' && isMoved(first, then)
  if (then.kind === 'update') return first.kind === 'insert' && isMoved(then, first)
  if (first.kind !== then.kind) return false
  return then.kind === 'insert' ? then.references.includes(first.table) : first.references.includes(then.table)
}

async function findMoves(db: Sql, steps: readonly RevertStep[]): Promise<readonly Move[]> {
  const isCandidate = ({ kind, references }: RevertStep) =>
    kind === 'update' && steps.some((other) => other.kind !== 'update' && references.includes(other.table))
  if (!steps.some(isCandidate)) return []
  const { rows } = await sql<Move>`
    select distinct u."table", o."table" as target, o.kind
    from ${revertedRows} u cross join lateral (
      select 'delete' as kind, key, value from jsonb_each_text(u."from") union all
      select 'insert', key, value from jsonb_each_text(u."to")
    ) image join ${revertedRows} o on o.kind = image.kind and o.id::text = image.value
    where u.kind = 'update' and u."from" -> image.key is distinct from u."to" -> image.key`.execute(db)
  return rows
}
