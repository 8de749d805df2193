import { defineCache, defineService, MIB, type Sql, sql } from '@plinth/core'
import { createOrganizationTree, type OrganizationRow, type OrganizationTree } from '@plinth/core/acl'
import { treeTag } from './contract.ts'
import { isId } from './id.ts'

/** An organization as trees hold it. */
export interface OrganizationNode extends OrganizationRow {
  readonly slug: string
  readonly updatedAt: string
}

/** The trees in memory; few tenants are at work at once, and a tree may be large. */
export const trees = defineCache<OrganizationTree<OrganizationNode>>('directory.trees', {
  bytes: 64 * MIB,
  // Rows, and the places of each in its tree.
  weigh: (tree) => tree.size * NODE,
})
const NODE = 1_500

/**
 * The organizations of a tenant as a tree, deleted ones left out. It holds all of them whoever asks: restrict it to
 * what the caller may see before anything leaves. Also for authenticators.
 */
export const organizationTrees = defineService('directory.organization-trees', ({ cached, asSystem }) => ({
  of: (tenantId: string): Promise<OrganizationTree<OrganizationNode>> =>
    isId(tenantId)
      ? cached(trees, tenantId.toLowerCase(), async () => ({
          value: await asSystem('load the organization tree', ({ db }) => loadTree(db, tenantId)),
          tags: [treeTag(tenantId.toLowerCase())],
        }))
      : Promise.resolve(createOrganizationTree<OrganizationNode>([])),
}))

async function loadTree(db: Sql, tenantId: string) {
  const { rows } = await sql<OrganizationNode>`
    select id, parent_id as "parentId", name, slug, is_active as "isActive",
      updated_at as "updatedAt" from organizations
    where tenant_id = ${tenantId} and deleted_at is null`.execute(db)
  return createOrganizationTree(rows)
}
