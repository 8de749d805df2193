import pg from 'pg'
import { badInput } from '../errors.ts'

/** A value as SQL text. The server's protocol ends a text at a NUL, so none may pass. */
export function literal(value: string | null): string {
  if (value === null) return 'null'
  if (value.includes('\0')) throw badInput('Invalid input')
  return pg.escapeLiteral(value)
}
