import { z } from 'zod'
import { isAttributes } from './values.ts'

/** The schema of a message, or of an object in it, whose names are in any case (RFC 7643, section 2.1). */
export function message<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]))
  const declared = ([name, value]: [string, unknown]) => [names.get(name.toLowerCase()) ?? name, value] as const
  return z.preprocess(
    (sent) => (isAttributes(sent) ? Object.fromEntries(Object.entries(sent).map(declared)) : sent),
    z.looseObject(shape),
  )
}
