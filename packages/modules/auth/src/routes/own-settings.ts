import { badInput, get, Ok, provide, put, signedIn } from '@plinth/core'
import { LocaleChoice, type LocaleSource, LocaleView, personalLocales } from '@plinth/core/http'
import { updateOwnSettings } from '../commands/update-own-settings.ts'
import { loadAccount } from '../sessions/account.ts'
import { atHome } from '../sessions/at-home.ts'

/** The settings of people, for the context of every request. */
export const locales = provide(personalLocales, (ctx): LocaleSource => ({
  of: async (userId) => (await loadAccount(ctx, userId))?.locale ?? null,
}))

const SettingsView = LocaleChoice.extend({ effective: LocaleView })

/** GET /auth/profile/settings */
export const readOwnSettings = get(
  '/auth/profile/settings',
  {
    operation: 'getOwnSettings',
    access: signedIn,
    summary: "One's own time zone, language, week and currency; null for those of the tenant, and what applies.",
    response: SettingsView,
    errors: [400],
  },
  async (ctx) => {
    const { actor, locale } = ctx
    if (actor.kind !== 'user' || actor.userId === null) throw badInput('Failed to load profile.')
    const own = (await loadAccount(ctx, actor.userId))?.locale ?? NOTHING
    return { ...own, effective: await locale() }
  },
)

const NOTHING = { timeZone: null, language: null, weekStart: null, currency: null }

/** PUT /auth/profile/settings */
export const putOwnSettings = put(
  '/auth/profile/settings',
  {
    operation: 'updateOwnSettings',
    access: signedIn,
    summary: "Changes what is given of one's own time zone, language, week and currency; null for those of the tenant.",
    body: LocaleChoice.partial(),
    response: Ok,
    errors: [400, 404],
    runs: updateOwnSettings,
  },
  async (ctx) => {
    const { actor, body } = ctx
    const { homeTenantId: tenantId, homeOrganizationId: organizationId, userId } = actor
    if (actor.kind !== 'user' || !userId || !tenantId) throw badInput('Failed to load profile.')
    const home = { reason: 'update own settings', userId, tenantId, organizationId }
    return atHome(ctx, home, ({ run }) => run(updateOwnSettings, { ...body, userId }))
  },
)
