import { defineCache, defineService, MIB } from '@plinth/core'
import { createOrganizationTree, type OrganizationRow, type OrganizationTree } from '@plinth/core/acl'
import type { From } from '@plinth/core/data'
import type { Labels } from '@plinth/points'
import { treeTag } from './contract.ts'
import { Organization } from './entities.ts'
import { isId } from './entity-id.ts'

/** An organization in a tree. */
export interface OrganizationNode extends OrganizationRow {
  readonly slug: string
  readonly updatedAt: string
}

/** Cached trees. Few tenants are active at once, and a tree may be large. */
export const trees = defineCache<OrganizationTree<OrganizationNode>>('directory.trees', {
  bytes: 64 * MIB,
  // The rows and their places in the tree.
  weigh: (tree) => tree.size * NODE,
})
const NODE = 1_500

/**
 * The organizations of a tenant as a tree, without deleted ones. It contains all of them for any caller, so restrict it to what
 * the caller may see before returning data. Also available to authenticators.
 */
export const organizationTrees = defineService('directory.organization-trees', ({ cached, widenScope }) => ({
  of: (tenantId: string): Promise<OrganizationTree<OrganizationNode>> =>
    isId(tenantId)
      ? cached(trees, tenantId.toLowerCase(), async () => ({
          value: await widenScope('allTenants', 'load the organization tree', ({ from }) => loadTree(from, tenantId)),
          tags: [treeTag(tenantId.toLowerCase())],
        }))
      : Promise.resolve(createOrganizationTree<OrganizationNode>([])),
}))

async function loadTree(from: From, tenantId: string) {
  const rows = await from(Organization, 'o')
    .select(['o.id', 'o.parentId', 'o.name', 'o.slug', 'o.isActive', 'o.updatedAt'])
    .where('o.tenantId', '=', tenantId)
    .where('o.deletedAt', 'is', null)
    .execute()
  return createOrganizationTree(rows)
}

/** The names of organizations visible to the caller, by id. */
export const organizationLabels = defineService<Labels>('directory.organization-labels', ({ inject, scope }) => ({
  async of(keys) {
    const tree = await inject(organizationTrees).of(scope.tenantId)
    const { organizationIds } = scope
    const nodes = keys.map((key) => tree.get(key)).filter((node) => node !== undefined)
    const seen = nodes.filter(({ id }) => organizationIds === null || organizationIds.includes(id))
    return new Map(seen.map(({ id, name }) => [id, name]))
  },
}))
