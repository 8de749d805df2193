import type { Locale } from '@plinth/core/http'

/** A text shown to users: one for all languages, or one per language. */
export type LocalText = string | Readonly<Record<Locale, string>>

/** The text in a language. */
export const textIn = (text: LocalText, locale: Locale): string => (typeof text === 'string' ? text : text[locale])
