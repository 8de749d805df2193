import { type Acl, ALL_ORGANIZATIONS, normalizeOrganizations } from './grants.ts'

/** Whose data a request may touch. Null lists mean "no restriction within the tenant". */
interface OrganizationScope {
  readonly tenantId: string | null
  /** The one organization the caller works in, if any. */
  readonly selectedId: string | null
  /** Organizations whose rows are shown. Never reaches beyond `allowedIds`. */
  readonly filterIds: readonly string[] | null
  /** Organizations the caller could select. */
  readonly allowedIds: readonly string[] | null
}

/** The caller's own tenant and home organization, before any cookie. */
interface ScopeIdentity {
  readonly tenantId: string | null
  readonly organizationId: string | null
}

/** Inputs of `resolveScope`. Selections are cookie values: undefined without a cookie, `__all__` for all. */
interface ScopeQuestion {
  readonly identity: ScopeIdentity
  readonly acl: Pick<Acl, 'isSuperAdmin' | 'organizations'>
  readonly selectedTenantId?: string | null | undefined
  readonly selectedOrganizationId?: string | null | undefined
  /** Non-deleted organizations of the tenant that `selectTenant` answers. */
  readonly tree: OrganizationTree
}

/** The tenant of a request: the selected one for super admins, everybody else's own. */
export function selectTenant({
  identity,
  acl,
  selectedTenantId,
}: Omit<ScopeQuestion, 'tree' | 'acl'> & {
  readonly acl: Pick<Acl, 'isSuperAdmin'>
}): string | null {
  return (acl.isSuperAdmin && selectedTenantId) || identity.tenantId
}

/**
 * Resolves the organization scope of a request (decisions 12 and 48): the one asked for, else the caller's
 * own, none for `__all__`. An organization that is not in the tenant or not allowed is never selected, and asking for it
 * never shows more than the home organization does.
 */
export function resolveScope(question: ScopeQuestion): OrganizationScope {
  const { identity, acl, tree } = question
  const tenantId = selectTenant(question)
  if (tenantId === null) return { tenantId, selectedId: null, filterIds: null, allowedIds: null }

  const atHome = tenantId === identity.tenantId
  const home =
    atHome && identity.organizationId !== null && tree.has(identity.organizationId) ? identity.organizationId : null
  const homeIds = home === null ? [] : tree.subtree(home)
  const allowedIds = toAllowedIds({ acl, tree, homeIds })
  const isAllowed = (id: string) => tree.has(id) && (allowedIds === null || allowedIds.includes(id))

  const requested = question.selectedOrganizationId || undefined
  const isAll = requested === ALL_ORGANIZATIONS
  const candidate = isAll ? null : (requested ?? home)
  const selectedId = candidate !== null && isAllowed(candidate) ? candidate : null

  const shown = (): readonly string[] | null => {
    // A super admin who has selected nothing works at home and sees everything.
    const isByDefault = acl.isSuperAdmin && requested === undefined
    if (selectedId !== null && !isByDefault) return tree.subtree(selectedId)
    if (allowedIds !== null) return allowedIds
    const homeless = atHome && identity.organizationId === null && requested === undefined
    return acl.isSuperAdmin || isAll || homeless ? null : homeIds
  }
  return { tenantId, selectedId, filterIds: shown(), allowedIds }
}

/** The organization the feature check of an endpoint is made for: selected, else home if allowed, else the first allowed. */
export function organizationForCheck(scope: OrganizationScope, homeId: string | null): string | null {
  if (scope.selectedId !== null) return scope.selectedId
  if (scope.allowedIds === null) return homeId
  return homeId !== null && scope.allowedIds.includes(homeId) ? homeId : (scope.allowedIds[0] ?? null)
}

/** An empty grant means the caller's own organization (decision 12); organizations that are gone mean none (decision 41). */
function toAllowedIds({ acl, tree, homeIds }: Pick<ScopeQuestion, 'acl' | 'tree'> & { homeIds: readonly string[] }) {
  const granted = acl.isSuperAdmin ? null : normalizeOrganizations(acl.organizations)
  if (granted === null) return null
  if (granted.length === 0) return homeIds
  const ids = new Set<string>()
  for (const id of granted) if (!ids.has(id)) for (const below of tree.subtree(id)) ids.add(below)
  return [...ids]
}

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

/** True when there is no organization in context, no restriction, or a granted organization is it or above it. */
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
