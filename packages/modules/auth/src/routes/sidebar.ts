import { badInput, get, put, signedIn } from '@plinth/core'
import { z } from 'zod'
import { saveSidebar } from '../commands/save-sidebar.ts'
import { readSidebar, SidebarView } from '../sidebar/read-sidebar.ts'
import { readPreferences } from '../sidebar/preferences.ts'
import { combineSettings, noSettings, SidebarInput, SidebarSettings } from '../sidebar/settings.ts'

export const readSidebarPreferences = get(
  '/auth/sidebar/preferences',
  {
    operation: 'getSidebar',
    access: signedIn,
    inView: true,
    summary: "Get the caller's sidebar preferences, and the roles for which the caller can set them.",
    response: SidebarView,
  },
  (ctx) => readSidebar(ctx, ctx.request.locale),
)

/** GET /auth/sidebar/applied: for clients with their own pages in addition to those of `GET /auth/admin/nav`. */
export const readAppliedSidebar = get(
  '/auth/sidebar/applied',
  {
    operation: 'getAppliedSidebar',
    access: signedIn,
    inView: true,
    summary: 'Get the sidebar preferences that apply to the caller: their own, combined with those of their roles.',
    response: SidebarSettings,
  },
  async (ctx) => {
    const { role, user } = await readPreferences(ctx, ctx.request.locale)
    return combineSettings(role ?? noSettings, user ?? noSettings)
  },
)

export const saveSidebarPreferences = put(
  '/auth/sidebar/preferences',
  {
    access: signedIn,
    runs: saveSidebar,
    summary: 'Replace the sidebar preferences of the caller, and optionally those of roles.',
    body: SidebarInput,
    response: SidebarView.extend({ appliedRoles: z.array(z.uuid()), clearedRoles: z.array(z.uuid()) }),
    errors: [400, 403],
    onUnreadable: () => badInput('Invalid JSON'),
    onInvalid: (error) => badInput('Invalid payload', { details: z.flattenError(error) }),
  },
  async (ctx) => {
    const { body, request, run } = ctx
    const { locale } = request
    const saved = await run(saveSidebar, { ...body, locale })
    return { ...(await readSidebar(ctx, locale)), ...saved }
  },
)
