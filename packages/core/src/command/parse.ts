import type { z } from 'zod'
import { isPlain } from '../plain-object.ts'

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

/** Returns what a value was parsed to before, if it was, and does not remember the result. For values that are only sent. */
export function parseUnlessParsed<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
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
