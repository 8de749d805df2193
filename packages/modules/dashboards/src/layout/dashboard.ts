import { loadAccount, tags as accountTags, User } from '@plinth/auth'
import { type CommandContext, type Context, defineCache, forbidden, MIB, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { tags } from '../contract.ts'
import { allowedWidgets, type ActorRights } from '../visibility/allowed-widgets.ts'
import { type Assignments, readAssignments } from '../visibility/assignments.ts'
import { widgetCatalog, type WidgetView } from '../widgets.ts'
import { defaultItems, type LayoutOwner } from './default-items.ts'
import { readItems, type StoredItem } from './layout-item.ts'

/** Cached facts about a user's dashboard. */
interface CachedDashboard {
  readonly items: readonly StoredItem[] | null
  /** When the layout was last changed; null for one that has not been customized. */
  readonly updatedAt: string | null
  readonly assignments: Assignments
  readonly userName: string | null
  readonly userEmail: string | null
}

/** A user's dashboard. */
export interface Dashboard extends Omit<CachedDashboard, 'assignments'> {
  readonly owner: LayoutOwner
  readonly allowed: readonly WidgetView[]
  /** The items shown: the stored ones with permitted widgets, or the defaults. */
  readonly shown: readonly StoredItem[]
}

export const dashboardCache = defineCache<CachedDashboard>('dashboards.dashboards', { bytes: 16 * MIB })

/**
 * The dashboard of the caller, or of the user behind an API key, in the selected organization. Throws 403 if there is no user.
 */
export async function readDashboard(ctx: Context): Promise<Dashboard> {
  const owner = ownerOf(ctx)
  const { tenantId, organizationId, userId } = owner
  const key = `${tenantId} ${organizationId} ${userId}`
  const cachedDashboard = await ctx.cached(dashboardCache, key, async () => ({
    value: await load(ctx, owner),
    tags: [
      tags.layout(userId),
      tags.widgets(tenantId),
      accountTags.user(userId),
      accountTags.acl(tenantId),
      accountTags.globalAcl,
    ],
  }))
  const { grants, isSuperAdmin } = ctx.actor
  const made = lastDashboards.get(cachedDashboard)
  if (made?.grants === grants && made.isSuperAdmin === isSuperAdmin) return made.dashboard
  const dashboard = toDashboard(ctx, owner, cachedDashboard)
  lastDashboards.set(cachedDashboard, { grants, isSuperAdmin, dashboard })
  return dashboard
}

/** The result for the rights that were used last, because consecutive requests usually have the same ones. */
const lastDashboards = new WeakMap<CachedDashboard, ActorRights & { readonly dashboard: Dashboard }>()

function toDashboard(ctx: Context, owner: LayoutOwner, { assignments, ...known }: CachedDashboard): Dashboard {
  const allowed = allowedWidgets(widgetCatalog(ctx), ctx.actor, assignments)
  const ids = new Set(allowed.map(({ id }) => id))
  const shown = known.items?.filter(({ widgetId }) => ids.has(widgetId)) ?? defaultItems(owner, allowed)
  return { ...known, owner, allowed, shown }
}

/** The owner of the dashboard that the caller works with. */
function ownerOf({ actor, scope }: Pick<Context, 'actor' | 'scope'>): LayoutOwner {
  if (actor.userId === null) throw forbidden('Dashboards belong to users')
  return { tenantId: scope.tenantId, organizationId: scope.organizationId, userId: actor.userId }
}

async function load(ctx: Context, { tenantId, organizationId, userId }: LayoutOwner): Promise<CachedDashboard> {
  const account = await loadAccount(ctx, userId)
  const roleIds = account?.roles.map(({ id }) => id) ?? []
  const assignments = await readAssignments(ctx, { userId, roleIds, organizationId })
  const layout = await findLayout(ctx, { tenantId, organizationId, userId })
  // A super admin may work in a tenant other than that of their account.
  const home = account?.tenantId ?? tenantId
  const user = await ctx.widenScope('allTenants', 'name the owner of a dashboard', ({ findUnique }) =>
    findUnique(User, { tenantId: home, id: userId }, ['name', 'email']),
  )
  return {
    items: layout ? readItems(layout.items) : null,
    updatedAt: layout?.updatedAt ?? null,
    assignments,
    userName: user?.name?.trim() || null,
    userEmail: user?.email ?? ctx.actor.email,
  }
}

/** The version of the caller's layout; null for one that has not been customized. */
export async function lockLayout(ctx: CommandContext): Promise<string | null> {
  return (await findLayout(ctx, ownerOf(ctx), sql`for update`))?.updatedAt ?? null
}

async function findLayout({ db }: Pick<Context, 'db'>, { userId, ...place }: LayoutOwner, lock = sql``) {
  const { rows } = await sql<{ items: unknown; updatedAt: string }>`
    select l.items, l.updated_at as "updatedAt" from dashboard_layouts l where ${inTenant(place, 'l')}
      and user_id = ${userId} and organization_id is not distinct from ${place.organizationId}::uuid ${lock}`.execute(
    db,
  )
  return rows[0]
}
