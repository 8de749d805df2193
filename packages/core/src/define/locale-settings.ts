import type { Locale } from './locales.ts'

/** How the caller reads texts. */
export interface LocaleSettings {
  /** The language of texts, and of the order of names. */
  readonly language: Locale
}
