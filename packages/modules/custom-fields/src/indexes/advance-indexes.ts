import { type CommandContext, defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { z } from 'zod'
import { definitionsTag } from '../contract.ts'
import { EntityId, type FieldConfig } from '../field-config.ts'
import { FieldDefinition } from '../entities.ts'
import { tableOf } from './record-table.ts'

/** Maximum number of rows, and of stored values, per step. */
const BATCH = 2_000

/** Milliseconds before values that no field needs are deleted. By then, every host knows that it must not read them. */
const REST = 600_000

/**
 * One step of the work on the indexes of an entity's fields. `plan`: fields that are now filterable get an index, which every
 * change updates from then on; indexes of other fields are retired. `fill`: values of further existing rows are stored; once it
 * is complete, the indexes are used. `retire`: indexes that were retired a while ago are no longer updated. `drop`: their
 * values are deleted. Only the platform may run it.
 */
export const advanceIndexes = defineCommand({
  id: 'entities.indexes.advance',
  access: signedIn,
  logged: false,
  input: z.object({ entityId: EntityId, step: z.enum(['plan', 'fill', 'retire', 'drop']) }),
  /** `hasMore`: whether this step has more to do, or the next one has something to do. `again`: when to plan again. */
  output: z.object({ hasMore: z.boolean(), again: z.iso.datetime().nullable() }),
  async run(ctx) {
    if (ctx.actor.kind !== 'system') throw forbidden()
    const { entityId, step } = ctx.input
    if (step === 'plan') return plan(ctx, entityId)
    return { hasMore: await { fill, retire, drop }[step](ctx, entityId), again: null }
  },
})

/** The indexes of an entity, as `i`. */
const ofEntity = ({ scope }: CommandContext, entityId: string) =>
  sql<boolean>`i.tenant_id = ${scope.tenantId} and i.entity = ${entityId}`

async function plan(ctx: CommandContext, entityId: string) {
  const { db, from, scope, now, invalidate } = ctx
  const { tenantId } = scope
  const definitions = await from(FieldDefinition, 'd')
    .select(['d.key', 'd.config'])
    .where('d.entityId', '=', entityId)
    .where('d.isActive', '=', true)
    .where('d.deletedAt', 'is', null)
    .execute()
  const searched = keysOf(definitions.filter(({ config }) => config.searchable))
  const wanted = keysOf(definitions.filter(({ config }) => isIndexed(config)))
  // When a field becomes searchable, or no longer is, the values of all rows are stored again.
  await sql`insert into plinth.custom_indexes as i (tenant_id, entity, key, is_searched)
    select ${tenantId}, ${entityId}, key, key = any (${searched}::text[]) from unnest(${wanted}::text[]) key
    on conflict (tenant_id, entity, key) do update set retired_at = null, is_searched = excluded.is_searched,
      is_filled = i.is_filled and i.is_searched = excluded.is_searched,
      last = case when i.is_searched = excluded.is_searched then i.last end
    where not i.is_dropped`.execute(db)
  await sql`update plinth.custom_indexes i set retired_at = ${now().toISOString()}
    where ${ofEntity(ctx, entityId)} and i.retired_at is null and i.key <> all (${wanted}::text[])`.execute(db)
  const { rows } = await sql<{ hasMore: boolean | null; retiredAt: string | null }>`
    select bool_or(i.retired_at is null and not i.is_filled) as "hasMore", max(i.retired_at) as "retiredAt"
    from plinth.custom_indexes i where ${ofEntity(ctx, entityId)} and not i.is_dropped`.execute(db)
  const { hasMore, retiredAt } = rows[0]!
  invalidate(definitionsTag(tenantId, entityId))
  return { hasMore: hasMore ?? false, again: retiredAt && new Date(Date.parse(retiredAt) + REST).toISOString() }
}

const keysOf = (definitions: readonly { readonly key: string }[]) => [...new Set(definitions.map(({ key }) => key))]

/** Whether the values of a field are indexed. */
export const isIndexed = (config: Pick<FieldConfig, 'filterable' | 'searchable'> | null | undefined): boolean =>
  config?.filterable === true || config?.searchable === true

async function fill(ctx: CommandContext, entityId: string): Promise<boolean> {
  const { db, scope, invalidate } = ctx
  const { tenantId } = scope
  const { rows } = await sql<{ key: string; last: string | null }>`
    select i.key, i.last from plinth.custom_indexes i
    where ${ofEntity(ctx, entityId)} and not i.is_filled and i.retired_at is null
    order by i.last nulls first, i.key for update`.execute(db)
  if (rows.length === 0) return false
  const since = rows[0]!.last
  const keys = rows.map(({ key }) => key)
  const filled = await sql<{ last: string | null; count: number }>`
    select last, filled as count from plinth.fill_custom_values(
      ${tableOf(ctx, entityId)}, ${tenantId}, ${entityId}, ${keys}::text[], ${since}::uuid, ${BATCH})`.execute(db)
  const { last, count } = filled.rows[0]!
  const hasMore = count === BATCH
  await sql`update plinth.custom_indexes i set is_filled = ${!hasMore}, last = coalesce(${last}::uuid, i.last),
      filled = ${count} + case when ${since}::uuid is null then 0 else i.filled end
    where ${ofEntity(ctx, entityId)} and i.key = ${anyOf(keys, 'text')}`.execute(db)
  if (!hasMore) invalidate(definitionsTag(tenantId, entityId))
  return hasMore
}

async function retire(ctx: CommandContext, entityId: string): Promise<boolean> {
  const { rows } = await sql`update plinth.custom_indexes i set is_dropped = true
    where ${ofEntity(ctx, entityId)} and (i.is_dropped or i.retired_at <= ${new Date(ctx.now().getTime() - REST).toISOString()})
    returning i.key`.execute(ctx.db)
  return rows.length > 0
}

async function drop(ctx: CommandContext, entityId: string): Promise<boolean> {
  const { db, scope } = ctx
  const { numAffectedRows: deleted } = await sql`delete from plinth.custom_values v
    where v.tenant_id = ${scope.tenantId} and v.entity = ${entityId} and (v.id, v.key, v.place) in (
      select g.id, g.key, g.place from plinth.custom_values g
      join plinth.custom_indexes i on i.tenant_id = g.tenant_id and i.entity = g.entity and i.key = g.key
      where ${ofEntity(ctx, entityId)} and i.is_dropped limit ${BATCH})`.execute(db)
  if (Number(deleted) === BATCH) return true
  await sql`delete from plinth.custom_indexes i where ${ofEntity(ctx, entityId)} and i.is_dropped`.execute(db)
  return false
}
