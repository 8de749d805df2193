import { CUSTOM_PREFIX } from '../define/extensible.ts'

/** Parameters that every list has, whatever its rows are. */
const STANDARD: ReadonlySet<string> = new Set([
  'page',
  'pageSize',
  'sortField',
  'sortDir',
  'id',
  'ids',
  'after',
  'search',
  'expand',
  'format',
  'tenantId',
  'organizationId',
])

/** The suffix of a filter that compares. */
const OPERATOR = /_(in|not|gte|gt|lte|lt)$/

type Operator = 'in' | 'not' | 'gte' | 'gt' | 'lte' | 'lt'

/** How a parameter about a custom field can be read, the likelier way first: fields may be called `checked_in`. */
export function operationsOf(name: string): readonly { readonly key: string; readonly operator: Operator | null }[] {
  if (/[a-z0-9_]In$/.test(name)) return [{ key: name.slice(0, -2), operator: 'in' }]
  const [suffix, operator] = OPERATOR.exec(name) ?? []
  const whole = { key: name, operator: null }
  return suffix ? [whole, { key: name.slice(0, -suffix.length), operator: operator as Operator }] : [whole]
}

/** The fields of which a parameter of a list may be about one; none for parameters that every list has. */
export function fieldsOfParameter(name: string): readonly string[] {
  if (STANDARD.has(name)) return []
  const [, custom] = /^cf[_:]([a-z0-9_]{1,104}(?:In)?)$/.exec(name) ?? []
  return custom === undefined
    ? [name.replace(OPERATOR, '')]
    : operationsOf(custom).map(({ key }) => CUSTOM_PREFIX + key)
}
