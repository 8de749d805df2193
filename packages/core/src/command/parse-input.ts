import { z } from 'zod'
import { pathsOfNul } from '../data/query/storable-text.ts'
import { invalidInput } from '../errors.ts'
import { rememberReport } from '../http/localized-issues.ts'
import { parse } from './parse.ts'

/** Parses client input; throws 400 with the issues. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, parseWith = parse): z.output<S> {
  const { data, error } = parseWith(schema, value)
  if (!error) return data
  rememberReport(error.issues, (messages) => schema.safeParse(value, { error: messages }).error?.issues)
  throw invalidInput(error)
}

/** Like `parseInput`, for a body or a query, in which no accepted text may contain NUL. */
export function parseSent<S extends z.ZodType>(schema: S, value: unknown, parseWith = parse): z.output<S> {
  const data = parseInput(schema, value, parseWith)
  assertNoNul(data)
  return data
}

/** Throws 400 for NUL, which the database cannot store, in texts or property names, with the paths where it occurs. */
export function assertNoNul(value: unknown): void {
  if (!hasNul(value)) return
  const paths = pathsOfNul(value)
  const message = 'Text cannot hold U+0000'
  throw invalidInput(new z.ZodError(paths.map((path) => ({ code: 'custom', path, message, input: undefined }))))
}

/** Without recursion, which would cost a deep body several times as much. */
function hasNul(root: unknown): boolean {
  if (typeof root === 'string') return root.includes('\0')
  const waiting: unknown[] = [root]
  const isFound = (value: unknown) => {
    if (typeof value === 'object' && value !== null) waiting.push(value)
    return typeof value === 'string' && value.includes('\0')
  }
  for (let value = waiting.pop(); typeof value === 'object' && value !== null; value = waiting.pop()) {
    if (Array.isArray(value)) {
      if (value.some(isFound)) return true
      continue
    }
    for (const name of Object.keys(value))
      if (name.includes('\0') || isFound((value as Readonly<Record<string, unknown>>)[name])) return true
  }
  return false
}
