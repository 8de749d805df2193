import { sql } from 'kysely'
import { toSql } from '../data/query/row-conditions.ts'
import type { Declared } from '../data/query/row-types.ts'
import { anyOf, inTenant } from '../data/query/scope-conditions.ts'
import type { Context } from '../define/context.ts'
import { entityTables } from '../define/service.ts'
import { forbidden } from '../errors.ts'
import { rowPolicies } from './row-policies.ts'

/**
 * Throws 403 unless the caller's row policies permit updates of these rows: for what belongs to a row without being stored in it,
 * such as its files. The caller can read the rows.
 */
export async function assertUpdatable(
  { actor, db, scope, inject }: Pick<Context, 'actor' | 'db' | 'scope' | 'inject'>,
  entity: Declared,
  ids: readonly string[],
): Promise<void> {
  if (!actor.layers || ids.length === 0) return
  const table = inject(entityTables).tableOf(entity)
  const { rows } = await sql`select from ${sql.table(table)} r where ${inTenant(scope, 'r')} and r.id = ${anyOf(ids)}
    and not plinth.may('update', ${table}::regclass, to_jsonb(r)) limit 1`.execute(db)
  if (rows.length > 0) throw forbidden()
}

/**
 * The rows that the caller can read, by id, each with whether row policies permit its deletion: for commands that queue a job, which
 * deletes with all rights.
 */
export async function findDeletable(
  { actor, from, inject }: Pick<Context, 'actor' | 'from' | 'inject'>,
  entity: Declared<{ id: string }>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const table = inject(entityTables).tableOf(entity)
  const may = actor.layers ? sql<boolean>`plinth.may('delete', ${table}::regclass, to_jsonb(r))` : sql<boolean>`true`
  const rows = await from(entity, 'r')
    .select(['r.id', may.as('may')])
    .where('r.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, may: isPermitted }) => [id as string, isPermitted]))
}

/** Throws 403 unless the caller's row policies permit the update of a row, as opposed to a share of it. */
export async function assertUpdatableByPolicies(
  { actor, db, scope, inject }: Pick<Context, 'actor' | 'db' | 'scope' | 'inject'>,
  { kind, entity, id }: { readonly kind: string; readonly entity: Declared; readonly id: string },
): Promise<void> {
  const compiler = inject(rowPolicies)
  const test = compiler.ownTestOf(actor, kind)
  if (!test) return
  const refOf = (column: string) => sql.ref(`r.${column}`)
  const isPermitted = toSql(test, { refOf, scope: { ...scope, policies: compiler.policiesOf(actor) } })
  const { rows } = await sql`select from ${sql.table(inject(entityTables).tableOf(entity))} r
    where ${inTenant(scope, 'r')} and r.id = ${id} and coalesce(${isPermitted}, false)`.execute(db)
  if (rows.length === 0) throw forbidden()
}
