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
export const findKeyByHash = (ctx: Reading, hash: string) => findKey(ctx, sql`key_hash = ${hash}`)

/** The key of an id, as `findKeyByHash`: a super admin's key may have made keys of other tenants. */
export const findKeyById = (ctx: Reading, id: string) => findKey(ctx, sql`id = ${id}`)

/** The organization that a key keeps to; null for one that its creator confined to none. */
export const boundOf = ({ organizationId, isConfined }: Pick<StoredKey, 'organizationId' | 'isConfined'>) =>
  isConfined ? organizationId : null

function findKey({ asSystem, now }: Reading, which: ReturnType<typeof sql>): Promise<StoredKey | null> {
  return asSystem('find an API key', async ({ db }) => {
    const { rows } = await sql<StoredKey>`
      select id, name, tenant_id as "tenantId", organization_id as "organizationId",
        is_confined as "isConfined", role_ids as "roleIds",
        created_by as "createdBy", created_by_key as "createdByKey", expires_at as "expiresAt" from api_keys
      where ${which} and deleted_at is null and (expires_at is null or expires_at > ${now().toISOString()})`.execute(db)
    return rows[0] ?? null
  })
}

/** The keys `k` that a caller may see and delete. Those of the whole tenant are for callers who see all of it. */
export function inReach(scope: Scope) {
  const live = sql`${inTenant(scope, 'k')} and k.deleted_at is null`
  const { organizationIds } = scope
  return organizationIds === null ? live : sql`${live} and k.organization_id = any (${organizationIds}::uuid[])`
}
