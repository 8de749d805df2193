import { z } from 'zod'
import { brokenSetup } from '../errors.ts'
import { parse } from './parse.ts'

interface OutputParsing {
  /** Names the value in the log. */
  readonly what: string
  readonly parseWith?: typeof parse
}

/** Parses a value produced by the program itself; on mismatch, logs it and throws 500. */
export function parseOutput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { what, parseWith = parse }: OutputParsing,
): z.output<S> {
  const { data, error } = parseWith(schema, value)
  if (error) throw brokenSetup(`${what} does not match its schema:\n${z.prettifyError(error)}`)
  return data
}
