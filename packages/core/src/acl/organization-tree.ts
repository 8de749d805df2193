import { ALL_ORGANIZATIONS } from './organization-lists.ts'

/** The columns of an organization row that a tree needs; other columns are kept and returned. */
export interface OrganizationRow {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly isActive: boolean
}

/**
 * The organizations of one tenant. Results are ids. Lists cost no more than their own length; `isWithin` takes constant time.
 * Unknown ids have no ancestors, descendants or subtree.
 */
export interface OrganizationTree<Row extends OrganizationRow = OrganizationRow> {
  readonly size: number
  /** Ids of the root organizations, by name. */
  readonly roots: readonly string[]
  get(id: string): Row | undefined
  has(id: string): boolean
  /** All ancestors, the root first. */
  ancestors(id: string): string[]
  /** Direct children, by name. */
  children(id: string): readonly string[]
  /** All descendants, depth first, siblings by name. */
  descendants(id: string): string[]
  /** The organization itself, then its descendants. */
  subtree(id: string): string[]
  /** True if the organization is the other one or a descendant of it. */
  isWithin(id: string, ancestorId: string): boolean
}

/**
 * Builds the tree of a tenant from rows in any order. An organization with a missing parent, a self-reference or in a cycle
 * becomes a root, so damaged data narrows what is reachable and never widens it.
 */
export function createOrganizationTree<Row extends OrganizationRow>(rows: Iterable<Row>): OrganizationTree<Row> {
  const byId = new Map<string, Row>()
  for (const row of rows) byId.set(row.id, row)
  const parents = soundParents(byId)
  const { children, roots } = toFamilies(byId, parents)
  const { order, spans } = toSpans(roots, children)

  const slice = (id: string, skip: number): string[] => {
    const span = spans.get(id)
    return span ? order.slice(span.start + skip, span.end) : []
  }
  return Object.freeze({
    size: byId.size,
    roots,
    get: (id: string) => byId.get(id),
    has: (id: string) => byId.has(id),
    ancestors: (id: string) => {
      const found: string[] = []
      for (let next = parents.get(id); next !== undefined; next = parents.get(next)) found.push(next)
      return found.toReversed()
    },
    children: (id: string) => children.get(id) ?? NONE,
    descendants: (id: string) => slice(id, 1),
    subtree: (id: string) => slice(id, 0),
    isWithin: (id: string, ancestorId: string) => {
      const inner = spans.get(id)
      const outer = spans.get(ancestorId)
      return inner !== undefined && outer !== undefined && outer.start <= inner.start && inner.end <= outer.end
    },
  })
}

const NONE: readonly string[] = Object.freeze([])

const BY_NAME = new Intl.Collator('en')

/** The parent of each organization that has one, without dangling links and self-references. */
function soundParents(byId: ReadonlyMap<string, OrganizationRow>): Map<string, string> {
  const parents = new Map<string, string>()
  for (const { id, parentId } of byId.values()) if (parentId !== null && byId.has(parentId)) parents.set(id, parentId)

  const settled = new Set<string>()
  for (const start of byId.keys()) {
    const trail = new Set<string>()
    let at: string | undefined = start
    while (at !== undefined && !settled.has(at) && !trail.has(at)) {
      trail.add(at)
      at = parents.get(at)
    }
    if (at !== undefined && trail.has(at)) {
      const members = [...trail]
      for (const member of members.slice(members.indexOf(at))) parents.delete(member)
    }
    for (const id of trail) settled.add(id)
  }
  return parents
}

function toFamilies(byId: ReadonlyMap<string, OrganizationRow>, parents: ReadonlyMap<string, string>) {
  const children = new Map<string, string[]>()
  const roots: string[] = []
  const sorted = [...byId.values()].sort((a, b) => BY_NAME.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
  for (const { id } of sorted) {
    const parent = parents.get(id)
    if (parent === undefined) roots.push(id)
    else if (children.has(parent)) children.get(parent)?.push(id)
    else children.set(parent, [id])
  }
  return { children, roots }
}

/** Depth-first order, and for each organization the range of its subtree. Iterative, because trees can be deep. */
function toSpans(roots: readonly string[], children: ReadonlyMap<string, readonly string[]>) {
  const order: string[] = []
  const spans = new Map<string, { start: number; end: number }>()
  const stack = roots.toReversed()
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const span = spans.get(id)
    if (span) {
      span.end = order.length
      continue
    }
    spans.set(id, { start: order.length, end: 0 })
    order.push(id)
    stack.push(id)
    for (const child of (children.get(id) ?? NONE).toReversed()) stack.push(child)
  }
  return { order, spans }
}

/**
 * True if there is no current organization, no restriction, or a granted organization is the current one or an ancestor of it.
 */
export function isOrganizationAllowed({
  organizations,
  organizationId,
  tree,
}: {
  readonly organizations: readonly string[] | null
  readonly organizationId: string | null
  readonly tree: OrganizationTree
}): boolean {
  if (organizations === null || organizationId === null) return true
  return organizations.some(
    (id) => id === organizationId || id === ALL_ORGANIZATIONS || tree.isWithin(organizationId, id),
  )
}
