import { scimError } from '../errors.ts'
import { type AttributePath, type Comparison, type Filter, isOrdering } from './parse-filter.ts'
import { type Attribute, findAttribute } from './schema.ts'
import { comparable, isAttributes, type Json, memberOf, readBoolean } from './values.ts'

/** Whether a value of a multi-valued attribute matches the filter in a path. Throws 400 for attributes that it does not have. */
export function matches(attribute: Attribute, value: Json, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((one) => matches(attribute, value, one))
    case 'or':
      return filter.filters.some((one) => matches(attribute, value, one))
    case 'not':
      return !matches(attribute, value, filter.filter)
    case 'values':
      throw invalid('A filter in brackets has no brackets inside.')
    case 'present':
      return partOf(attribute, value, filter.path).found !== undefined
    case 'compare': {
      const { part, found } = partOf(attribute, value, filter.path)
      return compares(part, found ?? null, filter)
    }
  }
}

/** The part of a value that a path names. */
function partOf(attribute: Attribute, value: Json, path: AttributePath) {
  const sub = subAttributeOf(attribute, path)
  return { part: sub, found: isAttributes(value) ? memberOf(value, sub.name) : undefined }
}

/** What values must have to match a filter that only says what they equal: `type eq "work"`. Null for any other filter. */
export function equalities(attribute: Attribute, filter: Filter): ReadonlyMap<string, Json> | null {
  const filters = filter.kind === 'and' ? filter.filters : [filter]
  const wanted = new Map<string, Json>()
  for (const one of filters) {
    if (one.kind !== 'compare' || one.op !== 'eq') return null
    wanted.set(subAttributeOf(attribute, one.path).name, one.value)
  }
  return wanted
}

/** The attribute of a value that a path in brackets names. */
function subAttributeOf(attribute: Attribute, { name, sub }: AttributePath): Attribute {
  const found = sub === null ? findAttribute(attribute.subAttributes ?? [], name) : undefined
  if (!found) throw invalid(`${attribute.name} has no ${name.slice(0, 100)}.`)
  return found
}

const invalid = (detail: string) => scimError('bad_input', detail, 'invalidFilter')

function compares(attribute: Attribute, found: Json, { op, value }: Comparison): boolean {
  if (value === null || found === null) return (op === 'eq') === (found === value)
  if (attribute.type === 'boolean') {
    const wanted = readBoolean(value)
    if (wanted === null) throw invalid('A boolean is compared with true or false.')
    if (op !== 'eq' && op !== 'ne') throw invalid(`A boolean cannot be compared with ${op}.`)
    return (found === wanted) === (op === 'eq')
  }
  if (attribute.type === 'binary' && isOrdering(op)) throw invalid(`Binary values cannot be compared with ${op}.`)
  const [left, right] = [comparable(attribute, String(found)), comparable(attribute, String(value))]
  if (op === 'eq') return left === right
  if (op === 'ne') return left !== right
  if (op === 'co') return left.includes(right)
  if (op === 'sw') return left.startsWith(right)
  if (op === 'ew') return left.endsWith(right)
  if (op === 'gt') return left > right
  if (op === 'ge') return left >= right
  return op === 'lt' ? left < right : left <= right
}
