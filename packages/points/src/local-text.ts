import type { Locale } from '@plinth/core/http'

/** A text that people read: the same in all languages, or one for each. */
export type LocalText = string | Readonly<Record<Locale, string>>

/** The text in a language. */
export const textIn = (text: LocalText, locale: Locale): string => (typeof text === 'string' ? text : text[locale])
