import type { Expression, SqlBool } from 'kysely'
import type { Declared } from '../data/query/row-types.ts'
import type { Context } from '../define/context.ts'
import { type CustomFields, customValues } from '../define/custom-values.ts'
import { extensionOf } from '../define/extensible.ts'
import { badInput } from '../errors.ts'

/** A custom field in a query: `cf_size`, or `cf_sizeIn` for several values. */
export const CUSTOM_PARAMETER = /^cf[_:]([a-z0-9_]{1,100})(In)?$/

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
 * The conditions of a hand-written list for the filters by custom fields, `cf_<key>` and `cf_<key>In`, in its query; `list()`
 * applies them already. `row` is the alias of the entity. Make the query's schema loose, so that it keeps the parameters.
 */
export async function customFilters(
  { inject }: Pick<Context, 'inject'>,
  entity: Declared,
  { query, row }: { readonly query: Query; readonly row: string },
): Promise<Expression<SqlBool>[]> {
  const extension = extensionOf(entity)
  if (!extension || !namesCustomField(query)) return []
  const fields = await inject(customValues)?.fields({ entityId: extension.entityId, organizationId: null })
  return fields ? customConditions(fields, query, row) : []
}

/** The conditions of the filters by custom fields; unknown fields are ignored, as other unknown parameters are. */
export function customConditions(fields: CustomFields, query: Query, row = 'row'): Expression<SqlBool>[] {
  const asked = Object.entries(query).filter(([name]) => CUSTOM_PARAMETER.test(name))
  if (asked.length > MAX_FILTERS) throw badInput(`A list can be filtered by at most ${MAX_FILTERS} custom fields`)
  return asked.flatMap(([name, value]) => {
    const [, key = '', isSeveral] = CUSTOM_PARAMETER.exec(name) ?? []
    const values = isSeveral
      ? String(value)
          .split(',')
          .map((one) => one.trim())
      : [String(value)]
    if (values.length > MAX_VALUES) throw badInput(`\`${name}\` can have at most ${MAX_VALUES} values`)
    return fields.isAnyOf(key, values, row) ?? []
  })
}
