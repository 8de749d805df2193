/** The languages of the console's own texts. */
const locales = ['en', 'de', 'es', 'pl'] as const

/**
 * The language a visitor has chosen, else the first one their browser accepts, else English or the first one. Of languages that are
 * not the console's own, texts of modules are shown, and the console's in English.
 */
export function localeOf(headers: Headers, languages: readonly string[] = locales): string {
  const chosen = /(?:^|;\s*)locale=(\w+)/.exec(headers.get('cookie') ?? '')?.[1]
  const accepted = (headers.get('accept-language') ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find((one) => one !== undefined)
      return { language: tag.split(/[-_]/)[0]!.toLowerCase(), weight: Number(weight ?? 1) }
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
  const otherwise = languages.includes('en') ? 'en' : languages[0]!
  return [chosen, ...accepted].find((one) => one !== undefined && languages.includes(one)) ?? otherwise
}
