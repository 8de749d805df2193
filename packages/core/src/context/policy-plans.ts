import { type RawBuilder, sql } from 'kysely'
import { comparisonsIn, toSql } from '../data/query/row-conditions.ts'
import type { RowTest } from '../data/query/row-tests.ts'
import type { Actor } from '../define/access.ts'
import type { Context } from '../define/context.ts'
import { entityTables } from '../define/service.ts'
import { isOfKind } from './explain-row.ts'
import { mayReadKind } from './readable-kinds.ts'
import { rowPolicies } from './row-policies.ts'

/** A list that has to read every row of a large table, because no index serves the policy. */
export interface SlowPolicy {
  /** About how many rows it reads: those of the tenant. */
  readonly rows: number
}

/** Estimated rows from which on a policy should be served by an index. */
const LARGE = 10_000
/** Who sees more than this part of the rows is not served better by an index. */
const SMALL_PART = 0.2

/**
 * Asks PostgreSQL how it would list the rows of a kind that an actor may see, without reading them. Returns how many rows it would
 * read if it filters a large table for a small part of it; null if that is not so, as for small tables and for callers without a right
 * to read such records. The plan is the same for all values: PostgreSQL's statistics are about the rows of all tenants, and would tell
 * which values are frequent there.
 */
export async function findSlowPolicy(
  { actor: asker, inject, db, from, scope }: Pick<Context, 'actor' | 'inject' | 'db' | 'from' | 'scope'>,
  { actor, kind }: { readonly actor: Actor; readonly kind: string },
): Promise<SlowPolicy | null> {
  const compiler = inject(rowPolicies)
  const entity = mayReadKind({ inject }, asker, kind) ? compiler.entityOf(kind) : undefined
  const tables = inject(entityTables)
  const table = entity && tables.tableOf(entity)
  const policies = compiler.policiesOf(actor)
  const read = table && policies?.get(table)?.read
  if (!read) return null
  const refOf = (column: string) => sql.ref(`row.${column}`)
  const planOf = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>`explain (format json)
      select row.id from ${sql.table(table)} as row
      where ${from.isVisible(entity, 'row')} and ${isOfKind(compiler, kind, scope)} and ${condition}`.execute(db)
    return rows[0]!['QUERY PLAN'][0].Plan
  }
  const all = (await planOf(sql`true`))['Plan Rows']
  if (all < LARGE) return null
  const plan = await planOf(toSql(read, { refOf, scope: { ...scope, policies }, toOperand: unknownValue }))
  const ofKind = compiler.rowsOf(kind)
  // Finding the records of the entity is not finding those that the policy leaves.
  const columns = columnsOf(read).filter((column) => !ofKind || !columnsOf(ofKind).includes(column))
  const filters = (node: PlanNode): boolean =>
    node['Relation Name'] === table && node.Filter !== undefined && !isServed(node, columns)
  const isSlow = plan['Plan Rows'] < all * SMALL_PART && nodesIn(plan).some(filters)
  return isSlow ? { rows: all } : null
}

/** A value that the planner does not know. */
const unknownValue = (value: unknown, type: RawBuilder<unknown>) => sql`(select ${value}::${type})::${type}`

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Plan Rows': number
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/** The columns of the table itself by which rows are found: those that are compared, and those that refer to related rows. */
const columnsOf = (test: RowTest): readonly string[] => [
  ...new Set(comparisonsIn(test).map(({ field }) => field.of?.column ?? field.column)),
]

/** Whether an index finds the rows by what the policy compares, rather than by their tenant or organization alone. */
function isServed(node: PlanNode, columns: readonly string[]): boolean {
  const found = [node, ...(node.Plans ?? []).flatMap(nodesIn)].flatMap((one) => one['Index Cond'] ?? [])
  const names = (condition: string) => columns.some((column) => new RegExp(`\\b${column}\\b`).test(condition))
  return found.length > 0 && found.every(names)
}

const nodesIn = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)]
