import { composition, type Context, provide } from '@plinth/core'
import { type CustomFields, type CustomPlace, type CustomValues, customValues, findExtensions } from '@plinth/core/data'
import {
  derive,
  type EntityDefinitions,
  lineageOf,
  liveOf,
  loadDefinitions,
  resolve,
  workingOrganization,
} from '../definitions/resolve.ts'
import { type CompiledFields, compileFields } from './compile.ts'
import { bindFields } from './fields.ts'

/** The fields that customers have defined, for the commands and lists of all modules. */
export const customValueService = provide(customValues, (ctx): CustomValues => ({
  async hasFields(entityId) {
    const { all } = await loadDefinitions(ctx, entityId)
    return all.some(({ isLive }) => isLive)
  },
  fields: (place) => fieldsOf(ctx, place),
}))

/** The fields of records, bound to the unit of work; undefined if there are none. */
export async function fieldsOf(
  ctx: Context,
  { entityId, organizationId }: CustomPlace,
): Promise<CustomFields | undefined> {
  const definitions = await loadDefinitions(ctx, entityId)
  if (!definitions.all.some(({ isLive }) => isLive)) return undefined
  const extension = [...findExtensions(ctx.inject(composition).modules).values()].find(
    (one) => one.entityId === entityId,
  )
  // Records of no organization, and organizations themselves, also have the fields of the organization that the caller works in.
  const isOwn = organizationId !== null && extension?.rows !== 'organizations'
  const lineage = await lineageOf(ctx, isOwn ? [organizationId] : [organizationId, workingOrganization(ctx)])
  const compiled = compiledFor(definitions, lineage)
  return compiled.byKey.size > 0 ? bindFields(ctx, compiled, definitions.indexed) : undefined
}

const compiledFor = (definitions: EntityDefinitions, lineage: readonly string[]): CompiledFields =>
  derive(definitions, { kind: 'compiled', lineage }, () => compileFields(liveOf(resolve(definitions, lineage))))
