/** Languages supported for messages and mail. */
export const locales = ['en', 'pl', 'es', 'de'] as const

export type Locale = (typeof locales)[number]
