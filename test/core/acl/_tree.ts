import { createOrganizationTree } from '@plinth/core/acl'

/** A tree from `{ child: parent }`; names equal ids. */
export function organizationTree(parents: Readonly<Record<string, string | null>>) {
  return createOrganizationTree(
    Object.entries(parents).map(([id, parentId]) => ({ id, parentId, name: id, isActive: true })),
  )
}
