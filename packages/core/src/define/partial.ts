import { z } from 'zod'

type WithoutDefault<T> = T extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner> ? WithoutDefault<Inner> : T

/**
 * The fields of a create as those of an update: each may be absent, and then nothing is filled in for it. `.partial()`
 * of zod keeps defaults, so that an update would reset what it does not name (decision 6).
 *
 * @example
 * input: Id.extend(partial(Fields).shape)
 */
export function partial<S extends z.ZodRawShape>(fields: z.ZodObject<S>) {
  const members = Object.entries(fields.shape).map(([name, field]) => [
    name,
    withoutDefault(field as z.ZodType).optional(),
  ])
  return z.object(Object.fromEntries(members) as { [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]>> })
}

function withoutDefault(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodDefault || field instanceof z.ZodPrefault)
    return withoutDefault(field.unwrap() as z.ZodType)
  return field
}
