import { composition, type Context, defineCache, MIB } from '@plinth/core'
import { type CustomPlace, findExtensions } from '@plinth/core/data'
import { definitionsTag } from '../contract.ts'
import { lineageOf, liveOf, loadDefinitions, resolve, workingOrganization } from '../definitions/load-definitions.ts'
import { type CompiledFields, compileFields } from './compile.ts'

/** Compiled fields, one entry for each set of organizations whose definitions apply. They share the settings of the definitions. */
export const compiledCache = defineCache<CompiledFields>('entities.compiled', {
  bytes: 64 * MIB,
  servesWriters: true,
  weigh: ({ byKey }) => 1_000 + 1_500 * byKey.size,
})

/** The fields of records. */
export async function compiledOf(ctx: Context, { entityId, organizationId }: CustomPlace): Promise<CompiledFields> {
  const { tenantId } = ctx.scope
  const definitions = await loadDefinitions(ctx, entityId)
  if (!definitions.all.some(({ isLive }) => isLive)) return NO_FIELDS
  const extension = [...findExtensions(ctx.inject(composition).modules).values()].find(
    (one) => one.entityId === entityId,
  )
  // Records of no organization, and organizations themselves, also have the fields of the organization that the caller works in.
  const isOwn = organizationId !== null && extension?.rows !== 'organizations'
  const lineage = await lineageOf(ctx, isOwn ? [organizationId] : [organizationId, workingOrganization(ctx)])
  return ctx.cached(compiledCache, `${tenantId} ${entityId} ${lineage.join(' ')}`, async () => ({
    value: compileFields(liveOf(resolve(await loadDefinitions(ctx, entityId), lineage))),
    tags: [definitionsTag(tenantId, entityId)],
    holder: tenantId,
  }))
}

const NO_FIELDS = compileFields([])
