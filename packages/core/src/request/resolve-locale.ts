import { type Locale, locales } from '../define/locales.ts'

/** The language of a request: a supported cookie, otherwise the best accepted language, otherwise English. */
export function resolveLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  return toLocale(cookie) ?? bestAccepted(acceptLanguage) ?? 'en'
}

/** The locale of that name, if supported. */
function toLocale(value: string | undefined | null): Locale | undefined {
  return locales.find((locale) => locale === value)
}

function bestAccepted(header: string | null): Locale | undefined {
  if (!header) return undefined
  let best: { locale: Locale; weight: number } | undefined
  for (const range of header.slice(0, 512).split(',')) {
    const [tag = '', ...parameters] = range.split(';')
    const locale = toLocale(tag.trim().replace('_', '-').split('-')[0]?.toLowerCase())
    const quality = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    const weight = quality === undefined ? 1 : Number(quality)
    if (locale && weight > (best?.weight ?? 0)) best = { locale, weight }
  }
  return best?.locale
}
