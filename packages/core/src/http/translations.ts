import type { z } from 'zod'
import type { Locale } from '../define/locales.ts'
import type { Texts, Translations } from '../define/texts.ts'
import { isPlain } from '../plain-object.ts'
import { issuesIn } from './localized-issues.ts'

/** Errors that occur before a handler runs. */
export const ownTranslations: Translations = {
  de: {
    'Not Found': 'Nicht gefunden',
    Unauthorized: 'Nicht angemeldet',
    Forbidden: 'Keine Berechtigung',
    'Too many requests. Please try again later.': 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
    'Not possible in the state {state}': 'Im Zustand {state} nicht möglich',
    'You are viewing as somebody else: you can change nothing, and what is personal is not shown.':
      'Sie sehen die Anwendung als jemand anderes: Sie können nichts ändern, und Persönliches wird nicht gezeigt.',
  },
  es: {
    'Not Found': 'No encontrado',
    Unauthorized: 'No autenticado',
    Forbidden: 'Sin autorización',
    'Too many requests. Please try again later.': 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
    'Not possible in the state {state}': 'No es posible en el estado {state}',
    'You are viewing as somebody else: you can change nothing, and what is personal is not shown.':
      'Está viendo la aplicación como otra persona: no puede cambiar nada, y lo personal no se muestra.',
  },
  pl: {
    'Not Found': 'Nie znaleziono',
    Unauthorized: 'Nieuwierzytelniony',
    Forbidden: 'Brak uprawnień',
    'Too many requests. Please try again later.': 'Zbyt wiele żądań. Spróbuj ponownie później.',
    'Not possible in the state {state}': 'Niemożliwe w stanie {state}',
    'You are viewing as somebody else: you can change nothing, and what is personal is not shown.':
      'Oglądasz aplikację jako inna osoba: nie możesz niczego zmienić, a treści osobiste nie są wyświetlane.',
  },
}

/** More messages in one response stay in English, so that nobody makes a host translate hundreds. */
const MOST = 100

type ErrorBody = Readonly<Record<string, unknown>>

/** The body of an error response in a language: its text, the messages of its fields, and the issues of its schema. */
export function toRefusalIn(texts: Texts, language: Locale, body: ErrorBody): ErrorBody {
  if (language === 'en') return body
  const tell = (message: unknown) => (typeof message === 'string' ? texts.message(language, message) : message)
  const told = Object.entries(body).map(([name, value]) => {
    if (name === 'error' || name === 'message') return [name, tell(value)]
    if (name === 'fieldErrors' && isPlain(value) && Object.keys(value).length <= MOST)
      return [name, mapValues(value, tell)]
    if (name === 'details' && isIssues(value) && value.length <= MOST)
      return [name, issuesIn(language, value).map((issue) => ({ ...issue, message: tell(issue.message) }))]
    return [name, value]
  })
  return Object.fromEntries(told) as ErrorBody
}

const mapValues = (values: object, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

const isIssues = (value: unknown): value is z.ZodError['issues'] =>
  Array.isArray(value) && value.every((issue) => isPlain(issue) && 'message' in issue && 'path' in issue)
