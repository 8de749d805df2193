import { type Context, isUuid } from '@plinth/core'
import { anyOf, CUSTOM_PREFIX, type CustomRecord, type Declared } from '@plinth/core/data'
import { defineRulePoint, type RuleData } from '@plinth/core/rules'
import { z } from 'zod'
import { EntityRecord } from '../entities.ts'
import { fieldsOf } from '../values/custom-value-service.ts'
import { EntityId } from '../field-config.ts'
import { toValues } from './sent-values.ts'

/** Rules about records: those of each entity use its id, and its fields as `cf_<key>`. */
export const recordRules = defineRulePoint('entities:record', {
  title: 'Record',
  entity: EntityRecord as Declared,
  data: z.object({
    entityId: z.string(),
    ownerId: z.uuid().nullable(),
  }),
  records: {
    typeOf: ({ entityId }) => EntityId.safeParse(entityId).data,
    amend: (input, values) => ({ ...input, values: { ...(input['values'] as object | undefined), ...values } }),
  },
  load: async (ctx, id) => (await loadRecords(ctx, [id])).get(id) ?? null,
  loadAll: loadRecords,
  async project(ctx, { stored, sent }) {
    const { entityId, values } = ctx.input as { readonly entityId: string; readonly values: CustomRecord }
    const fields = await fieldsOf(ctx, { entityId, organizationId: null })
    const none = (fields?.described ?? []).map(({ key }) => [key, null] as const)
    return { ...withPrefix(Object.fromEntries(none)), ...stored, ...sent, ...withPrefix(toValues(values)) }
  },
})

interface RuledRecord extends RuleData {
  readonly entityId: string
  readonly ownerId: string | null
}

async function loadRecords(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, RuledRecord>> {
  const rows = await ctx
    .from(EntityRecord, 'r')
    .select(['r.id', 'r.entityId', 'r.ownerId', 'r.organizationId', 'r.custom'])
    .where('r.id', '=', anyOf(ids.filter(isUuid)))
    .execute()
  const found = new Map<string, RuledRecord>()
  for (const { id, custom, organizationId, ...row } of rows) {
    const fields = await fieldsOf(ctx, { entityId: row.entityId, organizationId })
    // A field without a value has none, which is not the same as a field that does not exist.
    const none = Object.fromEntries((fields?.described ?? []).map(({ key }) => [key, null]))
    found.set(id, { ...row, ...withPrefix({ ...none, ...fields?.show(custom) }) })
  }
  return found
}

/** Values by the names that rules use. */
const withPrefix = (values: CustomRecord): RuleData =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [CUSTOM_PREFIX + key, value]))
