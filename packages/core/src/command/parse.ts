import { z } from 'zod'
import { pathsOfNul } from '../data/query/storable-text.ts'
import { brokenSetup, invalidInput } from '../errors.ts'

interface ParseMemo {
  readonly schema: z.ZodType
  readonly made: object
}

/**
 * Maps parsed values to the result of parsing them again. A route and its command often share a schema, whose transforms must not
 * be applied twice. It is no optimization: without it, POST /auth/roles takes 1.5 % more CPU time, which is within the noise.
 */
const parsedValues = new WeakMap<object, ParseMemo>()

/** Parses a value, once per schema. The result is frozen, so that it cannot be changed to something that was not validated. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  const parsed = parseUnlessParsed(schema, value)
  const made: unknown = parsed.data
  // Values that the schema passed through unchanged belong to the sender, and may still change.
  if (!isPlain(made) || made === value || parsedValues.get(made)?.schema === schema) return parsed
  freeze(made, value)
  if (parsedValues.has(value as object)) parsedValues.set(value as object, { schema, made })
  parsedValues.set(made, { schema, made })
  return parsed
}

/** Filters of a read are not passed to a command that would parse them again, so they are not remembered. */
export const parseToRead: typeof parse = (schema, value) => schema.safeParse(value)

function parseUnlessParsed<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  const before = parsedValues.get(value as object)
  return before?.schema === schema ? { success: true, data: before.made as z.output<S> } : schema.safeParse(value)
}

/** Deep-freezes the result of a schema, except for values that were passed through unchanged. */
function freeze(made: unknown, value: unknown): void {
  if (made === value || !(isPlain(made) || Array.isArray(made)) || Object.isFrozen(made)) return
  Object.freeze(made)
  for (const name of Object.keys(made)) freeze(memberOf(made, name), memberOf(value, name))
}

const memberOf = (value: unknown, name: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[name]

export const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Parses client input; throws 400 with the issues. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, parseWith = parse): z.output<S> {
  const { data, error } = parseWith(schema, value)
  if (error) throw invalidInput(error)
  return data
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

function hasNul(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' && value.includes('\0')
  return Object.keys(value).some((name) => name.includes('\0') || hasNul(memberOf(value, name)))
}

/** Parses a value produced by the program itself; on mismatch, logs it and throws 500. */
export function parseOutput<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  return dataOrBroken(parse(schema, value), what)
}

/** Like `parseOutput`, for a value that is only sent and therefore is not frozen. */
export function parseAnswer<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  return dataOrBroken(parseUnlessParsed(schema, value), what)
}

function dataOrBroken<T>({ data, error }: z.ZodSafeParseResult<T>, what: string): T {
  if (error) throw brokenSetup(`${what} does not match its schema:\n${z.prettifyError(error)}`)
  return data
}
