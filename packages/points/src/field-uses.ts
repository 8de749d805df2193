import { composition, type Context, definePoint, type Route } from '@plinth/core'
import { fieldPolicies, rowPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX, customValues, extensionOf, findCustomRecords, kindOfEntity } from '@plinth/core/data'
import { fieldsOfParameter } from '@plinth/core/http'
import { z } from 'zod'

/** Something that is stored and names fields of records: a rule, an export, a view of a list. */
export interface FieldUse {
  /** Its kind of resource: `transfer.export`. */
  readonly kind: string
  readonly id: string
  /** Null if only its owner may know it. */
  readonly name: string | null
  /** The person or API key with whose rights it reads, or that has saved it; null if nobody is known. */
  readonly userId: string | null
  /** The kinds of resources that have the fields, or some of them: `catalog.product`. */
  readonly of: readonly string[]
  /** Names as policies list them: `price`, `cf_region`. */
  readonly fields: readonly string[]
}

/** What of one sort names fields. */
export interface FieldUses {
  /** `<module>.<name>` */
  readonly id: string
  /** Those in the caller's tenant and organizations, at most `MOST_USES`. */
  find(ctx: Pick<Context, 'from' | 'db' | 'inject' | 'scope'>): Promise<readonly FieldUse[]>
}

/** How many uses of one sort are looked at. */
export const MOST_USES = 1_000

/**
 * What names fields and is older than policies or the removal of a field may be: administrators are told of what names a field that
 * is gone, or that its owner may not read any more.
 */
export const fieldUses = definePoint<FieldUses>({ id: 'auth.field_uses', title: 'Field uses', name: ({ id }) => id })

/** The kind of resource, and the fields of it, that the parameters of a list name; undefined for a list of nothing that has policies. */
export async function fieldsOfList(
  { inject }: Pick<Context, 'inject'>,
  path: string,
  parameters: URLSearchParams,
): Promise<Pick<FieldUse, 'of' | 'fields'> | undefined> {
  const { modules } = inject(composition)
  const route = modules
    .flatMap(({ routes = [] }) => routes)
    .find((one) => one.path === path && one.method === 'GET') as Route | undefined
  if (!route) return undefined
  const { spec, lists } = route
  const shape = spec.query instanceof z.ZodObject ? spec.query.shape : {}
  const entity = 'entityId' in shape ? parameters.get('entityId') : null
  const records = findCustomRecords(modules)
  const of = entity !== null && records ? kindOfEntity(records, entity) : lists && kindOfList({ inject }, lists.entity)
  if (of === undefined) return undefined
  const entityId = entity ?? (lists && extensionOf(lists.entity)?.entityId)
  const custom =
    entityId === undefined ? undefined : await inject(customValues)?.fields({ entityId, organizationId: null })
  const known = new Set(custom?.described.map(({ key }) => CUSTOM_PREFIX + key))
  const named = [...new Set(parameters.keys())].flatMap((name) => {
    if (name === 'sortField') return parameters.getAll(name).map((field) => [toField(field)])
    // Records of custom entities are filtered by names of fields alone.
    return entity === null || Object.hasOwn(shape, name)
      ? [fieldsOfParameter(name)]
      : [fieldsOfParameter(`cf_${name.replace(/^cf[_:]/, '')}`)]
  })
  const fields = named.flatMap((candidates) => candidates.find((one) => known.has(one)) ?? candidates[0] ?? [])
  return { of: [of], fields: [...new Set(fields)] }
}

const toField = (name: string) => name.replace(/^cf:/, CUSTOM_PREFIX)

/** The kind of the rows of an entity. */
function kindOfList({ inject }: Pick<Context, 'inject'>, entity: object): string | undefined {
  const compiler = inject(rowPolicies)
  return inject(fieldPolicies).kinds.find((kind) => compiler.entityOf(kind) === entity)
}
