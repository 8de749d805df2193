import { resolveLocale } from '@plinth/core/http'

/** The languages of the console's own texts. */
const locales = ['en', 'de', 'es', 'pl'] as const

/**
 * The language a visitor has chosen, else the first one their browser accepts, else English or the first one. Of languages that are
 * not the console's own, texts of modules are shown, and the console's in English.
 */
export const localeOf = (headers: Headers, languages: readonly string[] = locales): string =>
  resolveLocale(languages, {
    cookie: /(?:^|;\s*)locale=(\w+)/.exec(headers.get('cookie') ?? '')?.[1],
    acceptLanguage: headers.get('accept-language'),
  })
