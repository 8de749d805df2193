import { z } from 'zod'
import { hasProperty, type Property, propertyOf, relatedEntity } from '../data/query/properties.ts'
import { type Declared, nameOf } from '../data/query/row-types.ts'
import { isSearchable } from '../data/query/search.ts'
import { extensionOf } from '../define/extensible.ts'
import { type FieldPolicies, RESTRICTING } from '../define/field-policies.ts'
import { showsRow } from '../define/row-schemas.ts'
import { entityTables } from '../define/service.ts'
import { CUSTOM_PARAMETER } from './custom-parameters.ts'
import { get, type Route } from '../define/route.ts'
import { brokenSetup } from '../errors.ts'
import { LocalMoment } from '../http/point-in-time.ts'
import { KNOWN_TOTAL, page, paged } from '../http/paging.ts'
import { ListQuery, type ListSpec, type Parameters, type Shown } from './list-spec.ts'
import type { Lines } from './lines.ts'
import { type ExpandedRelation, type ListFilter, readList } from './read-list.ts'
import { readableList } from './readable-list.ts'
import { view } from './view.ts'

/**
 * Declares `GET path`: the rows of an entity that the caller may see, by page or after a given row, with search, sorting,
 * filters, `id` and `ids`. The response and its documentation are derived from `select`.
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
  const {
    select,
    access,
    summary,
    reads,
    filter = [],
    sort = [],
    parameters,
    envelope,
    errors = [400],
    onInvalid,
    scope,
  } = spec
  const what = `The list ${path}`
  const own = (select instanceof z.ZodObject ? select : view(entity, select)) as z.ZodObject
  const computed = Object.keys(spec.computed ?? {})
  const columns = Object.keys(own.shape).filter(
    (name) => !computed.includes(name) && !((spec.resolve ?? spec.computedTogether) && !hasProperty(entity, name)),
  )
  const expanded = toExpanded(entity, { what, expand: spec.expand as Expand, shown: Object.keys(own.shape) })
  const { lines = {} } = spec
  const extended = own.extend({
    ...Object.fromEntries(expanded.map(({ relation, schema }) => [relation, schema])),
    ...Object.fromEntries(Object.keys(lines).map((name) => [name, toListedLines(lines[name]!)])),
  })
  const item = showsRow(extended, entity)
  const isSearched = Array.isArray(spec.search) ? spec.search.length > 0 : spec.search !== undefined
  const searched = Array.isArray(spec.search) || typeof spec.search === 'string' ? [spec.search].flat() : []
  for (const name of columns) {
    const { measure } = propertyOf(entity, name, what)
    if (measure && 'currency' in measure && !columns.includes(measure.currency))
      throw brokenSetup(`${what} shows '${name}' without its currency: add '${measure.currency}' to \`select\``)
  }
  if (spec.lines && !columns.includes('id'))
    throw brokenSetup(`${what} of '${nameOf(entity)}' must select 'id', because its rows have lines`)
  for (const name of searched)
    if (!['string', 'text', 'enum'].includes(propertyOf(entity, name, what).kind))
      throw brokenSetup(`${what} of '${nameOf(entity)}' searches in '${name}', which is not text`)
  const sorts: Readonly<Record<string, string>> = Array.isArray(sort)
    ? Object.fromEntries((sort as readonly string[]).map((name) => [name, name]))
    : (sort as Readonly<Record<string, string>>)
  const texts = new Set(
    [...Object.values(sorts), ...(spec.thenBy ?? [])].filter((name) => isTextOf(entity, name, what)),
  )
  const nullable = new Set(Object.values(sorts).filter((name) => propertyOf(entity, name, what).isNullable))
  if (isSearchable(spec.search) && spec.search.entity !== entity)
    throw brokenSetup(`${what} of '${nameOf(entity)}' searches in another entity`)
  const { field } = spec.defaultSort ?? {}
  if (field !== undefined && !Object.hasOwn(sorts, field))
    throw brokenSetup(`${what} of '${nameOf(entity)}' sorts by '${field}', which is not in its \`sort\``)
  const filters = toFilters(entity, filter).filter(({ operator }) => !parameters || operator === null)
  for (const { parameter, operator } of filters)
    if (operator && Object.hasOwn(spec.query ?? {}, parameter))
      throw brokenSetup(`${what} filters by '${parameter}' already: rename the parameter in its \`query\``)
  const extension = extensionOf(entity)
  const standard = () =>
    ListQuery.extend({
      sortField: sortFieldOf(Object.keys(sorts), extension !== undefined),
      ...(isSearched && { search: z.string().max(200).optional() }),
      ...(spec.lines && { expand: toExpandParameter(Object.keys(lines)) }),
      ...Object.fromEntries(filters.map(({ parameter, schema }) => [parameter, schema])),
    })
  const described = (parameters ?? standard()).extend(spec.query ?? {})
  // Parameters of custom fields are known only when the list is read.
  const query = extension ? described.loose() : described
  const isKnown = (name: string) => Object.hasOwn(described.shape, name) || CUSTOM_PARAMETER.test(name)
  const listing = {
    entity,
    extension,
    columns,
    sorts,
    texts,
    nullable,
    filters,
    expanded,
    spec: spec as unknown as ListSpec<object>,
  }
  const route = get(
    path,
    {
      access,
      ...(summary !== undefined && { summary }),
      ...(reads !== undefined && reads !== null && { reads }),
      query,
      response: envelope ? envelope.schema(item) : page(item),
      errors,
      ...(onInvalid && { onInvalid }),
      ...(scope !== undefined && { scope }),
    },
    async (ctx) => {
      // Undeclared parameters must not be taken for parameters that lists usually have.
      const entries = Object.entries(ctx.query).filter(([name]) => isKnown(name))
      const { [KNOWN_TOTAL]: known } = ctx.query as { readonly [KNOWN_TOTAL]?: number }
      const asked = (extension ? { ...Object.fromEntries(entries), [KNOWN_TOTAL]: known } : ctx.query) as Parameters<{}>
      const { [RESTRICTING]: policies } = ctx as { readonly [RESTRICTING]?: FieldPolicies | undefined }
      const rights = policies?.of(ctx.actor, entity)
      const sourcesOf = (name: string) =>
        hasProperty(entity, name) ? ctx.inject(entityTables).sourcesOf(entity, name) : undefined
      const readable = rights ? readableList(listing, { rights, query: asked, sourcesOf }) : listing
      const rows = await readList(ctx, readable, asked)
      return { ...paged(rows, asked, envelope?.leastPages), ...envelope?.members?.(ctx) }
    },
  )
  return Object.freeze({
    ...route,
    checksFields: true as const,
    ...(extension && { takesCustomFields: true }),
    // Lists with their own parameters have no `after`.
    ...(!parameters && {
      lists: {
        entity,
        sorts: Object.values(sorts),
        texts: [...texts],
        first: sorts[field ?? Object.keys(sorts)[0] ?? ''],
      },
    }),
  })
}

/** Whether a property is a text of people. A search text is without case and accents already. */
function isTextOf(entity: Declared, name: string, what: string): boolean {
  const { kind, isSearchText } = propertyOf(entity, name, what)
  return (kind === 'string' || kind === 'text') && !isSearchText
}

