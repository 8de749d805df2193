import { tenantTag, treeTag } from '@plinth/directory'
import { tags } from '../contract.ts'

/**
 * What makes a session of a user stale: a write to their account, to roles, rights or organizations of the tenants that
 * it was made in. For everything that is cached of a session; `userId` is null where no person stands behind it.
 */
export function sessionTags(userId: string | null, tenantIds: Iterable<string>): string[] {
  const tenants = [...new Set(tenantIds)].flatMap((id) => [tags.acl(id), treeTag(id), tenantTag(id)])
  return [...(userId === null ? [] : [tags.user(userId)]), tags.globalAcl, ...tenants]
}
