import { get, provide, put, signedIn } from '@plinth/core'
import { LocaleChoice, LocaleView, type LocaleSource, tenantLocales, toLocale } from '@plinth/core/http'
import { updateSettings } from '../commands/update-settings.ts'
import { tenants } from '../tenants.ts'

/** The settings of tenants, for the context of every request. */
export const locales = provide(tenantLocales, ({ inject }): LocaleSource => ({
  of: async (tenantId) => (await inject(tenants).find(tenantId))?.locale ?? null,
}))

/** GET /directory/settings */
export const readSettings = get(
  '/directory/settings',
  {
    operation: 'getSettings',
    access: signedIn,
    reads: { kind: 'directory.tenant', id: ({ scope }) => scope.tenantId },
    summary: "The tenant's time zone, language, week and currency, and what applies where it has chosen none.",
    response: LocaleChoice.extend({ effective: LocaleView }),
  },
  async ({ inject, scope }) => {
    const own = (await inject(tenants).find(scope.tenantId))?.locale ?? NOTHING
    return { ...own, effective: toLocale([own]) }
  },
)

const NOTHING = { timeZone: null, language: null, weekStart: null, currency: null }

/** PUT /directory/settings */
export const putSettings = put('/directory/settings', updateSettings, {
  operation: 'updateSettings',
  summary: 'Changes what is given of the time zone, language, week and currency of the tenant; null for the default.',
  errors: [400, 404],
})
