import { createHash } from 'node:crypto'
import type { Context } from '../../define/context.ts'
import { customValues, type DescribedField, findExtensions } from '../../define/custom-values.ts'
import { composition } from '../../define/module.ts'

/** The fields of a tenant, by the kind of resource. */
export type TenantFields = ReadonlyMap<string, readonly DescribedField[]>

/** Custom fields, and a key that is equal only for equal fields. Both are empty if there are no fields. */
export interface KeyedTenantFields {
  readonly fields: TenantFields
  readonly key: string
}

const NONE: KeyedTenantFields = { fields: new Map(), key: '' }

/** The custom fields of the organization that the caller works in. Costs no query once they are loaded. */
export async function readTenantFields(ctx: Pick<Context, 'inject'>): Promise<KeyedTenantFields> {
  const service = ctx.inject(customValues)
  if (!service) return NONE
  const found = new Map<string, readonly DescribedField[]>()
  for (const { kind, entityId } of findExtensions(ctx.inject(composition).modules).values()) {
    const fields = await service.fields({ entityId, organizationId: null })
    if (fields) found.set(kind, fields.described)
  }
  if (found.size === 0) return NONE
  const key = createHash('sha256')
  for (const [kind, described] of found) key.update(`${kind} ${digestOf(described)} `)
  return { fields: found, key: key.digest('base64url') }
}

const digests = new WeakMap<readonly DescribedField[], string>()

/** Computed once, because fields may be megabytes and are described by the same list until they change. */
function digestOf(described: readonly DescribedField[]): string {
  let digest = digests.get(described)
  if (digest === undefined) {
    const hash = createHash('sha256')
    for (const field of described) hash.update(JSON.stringify(field))
    digests.set(described, (digest = hash.digest('base64url')))
  }
  return digest
}
