import { z } from 'zod'
import { type Measure, measureIn } from '../data/query/amount-type.ts'
import type { RulePoint } from '../define/rule-point.ts'
import { formatAmount } from '../money.ts'
import { parsePath, type Path, readPath } from './paths.ts'

/** What the amounts among the fields of an entity are measured in, by path without the places in lists: `items.price`. */
export type Amounts = ReadonlyMap<string, Measure>

/** Data whose amounts are known. */
interface MeasuredData {
  readonly data: unknown
  readonly amounts?: Amounts | undefined
}

const amountsByData = new WeakMap<z.ZodObject, Amounts>()

/** The amounts among the fields that conditions on an entity can read. */
export function amountsOf({ data }: Pick<RulePoint, 'data'>): Amounts {
  let found = amountsByData.get(data)
  if (!found) amountsByData.set(data, (found = new Map(amountsIn(data, []))))
  return found
}

function amountsIn(schema: unknown, path: Path): readonly (readonly [string, Measure])[] {
  if (!(schema instanceof z.ZodType)) return []
  const measure = measureIn(schema)
  if (measure) return [[path.join('.'), measure]]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return amountsIn(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return amountsIn(schema.element, path)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, member]) => amountsIn(member, [...path, name]))
}

/**
 * Why two fields cannot be compared, as a sentence that names them: amounts in different currencies, or in one that is not known.
 * Undefined if they can.
 */
export function currencyFault(run: MeasuredData, field: string, other: string): string | undefined {
  if (!run.amounts?.size) return undefined
  const [left, right] = [measured(run, parsePath(field)), measured(run, parsePath(other))]
  if (!left || !right || left.key === right.key) return undefined
  const [one, two] = [left.name(), right.name()]
  if (one !== undefined && one === two) return undefined
  return `${field} is in ${one ?? 'an unknown currency'} and cannot be compared with ${other}, which is in ${two ?? 'an unknown currency'}`
}

/**
 * An amount as people of a language write it, with the decimals of its currency but without its name: `5.000,00`. Undefined for
 * values that are no amounts.
 */
export function amountText(run: MeasuredData, path: Path, language: string): string | undefined {
  const measure = run.amounts?.size ? measured(run, path) : undefined
  const value = measure && readPath(run.data, path)
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  try {
    return formatAmount(String(value), { language, currency: measure!.isUnit ? undefined : measure!.name() })
  } catch {
    return undefined
  }
}

/** The currency or unit of a field; undefined for one that is no amount. Equal keys mean the same currency. */
function measured({ amounts, data }: MeasuredData, path: Path) {
  const named = path.filter((key) => !/^\d+$/.test(key))
  const measure = amounts!.get((named[0] === 'before' ? named.slice(1) : named).join('.'))
  if (!measure) return undefined
  if ('unit' in measure) return { key: `unit ${measure.unit}`, isUnit: true, name: () => measure.unit }
  if ('fixed' in measure) return { key: `fixed ${measure.fixed}`, name: () => measure.fixed }
  const place = [...path.slice(0, -1), measure.currency]
  return {
    key: `at ${place.join('.')}`,
    name: () => {
      const currency = readPath(data, place)
      return typeof currency === 'string' ? currency : undefined
    },
  }
}
