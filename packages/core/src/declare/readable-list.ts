import { assertReadableParameters, unknownProperty } from '../context/readable-query.ts'
import { isSearchable } from '../data/query/search.ts'
import { CUSTOM_PREFIX } from '../define/extensible.ts'
import type { FieldRights } from '../define/field-policies.ts'
import type { ListSpec } from './list-spec.ts'
import type { PreparedList } from './read-list.ts'

interface ReadableList {
  readonly rights: FieldRights
  readonly query: Readonly<Record<string, unknown>>
  /** The properties that a search text is made of; undefined for any other property. */
  readonly sourcesOf: (property: string) => readonly string[] | undefined
}

/**
 * A list as far as a caller may read its fields. Throws 400 for filters, orders and searches by others, as for unknown ones. The
 * default order and the search leave them out: both would tell something of their values.
 */
export function readableList(listing: PreparedList, { rights, query, sourcesOf }: ReadableList): PreparedList {
  const { spec, sorts, filters } = listing
  const mayRead = (name: string) => (sourcesOf(name) ?? [name]).every((one) => rights.may('read', one))
  const own = new Map(filters.map(({ parameter, name }) => [parameter, name]))
  for (const [parameter, name] of own)
    if (query[parameter] !== undefined && !mayRead(name)) throw unknownProperty(parameter)
  assertReadableParameters(rights, Object.fromEntries(Object.entries(query).filter(([name]) => !own.has(name))))
  const { sortField, expand } = query
  if (typeof sortField === 'string' && sortField !== '') {
    const custom = /^cf[_:](.*)$/.exec(sortField)
    const name = custom ? CUSTOM_PREFIX + custom[1] : (sorts[sortField] ?? 'id')
    if (!mayRead(name)) throw unknownProperty('sortField')
  }
  if (typeof expand === 'string' && spec.lines)
    for (const name of expand.split(',')) if (!rights.may('read', name)) throw unknownProperty('expand')
  const search = readableSearch(spec, { rights, mayRead, sourcesOf })
  if (search === undefined && typeof query['search'] === 'string' && query['search'].trim() !== '')
    throw unknownProperty('search')
  const { defaultSort, thenBy = [], ...rest } = spec
  const isKept = defaultSort && mayRead(sorts[defaultSort.field] ?? 'id')
  const kept = { ...rest, thenBy: thenBy.filter(mayRead), search, ...(isKept && { defaultSort }) }
  return { ...listing, spec: kept as ListSpec<object>, mayReadCustom: (key) => rights.may('read', CUSTOM_PREFIX + key) }
}

interface Readable extends Pick<ReadableList, 'rights' | 'sourcesOf'> {
  readonly mayRead: (name: string) => boolean
}

/** What is searched; undefined for nothing. Without some of its properties, a search reads the others without an index. */
function readableSearch(
  { search }: ListSpec<object>,
  { rights, mayRead, sourcesOf }: Readable,
): ListSpec<object>['search'] {
  if (search === undefined) return undefined
  if (typeof search === 'function') return rights.mayUse('search') ? search : undefined
  const names = isSearchable(search)
    ? search.properties
    : typeof search === 'string'
      ? (sourcesOf(search) ?? [search])
      : (search as readonly string[])
  const left = names.filter(mayRead)
  if (left.length === names.length) return search
  return left.length > 0 ? (left as never) : undefined
}
