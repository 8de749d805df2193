import type { Locale } from '../define/request.ts'

/** What a refused caller reads (section 3 of the auth contract); English is the published wording. */
export const tooMany: Readonly<Record<Locale, string>> = {
  en: 'Too many requests. Please try again later.',
  de: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
  es: 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
  pl: 'Zbyt wiele żądań. Spróbuj ponownie później.',
}
