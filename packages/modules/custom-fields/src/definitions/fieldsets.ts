import type { Context } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { FieldsetConfig } from '../entities.ts'
import type { Fieldset } from './config.ts'

interface FieldsetsInEffect {
  readonly fieldsets: readonly Fieldset[]
  readonly singleFieldsetPerRecord: boolean
}

/** How the fields of entities are grouped: the most specific configuration of the lineage, by entity. */
export async function loadFieldsets(
  { asTenant }: Pick<Context, 'asTenant'>,
  { entityIds, lineage }: { readonly entityIds: readonly string[]; readonly lineage: readonly string[] },
): Promise<ReadonlyMap<string, FieldsetsInEffect>> {
  const rows = await asTenant('read inherited groups of fields', ({ from }) =>
    from(FieldsetConfig, 's')
      .select(['s.entityId', 's.organizationId', 's.fieldsets', 's.singleFieldsetPerRecord'])
      .where('s.entityId', '=', anyOf(entityIds, 'text'))
      .where((eb) => eb.or([eb('s.organizationId', 'is', null), eb('s.organizationId', '=', anyOf(lineage))]))
      .execute(),
  )
  const rankOf = (id: string | null) => (id === null ? lineage.length : lineage.indexOf(id))
  const ranked = rows.toSorted((a, b) => rankOf(b.organizationId) - rankOf(a.organizationId))
  return new Map(ranked.map(({ entityId, ...config }) => [entityId, config]))
}
