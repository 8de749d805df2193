import { sql, type SqlBool } from 'kysely'
import { toSql } from '../data/query/row-conditions.ts'
import type { RowAction } from '../data/query/row-tests.ts'
import { entityTables } from '../define/service.ts'
import type { Actor } from '../define/access.ts'
import type { Context } from '../define/context.ts'
import type { AclSource, PolicyCondition } from '../define/row-policies.ts'
import { rowPolicies } from './row-policies.ts'

/** A row, and who would see or change it. */
export interface RowQuestion {
  readonly actor: Actor
  readonly kind: string
  readonly id: string
}

/** A condition, where it comes from, and whether the row satisfies it. */
export interface ExplainedCondition {
  readonly source: AclSource
  readonly condition: PolicyCondition
  readonly isSatisfied: boolean
  /** Why it cannot be evaluated, so that it permits nothing. */
  readonly fault: string | undefined
}

export interface ExplainedAction {
  readonly action: RowAction
  readonly isPermitted: boolean
  /** One layer of conditions for each subject that is restricted: a row has to satisfy one of each. None if nothing restricts it. */
  readonly layers: readonly (readonly ExplainedCondition[])[]
}

/** Why row policies permit an actor to read, update and delete a row, or not. */
export interface ExplainedRow {
  /** Null if it belongs to the whole tenant. */
  readonly organizationId: string | null
  readonly actions: readonly ExplainedAction[]
}

const ACTIONS = ['read', 'update', 'delete'] as const satisfies readonly RowAction[]

/** Evaluates the row policies of an actor on a row; null if the caller does not see it, or if rows of the kind cannot be restricted. */
export async function explainRow(
  { inject, db, from, scope }: Pick<Context, 'inject' | 'db' | 'from' | 'scope'>,
  { actor, kind, id }: RowQuestion,
): Promise<ExplainedRow | null> {
  const compiler = inject(rowPolicies)
  const entity = compiler.entityOf(kind)
  if (!entity) return null
  const tables = inject(entityTables)
  const policies = compiler.policiesOf(actor)
  const refOf = (column: string) => sql.ref(`row.${column}`)
  const asked = ACTIONS.map((action) => ({ action, layers: compiler.alternativesOf(actor, kind, action) }))
  const tests = asked.flatMap(({ layers }) => layers.flat().map(({ test }) => test))
  const conditions = tests.map(
    (test) => sql<SqlBool>`coalesce(${toSql(test, { refOf, scope: { ...scope, policies } })}, false)`,
  )
  const organization = tables.has(entity, 'organizationId')
    ? refOf(tables.columnOf(entity, 'organizationId'))
    : sql`null::uuid`
  const found = conditions.length === 0 ? sql`array[]::boolean[]` : sql`array[${sql.join(conditions)}]`
  const { rows } = await sql<{ organizationId: string | null; found: readonly boolean[] }>`
    select ${organization} as "organizationId", ${found} as found from ${sql.table(tables.tableOf(entity))} as row
    where ${from.isVisible(entity, 'row')} and ${refOf('id')} = ${id}`.execute(db)
  if (!rows[0]) return null
  const results = rows[0].found.values()
  const actions = asked.map(({ action, layers }) => {
    const explained = layers.map((layer) =>
      layer.map(({ source, condition, fault }) => ({
        source,
        condition,
        fault,
        isSatisfied: results.next().value === true,
      })),
    )
    return {
      action,
      layers: explained,
      isMet: explained.every((layer) => layer.some(({ isSatisfied }) => isSatisfied)),
    }
  })
  const isRead = actions[0]!.isMet
  return {
    organizationId: rows[0].organizationId,
    actions: actions.map(({ isMet, ...rest }) => ({ ...rest, isPermitted: isRead && isMet })),
  }
}

/** How many rows an actor would see, of those that the caller sees. */
export interface RehearsedRows {
  readonly total: number
  readonly visible: number
  /** Ids of some visible rows, and of some hidden ones. */
  readonly examples: { readonly visible: readonly string[]; readonly hidden: readonly string[] }
}

/** Rows that are counted at most. */
const MOST_COUNTED = 10_000
const MOST_EXAMPLES = 3

/** Counts the rows of a kind that the policies of an actor leave, of the first 10,000 that the caller sees. */
export async function rehearseRows(
  { inject, db, from, scope }: Pick<Context, 'inject' | 'db' | 'from' | 'scope'>,
  { actor, kind }: Omit<RowQuestion, 'id'>,
): Promise<RehearsedRows | null> {
  const compiler = inject(rowPolicies)
  const entity = compiler.entityOf(kind)
  if (!entity) return null
  const table = inject(entityTables).tableOf(entity)
  const policies = compiler.policiesOf(actor)
  const read = policies?.get(table)?.read
  const refOf = (column: string) => sql.ref(`row.${column}`)
  const isPermitted = read
    ? sql<boolean>`coalesce(${toSql(read, { refOf, scope: { ...scope, policies } })}, false)`
    : sql`true`
  const examples = (which: boolean) =>
    sql`array(select id from rows where permitted = ${which} order by id limit ${sql.lit(MOST_EXAMPLES)})`
  const { rows } = await sql<{ total: number; left: number; visible: string[]; hidden: string[] }>`
    with rows as materialized (select row.id, ${isPermitted} as permitted from ${sql.table(table)} as row
      where ${from.isVisible(entity, 'row')} limit ${sql.lit(MOST_COUNTED)})
    select (select count(*)::int from rows) as total, (select count(*)::int from rows where permitted) as left,
      ${examples(true)} as visible, ${examples(false)} as hidden`.execute(db)
  const { total, left, visible, hidden } = rows[0]!
  return { total, visible: left, examples: { visible, hidden } }
}
