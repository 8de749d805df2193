import { z } from 'zod'
import { type Property, propertyOf } from '../data/properties.ts'
import { type Declared, nameOf } from '../data/row.ts'
import { PageQuery } from '../http/page.ts'

/** What every list takes beside its filters. What is no id finds nothing (decision 5). */
export const ListQuery = PageQuery.extend({
  id: z.string().max(200).optional(),
  ids: z.string().max(10_000).optional(),
  sortField: z.string().max(50).optional(),
  sortDir: z.string().max(10).optional(),
  /** The id of the last row of the page before: the cost does not grow with what lies before it. */
  after: z.string().max(200).optional(),
})

export type ListQuery = z.output<typeof ListQuery>

/** The parameters of a list that filters by these properties. */
export function filterQuery(entity: Declared, names: readonly string[]): Record<string, z.ZodType> {
  const fields = names.map((name) => {
    const property = propertyOf(entity, name, `A list of '${nameOf(entity)}'`)
    return [name, toParameter(property).optional()] as const
  })
  return Object.fromEntries(fields)
}

function toParameter({ kind, length, items }: Property): z.ZodType {
  switch (kind) {
    case 'uuid':
    case 'relation':
      return z.string().max(200)
    case 'boolean':
      return z.enum(['true', 'false']).transform((value) => value === 'true')
    case 'enum':
      return z.enum((items ?? []).map(String))
    case 'smallint':
    case 'integer':
    case 'bigint':
      return z.coerce.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
    default:
      return z
        .string()
        .max(length ?? 255)
        .transform((value) => value.replaceAll('\0', ''))
  }
}

const MAX_IDS = 200

/** The ids among the texts; what is none finds nothing. */
export const onlyIds = (texts: readonly string[]): string[] =>
  texts
    .map((text) => text.trim())
    .filter((text) => z.uuid().safeParse(text).success)
    .slice(0, MAX_IDS)
