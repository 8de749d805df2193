import { z } from 'zod'
import type { Declared } from '../data/query/row-types.ts'

/** The entities of rows and of their properties, by the schema that shows them. */
const entities = new WeakMap<z.core.$ZodType, Declared>()

/** Notes that a schema shows rows of an entity, or one of their properties, so that fields can be left out of answers. */
export function showsRow<S extends z.ZodType>(schema: S, entity: Declared): S {
  entities.set(schema, entity)
  return schema
}

/**
 * The entity whose rows an object schema shows; undefined for others. A view that was extended, or of which some properties were
 * picked, is recognized by them.
 */
export function shownRow(schema: z.ZodObject): Declared | undefined {
  const known = entities.get(schema)
  if (known) return known
  for (const member of Object.values(schema.shape as Readonly<Record<string, z.ZodType>>)) {
    const found = entities.get(bare(member))
    if (found && !(bare(member) instanceof z.ZodObject)) return found
  }
  return undefined
}

const bare = (schema: z.ZodType): z.ZodType => {
  let inner = schema
  while (!entities.has(inner) && (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable))
    inner = inner.unwrap() as z.ZodType
  return inner
}
