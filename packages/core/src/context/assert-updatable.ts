import { sql } from 'kysely'
import type { Declared } from '../data/query/row-types.ts'
import { anyOf, inTenant } from '../data/query/scope-conditions.ts'
import type { Context } from '../define/context.ts'
import { entityTables } from '../define/service.ts'
import { forbidden } from '../errors.ts'

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
