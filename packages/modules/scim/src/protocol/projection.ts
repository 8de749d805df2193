import { z } from 'zod'
import { parsePath } from './parse-filter.ts'
import { COMMON, findAttribute, type ResourceSchema } from './schema.ts'
import { type Attributes, isAttributes, type Json } from './values.ts'

const MAX_NAMES = 50

const Names = z
  .union([z.string().max(10_000), z.array(z.string().max(300))])
  .nullish()
  .transform((sent) => (Array.isArray(sent) ? sent : (sent ?? '').split(',')).map((one) => one.trim()).filter(Boolean))
  .refine((names) => names.length <= MAX_NAMES, `At most ${MAX_NAMES} attributes can be named.`)

/** Which attributes of a resource are returned (RFC 7644, section 3.9): names separated by commas, or a list in a body. */
export const ProjectionQuery = z.object({ attributes: Names, excludedAttributes: Names })

/** Where the attributes that a client named are in a resource: their names in lower case, from the outside in. */
export interface Projection {
  readonly included: readonly (readonly string[])[]
  readonly excluded: readonly (readonly string[])[]
}

/** Reads the names of attributes. Throws 400 for what is no name; names of unknown attributes have no effect. */
export function toProjection(
  { core, extensions }: ResourceSchema,
  { attributes, excludedAttributes }: z.output<typeof ProjectionQuery>,
): Projection {
  const toPlace = (text: string) => {
    const { path, sub } = parsePath(text)
    const { name } = path
    const isOwn = path.schema?.toLowerCase() === core.id.toLowerCase()
    const isKnown = path.schema !== null || [core.attributes, COMMON].some((some) => findAttribute(some, name))
    // Some providers leave out the urn of an extension.
    const owner = isKnown ? undefined : extensions.find(({ attributes }) => findAttribute(attributes, name))
    return [isOwn ? null : (owner?.id ?? path.schema), name, path.sub ?? sub]
      .filter((part) => !!part)
      .map((part) => part!.toLowerCase())
  }
  return { included: attributes.map(toPlace), excluded: excludedAttributes.map(toPlace) }
}

export const isWhole = ({ included, excluded }: Projection) => included.length + excluded.length === 0

/** Whether an attribute is returned, so that it has to be read. */
export function returns({ included, excluded }: Projection, name: string): boolean {
  const wanted = name.toLowerCase()
  if (included.length > 0) return included.some(([first]) => first === wanted)
  return !excluded.some(([first, ...rest]) => first === wanted && rest.length === 0)
}

/** What is returned whatever was asked for. */
const ALWAYS: readonly string[] = ['schemas', 'id']

/** A resource with the attributes that were asked for. */
export function project(resource: Attributes, { included, excluded }: Projection): Attributes {
  if (included.length > 0) return pick(resource, [...ALWAYS.map((name) => [name]), ...included]) as Attributes
  const places = excluded.filter(([first, ...rest]) => rest.length > 0 || !ALWAYS.includes(first ?? ''))
  return drop(resource, places) as Attributes
}

type Places = Projection['included']

const inside = (places: Places, name: string): Places =>
  places.filter(([first]) => first === name.toLowerCase()).map(([, ...rest]) => rest)

function pick(value: Json, places: Places): Json {
  if (places.some((place) => place.length === 0)) return value
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => pick(one, places))
  if (!isAttributes(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const within = inside(places, name)
      return within.length === 0 ? [] : [[name, pick(part, within)]]
    }),
  )
}

function drop(value: Json, places: Places): Json {
  if (places.length === 0) return value
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => drop(one, places))
  if (!isAttributes(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const within = inside(places, name)
      return within.some((place) => place.length === 0) ? [] : [[name, drop(part, within)]]
    }),
  )
}
