import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { z } from 'zod'
import {
  type Declared,
  nameOf,
  type Property,
  propertyOf,
  relatedEntity,
  type RelationsOf,
  type Row,
} from '../data/properties.ts'
import type { Scope } from '../data/scope.ts'
import { isSearchable, type Searchable } from '../data/search.ts'
import type { From } from '../data/statements.ts'
import type { Access } from '../define/access.ts'
import { get, type Reads, type Route } from '../define/route.ts'
import { brokenSetup } from '../errors.ts'
import { Moment, page, paged, PageQuery } from '../http/wire.ts'
import { type ExpandedRelation, type ListFilter, readList } from './read-list.ts'
import { view } from './schemas.ts'

/** The list's own row in a condition or a computed column: `row.title`. */
type ListedRow<T> = { readonly row: Row<T> }

/** What a condition or a computed column is made from. */
export interface ListRequest<T, Q> {
  readonly eb: ExpressionBuilder<ListedRow<T>, 'row'>
  /** For sub-selects: `eb.selectFrom(from.table(Comment, 'c'))`. */
  readonly from: From
  readonly scope: Scope
  /** The parsed parameters. */
  readonly query: Q
}

/** `infer`, so that errors list the names instead of what they follow from. */
type Name<T> = keyof Row<T> & string extends infer K extends keyof Row<T> & string ? K : never
type ShapeOf<S> = S extends z.ZodObject<infer Fields> ? Fields : never
/** What is shown: names of properties, or a view with what is computed beside them. */
type Shown<T> = readonly Name<T>[] | z.ZodObject
/** An expression, or a sub-select of one column. */
type Of<V> = Expression<V> | Expression<Readonly<Record<string, V>>>
type ComputedColumns<T, S, Q> = {
  readonly [K in Exclude<keyof ShapeOf<S>, Name<T>>]: (
    asked: ListRequest<T, Q>,
  ) => Of<z.input<ShapeOf<S>[K] & z.ZodType>>
}
type Parameters<Q extends z.ZodRawShape> = ListQuery & { readonly search?: string | undefined } & z.output<
    z.ZodObject<Q>
  >

/** A list, but for its path and entity. */
export interface ListSpec<T, S extends Shown<T> = Shown<T>, Q extends z.ZodRawShape = {}> {
  readonly access: Access
  /** One sentence for the API reference. */
  readonly summary?: string
  /** The kind of the resource when reads of it are noted: `tickets.ticket`. */
  readonly reads?: string | Reads
  /** Names of properties, or `view(…).extend(…)`; what no property holds is added by `computed`. */
  readonly select: S
  /** A column for each member of the view that is no property. */
  readonly computed?: ComputedColumns<T, S, Parameters<Q>>
  /**
   * Relations shown as objects with these properties, read with the page: `{ customer: ['id', 'name'] }`. Null where there
   * is none, or none that the caller may see. A relation is either here or in `select`.
   */
  readonly expand?: { readonly [K in keyof RelationsOf<T> & string]?: readonly Name<RelationsOf<T>[K]>[] }
  /** What is `searchable`, a `searchText`, properties in which each word has to occur (without an index), or the condition. */
  readonly search?:
    | Searchable
    | Name<T>
    | readonly Name<T>[]
    | ((asked: ListRequest<T, Parameters<Q>>, text: string) => Expression<SqlBool>)
  /** What `sortField` may name: properties, or names with the property behind them, and always `id`. Anything else is 400. */
  readonly sort?: readonly Name<T>[] | Readonly<Record<string, Name<T>>>
  /** The order when the caller names none. Default: by id. */
  readonly defaultSort?: { readonly field: string; readonly dir?: 'asc' | 'desc' }
  /**
   * Properties that callers may ask for by value (`status=open`), by several values or by none of them
   * (`status_in=open,closed`, `status_not=closed`), and numbers and times also by range: `dueAt_gte`, `dueAt_gt`,
   * `dueAt_lte`, `dueAt_lt`.
   */
  readonly filter?: readonly Name<T>[]
  /** Parameters of the list's own, for `where` and `computed`. */
  readonly query?: Q
  /** Conditions beyond the filters. */
  readonly where?: (asked: ListRequest<T, Parameters<Q>>) => readonly Expression<SqlBool>[]
}

/**
 * Declares `GET path`: the rows of an entity that the caller may see, page by page or after a row, with search, sorting,
 * filters, `id` and `ids`. Its answer and its documentation follow from what it selects.
 *
 * @example
 * const listTickets = list('/tickets', Ticket, {
 *   access: features.view, select: ['id', 'title', 'dueAt'], search: ['title'], sort: ['title', 'dueAt'], filter: ['status'],
 * })
 */
