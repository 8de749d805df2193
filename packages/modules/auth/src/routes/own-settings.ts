import { badInput, type Context, get, notFound, Ok, provide, put, signedIn } from '@plinth/core'
import { LocaleChoice, type LocaleSource, LocaleView, personalLocales, toLocaleChoice } from '@plinth/core/http'
import { z } from 'zod'
import { updateOwnSettings } from '../commands/update-own-settings.ts'
import { User } from '../entities.ts'
import { loadAccount } from '../users/account.ts'
import { atHome } from '../sessions/account-home.ts'

/** The settings of people, for the context of every request. */
export const locales = provide(personalLocales, (ctx): LocaleSource => ({
  of: async (userId) => (await loadAccount(ctx, userId))?.locale ?? null,
}))

const SettingsView = LocaleChoice.extend({ effective: LocaleView, updatedAt: z.string() })

/** GET /auth/profile/settings */
export const readOwnSettings = get(
  '/auth/profile/settings',
  {
    operation: 'getOwnSettings',
    access: signedIn,
    inView: true,
    summary:
      "Get the caller's own time zone, language, first day of the week and currency. Null means that the setting of the tenant applies.",
    response: SettingsView,
    errors: [400, 404],
  },
  async (ctx) => {
    const home = homeOf(ctx)
    const stored = await atHome(ctx, home, ({ from }) =>
      from(User, 'u')
        .select(['u.timeZone', 'u.language', 'u.weekStart', 'u.currency', 'u.updatedAt'])
        .where('u.id', '=', home.userId)
        .executeTakeFirst(),
    )
    if (!stored) throw notFound('User')
    return { ...toLocaleChoice(stored), effective: await ctx.locale(), updatedAt: stored.updatedAt }
  },
)

/** Where the caller's account belongs, whatever tenant they have selected. API keys have no profile. */
function homeOf({ actor }: Pick<Context, 'actor'>) {
  const { homeTenantId: tenantId, homeOrganizationId: organizationId, userId } = actor
  if (actor.kind !== 'user' || !userId || !tenantId) throw badInput('Failed to load profile.')
  return { reason: 'own settings', userId, tenantId, organizationId }
}

/** PUT /auth/profile/settings */
export const putOwnSettings = put(
  '/auth/profile/settings',
  {
    operation: 'updateOwnSettings',
    access: signedIn,
    summary:
      "Update the caller's own time zone, language, first day of the week or currency. Null restores the setting of the tenant.",
    body: LocaleChoice.partial(),
    response: Ok,
    errors: [400, 404],
    runs: updateOwnSettings,
  },
  async (ctx) => {
    const home = homeOf(ctx)
    return atHome(ctx, home, ({ run }) => run(updateOwnSettings, { ...ctx.body, userId: home.userId }))
  },
)
