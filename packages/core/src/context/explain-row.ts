import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { comparisonsIn, toSql } from '../data/query/row-conditions.ts'
import type { RowAction, RowPolicies, RowTest } from '../data/query/row-tests.ts'
import type { Scope } from '../data/query/scope.ts'
import { anyOf } from '../data/query/scope-conditions.ts'
import { entityTables } from '../define/service.ts'
import type { Actor } from '../define/access.ts'
import type { Context } from '../define/context.ts'
import { customValues } from '../define/custom-values.ts'
import { CUSTOM_PREFIX } from '../define/extensible.ts'
import { fieldPolicies } from '../define/field-policies.ts'
import type { AclSource, PolicyCondition } from '../define/row-policies.ts'
import { forbidden } from '../errors.ts'
import { subjectsOf } from '../acl/subjects.ts'
import { RecordShare } from '../define/record-shares.ts'
import { mayReadKind, mayReadTable } from './readable-kinds.ts'
import { rowPolicies, type RowPolicyCompiler } from './row-policies.ts'

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
  /** Null if it depends on fields that the caller may not read, which it would tell. */
  readonly isSatisfied: boolean | null
  /** Why it cannot be evaluated, so that it permits nothing. */
  readonly fault: string | undefined
}

/** A share that permits an action whatever policies say. */
export interface ExplainedShare {
  readonly id: string
  readonly subjectKind: 'user' | 'team' | 'role'
  readonly subjectId: string
  readonly expiresAt: string | null
}

export interface ExplainedAction {
  readonly action: RowAction
  /** Null if it depends on fields that the caller may not read. */
  readonly isPermitted: boolean | null
  /** One layer of conditions for each subject that is restricted: a row has to satisfy one of each. None if nothing restricts it. */
  readonly layers: readonly (readonly ExplainedCondition[])[]
  readonly shares: readonly ExplainedShare[]
}

/** Why row policies permit an actor to read, update and delete a row, or not. */
export interface ExplainedRow {
  /** Null if it belongs to the whole tenant. */
  readonly organizationId: string | null
  readonly actions: readonly ExplainedAction[]
}

const ACTIONS = ['read', 'update', 'delete'] as const satisfies readonly RowAction[]

/**
 * Evaluates the row policies of an actor on a row; null if the caller does not see it, as without a right to read such records, or if
 * rows of the kind cannot be restricted.
 */
