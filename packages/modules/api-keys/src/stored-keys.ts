import { type Context, type Scope, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'

/** A key as it authenticates. */
export interface StoredKey {
  readonly id: string
  readonly name: string
  readonly tenantId: string
  /** Where the key is at home; null for a key of the whole tenant. */
  readonly organizationId: string | null
  /** Whether the key keeps to its organization and what is below; only where its creator named it (decision 32). */
  readonly isConfined: boolean
  readonly roleIds: readonly string[]
  /** Null for a key that no person stands behind. */
  readonly createdBy: string | null
  /** The key it was made with; null for one that a person made. */
  readonly createdByKey: string | null
  readonly expiresAt: string | null
}

/** How many keys may have made each other, one after the other. */
export const MAX_KEY_DEPTH = 4

type Reading = Pick<Context, 'asSystem' | 'now'>

/** The key of a hash; null when there is none, or none any more. One statement, whatever the answer (K7). */
export const findKeyByHash = (ctx: Reading, hash: string) => findKey(ctx, sql`plinth.api_keys_by_key_hash`, hash)

/** The key of an id, as `findKeyByHash`: a super admin's key may have made keys of other tenants. */
export const findKeyById = (ctx: Reading, id: string) => findKey(ctx, sql`plinth.api_keys_by_id`, id)

/** The organization that a key keeps to; null for one that its creator confined to none. */
export const boundOf = ({ organizationId, isConfined }: Pick<StoredKey, 'organizationId' | 'isConfined'>) =>
  isConfined ? organizationId : null

function findKey({ asSystem, now }: Reading, lookUp: ReturnType<typeof sql>, value: string): Promise<StoredKey | null> {
  return asSystem('find an API key', async ({ db }) => {
    const { rows } = await sql<StoredKey>`
      select k.id, k.name, k.tenant_id as "tenantId", k.organization_id as "organizationId",
        k.is_confined as "isConfined", k.role_ids as "roleIds",
        k.created_by as "createdBy", k.created_by_key as "createdByKey", k.expires_at as "expiresAt"
      from ${lookUp} l join api_keys k on k.tenant_id = l.tenant_id and k.id = l.id
      where l.value = ${value} and k.deleted_at is null and (k.expires_at is null or k.expires_at > ${now().toISOString()})`.execute(
      db,
    )
    return rows[0] ?? null
  })
}

/** The keys `k` that a caller may see and delete. Those of the whole tenant are for callers who see all of it. */
export function inReach(scope: Scope) {
  const live = sql`${inTenant(scope, 'k')} and k.deleted_at is null`
  const { organizationIds } = scope
  return organizationIds === null ? live : sql`${live} and k.organization_id = any (${organizationIds}::uuid[])`
}
