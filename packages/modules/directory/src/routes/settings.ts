import { get, notFound, provide, put, signedIn } from '@plinth/core'
import { LocaleChoice, LocaleView, type LocaleSource, tenantLocales, toLocale, toLocaleChoice } from '@plinth/core/http'
import { z } from 'zod'
import { updateSettings } from '../commands/update-settings.ts'
import { Tenant } from '../entities.ts'
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
    inView: true,
    reads: { kind: 'directory.tenant', id: ({ scope }) => scope.tenantId },
    summary:
      'Get the time zone, language, first day of the week and currency of the tenant, and the defaults for those that it has not set.',
    response: LocaleChoice.extend({ effective: LocaleView, updatedAt: z.string() }),
    errors: [404],
  },
  async ({ from, scope }) => {
    const stored = await from(Tenant, 't')
      .select(['t.timeZone', 't.language', 't.weekStart', 't.currency', 't.updatedAt'])
      .where('t.id', '=', scope.tenantId)
      .where('t.deletedAt', 'is', null)
      .executeTakeFirst()
    if (!stored) throw notFound('Tenant')
    const own = toLocaleChoice(stored)
    return { ...own, effective: toLocale([own]), updatedAt: stored.updatedAt }
  },
)

/** PUT /directory/settings */
export const putSettings = put('/directory/settings', updateSettings, {
  operation: 'updateSettings',
  summary:
    'Update the time zone, language, first day of the week or currency of the tenant. Null restores the default.',
  errors: [400],
})