export async function explainRow(
  { actor: asker, inject, db, from, scope }: Pick<Context, 'actor' | 'inject' | 'db' | 'from' | 'scope'>,
  { actor, kind, id }: RowQuestion,
): Promise<ExplainedRow | null> {
  const compiler = inject(rowPolicies)
  const entity = compiler.entityOf(kind)
  if (!entity || !mayReadKind({ inject }, asker, kind)) return null
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
    where ${from.isVisible(entity, 'row')} and ${isOfKind(compiler, kind, scope)} and ${refOf('id')} = ${id}`.execute(
    db,
  )
  if (!rows[0]) return null
  const results = rows[0].found.values()
  const table = tables.tableOf(entity)
  const actions = asked.map(({ action, layers }) => {
    const explained = layers.map((layer) =>
      layer.map(({ source, condition, fault, test }) => {
        const isSatisfied = results.next().value === true
        const isTold = mayTell({ inject, actor: asker }, { kind, table, test, policies })
        return { source, condition, fault, isSatisfied: isTold ? isSatisfied : null }
      }),
    )
    return {
      action,
      layers: explained,
      isMet: all(explained.map((layer) => any(layer.map(({ isSatisfied }) => isSatisfied)))),
    }
  })
  const isRead = actions[0]!.isMet
  const shared = compiler.isShared(kind)
    ? await sharesWith({ from }, { actor, kind: compiler.recordKindOf(kind), id })
    : []
  return {
    organizationId: rows[0].organizationId,
    actions: actions.map(({ isMet, action, layers }) => {
      const shares = shared.filter(({ mayEdit }) => action === 'read' || (action === 'update' && mayEdit))
      return { action, layers, shares, isPermitted: shares.length > 0 || all([isRead, isMet]) }
    }),
  }
}

/** Whether all are true; null if that depends on one that is unknown. */
const all = (parts: readonly (boolean | null)[]) => !parts.includes(false) && (parts.includes(null) ? null : true)

const any = (parts: readonly (boolean | null)[]) => parts.includes(true) || (parts.includes(null) ? null : false)

/** Whether a row of the table is one of a kind. */
export const isOfKind = (compiler: RowPolicyCompiler, kind: string, scope: Scope): RawBuilder<SqlBool> =>
  toSql(compiler.rowsOf(kind) ?? { all: [] }, { refOf: (column) => sql.ref(`row.${column}`), scope })

interface ToldTest {
  /** The kind of the rows. */
  readonly kind: string
  readonly table: string
  readonly test: RowTest
  /** Those of the actor that the test is about, which decide on related rows. */
  readonly policies: RowPolicies | undefined
}

/** Whether a caller may know which rows satisfy a condition: they may read all that it compares, related records too. */
function mayTell(
  { inject, actor }: Pick<Context, 'inject' | 'actor'>,
  { kind, table, test, policies }: ToldTest,
): boolean {
  const fields = inject(fieldPolicies)
  const isReadable = (of: string, tested: RowTest): boolean =>
    comparisonsIn(tested).every(({ field: { column, key, of: related } }) => {
      const compared = key === undefined ? column : CUSTOM_PREFIX + key
      if (!related) return fields.mayCompare(actor, kind, { table: of, column: compared })
      const read = policies?.get(related.table)?.read
      return (
        mayReadTable({ inject }, actor, related.table) &&
        fields.mayCompare(actor, kind, { table: of, column: related.column }) &&
        fields.mayReadColumn(actor, related.table, compared) &&
        (!read || isReadable(related.table, read))
      )
    })
  return isReadable(table, test)
}

/** The shares of a record that an actor has now. */
const sharesWith = ({ from }: Pick<Context, 'from'>, { actor, kind, id }: RowQuestion) =>
  from(RecordShare, 's')
    .select(['s.id', 's.subjectKind', 's.subjectId', 's.mayEdit', 's.expiresAt'])
    .where('s.kind', '=', kind)
    .where('s.recordId', '=', id)
    .where('s.subjectId', '=', anyOf(subjectsOf(actor)))
    .where((eb) => eb.or([eb('s.expiresAt', 'is', null), eb('s.expiresAt', '>', sql<string>`now()`)]))
    .orderBy('s.id')
    .execute()

/** How many rows an actor would see, of those that the caller sees. */
export interface RehearsedRows {
  readonly total: number
  readonly visible: number
  /** Ids of some visible rows, and of some hidden ones. */
  readonly examples: { readonly visible: readonly string[]; readonly hidden: readonly string[] }
  /** What these rows are called, as far as the caller may read it. */
  readonly names: Readonly<Record<string, string>>
}

/** Properties that rows are called by. */
const NAMES = ['name', 'title', 'label', 'subject', 'email', 'number']

/** Rows that are counted at most. */
const MOST_COUNTED = 10_000
const MOST_EXAMPLES = 3

/**
 * Counts the rows of a kind that the policies of an actor leave, of the first 10,000 that the caller sees. Throws 403 if the caller has
 * no right to read such records, or if this would tell values of fields that the caller may not read.
 */
export async function rehearseRows(
  { actor: asker, inject, db, from, scope }: Pick<Context, 'actor' | 'inject' | 'db' | 'from' | 'scope'>,
  { actor, kind }: Omit<RowQuestion, 'id'>,
): Promise<RehearsedRows | null> {
  const compiler = inject(rowPolicies)
  const entity = compiler.entityOf(kind)
  if (!entity) return null
  if (!mayReadKind({ inject }, asker, kind))
    throw forbidden(`You cannot try policies of records that you may not read: ${kind}.`)
  const tables = inject(entityTables)
  const table = tables.tableOf(entity)
  const policies = compiler.policiesOf(actor)
  const read = policies?.get(table)?.read
  const tests = compiler.alternativesOf(actor, kind, 'read').flat()
  const isTold = ({ test }: { readonly test: RowTest }) =>
    mayTell({ inject, actor: asker }, { kind, table, test, policies })
  if (read && !tests.every(isTold))
    throw forbidden('Policies of this user compare fields or records that you may not read.')
  const refOf = (column: string) => sql.ref(`row.${column}`)
  const isPermitted = read
    ? sql<boolean>`coalesce(${toSql(read, { refOf, scope: { ...scope, policies } })}, false)`
    : sql`true`
  const label = await labelOf({ inject, actor: asker }, kind)
  const { rows } = await sql<{ total: number; left: number; examples: Example[] }>`
    with rows as materialized (select row.id, ${label} as label, ${isPermitted} as permitted
      from ${sql.table(table)} as row where ${from.isVisible(entity, 'row')} and ${isOfKind(compiler, kind, scope)}
      limit ${sql.lit(MOST_COUNTED)}),
    placed as (select *, row_number() over (partition by permitted order by id) as place from rows)
    select (select count(*)::int from rows) as total, (select count(*)::int from rows where permitted) as left,
      array(select jsonb_build_object('id', id, 'label', label, 'permitted', permitted)
        from placed where place <= ${sql.lit(MOST_EXAMPLES)} order by id) as examples`.execute(db)
  const { total, left, examples } = rows[0]!
  const idsOf = (which: boolean) => examples.filter(({ permitted }) => permitted === which).map(({ id }) => id)
  return {
    total,
    visible: left,
    examples: { visible: idsOf(true), hidden: idsOf(false) },
    names: Object.fromEntries(examples.flatMap(({ id, label }) => (label === null ? [] : [[id, label]]))),
  }
}

/** What rows of a kind are called, as far as the caller may read it; null for nothing. */
async function labelOf(
  { inject, actor }: Pick<Context, 'inject' | 'actor'>,
  kind: string,
): Promise<RawBuilder<unknown>> {
  const [compiler, tables, fields] = [inject(rowPolicies), inject(entityTables), inject(fieldPolicies)]
  const entity = compiler.entityOf(kind)!
  const table = tables.tableOf(entity)
  const entityId = compiler.entityIdOf(kind)
  if (entityId !== undefined) {
    const key = (await inject(customValues)?.labelFieldOf(entityId)) ?? 'name'
    const isReadable = fields.mayCompare(actor, kind, { table, column: CUSTOM_PREFIX + key })
    return isReadable ? sql`row.custom ->> ${key}::text` : sql`null::text`
  }
  const name = NAMES.find(
    (one) => tables.has(entity, one) && fields.mayReadColumn(actor, table, tables.columnOf(entity, one)),
  )
  return name === undefined ? sql`null::text` : sql`${sql.ref(`row.${tables.columnOf(entity, name)}`)}::text`
}

interface Example {
  readonly id: string
  readonly label: string | null
  readonly permitted: boolean
}
