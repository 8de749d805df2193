/** Languages supported for messages and email. */
export const locales = ['en', 'pl', 'es', 'de'] as const

export type Locale = (typeof locales)[number]