/** What a list can be sorted by; an empty text selects nothing. */
function sortFieldOf(sorts: readonly string[], isExtensible: boolean) {
  const names = [...new Set([...sorts, 'id'])]
  const refusal = `The list can be sorted by ${names.join(', ')}`
  if (isExtensible)
    return (
      z
        .string()
        .max(110)
        .refine((name) => name === '' || names.includes(name) || CUSTOM_PARAMETER.test(name), refusal)
        .optional()
        // An enumeration, so that typed clients refuse misspelled names.
        .meta({ enum: names, description: 'To sort by a custom field, use `cf_<key>`.' })
    )
  return z
    .enum([...names, ''], refusal)
    .optional()
    .meta({ enum: names })
}

/** Lines as a list returns them; `x-lines` tells forms and tables which property is their order, and which are summed where. */
const toListedLines = ({ view: line, order, sums }: Lines) =>
  z
    .array(line)
    .optional()
    .meta({ 'x-lines': { ...(order && { order }), sums } })

/** The lines that a list returns with its rows. */
const toExpandParameter = (names: readonly string[]) =>
  z
    .string()
    .regex(
      new RegExp(`^(${names.join('|')})(,(${names.join('|')})){0,${names.length - 1}}$`),
      `One of ${names.join(', ')}`,
    )
    .optional()
    .meta({ description: `Lines to return with each row, separated by commas: ${names.join(', ')}.` })

type Expand = Readonly<Record<string, readonly string[]>> | undefined

interface Expansion {
  readonly what: string
  readonly expand: Expand
  /** Names that are already properties of the rows. */
  readonly shown: readonly string[]
}

/** The relations that a list returns as objects. */
function toExpanded(entity: Declared, { what, expand = {}, shown }: Expansion): readonly ExpandedRelation[] {
  return Object.entries(expand).map(([relation, names]) => {
    const target = relatedEntity(entity, relation)
    if (!target) throw brokenSetup(`${what} expands '${relation}', which is not a relation of '${nameOf(entity)}'`)
    if (shown.includes(relation))
      throw brokenSetup(`${what} has '${relation}' in \`select\` and in \`expand\`: leave it in one of them`)
    return { relation, target, names, schema: (view(target, names as never[]) as z.ZodType).nullable() }
  })
}

/** Suffixes of range parameters. */
const RANGES = ['gte', 'gt', 'lte', 'lt'] as const

/** The parameters of a list with filters on these properties. */
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
    .meta({ description: `Up to ${MAX_VALUES} values, separated by commas.` })

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
      return LocalMoment
    case 'date':
      return z.iso.date()
    case 'time':
      return z.iso.time()
    default:
      return z.string().max(length ?? 255)
  }
}
