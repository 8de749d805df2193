import { createTexts, type Translations } from '../define/texts.ts'
import type { Locale } from '../define/locales.ts'
import type { Module } from '../define/module.ts'

/**
 * Labels of commands and titles of features that consist of a verb and records, `Create price list` and `Manage price lists`, in the
 * languages in which modules say what these are called, `Price list` and `Price lists`, if there is a text `Create {record}`.
 */
export function labelTranslations(
  modules: readonly Module[],
  sources: readonly Translations[],
  languages?: readonly Locale[],
): Translations {
  const texts = createTexts(languages, sources)
  const labels = modules.flatMap(({ commands = [], features = {} }) => [
    ...commands.flatMap(({ label }) => label ?? []),
    ...Object.values(features).map(({ title }) => title),
  ])
  return Object.fromEntries(
    texts.languages.map((language) => {
      const told = labels.flatMap((label) => {
        const [, verb = '', words = ''] = /^([A-Z][a-z]+) (.+)$/.exec(label) ?? []
        const record = words.charAt(0).toUpperCase() + words.slice(1)
        const pattern = `${verb} {record}`
        if (!texts.has(language, pattern) || !texts.has(language, record)) return []
        return [[label, texts.in(language, pattern).replace('{record}', () => texts.in(language, record))] as const]
      })
      return [language, Object.fromEntries(told)]
    }),
  )
}
