import type { Locale, Texts } from '@plinth/core/http'

/**
 * A text shown to users: in English, or in any languages. A text in English alone is translated like any other declared text, by the
 * `translations` of the module or of the platform.
 */
export type LocalText = string | Readonly<Record<Locale, string>>

/** The text in a language, else its translation, else the English text, else the first one. */
export function textIn(text: LocalText, locale: Locale, texts?: Texts): string {
  const told = typeof text === 'string' ? { en: text } : text
  const english = told['en']
  if (told[locale] !== undefined) return told[locale]
  return (english === undefined ? undefined : (texts?.in(locale, english) ?? english)) ?? Object.values(told)[0] ?? ''
}
