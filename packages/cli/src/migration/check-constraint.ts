import { escapeLiteral } from 'pg'
import { ref } from './names.ts'

export const checkOf = (column: string, values: readonly string[]) =>
  `check (${ref(column)} in (${values.map((value) => escapeLiteral(value)).join(', ')}))`
