/** What a tree needs of an organization row; further columns are kept and handed back. */
export interface OrganizationRow {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly isActive: boolean
}

/**
 * The organizations of one tenant. Answers are ids; lists cost no more than their own length, `isWithin` is constant.
 * Unknown ids have no ancestors, descendants or subtree.
 */
export interface OrganizationTree<Row extends OrganizationRow = OrganizationRow> {
  readonly size: number
  /** Ids of the organizations without a parent, by name. */
  readonly roots: readonly string[]
  get(id: string): Row | undefined
  has(id: string): boolean
  /** Parents of parents, the root first. */
  ancestors(id: string): string[]
  /** Direct children, by name. */
  children(id: string): readonly string[]
  /** Everything below, depth first, siblings by name. */
  descendants(id: string): string[]
  /** The organization itself, then its descendants. */
  subtree(id: string): string[]
  /** True when the organization is the other one or below it. */
  isWithin(id: string, ancestorId: string): boolean
}

/**
 * Builds the tree of a tenant in any order of rows. A missing parent, a self-reference or membership in a cycle makes
 * the organization a root, so damaged data narrows what is reachable and never widens it.
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

/** The parent of each organization that has one, without links that lead nowhere or back to themselves. */
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

/** Depth-first order, and for each organization the part of it that its subtree fills. Iterative: trees may be deep. */
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
