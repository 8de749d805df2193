import {
  badInput,
  type Context,
  get,
  inSlices,
  paged,
  type Route,
  type RouteContext,
  type SystemContext,
} from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { compareIn, customFilters } from '@plinth/core/data'
import { z } from 'zod'
import { listAllOrganizations } from '../all-organizations.ts'
import { features } from '../contract.ts'
import { Organization } from '../entities.ts'
import { hasTenant } from '../entity-id.ts'
import { toJsonInSlices } from '../json-in-slices.ts'
import { isWanted, type OrganizationFilter, OrganizationQuery, toOrganizationFilter } from '../organization-query.ts'
import {
  OrganizationItem,
  toBranch,
  toForestTexts,
  toNoted,
  toOption,
  toOptionTexts,
  toOrganizationRow,
} from '../organization-views.ts'
import { mayGovernTenants } from '../errors.ts'
import { tenants } from '../tenants.ts'
import { listByPath, loadVisibleTree, type OrganizationPath, restrict, toPathLabel } from '../visible-tree.ts'

/** The properties other than `items` are for the view `manage`. */
const Response = z.object({
  items: z.array(OrganizationItem),
  total: z.number().int().optional(),
  page: z.number().int().optional(),
  pageSize: z.number().int().optional(),
  totalPages: z.number().int().optional(),
  isSuperAdmin: z.boolean().optional(),
})

const route = get(
  '/directory/organizations',
  {
    access: features['organizations.view'],
    reads: 'directory.organization',
    summary: 'List organizations as options, rows or a tree.',
    query: OrganizationQuery,
    response: Response,
    errors: [400],
    onInvalid: (error) => badInput('Invalid query parameters', { items: [], details: error.issues }),
  },
  async (ctx) => {
    const { query, actor, scope } = ctx
    if (query.view === 'manage' && query.tenantId === undefined && mayGovernTenants(actor)) return listEverywhere(ctx)
    const tenantId = query.tenantId ?? scope.tenantId
    if (query.tenantId === undefined && !hasTenant(scope)) throw badInput('Tenant scope required', { items: [] })
    if (query.view === 'manage') return listRows(ctx, tenantId)
    return query.view === 'tree' ? listTree(ctx, tenantId) : listOptions(ctx, tenantId)
  },
)

/** GET /directory/organizations; filtered by custom fields too, like lists of `list()`. */
export const listOrganizations: Route = Object.freeze({ ...route, takesCustomFields: true })

type OrganizationListContext = Context & Pick<RouteContext<undefined, typeof OrganizationQuery, undefined>, 'query'>

async function listOptions(ctx: OrganizationListContext, tenantId: string) {
  const filter = await toFilter(ctx)
  const { language } = await ctx.locale()
  const found = listByPath(await loadVisibleTree(ctx, tenantId), language).filter(({ node }) => isWanted(filter, node))
  const compare = compareIn(language)
  found.sort(({ node: a }, { node: b }) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
  return toJsonInSlices(
    toOptionTexts(found, tenantId),
    toNoted(found, (placed) => toOption(placed, tenantId)),
  )
}

async function listTree(ctx: OrganizationListContext, tenantId: string) {
  const filter = await toFilter(ctx)
  const { language } = await ctx.locale()
  const whole = await loadVisibleTree(ctx, tenantId)
  const paths = listByPath(whole, language).filter(({ node }) => isWanted(filter, node))
  const tree =
    paths.length === whole.size
      ? whole
      : restrict(
          whole,
          paths.map(({ node }) => node.id),
        )
  const shown = listByPath(tree, language)
  return toJsonInSlices(
    toForestTexts(tree, shown, tenantId),
    toNoted(shown, (placed) => toBranch(tree, placed, tenantId)),
  )
}

/** Paths are compared as text, which is long if names are long and trees deep. */
function* findMatches(all: readonly OrganizationPath[], filter: OrganizationFilter) {
  const { search } = filter
  const found: OrganizationPath[] = []
  for (const placed of all) {
    if (!isWanted(filter, placed.node)) continue
    if (search === null || toPathLabel(placed).toLowerCase().includes(search)) found.push(placed)
    yield
  }
  return found
}

async function listRows(ctx: OrganizationListContext, tenantId: string) {
  const { query, actor, inject } = ctx
  const tree = await loadVisibleTree(ctx, tenantId)
  const { language } = await ctx.locale()
  const found = await inSlices(findMatches(listByPath(tree, language), await toFilter(ctx)))
  const tenantName = actor.isSuperAdmin ? (await inject(tenants).find(tenantId))?.name : undefined
  const owner = { tenantId, ...(tenantName !== undefined && { tenantName }) }
  const start = (query.page - 1) * query.pageSize
  const items = found.slice(start, start + query.pageSize).map((placed) => toOrganizationRow(tree, placed, owner))
  return { ...paged([items, found.length], query, 1), isSuperAdmin: actor.isSuperAdmin }
}

async function listEverywhere(ctx: OrganizationListContext) {
  const { query, actor, widenScope } = ctx
  assertSuperAdmin(actor)
  const filter = await toFilter(ctx)
  const { language } = await ctx.locale()
  const result = await widenScope('allTenants', 'list the organizations of all tenants', (system) =>
    listAllOrganizations(system, filter, { ...query, language }),
  )
  return { ...paged(result, query, 1), isSuperAdmin: actor.isSuperAdmin }
}

/** The filter of a query. Filters by custom fields become ids, because lists are made of whole trees. */
async function toFilter(ctx: OrganizationListContext): Promise<OrganizationFilter> {
  const { query, actor } = ctx
  const filter = toOrganizationFilter(query)
  const conditions = await customFilters(ctx, Organization, { query, row: 'o' })
  if (conditions.length === 0) return filter
  const why = 'filter organizations by custom fields'
  const find = ({ from }: Pick<SystemContext, 'from'>) =>
    from(Organization, 'o')
      .select('o.id')
      .where((eb) => eb.and(conditions))
      .execute()
  const found = await ctx.widenScope(actor.isSuperAdmin ? 'allTenants' : 'tenant', why, find)
  const ids = new Set(found.map(({ id }) => id))
  return { ...filter, ids: filter.ids ? new Set([...filter.ids].filter((id) => ids.has(id))) : ids }
}
