import { type Context, sql, type Sql } from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { columns, inTenant } from '@plinth/core/data'
import { UserSidebar } from '../entities.ts'
import { parseSidebarSettings, type SidebarSettings } from './settings.ts'

/** The navigation settings that apply to a caller. */
export interface Preferences {
  /** The preference of the first of their roles, by name, that has one. */
  readonly role: SidebarSettings | null
  readonly user: SidebarSettings | null
  /** When the user's own preference was saved. */
  readonly updatedAt: string | null
}

/** The preferences of the caller for one language, read in one statement. */
export async function readPreferences(ctx: Context, locale: string): Promise<Preferences> {
  const { actor, scope } = ctx
  const { userId, homeTenantId: tenantId } = actor
  if (userId === null || tenantId === null) return { role: null, user: null, updatedAt: null }
  const home = { tenantId }
  const { rows } = await inHomeTenant(ctx, (db) =>
    sql<{ role: unknown; user: unknown; updatedAt: string | null }>`
      select (select s.settings from user_roles h
          join roles r on r.id = h.role_id and (r.tenant_id = plinth.all_tenants() or ${inTenant(home, 'r')})
          join role_sidebars s on ${inTenant(home, 's')} and s.role_id = r.id and s.locale = ${locale}
          where ${inTenant(home, 'h')} and h.user_id = ${userId} order by r.name, r.id limit 1) as role,
        u.settings as user, ${columns(UserSidebar, 'u', ['updatedAt'])}
      from (select) one left join user_sidebars u on ${inTenant(home, 'u')} and user_id = ${userId}
        and organization_id is not distinct from ${scope.organizationId}::uuid and locale = ${locale}`.execute(db),
  )
  const { role, user, updatedAt } = rows[0]!
  return { role: parseSidebarSettings(role), user: parseSidebarSettings(user), updatedAt }
}

/**
 * Runs statements on data of the caller's own tenant. For a super admin who works in another tenant it bypasses row-level
 * security, so every statement must restrict tenant and user.
 */
export async function inHomeTenant<T>(
  { actor, scope, db, widenScope }: Pick<Context, 'actor' | 'scope' | 'db' | 'widenScope'>,
  work: (db: Sql) => Promise<T>,
): Promise<T> {
  if (actor.homeTenantId === scope.tenantId) return work(db)
  assertSuperAdmin(actor)
  return widenScope('allTenants', 'the sidebar of somebody who visits another tenant', (system) => work(system.db))
}
