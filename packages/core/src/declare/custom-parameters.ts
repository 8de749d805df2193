import type { Expression, SqlBool } from 'kysely'
import type { Declared } from '../data/query/row-types.ts'
import type { Context } from '../define/context.ts'
import { type Bound, type CustomFields, type CustomFilter, customValues } from '../define/custom-values.ts'
import { CUSTOM_PREFIX, extensionOf } from '../define/extensible.ts'
import { fieldPolicies } from '../define/field-policies.ts'
import { badInput } from '../errors.ts'
import { unknownProperty } from '../context/readable-query.ts'
import { operationsOf } from '../http/field-parameters.ts'

/** A custom field in a query: `cf_size`, with an operator after it: `cf_sizeIn`, `cf_size_gte`. */
export const CUSTOM_PARAMETER = /^cf[_:]([a-z0-9_]{1,104})(In)?$/

type Query = Readonly<Record<string, unknown>>

/** Maximum number of filters by custom fields in a query, and of values in one filter. */
const MAX_FILTERS = 20
const MAX_VALUES = 50

/** Whether a list is filtered or sorted by a custom field. */
export function namesCustomField(query: Query): boolean {
  for (const name in query) if (CUSTOM_PARAMETER.test(name)) return true
  const { sortField } = query
  return typeof sortField === 'string' && CUSTOM_PARAMETER.test(sortField)
}

/**
 * The conditions of a hand-written list for the filters by custom fields, `cf_<key>` and those with an operator, in its query;
 * `list()` applies them already. `row` is the alias of the entity. Make the query's schema loose, so that it keeps the parameters.
 */
export async function customFilters(
  { inject, actor, locale }: Pick<Context, 'inject' | 'actor' | 'locale'>,
  entity: Declared,
  { query, row }: { readonly query: Query; readonly row: string },
): Promise<Expression<SqlBool>[]> {
  const extension = extensionOf(entity)
  if (!extension || !namesCustomField(query)) return []
  const fields = await inject(customValues)?.fields({ entityId: extension.entityId, organizationId: null })
  if (!fields) return []
  const rights = inject(fieldPolicies).of(actor, entity)
  const mayRead = rights && ((key: string) => rights.may('read', CUSTOM_PREFIX + key))
  return customConditions(fields, query, { row, timeZone: (await locale()).timeZone, mayRead })
}

interface CustomConditions {
  /** The alias of the table. */
  readonly row: string
  readonly timeZone: string
  /** The fields that there are for the caller. Default: all. */
  readonly mayRead?: ((key: string) => boolean) | undefined
}

/** The conditions of the filters by custom fields; unknown fields are ignored, as other unknown parameters are. */
export function customConditions(
  fields: CustomFields,
  query: Query,
  { mayRead = () => true, ...options }: CustomConditions,
): Expression<SqlBool>[] {
  const asked = Object.entries(query).flatMap(([parameter, value]) => {
    const [, key, list = ''] = CUSTOM_PARAMETER.exec(parameter) ?? []
    return key === undefined || value === undefined ? [] : [{ parameter, name: key + list, value: String(value) }]
  })
  const filters = toCustomFilters(asked, (key) => (mayRead(key) ? orderedOf(fields, key) : undefined))
  return filters.flatMap((filter) => fields.isMatch(filter, options) ?? [])
}

/** Whether values of a field can be compared; undefined if there is no such field. */
export const orderedOf = ({ described }: CustomFields, key: string): boolean | undefined =>
  described.find((one) => one.key === key)?.isOrdered

/** A parameter that may be about a custom field. */
export interface FieldParameter {
  readonly parameter: string
  /** Without a prefix: `size_gte`. */
  readonly name: string
  readonly value: string
  /** Whether the value is a list even if the parameter names the field alone. */
  readonly isList?: boolean
}

/**
 * What parameters ask of fields, the bounds of a field together. Parameters of unknown fields are left out. Throws 400 for bounds of
 * fields that cannot be compared, as for unknown parameters.
 */
export function toCustomFilters(
  asked: readonly FieldParameter[],
  orderedOf: (key: string) => boolean | undefined,
): readonly CustomFilter[] {
  if (asked.length > MAX_FILTERS) throw badInput(`A list can be filtered by at most ${MAX_FILTERS} custom fields`)
  const filters: CustomFilter[] = []
  const ranges = new Map<string, Partial<Record<Bound, { value: string; parameter: string }>>>()
  for (const { parameter, name, value, isList = false } of asked) {
    const read = operationsOf(name).find(({ key }) => orderedOf(key) !== undefined)
    if (!read) continue
    const { key, operator } = read
    if (operator === null || operator === 'in' || operator === 'not') {
      const values = isList || operator ? value.split(',').map((one) => one.trim()) : [value]
      if (values.length > MAX_VALUES) throw badInput(`\`${parameter}\` can have at most ${MAX_VALUES} values`)
      filters.push(operator === 'not' ? { key, noneOf: values } : { key, anyOf: values })
    } else {
      if (!orderedOf(key)) throw unknownProperty(parameter)
      const range = ranges.get(key) ?? {}
      range[operator] = { value, parameter }
      ranges.set(key, range)
    }
  }
  return [...filters, ...[...ranges].map(([key, range]) => ({ key, range }))]
}
