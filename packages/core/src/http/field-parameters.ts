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

/** The field that a parameter of a list is about; undefined for parameters that every list has. */
export function fieldOfParameter(name: string): string | undefined {
  if (STANDARD.has(name)) return undefined
  const custom = /^cf[_:]([a-z0-9_]{1,100})(In)?$/.exec(name)
  return custom ? CUSTOM_PREFIX + custom[1] : name.replace(OPERATOR, '')
}
