import { type Context, get, type RouteContext, signedIn, sql } from '@plinth/core'
import { assertSuperAdmin, hasAccess } from '@plinth/core/acl'
import { inLanguage } from '@plinth/core/data'
import { wire } from '@plinth/core/http'
import { z } from 'zod'
import { features } from '../contract.ts'
import { hasTenant } from '../entity-id.ts'
import { type OrganizationNode, organizationTrees } from '../organization-trees.ts'
import { mayGovernTenants } from '../errors.ts'
import { listByPath, type OrganizationPath, restrict, type Tree } from '../visible-tree.ts'
import { Tenant } from '../entities.ts'

const MAX_TENANTS = 1000

const MenuNode = z.object({
  id: z.uuid(),
  name: z.string(),
  depth: z.number().int(),
  selectable: z.boolean(),
  get children() {
    return z.array(MenuNode)
  },
})
type MenuNode = z.output<typeof MenuNode>

const TenantChoice = z.object({ id: z.uuid(), name: z.string(), isActive: z.boolean() })
type TenantChoice = z.output<typeof TenantChoice>

/** The organizations that the caller may switch to. */
export const organizationSwitcher = get(
  '/directory/organization-switcher',
  {
    operation: 'getOrganizationSwitcher',
    access: signedIn,
    inView: true,
    reads: { kind: 'directory.organization_switcher', id: ({ scope }) => scope.tenantId },
    summary: 'List the organizations that the caller can switch to, with their parents for context.',
    query: z.object({ tenantId: z.string().max(100).optional() }),
    response: z.object({
      items: z.array(MenuNode),
      selectedId: z.uuid().nullable(),
      canManage: z.boolean(),
      canViewAllOrganizations: z.boolean().optional(),
      tenantId: z.uuid().nullable().optional(),
      tenants: z.array(TenantChoice).optional(),
      isSuperAdmin: z.boolean().optional(),
    }),
  },
  async (ctx) => {
    const { actor, scope, query } = ctx
    const namedId = query.tenantId?.toLowerCase() ?? scope.tenantId
    const choices = mayGovernTenants(actor) ? await listTenants(ctx, namedId) : []
    const tenantId = choices.some(({ id }) => id === namedId) ? namedId : (choices[0]?.id ?? scope.tenantId)
    if (!hasTenant({ ...scope, tenantId })) return { items: [], selectedId: null, canManage: false }
    const allowed = actor.allowedOrganizationIds
    const tree = await ctx.inject(organizationTrees).of(tenantId)
    const { language } = await ctx.locale()
    const isSelectable = allowed === null ? (id: string) => tree.has(id) : isIn(new Set(allowed))
    return {
      items: toMenu(listByPath(allowed === null ? tree : withContext(tree, allowed), language), isSelectable),
      selectedId: selectionOf(ctx, (id) => tree.has(id) && isSelectable(id)),
      canManage: hasAccess(actor, features['organizations.manage']),
      canViewAllOrganizations: allowed === null,
      tenantId,
      tenants: choices,
      isSuperAdmin: actor.isSuperAdmin,
    }
  },
)

const isIn = (ids: ReadonlySet<string>) => (id: string) => ids.has(id)

function selectionOf(
  { actor, scope, request }: Context & Pick<RouteContext<undefined, undefined, undefined>, 'request'>,
  isAccessible: (id: string) => boolean,
): string | null {
  if (request.selection.organizationId === wire.allOrganizations) return null
  const candidates = [scope.organizationId, actor.homeOrganizationId]
  return candidates.find((id) => id !== null && isAccessible(id)) ?? null
}

/** Tenants sorted by name, as many as a menu can hold, including the selected one. */
async function listTenants({ actor, widenScope, locale }: Context, selectedId: string): Promise<TenantChoice[]> {
  assertSuperAdmin(actor)
  const { language } = await locale()
  const { rows } = await widenScope('allTenants', 'offer all tenants', ({ db, from }) =>
    sql<TenantChoice>`
      select t.id, t.name, t."isActive" from (
        (select * from ${from.table(Tenant, 'a')} where a."deletedAt" is null order by ${inLanguage('a.name', language)}, a.id limit ${MAX_TENANTS})
        union (select * from ${from.table(Tenant, 'b')} where b."deletedAt" is null and b.id::text = ${selectedId})
      ) t order by ${inLanguage('t.name', language)}, t.id`.execute(db),
  )
  return rows
}

/** The permitted organizations and, for context, their ancestors. */
function withContext(tree: Tree, allowed: readonly string[]): Tree {
  const shownIds = new Set(allowed)
  for (const id of allowed) {
    const parent = tree.get(id)?.parentId
    if (parent && !shownIds.has(parent)) for (const ancestor of tree.ancestors(id)) shownIds.add(ancestor)
  }
  return restrict(tree, shownIds)
}

function toMenu(paths: readonly OrganizationPath[], isSelectable: (id: string) => boolean): MenuNode[] {
  const roots: MenuNode[] = []
  const made = new Map<OrganizationNode, MenuNode>()
  for (const { node, ancestors } of paths) {
    const { id, name } = node
    const item: MenuNode = { id, name, depth: ancestors.length, selectable: isSelectable(id), children: [] }
    made.set(node, item)
    const parent = ancestors.at(-1)
    const siblings = parent ? made.get(parent)?.children : roots
    siblings?.push(item)
  }
  return roots
}
