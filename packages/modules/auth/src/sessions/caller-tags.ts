import { tenantTag, treeTag } from '@plinth/directory'
import { tags } from '../contract.ts'

/**
 * The cache tags of a caller: writes to their account, and to roles, rights or organizations of these tenants, invalidate it.
 * `userId` is null if the caller is not a person.
 */
export function callerTags(userId: string | null, tenantIds: Iterable<string>): string[] {
  const tenants = [...new Set(tenantIds)].flatMap((id) => [tags.acl(id), treeTag(id), tenantTag(id)])
  return [...(userId === null ? [] : [tags.user(userId)]), tags.globalAcl, ...tenants]
}
