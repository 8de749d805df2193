import type { Declared } from '../data/query/row-types.ts'

/** Adds the indefinite article by pronunciation: `an asset`, `a user`, `an hour`. */
export const withArticle = (title: string) => `${VOWEL.test(title) ? 'an' : 'a'} ${title}`

const VOWEL = /^(?!eu|one\b|once\b|uni(?!n|m)|use|usu|uti|ub?iq)[aeiou]|^(hour|hono|heir)/

const nameWords = ({ name = 'Row' }: Declared) => name.split(/(?<=[a-z0-9])(?=[A-Z])/)

export const toSnake = (entity: Declared) => nameWords(entity).join('_').toLowerCase()

export const toWords = (entity: Declared) =>
  nameWords(entity)
    .map((word, index) => (index === 0 ? word : word.toLowerCase()))
    .join(' ')
