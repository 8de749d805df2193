import { z } from 'zod'
import { type OrganizationPath, type Tree, toPathLabel, toTreePath } from './visible-tree.ts'

/** An organization in a drop-down list. */
const Option = z.object({
  id: z.uuid(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  tenantId: z.uuid(),
  isActive: z.boolean(),
  depth: z.number().int(),
  treePath: z.string(),
})
export type OrganizationOption = z.output<typeof Option>

/** Properties of rows and trees, in addition to those of options. */
const RelativeIds = z.object({
  pathLabel: z.string(),
  ancestorIds: z.array(z.uuid()),
  childIds: z.array(z.uuid()),
  descendantIds: z.array(z.uuid()),
})

/** Properties of rows only. Only super admins see tenant names. */
const RowFields = z.object({
  slug: z.string(),
  tenantName: z.string(),
  parentName: z.string().nullable(),
  rootId: z.uuid(),
  childrenCount: z.number().int(),
  descendantsCount: z.number().int(),
  updatedAt: z.string(),
})
export type OrganizationListRow = OrganizationOption &
  z.output<typeof RelativeIds> &
  Omit<z.output<typeof RowFields>, 'tenantName'> & { readonly tenantName?: string }

/** An organization in a tree, with its children. */
export interface OrganizationBranch extends OrganizationOption, z.output<typeof RelativeIds> {
  readonly children: OrganizationBranch[]
}

/**
 * An organization in any of the three views. A single schema instead of a union, because a union tries its members in turn, which
 * takes longer than everything else in a list of thousands.
 */
export const OrganizationItem = Option.extend({
  ...RelativeIds.partial().shape,
  ...RowFields.partial().shape,
  get children(): z.ZodOptional<z.ZodType<OrganizationBranch[]>> {
    return z.array(OrganizationItem as z.ZodType<OrganizationBranch>).optional()
  },
})

/** The tenant of an organization; the name is for super admins. */
export interface OrganizationOwner {
  readonly tenantId: string
  readonly tenantName?: string
}

/** Converts an organization to an option. */
export function toOption(placed: OrganizationPath, tenantId: string): OrganizationOption {
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

function toRelated(tree: Tree, placed: OrganizationPath, tenantId: string) {
  const { node, ancestors } = placed
  return {
    ...toOption(placed, tenantId),
    pathLabel: toPathLabel(placed),
    ancestorIds: ancestors.map(({ id }) => id),
    childIds: [...tree.children(node.id)],
    descendantIds: tree.descendants(node.id),
  }
}

/** Converts an organization to a row. */
export function toOrganizationRow(tree: Tree, placed: OrganizationPath, owner: OrganizationOwner): OrganizationListRow {
  const { node, ancestors } = placed
  const related = toRelated(tree, placed, owner.tenantId)
  return {
    ...related,
    ...owner,
    slug: node.slug,
    updatedAt: node.updatedAt,
    parentName: ancestors.at(-1)?.name ?? null,
    rootId: ancestors[0]?.id ?? node.id,
    childrenCount: related.childIds.length,
    descendantsCount: related.descendantIds.length,
  }
}

/** Yields options as JSON, one after the other. */
export function* toOptionTexts(all: readonly OrganizationPath[], tenantId: string): Generator<string> {
  for (const [index, placed] of all.entries())
    yield `${index === 0 ? '{"items":[' : ','}${JSON.stringify(toOption(placed, tenantId))}`
  yield all.length === 0 ? '{"items":[]}' : ']}'
}

/** Yields organizations, given in the order of their paths, as nested JSON, one after the other. */
export function* toForestTexts(tree: Tree, all: readonly OrganizationPath[], tenantId: string): Generator<string> {
  yield '{"items":['
  let open = 0
  for (const placed of all) {
    const depth = placed.ancestors.length
    const closed = open > depth ? `${']}'.repeat(open - depth)},` : ''
    yield `${closed}${JSON.stringify(toRelated(tree, placed, tenantId)).slice(0, -1)},"children":[`
    open = depth + 1
  }
  yield `${']}'.repeat(open)}]}`
}

/** What the access log records about such views: one record with all properties, and the ids of the others. */
export function toNoted(
  [first, ...others]: readonly OrganizationPath[],
  noteFirst: (placed: OrganizationPath) => object,
) {
  return first ? [noteFirst(first), ...others.map(({ node: { id } }) => ({ id }))] : []
}

/** The properties of an organization in a tree. */
export const toBranch = (tree: Tree, placed: OrganizationPath, tenantId: string): OrganizationBranch => ({
  ...toRelated(tree, placed, tenantId),
  children: [],
})
