import { createTexts, type Translations } from '../define/texts.ts'
import type { Locale } from '../define/locales.ts'
import type { Module } from '../define/module.ts'

/**
 * Labels of the commands that resources declare, `Create price list`, in the languages in which modules say what its records are
 * called: `Price list`.
 */
export function labelTranslations(
  modules: readonly Module[],
  sources: readonly Translations[],
  languages?: readonly Locale[],
): Translations {
  const texts = createTexts(languages, sources)
  const labels = modules.flatMap(({ commands = [] }) => commands.flatMap(({ label }) => label ?? []))
  return Object.fromEntries(
    texts.languages.map((language) => {
      const told = labels.flatMap((label) => {
        const [, verb = '', words = ''] = /^(Create|Update|Delete) (.+)$/.exec(label) ?? []
        const record = words.charAt(0).toUpperCase() + words.slice(1)
        const pattern = `${verb} {record}`
        if (!texts.has(language, pattern) || !texts.has(language, record)) return []
        return [[label, texts.in(language, pattern).replace('{record}', () => texts.in(language, record))] as const]
      })
      return [language, Object.fromEntries(told)]
    }),
  )
}