export function list<T extends object, const S extends Shown<T>, Q extends z.ZodRawShape = {}>(
  path: string,
  entity: Declared<T>,
  spec: ListSpec<T, S, Q>,
): Route {
  const { select, access, summary, reads, filter = [], sort = [] } = spec
  const what = `The list ${path}`
  const own = (select instanceof z.ZodObject ? select : view(entity, select)) as z.ZodObject
  const computed = Object.keys(spec.computed ?? {})
  const columns = Object.keys(own.shape).filter((name) => !computed.includes(name))
  const expanded = toExpanded(entity, { what, expand: spec.expand as Expand, shown: Object.keys(own.shape) })
  const item = own.extend(Object.fromEntries(expanded.map(({ relation, schema }) => [relation, schema])))
  const searched = Array.isArray(spec.search) || typeof spec.search === 'string' ? [spec.search].flat() : []
  for (const name of columns) propertyOf(entity, name, what)
  for (const name of searched)
    if (!['string', 'text', 'enum'].includes(propertyOf(entity, name, what).kind))
      throw brokenSetup(`${what} of '${nameOf(entity)}' searches in '${name}', which is no text`)
  const sorts: Readonly<Record<string, string>> = Array.isArray(sort)
    ? Object.fromEntries((sort as readonly string[]).map((name) => [name, name]))
    : (sort as Readonly<Record<string, string>>)
  for (const name of Object.values(sorts)) propertyOf(entity, name, what)
  if (isSearchable(spec.search) && spec.search.entity !== entity)
    throw brokenSetup(`${what} of '${nameOf(entity)}' searches in another entity`)
  const { field } = spec.defaultSort ?? {}
  if (field !== undefined && !Object.hasOwn(sorts, field))
    throw brokenSetup(`${what} of '${nameOf(entity)}' sorts by '${field}', which is not in its \`sort\``)
  const filters = toFilters(entity, filter)
  for (const { parameter, operator } of filters)
    if (operator && Object.hasOwn(spec.query ?? {}, parameter))
      throw brokenSetup(`${what} filters by '${parameter}' already: its \`query\` needs another name`)
  const query = ListQuery.extend({
    sortField: sortFieldOf(Object.keys(sorts)),
    ...(spec.search && { search: z.string().max(200).optional() }),
    ...Object.fromEntries(filters.map(({ parameter, schema }) => [parameter, schema])),
    ...spec.query,
  })
  const listing = { entity, columns, sorts, filters, expanded, spec: spec as unknown as ListSpec<object> }
  const route = get(
    path,
    {
      access,
      ...(summary !== undefined && { summary }),
      ...(reads !== undefined && { reads }),
      query,
      response: page(item),
      errors: [400],
    },
    async (ctx) => {
      const asked = ctx.query as unknown as Parameters<{}>
      return paged((await readList(ctx, listing, asked)) as never, asked)
    },
  )
  return Object.freeze({ ...route, lists: { entity, sorts: Object.values(sorts) } })
}

/** What every list takes beside its filters. What is no id finds nothing (decision 5). */
export const ListQuery = PageQuery.extend({
  id: z.string().max(200).optional(),
  ids: z.string().max(10_000).optional(),
  sortField: z.string().max(50).optional(),
  /** As published, anything but `desc` is ascending. */
  sortDir: z
    .string()
    .max(10)
    .optional()
    .meta({ enum: ['asc', 'desc'] }),
  /** The id of the last row of the page before: the cost does not grow with what lies before it. */
  after: z.string().max(200).optional(),
})

export type ListQuery = z.output<typeof ListQuery>

/** What a list may be sorted by; an empty text names nothing. */
function sortFieldOf(sorts: readonly string[]) {
  const names = [...new Set([...sorts, 'id'])]
  return z
    .enum([...names, ''], `The list can be sorted by ${names.join(', ')}`)
    .optional()
    .meta({ enum: names })
}

type Expand = Readonly<Record<string, readonly string[]>> | undefined

interface Expansion {
  readonly what: string
  readonly expand: Expand
  /** Members that rows have already. */
  readonly shown: readonly string[]
}

/** The relations that a list shows as objects. */
function toExpanded(entity: Declared, { what, expand = {}, shown }: Expansion): readonly ExpandedRelation[] {
  return Object.entries(expand).map(([relation, names]) => {
    const target = relatedEntity(entity, relation)
    if (!target) throw brokenSetup(`${what} expands '${relation}', which is no relation of '${nameOf(entity)}'`)
    if (shown.includes(relation))
      throw brokenSetup(`${what} has '${relation}' in \`select\` and in \`expand\`: leave it in one of them`)
    return { relation, target, names, schema: (view(target, names as never[]) as z.ZodType).nullable() }
  })
}

/** What follows the name of a property in the parameters of a range. */
const RANGES = ['gte', 'gt', 'lte', 'lt'] as const

/** The parameters of a list that filters by these properties. */
function toFilters(entity: Declared, names: readonly string[]): readonly ListFilter[] {
  return names.flatMap((name) => {
    const property = propertyOf(entity, name, `A list of '${nameOf(entity)}'`)
    const value = toParameter(property)
    const one = (operator: ListFilter['operator'], schema: z.ZodType): ListFilter => ({
      name,
      operator,
      parameter: operator ? `${name}_${operator}` : name,
      schema: schema.optional(),
    })
    return [
      one(null, value),
      ...(isListed(property) ? [one('in', severalOf(value)), one('not', severalOf(value))] : []),
      ...(isOrdered(property) ? RANGES.map((range) => one(range, value)) : []),
    ]
  })
}

const isOrdered = ({ kind }: Property) =>
  ['smallint', 'integer', 'bigint', 'float', 'decimal', 'instant', 'date', 'time'].includes(kind)
const isListed = ({ kind }: Property) =>
  ['uuid', 'relation', 'string', 'text', 'enum', 'smallint', 'integer', 'bigint', 'decimal', 'date'].includes(kind)

const MAX_VALUES = 200

/** Values separated by commas, like `ids`. */
const severalOf = (value: z.ZodType) =>
  z
    .string()
    .max(10_000)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(value as z.ZodType<unknown, string>).max(MAX_VALUES))
    .meta({ description: `Values separated by commas, ${MAX_VALUES} at most.` })

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
    case 'float':
    case 'decimal':
      return z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/, 'Invalid number')
    case 'instant':
      return Moment
    case 'date':
      return z.iso.date()
    case 'time':
      return z.iso.time()
    default:
      return z.string().max(length ?? 255)
  }
}
