import { sql } from 'kysely'
import { tableOf } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import { inTenant } from '../data/query/scope-conditions.ts'
import type { Context } from '../define/context.ts'
import { conditionsOfOthers } from '../define/dependent-rows.ts'
import { composition } from '../define/module.ts'

/** The ids whose row has been deleted, or marked as deleted, within the caller's scope and not been restored. */
export async function findDeleted(
  ctx: Pick<Context, 'db' | 'scope' | 'actor' | 'from' | 'inject'>,
  entity: Declared,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { db, scope } = ctx
  const table = tableOf(entity)
  const conditions = conditionsOfOthers(ctx.inject(composition).modules, entity)(ctx, 't')
  const { organizationIds } = scope
  const organization = sql`(c.before ->> 'organization_id')::uuid`
  const isVisible =
    organizationIds === null
      ? sql`true`
      : sql`(${organization} is null or ${organization} = any (${organizationIds}::uuid[]))`
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${ids}::uuid[]) i (id) cross join lateral (
      select c.before, c.after from plinth.changes c
      where ${inTenant(scope, 'c')} and c.table_name = ${table} and c.row_id = i.id order by c.seq desc limit 1
    ) c cross join lateral jsonb_populate_record(null::${sql.table(table)}, c.before) t
    where (c.after is null or c.after ->> 'deleted_at' is not null)
      and ${sql.join([isVisible, ...conditions], sql` and `)} and plinth.may('read', ${sql.lit(table)}::regclass, c.before)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
