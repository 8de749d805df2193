import { composition, type Context } from '@plinth/core'
import { rowPolicies } from '@plinth/core/acl'
import { customValues, type DescribedField, findCustomRecords, findExtensions, kindOfEntity } from '@plinth/core/data'

interface RestrictableKind {
  readonly kind: string
  /** What the tenant calls a custom entity. */
  readonly label?: string
  /** The name under which custom fields of its records are defined; undefined for none. */
  readonly entityId: string | undefined
}

/** The kinds of resources that policies can restrict: those of modules, and custom entities where the caller works. */
export async function restrictableKinds({ inject }: Pick<Context, 'inject'>): Promise<readonly RestrictableKind[]> {
  const { modules } = inject(composition)
  const extensions = findExtensions(modules)
  const own = inject(rowPolicies).kinds.map((kind) => ({ kind, entityId: extensions.get(kind)?.entityId }))
  const records = findCustomRecords(modules)
  const entities = records ? ((await inject(customValues)?.entities()) ?? []) : []
  const defined = entities.map(({ entityId, label }) => ({ kind: kindOfEntity(records!, entityId), label, entityId }))
  return [...own, ...defined]
}

/** The custom fields of records of a kind. */
export async function customFieldsOf(
  { inject }: Pick<Context, 'inject'>,
  entityId: string | undefined,
): Promise<readonly DescribedField[]> {
  if (entityId === undefined) return []
  return (await inject(customValues)?.fields({ entityId, organizationId: null }))?.described ?? []
}
