import { createHash } from 'node:crypto'
import { type Context, defineCache, MIB } from '@plinth/core'
import { treeTag } from '@plinth/directory'
import { tags } from '../contract.ts'

/** Counts of filtered users. They expire, because writes outside of commands do not invalidate them. */
export const userTotals = defineCache<number>('auth.user-totals', { bytes: 4 * MIB, ttl: 60_000 })

/**
 * The exact number of users in a list, recounted only after writes. Counting is the part whose cost grows with the number of
 * users, about 60 ms for a million; reading the page does not. `tenantId` is null for all tenants.
 */
export function totalUsers(
  { cached }: Pick<Context, 'cached'>,
  { tenantId, filter }: { readonly tenantId: string | null; readonly filter: unknown },
  count: () => Promise<number>,
): Promise<number> {
  const key = createHash('sha256')
    .update(JSON.stringify([tenantId, filter]))
    .digest('base64url')
  // A search also finds names of roles and organizations.
  const stale = tenantId === null ? [tags.allUsers] : [tags.users(tenantId), tags.acl(tenantId), treeTag(tenantId)]
  return cached(userTotals, key, async () => ({ value: await count(), tags: stale }))
}
