import { ALL_TENANTS } from '../data/query/scope.ts'
import type { Context } from '../define/context.ts'
import { type LocaleSettings, personalLocales, tenantLocales, toLocale } from '../define/locale-settings.ts'
import type { Locale } from '../define/locales.ts'

/** The caller's own choice, then that of the tenant, then the language of the request, then the defaults. */
export async function readLocale(
  { inject, actor, scope }: Pick<Context, 'inject' | 'actor' | 'scope'>,
  requested: Locale | undefined,
): Promise<LocaleSettings> {
  const { userId } = actor
  const { tenantId } = scope
  const choices = await Promise.all([
    userId === null ? null : inject(personalLocales)?.of(userId),
    tenantId === ALL_TENANTS ? null : inject(tenantLocales)?.of(tenantId),
  ])
  return toLocale(choices, requested)
}
