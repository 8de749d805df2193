import type { Texts } from '@plinth/core/http'
import type { LocalText } from '@plinth/points'

/** A text of a module in all languages that it is translated to. */
export function translated(text: LocalText, texts: Texts | undefined): LocalText {
  if (typeof text !== 'string') return text
  const languages = texts?.languages.filter((language) => texts.has(language, text)) ?? []
  if (languages.length === 0) return text
  return { en: text, ...Object.fromEntries(languages.map((language) => [language, texts!.in(language, text)])) }
}
