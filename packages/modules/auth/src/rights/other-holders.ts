import { type Context, composition } from '@plinth/core'
import { type Acl, effectiveAcl, type OrganizationTree } from '@plinth/core/acl'
import { type RoleHolder, roleHolders } from '@plinth/points'
import type { HeldRole } from '../roles/held-roles.ts'
import { NO_RIGHTS, unionOf } from './grant-boundary.ts'

/** What holds roles in the tenant besides people; one of those with the same rights. */
export async function readOtherHolders(ctx: Context): Promise<readonly RoleHolder[]> {
  const distinct = new Map<string, RoleHolder>()
  for (const { value } of roleHolders.from(ctx.inject(composition).modules))
    for (const { roleIds, organizationId, isConfined } of await value.find(ctx)) {
      const holder = { roleIds: [...new Set(roleIds)].toSorted(), organizationId, isConfined }
      distinct.set(JSON.stringify(holder), holder)
    }
  return [...distinct.values()]
}

/** The rights of a holder with these roles; none while its organization is inactive. */
export function rightsOfHolder(
  { organizationId, isConfined }: Pick<RoleHolder, 'organizationId' | 'isConfined'>,
  roles: readonly HeldRole[],
  tree: OrganizationTree,
): Acl {
  if (organizationId !== null && !tree.get(organizationId)?.isActive) return NO_RIGHTS
  const own = unionOf(
    roles.map(({ acl, ...role }) => ({ ...role, acl: acl && { ...acl, isSuperAdmin: false } })),
    tree,
  )
  return effectiveAcl({
    userAcl: { ...own, source: { kind: 'user' } },
    roleAcls: [],
    superAdmin: false,
    key: { organizationId: isConfined ? organizationId : null, creator: null },
    tree,
  })
}
