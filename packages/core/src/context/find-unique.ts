import { sql } from 'kysely'
import { anyOf } from '../data/query/scope-conditions.ts'
import { type Declared, nameOf } from '../data/query/row-types.ts'
import { brokenSetup } from '../errors.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/**
 * Finds the row of any tenant that has the value. With a tenant, it uses the index of the table itself, otherwise the lookup
 * table created by `plinth.unique_among_tenants`. Of several values, such as the forms of a hash, at most one may be stored.
 */
export async function findUnique(
  state: UnitOfWork,
  entity: Declared<Record<string, unknown>>,
  { by, select }: { readonly by: Readonly<Record<string, unknown>>; readonly select: readonly string[] },
): Promise<object | null> {
  const [named, ...others] = Object.keys(by).filter((property) => property !== 'tenantId')
  if (named === undefined || others.length > 0) throw brokenSetup('`findUnique` needs exactly one property')
  let query = state
    .from('system')(entity, 'r')
    .select(select.map((name) => `r.${name}`) as never)
  const oneOf = (value: unknown) => (Array.isArray(value) ? anyOf(value, 'text') : value)
  for (const [property, value] of Object.entries(by))
    query = query.where(`r.${property}` as never, '=', oneOf(value) as never)
  if (!('tenantId' in by)) {
    const { tables } = state.runtime
    const known = sql.table(`plinth.${tables.tableOf(entity)}_by_${tables.columnOf(entity, named)}`)
    query = query.where(
      sql<boolean>`(${sql.ref('r.tenantId')}, ${sql.ref('r.id')})
        = (select l.tenant_id, l.id from ${known} l where l.value = ${oneOf(by[named])})`,
    )
  }
  const rows = await query.limit(sql.lit(2)).execute()
  if (rows.length > 1) throw brokenSetup(`${nameOf(entity)} by '${named}' matched several rows`)
  return rows[0] ?? null
}
