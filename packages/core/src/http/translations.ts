import type { Locale } from '../define/locales.ts'

type TranslatedText = Readonly<Record<Exclude<Locale, 'en'>, string>>

/** Translations of errors that occur before a handler runs, by the published English text. */
const translations: ReadonlyMap<string, TranslatedText> = new Map([
  ['Not Found', { de: 'Nicht gefunden', es: 'No encontrado', pl: 'Nie znaleziono' }],
  ['Unauthorized', { de: 'Nicht angemeldet', es: 'No autenticado', pl: 'Nieuwierzytelniony' }],
  ['Forbidden', { de: 'Keine Berechtigung', es: 'Sin autorización', pl: 'Brak uprawnień' }],
  [
    'Too many requests. Please try again later.',
    {
      de: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
      es: 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
      pl: 'Zbyt wiele żądań. Spróbuj ponownie później.',
    },
  ],
])

/** Translates the body of an error response to the caller's language, if there is a translation of its text. */
export function toRefusalIn(
  locale: Locale,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { error } = body
  const translated = locale === 'en' || typeof error !== 'string' ? undefined : translations.get(error)?.[locale]
  return translated === undefined ? body : { ...body, error: translated }
}
