import { composition, type Context, sql } from '@plinth/core'
import { rowPolicies } from '@plinth/core/acl'
import { conditionsOfOthers, type Declared, findCustomRecords, type RawBuilder, type SqlBool } from '@plinth/core/data'
import { declaredPoints } from './rule-points.ts'

type Asking = Pick<Context, 'inject' | 'actor' | 'from'>

interface PartlyHidden {
  readonly entity: Declared
  readonly names: readonly string[]
  /** On rows `t`, beside the row policies of the entity. */
  readonly visible: readonly RawBuilder<SqlBool>[]
}

/** The entities of which policies hide rows from the caller. */
function partlyHidden(ctx: Asking): readonly PartlyHidden[] {
  const { inject, actor, from } = ctx
  const { modules } = inject(composition)
  const declared = declaredPoints(ctx).flatMap(({ entity, entityType, aliases }) => {
    if (!entity) return []
    const conditions = conditionsOfOthers(modules, entity)(ctx, 't')
    const isPartly = conditions.length > 0 || from.isRestricted(entity)
    return isPartly ? [{ entity, names: [entityType, ...aliases], visible: conditions }] : []
  })
  const records = findCustomRecords(modules)
  if (!records) return declared
  const names = inject(rowPolicies).hiddenEntitiesOf(actor)
  return names.length === 0 ? declared : [...declared, { entity: records.entity, names, visible: [] }]
}

/** Whether policies hide rows of an entity from the caller. */
export const hidesRows = (ctx: Asking, entityType: string): boolean =>
  partlyHidden(ctx).some(({ names }) => names.includes(entityType))

/** Conditions on executions `e`: those about an entity of which rows are hidden are shown if the caller sees their row. */
export const isAboutVisible = (ctx: Asking): readonly RawBuilder<SqlBool>[] =>
  partlyHidden(ctx).map(({ entity, names, visible }) => {
    const isRow = sql`t.tenant_id = e.tenant_id and t.id = case when e.entity_id ~* ${UUID} then e.entity_id::uuid end`
    const isSeen = sql.join([isRow, ctx.from.isVisible(entity, 't'), ...visible], sql` and `)
    const found = sql`select from ${sql.table(tableOf(entity))} t where ${isSeen}`
    return sql<SqlBool>`(not e.entity_type = any (${names}::text[]) or exists (${found}))`
  })

const tableOf = (entity: Declared) =>
  (entity as unknown as { readonly meta: { readonly tableName: string } }).meta.tableName

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
