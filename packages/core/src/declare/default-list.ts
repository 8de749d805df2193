import { z } from 'zod'
import { hasProperty, type Property, propertyOf, storedNames } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import { CUSTOM } from '../define/extensible.ts'
import type { LinesByName } from './lines.ts'
import { ListQuery } from './list-spec.ts'

/** What a list can leave to its resource. */
interface GivenList {
  readonly select?: z.ZodObject | readonly string[]
  readonly sort?: readonly string[] | Readonly<Record<string, string>>
  readonly defaultSort?: object
  readonly filter?: readonly string[]
  readonly search?: unknown
  readonly expand?: object
  readonly query?: z.ZodRawShape
  readonly resolve?: unknown
  readonly parameters?: unknown
}

interface Listed {
  readonly input: z.ZodObject
  readonly lines: LinesByName | undefined
  /** What the resource shows besides: the state and the owner. */
  readonly shown: readonly string[]
  /** Whether the author wants every property shown. */
  readonly isAll: boolean
}

/**
 * The properties that a list shows by default: those that callers set, so that nothing else of the entity is shown unless the author
 * says so, and what the platform keeps for them. What is hidden or only written is left out.
 */
export function defaultSelect(entity: Declared, { input, lines = {}, shown, isAll }: Listed, expand: object = {}) {
  const what = 'A list'
  const set = (isAll ? storedNames(entity) : Object.keys(input.shape)).filter(
    (name) =>
      hasProperty(entity, name) &&
      !Object.hasOwn(expand, name) &&
      !(isAll && (UNTOLD.has(name) || propertyOf(entity, name, what).isSearchText)) &&
      !propertyOf(entity, name, what).isHidden &&
      !isWriteOnly(input.shape[name]),
  )
  const currencies = set.flatMap((name) => {
    const { measure } = propertyOf(entity, name, what)
    return measure && 'currency' in measure ? [measure.currency] : []
  })
  const sums = Object.values(lines).flatMap((one) => Object.keys(one.sums))
  const times = ['createdAt', 'updatedAt'].filter((name) => hasProperty(entity, name))
  return [...new Set(['id', ...set, ...currencies, ...sums, ...shown, ...times])]
}

/**
 * Sorting, filters and search of a list that does not name them, by what it shows. They read columns, so nothing is derived if
 * `resolve` may replace what a column contains, and nothing for parameters that were published before. The order is by the first property if that is a text, of
 * which `plinth migration` makes an index.
 */
export function withDefaults<L extends GivenList & { readonly select: z.ZodObject | readonly string[] }>(
  entity: Declared,
  list: L,
  input: z.ZodObject,
): L {
  if (list.resolve || list.parameters) return list
  const { select, expand = {}, query = {} } = list
  const names = select instanceof z.ZodObject ? Object.keys(select.shape) : select
  const own = (all: readonly string[]) =>
    all
      .filter((name) => name !== 'id' && hasProperty(entity, name))
      .map((name) => [name, propertyOf(entity, name, 'A list')] as const)
      .filter(([, { isHidden, isSearchText }]) => !isHidden && !isSearchText)
  const namesOf = (all: readonly string[], isMeant: (property: Property) => boolean) =>
    own(all).flatMap(([name, property]) => (isMeant(property) ? [name] : []))
  const isAsked = (name: string) =>
    OF_EVERY_LIST.has(name) ||
    Object.keys(query).some((parameter) => parameter === name || parameter.startsWith(`${name}_`))
  const sorted = namesOf(names, ({ kind }) => SORTED.has(kind))
  const isFirstText = sorted[0] !== undefined && propertyOf(entity, sorted[0], 'A list').kind === 'string'
  const searched = namesOf(names, ({ kind }) => kind === 'string').filter((name) => Object.hasOwn(input.shape, name))
  return {
    ...list,
    sort: list.sort ?? sorted,
    ...(!list.sort && !list.defaultSort && isFirstText && { defaultSort: { field: sorted[0] } }),
    filter:
      list.filter ??
      namesOf([...names, ...Object.keys(expand)], ({ kind }) => FILTERED.has(kind)).filter((name) => !isAsked(name)),
    ...(list.search === undefined && searched.length > 0 && { search: searched }),
  }
}

/** Parameters that no filter may replace. */
const OF_EVERY_LIST = new Set([...Object.keys(ListQuery.shape), 'search', 'expand', 'format'])

const UNTOLD = new Set(['tenantId', 'organizationId', 'deletedAt', CUSTOM])

const NUMBERS_AND_TIMES = ['smallint', 'integer', 'bigint', 'float', 'decimal', 'instant', 'date', 'time'] as const

const SORTED: ReadonlySet<Property['kind']> = new Set([...NUMBERS_AND_TIMES, 'string', 'enum'])

const FILTERED: ReadonlySet<Property['kind']> = new Set([...NUMBERS_AND_TIMES, 'enum', 'boolean', 'relation', 'uuid'])

/** Whether a schema, or one that it is made of, is only written. */
function isWriteOnly(field: unknown): boolean {
  if (!(field instanceof z.ZodType)) return false
  if (field.meta()?.['writeOnly'] === true) return true
  const { innerType, in: input, out, options } = { ...field.def } as Readonly<Record<string, unknown>>
  return [innerType, input, out, ...(Array.isArray(options) ? options : [])].some(isWriteOnly)
}
