import { ALL_TENANTS } from '../data/query/scope.ts'
import type { Context } from '../define/context.ts'
import {
  type LocaleChoice,
  type LocaleSettings,
  personalLocales,
  tenantLocales,
  toLocale,
} from '../define/locale-settings.ts'
import type { Locale } from '../define/locales.ts'
import { texts } from '../define/texts.ts'

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
  const { languages } = inject(texts)
  const known = choices.map((choice) => choice && withKnown(choice, languages))
  return toLocale(known, requested ?? (languages.includes('en') ? 'en' : languages[0]))
}

/** A language that the platform does not have, or no longer, is as if it had not been chosen. */
function withKnown(choice: LocaleChoice, languages: readonly Locale[]): LocaleChoice {
  const { language } = choice
  return language === null || languages.includes(language) ? choice : { ...choice, language: null }
}
