import type { Locale } from '../define/request.ts'

type Translations = Readonly<Record<Exclude<Locale, 'en'>, string>>

/** What callers read who do not get as far as a handler, by the English that is published. */
const translations: ReadonlyMap<string, Translations> = new Map([
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

/** The body of a refusal as its reader understands it; what is not said at the gate stays as it is. */
export function toRefusalIn(
  locale: Locale,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { error } = body
  const translated = locale === 'en' || typeof error !== 'string' ? undefined : translations.get(error)?.[locale]
  return translated === undefined ? body : { ...body, error: translated }
}
