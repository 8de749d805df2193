import type { Declared } from './row-types.ts'

const nameWords = ({ name = 'Row' }: Declared) => name.split(/(?<=[a-z0-9])(?=[A-Z])/)

export const toSnake = (entity: Declared) => nameWords(entity).join('_').toLowerCase()

export const toWords = (entity: Declared) =>
  nameWords(entity)
    .map((word, index) => (index === 0 ? word : word.toLowerCase()))
    .join(' ')
