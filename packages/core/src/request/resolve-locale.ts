import type { Locale } from '../define/locales.ts'

/** Characters of `Accept-Language` that are read. */
const MOST = 512

/** What a request says of languages. */
export interface RequestedLanguages {
  /** The language of the cookie `locale`. */
  readonly cookie: string | undefined
  readonly acceptLanguage: string | null
}

/** The language of a request: that of the cookie, otherwise the best accepted one, otherwise English or the first one. */
export function resolveLocale(languages: readonly Locale[], { cookie, acceptLanguage }: RequestedLanguages): Locale {
  const known = (name: string | undefined) => languages.find((language) => language === name)
  return known(cookie) ?? bestAccepted(acceptLanguage, known) ?? known('en') ?? languages[0]!
}

function bestAccepted(
  header: string | null,
  known: (name: string | undefined) => Locale | undefined,
): Locale | undefined {
  if (!header) return undefined
  let best: { locale: Locale; weight: number } | undefined
  const ranges = header.slice(0, MOST).split(',')
  // The last one may be a part of a language.
  if (header.length > MOST) ranges.pop()
  for (const range of ranges) {
    const [tag = '', ...parameters] = range.split(';')
    const locale = known(tag.trim().replace('_', '-').split('-')[0]?.toLowerCase())
    const quality = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    const weight = quality === undefined ? 1 : Number(quality)
    if (locale && weight > (best?.weight ?? 0)) best = { locale, weight }
  }
  return best?.locale
}
