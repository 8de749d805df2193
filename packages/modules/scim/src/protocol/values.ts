import type { Attribute } from './schema.ts'

/** A value of a resource, as JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A resource, or a complex value: attributes by their declared names. */
export type Attributes = { readonly [name: string]: Json }

export const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An attribute of a value, if it has it itself. */
export const memberOf = (value: Attributes, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

/** A complex value with one attribute more, changed, or (with undefined) removed. */
export function withMember(value: Attributes, name: string, changed: Json | undefined): Attributes {
  if (changed !== undefined) return { ...value, [name]: changed }
  return Object.fromEntries(Object.entries(value).filter(([known]) => known !== name))
}

/** The values of a multi-valued attribute. */
export const valuesOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])

/** How texts of an attribute are compared: without regard to case, unless the attribute says otherwise. */
export const comparable = ({ caseExact }: Pick<Attribute, 'caseExact'>, text: string) =>
  caseExact ? text : text.toLowerCase()

/** A boolean, which some providers send as a text; null for anything else. */
export function readBoolean(sent: unknown): boolean | null {
  const text = typeof sent === 'boolean' || typeof sent === 'string' ? String(sent).toLowerCase() : ''
  return text === 'true' || text === 'false' ? text === 'true' : null
}

/** A value with the names of all objects in one order, so that equal values have equal texts. */
export function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted)
  if (!isAttributes(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name]!)]),
  )
}
