import type { Context } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { inLanguage } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Role, RoleSidebar } from '../entities.ts'
import { readPreferences } from './preferences.ts'
import { noSettings, SidebarSettings } from './settings.ts'

/** The response of GET and PUT /auth/sidebar/preferences. */
export const SidebarView = z.object({
  locale: z.string(),
  settings: SidebarSettings,
  /** When the settings were saved; null if there are none. */
  updatedAt: z.string().nullable(),
  canApplyToRoles: z.boolean(),
  roles: z.array(z.object({ id: z.uuid(), name: z.string(), hasPreference: z.boolean() })),
})
export type SidebarView = z.output<typeof SidebarView>

/** The caller's own preference, and the roles they may set one for. */
export async function readSidebar(ctx: Context, locale: string): Promise<SidebarView> {
  const { actor, from } = ctx
  const canApplyToRoles = hasAccess(actor, features['sidebar.manage'])
  const { user, updatedAt } = await readPreferences(ctx, locale)
  const view = { locale, settings: user ?? noSettings, updatedAt, canApplyToRoles }
  if (!canApplyToRoles) return { ...view, roles: [] }
  const { language } = await ctx.locale()
  const roles = await from(Role, 'r')
    .leftJoin(from.table(RoleSidebar, 's'), (join) => join.onRef('s.roleId', '=', 'r.id').on('s.locale', '=', locale))
    .select(['r.id', 'r.name'])
    .select((eb) => eb('s.id', 'is not', null).$castTo<boolean>().as('hasPreference'))
    .orderBy(inLanguage('r.name', language))
    .orderBy('r.id')
    .execute()
  return { ...view, roles }
}
