import type { EntityDefinitions, StoredFieldsets } from './load-definitions.ts'

/** How the fields of an entity are grouped: the most specific configuration of the lineage, or the tenant's. */
export function fieldsetsOf(
  { fieldsets }: EntityDefinitions,
  lineage: readonly string[],
): Pick<StoredFieldsets, 'fieldsets' | 'singleFieldsetPerRecord'> {
  for (const id of [...lineage, null]) {
    const found = fieldsets.find(({ organizationId }) => organizationId === id)
    if (found) return found
  }
  return { fieldsets: [], singleFieldsetPerRecord: true }
}
