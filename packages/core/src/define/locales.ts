/** The languages of Plinth's own texts, which a platform has unless it names others. */
export const locales = ['en', 'pl', 'es', 'de'] as const

/** A language of the platform: an ISO 639 code such as `en`. */
export type Locale = string

/** The form of a language. Whether the platform has it, `texts` knows. */
export const LANGUAGE = /^[a-z]{2,3}$/
