import { z } from 'zod'
import { type Placed, type Tree, toPathLabel, toTreePath } from './visible-tree.ts'

const Base = z.object({
  id: z.uuid(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  tenantId: z.uuid(),
  isActive: z.boolean(),
  depth: z.number().int(),
  treePath: z.string(),
})

/** An organization in a drop-down. */
export const OrganizationOption = Base
export type OrganizationOption = z.output<typeof OrganizationOption>

const Related = Base.extend({
  pathLabel: z.string(),
  ancestorIds: z.array(z.uuid()),
  childIds: z.array(z.uuid()),
  descendantIds: z.array(z.uuid()),
})

/** An organization in a tree, its children inside. */
export const OrganizationTreeNode = Related.extend({
  get children() {
    return z.array(OrganizationTreeNode)
  },
})
export type OrganizationTreeNode = z.output<typeof OrganizationTreeNode>

/** An organization in the table of a back office. Only super admins see tenants by name. */
export const OrganizationItem = Related.extend({
  slug: z.string(),
  tenantName: z.string().optional(),
  parentName: z.string().nullable(),
  rootId: z.uuid(),
  childrenCount: z.number().int(),
  descendantsCount: z.number().int(),
})
export type OrganizationItem = z.output<typeof OrganizationItem>

/** Whose organization it is; the name is for super admins. */
export interface Owner {
  readonly tenantId: string
  readonly tenantName?: string
}

/** Shows an organization as an option. */
export function toOption(placed: Placed, tenantId: string): OrganizationOption {
  const { node, ancestors } = placed
  return {
    id: node.id,
    name: node.name,
    parentId: ancestors.at(-1)?.id ?? null,
    tenantId,
    isActive: node.isActive,
    depth: ancestors.length,
    treePath: toTreePath(placed),
  }
}

function toRelated(tree: Tree, placed: Placed, tenantId: string) {
  const { node, ancestors } = placed
  return {
    ...toOption(placed, tenantId),
    pathLabel: toPathLabel(placed),
    ancestorIds: ancestors.map(({ id }) => id),
    childIds: [...tree.children(node.id)],
    descendantIds: tree.descendants(node.id),
  }
}

/** Shows an organization as a row. */
export function toItem(tree: Tree, placed: Placed, owner: Owner): OrganizationItem {
  const { node, ancestors } = placed
  const related = toRelated(tree, placed, owner.tenantId)
  return {
    ...related,
    ...owner,
    slug: node.slug,
    parentName: ancestors.at(-1)?.name ?? null,
    rootId: ancestors[0]?.id ?? node.id,
    childrenCount: related.childIds.length,
    descendantsCount: related.descendantIds.length,
  }
}

/** Nests organizations that are given in the order of their paths. */
export function toForest(tree: Tree, all: readonly Placed[], tenantId: string): OrganizationTreeNode[] {
  const roots: OrganizationTreeNode[] = []
  const made = new Map<string, OrganizationTreeNode>()
  for (const placed of all) {
    const node: OrganizationTreeNode = { ...toRelated(tree, placed, tenantId), children: [] }
    made.set(node.id, node)
    const siblings = node.parentId === null ? roots : made.get(node.parentId)?.children
    siblings?.push(node)
  }
  return roots
}
