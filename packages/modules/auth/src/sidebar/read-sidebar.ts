import { type Context, sql } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { z } from 'zod'
import { features } from '../contract.ts'
import { readPreferences } from './preferences.ts'
import { noSettings, SidebarSettings } from './settings.ts'

/** GET and PUT /auth/sidebar/preferences answer this. */
export const SidebarView = z.object({
  locale: z.string(),
  settings: SidebarSettings,
  canApplyToRoles: z.boolean(),
  roles: z.array(z.object({ id: z.uuid(), name: z.string(), hasPreference: z.boolean() })),
})
export type SidebarView = z.output<typeof SidebarView>

/** The caller's own preference, and the roles they may set one for. */
export async function readSidebar(
  ctx: Pick<Context, 'actor' | 'scope' | 'db' | 'asSystem'>,
  locale: string,
): Promise<SidebarView> {
  const { actor, db, scope } = ctx
  const canApplyToRoles = hasAccess(actor, features['sidebar.manage'])
  const { user } = await readPreferences(ctx, locale)
  const view = { locale, settings: user ?? noSettings, canApplyToRoles }
  if (!canApplyToRoles) return { ...view, roles: [] }
  const { rows: roles } = await sql<SidebarView['roles'][number]>`
    select r.id, r.name, s.id is not null as "hasPreference" from roles r
    left join role_sidebars s on s.tenant_id = ${scope.tenantId} and s.role_id = r.id and s.locale = ${locale}
    where r.tenant_id = ${scope.tenantId} or r.tenant_id is null order by r.name, r.id`.execute(db)
  return { ...view, roles }
}
