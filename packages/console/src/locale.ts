/** The languages of the console, the same as those of the API. */
const locales = ['en', 'de', 'es', 'pl'] as const

/** The language a visitor has chosen, else the first one their browser accepts, else English. */
export function localeOf(headers: Headers): string {
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
  return [chosen, ...accepted].find((one) => locales.some((locale) => locale === one)) ?? 'en'
}
