import type { Locale } from '@plinth/core/http'

type Translations = Readonly<Record<Locale, string>>

/** Clients rely on this prefix, so it is not translated. */
const PREFIX = 'Invalid condition expression: '

const translations: readonly (readonly [english: string | RegExp, Translations])[] = [
  [/\bRule (\d+): /g, { de: 'Regel $1: ', es: 'Regla $1: ', pl: 'Reguła $1: ' }],
  [
    /Nested deeper than (\d+) groups/g,
    {
      de: 'Tiefer als $1 Gruppen geschachtelt',
      es: 'Anidado a más de $1 grupos',
      pl: 'Zagnieżdżenie głębsze niż $1 grup',
    },
  ],
  [
    'Operator of a group must be one of',
    {
      de: 'Der Operator einer Gruppe muss einer von diesen sein:',
      es: 'El operador de un grupo debe ser uno de:',
      pl: 'Operator grupy musi być jednym z:',
    },
  ],
  [
    'A group needs at least one rule',
    {
      de: 'Eine Gruppe braucht mindestens eine Regel',
      es: 'Un grupo necesita al menos una regla',
      pl: 'Grupa wymaga co najmniej jednej reguły',
    },
  ],
  [
    'Structure must be a group {operator, rules} or a comparison {field, operator, value}',
    {
      de: 'Erwartet wird eine Gruppe {operator, rules} oder ein Vergleich {field, operator, value}',
      es: 'Se espera un grupo {operator, rules} o una comparación {field, operator, value}',
      pl: 'Oczekiwano grupy {operator, rules} lub porównania {field, operator, value}',
    },
  ],
  [
    'Field must begin with a letter or _ and hold only letters, digits and _ . [ ]',
    {
      de: 'Das Feld muss mit einem Buchstaben oder _ beginnen und darf nur Buchstaben, Ziffern und _ . [ ] enthalten',
      es: 'El campo debe empezar por una letra o _ y contener solo letras, cifras y _ . [ ]',
      pl: 'Pole musi zaczynać się literą lub _ i zawierać tylko litery, cyfry oraz _ . [ ]',
    },
  ],
  [
    'Operator must be one of',
    {
      de: 'Der Operator muss einer von diesen sein:',
      es: 'El operador debe ser uno de:',
      pl: 'Operator musi być jednym z:',
    },
  ],
  [
    'Value field must be text',
    {
      de: 'Das Vergleichsfeld muss Text sein',
      es: 'El campo del valor debe ser texto',
      pl: 'Pole wartości musi być tekstem',
    },
  ],
]

/** Translates the error of a condition into the caller's language; returns any other message unchanged. */
export function toMessageIn(locale: Locale, message: string): string {
  return message.startsWith(PREFIX) ? inLanguage(locale, message) : message
}

/** Translates what is said of conditions, wherever it is in a text. */
export const inLanguage = (locale: string, message: string): string =>
  locale === 'en'
    ? message
    : translations.reduce(
        (text, [english, texts]) => text.replaceAll(english, texts[locale as Locale] ?? '$&'),
        message,
      )
