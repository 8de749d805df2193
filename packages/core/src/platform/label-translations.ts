import { buttonText, createTexts, isForm, RECORD, type Texts, type Translations } from '../define/texts.ts'
import type { Locale } from '../define/locales.ts'
import type { Module } from '../define/module.ts'

/**
 * Labels of commands, titles of features and summaries of routes that consist of words and a record, `Create price list`, `Manage price
 * lists` and `Delete a price list.`, in the languages in which modules say what records are called, `Price list` and `Price lists`, if
 * there is a text such as `Create {record}`.
 */
export function labelTranslations(
  modules: readonly Module[],
  sources: readonly Translations[],
  languages?: readonly Locale[],
): Translations {
  const texts = createTexts(languages, sources)
  const translations: Record<Locale, Translations[Locale]> = {}
  for (const language of texts.languages) {
    // Texts are read once per language that is used.
    const get = () => toldIn(language, { labels: labelsOf(modules), forms: formsIn(sources), texts })
    Object.defineProperty(translations, language, { get, enumerable: true })
  }
  return translations
}

const formsIn = (sources: readonly Translations[]) =>
  [...new Set(sources.flatMap((source) => Object.values(source).flatMap(Object.keys)))].filter(isForm)

const labelsOf = (modules: readonly Module[]) =>
  modules.flatMap(({ commands = [], features = {}, routes = [] }) => [
    ...commands.flatMap(({ label }) => (label === undefined ? [] : [label, buttonText(label)])),
    ...Object.values(features).map(({ title }) => title),
    ...routes.flatMap(({ spec }) => spec.summary ?? []),
  ])

interface Derived {
  readonly labels: readonly string[]
  /** Texts with a `{record}`. */
  readonly forms: readonly string[]
  readonly texts: Texts
}

function toldIn(language: Locale, { labels, forms, texts }: Derived): Readonly<Record<string, string>> {
  const known = forms.flatMap((form) => {
    const [before = '', after = ''] = form.split(RECORD)
    return texts.has(language, form) ? [{ before, after, translation: texts.in(language, form) }] : []
  })
  const told = new Map<string, string>()
  const tell = (label: string): string | undefined => {
    if (texts.has(language, label)) return texts.in(language, label)
    for (const { before, after, translation } of known) {
      if (label.length <= before.length + after.length) continue
      if (!label.startsWith(before) || !label.endsWith(after)) continue
      const words = label.slice(before.length, label.length - after.length).replace(/^an? /, '')
      const record = words.charAt(0).toUpperCase() + words.slice(1)
      const name = told.get(record) ?? (texts.has(language, record) ? texts.in(language, record) : undefined)
      if (name !== undefined) return translation.replace(RECORD, () => name)
    }
    // An action is summarized by its label.
    if (!label.endsWith('.')) return undefined
    const action = tell(buttonText(label.slice(0, -1))) ?? tell(label.slice(0, -1))
    return action && `${action}.`
  }
  for (const label of labels) {
    const translation = tell(label)
    if (translation !== undefined) told.set(label, translation)
  }
  return Object.fromEntries(told)
}
