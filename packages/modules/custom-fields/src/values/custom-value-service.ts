import { type Context, provide } from '@plinth/core'
import { type CustomFields, type CustomPlace, type CustomValues, customValues } from '@plinth/core/data'
import { findCustomEntity, visibleEntities } from '../definitions/custom-entities.ts'
import { loadDefinitions } from '../definitions/load-definitions.ts'
import { assertRestorable } from './assert-restorable.ts'
import { compiledOf } from './compiled-of.ts'
import { bindFields } from './fields.ts'

/** The fields that customers have defined, for the commands and lists of all modules. */
export const customValueService = provide(customValues, (ctx): CustomValues => ({
  async entities() {
    return [...(await visibleEntities(ctx)).values()].map(({ entityId, label }) => ({ entityId, label }))
  },
  hasEntity: async (entityId) => (await findCustomEntity(ctx, entityId)) !== undefined,
  labelFieldOf: async (entityId) => (await findCustomEntity(ctx, entityId))?.labelField ?? null,
  async hasFields(entityId) {
    const { all } = await loadDefinitions(ctx, entityId)
    return all.some(({ isLive }) => isLive)
  },
  fields: (place) => fieldsOf(ctx, place),
  assertRestorable: (rows) => assertRestorable(ctx, rows),
}))

/** The fields of records, bound to the unit of work; undefined if there are none. */
export async function fieldsOf(ctx: Context, place: CustomPlace): Promise<CustomFields | undefined> {
  const compiled = await compiledOf(ctx, place)
  if (compiled.byKey.size === 0) return undefined
  const { indexed } = await loadDefinitions(ctx, place.entityId)
  return bindFields(ctx, compiled, indexed)
}
