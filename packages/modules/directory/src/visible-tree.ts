import type { Context } from '@plinth/core'
import { createOrganizationTree, type OrganizationTree } from '@plinth/core/acl'
import { compareIn } from '@plinth/core/data'
import type { Locale } from '@plinth/core/http'
import { type OrganizationNode, organizationTrees } from './organization-trees.ts'

/** A tree of organizations with everything that lists show about them. */
export type Tree = OrganizationTree<OrganizationNode>

/** An organization and its ancestors, root first. */
export interface OrganizationPath {
  readonly node: OrganizationNode
  readonly ancestors: readonly OrganizationNode[]
}

/**
 * The organizations of the caller's tenant that they may see. An organization below a hidden one is shown as a root, like one
 * whose parent is missing.
 */
export async function loadVisibleTree(ctx: Context, tenantId: string): Promise<Tree> {
  const tree = await ctx.inject(organizationTrees).of(tenantId)
  const { allowedOrganizationIds: allowed } = ctx.actor
  if (allowed === null) return tree
  return restrict(tree, new Set(allowed))
}

/** The part of a tree that consists of the given organizations. */
export function restrict(tree: Tree, ids: Iterable<string>): Tree {
  const visible: OrganizationNode[] = []
  for (const id of ids) {
    const node = tree.get(id)
    if (node) visible.push(node)
  }
  return createOrganizationTree(visible)
}

/** All organizations of a tree, depth first, siblings sorted by name, which is the order of their paths. */
export function listByPath(tree: Tree, language: Locale): OrganizationPath[] {
  const sort = sorterOf(tree, language)
  const paths: OrganizationPath[] = []
  const stack = sort(tree.roots).map((id) => ({ id, ancestors: [] as readonly OrganizationNode[] }))
  stack.reverse()
  for (let next = stack.pop(); next; next = stack.pop()) {
    const node = tree.get(next.id)
    if (!node) continue
    const { ancestors } = next
    paths.push({ node, ancestors })
    const children = sort(tree.children(node.id))
    if (children.length === 0) continue
    const lineage = [...ancestors, node]
    for (let index = children.length - 1; index >= 0; index--) stack.push({ id: children[index]!, ancestors: lineage })
  }
  return paths
}

/** Sorts ids by name. A tree has the order of English already. */
function sorterOf(tree: Tree, language: Locale): (ids: readonly string[]) => readonly string[] {
  const compare = compareIn(language)
  if (compare === compareIn('en')) return (ids) => ids
  const nameOf = (id: string) => tree.get(id)?.name ?? ''
  return (ids) => ids.toSorted((a, b) => compare(nameOf(a), nameOf(b)) || (a < b ? -1 : 1))
}

/** Names from the root to the organization, for display. */
export const toPathLabel = ({ node, ancestors }: OrganizationPath): string =>
  [...ancestors, node].map(({ name }) => name).join(' / ')

/** Ids from the root to the organization. */
export const toTreePath = ({ node, ancestors }: OrganizationPath): string =>
  [...ancestors, node].map(({ id }) => id).join('/')
