import type { Measure } from '../data/query/amount-type.ts'
import { propertyOf } from '../data/query/properties.ts'
import { type Declared, nameOf } from '../data/query/row-types.ts'
import type { CommandContext } from '../define/command.ts'
import { badInput, brokenSetup } from '../errors.ts'
import type { Lines } from './lines.ts'

type Values = Readonly<Record<string, unknown>>
type SummedLines = Pick<Lines, 'entity' | 'parent' | 'sums'>

/** A sum of amounts of money, with what the sum and the amounts are in. */
interface SummedMoney {
  readonly total: Measure
  readonly amount: Measure
}

/** The sums whose currencies only the rows tell. */
function moneyOf(entity: Declared, lines: SummedLines): readonly SummedMoney[] {
  const what = `The sums of '${nameOf(entity)}'`
  return Object.entries(lines.sums).flatMap(([sum, of]) => {
    const [total, amount] = [propertyOf(entity, sum, what).measure, propertyOf(lines.entity, of, what).measure]
    return total && amount && ('currency' in total || 'currency' in amount) ? [{ total, amount }] : []
  })
}

/** Throws `broken_setup` for a sum of amounts that are always in something else, such as kilograms in euros. */
export function checkSummed(entity: Declared, lines: SummedLines, what: string): void {
  for (const [sum, of] of Object.entries(lines.sums)) {
    const [total, amount] = [propertyOf(entity, sum, what).measure, propertyOf(lines.entity, of, what).measure]
    if (!total || !amount) continue
    const [one, other] = [nameIn(total), nameIn(amount)]
    const isMoney = ![total, amount].some((measure) => 'unit' in measure)
    if (one !== other && !(isMoney && (one === undefined || other === undefined)))
      throw brokenSetup(`${what} sums '${of}' into '${sum}', which is in another currency or unit`)
  }
}

/** What all amounts are in; undefined if each row has its own currency. */
const nameIn = (measure: Measure): string | undefined =>
  'fixed' in measure ? measure.fixed : 'unit' in measure ? measure.unit : undefined

const currencyIn = (measure: Measure, row: Values): unknown =>
  'currency' in measure ? row[measure.currency] : nameIn(measure)

interface SummedRows {
  readonly entity: Declared
  readonly record: Values
  /** The lines as they are about to be written. Not called if nothing depends on them. */
  readonly rows: () => readonly Values[]
}

/** Lines in another currency than the sum of the record that they are added to, by their position. */
export function findOtherCurrencies(lines: SummedLines, { entity, record, rows }: SummedRows) {
  return moneyOf(entity, lines).flatMap(({ total, amount }) => {
    const wanted = currencyIn(total, record)
    return rows().flatMap((row, index) => {
      const found = currencyIn(amount, row)
      return typeof found === 'string' && typeof wanted === 'string' && found !== wanted
        ? [{ index, member: memberOf(amount, lines), message: apart(wanted, found) }]
        : []
    })
  })
}

const apart = (one: string, other: string) => `Amounts in ${one} and ${other} do not go together`

const memberOf = (amount: Measure, { sums }: SummedLines) =>
  'currency' in amount ? amount.currency : Object.values(sums)[0]!

interface ChangedRecord {
  readonly entity: Declared
  readonly before: Values
  readonly record: Values
}

/** Throws 400 if the currency of a sum has changed, but the lines that the record keeps are in another one. */
export async function assertSameCurrency(
  { from }: CommandContext,
  lines: SummedLines,
  { entity, before, record }: ChangedRecord,
): Promise<void> {
  for (const { total, amount } of moneyOf(entity, lines)) {
    const wanted = currencyIn(total, record)
    if (!('currency' in total) || typeof wanted !== 'string' || currencyIn(total, before) === wanted) continue
    const kept = from(lines.entity, 'line').where(`line.${lines.parent}` as never, '=', record['id'] as never)
    const other =
      'currency' in amount
        ? kept
            .select(`line.${amount.currency} as found` as never)
            .where(`line.${amount.currency}` as never, '!=', wanted as never)
        : kept.select('line.id' as never)
    const found = (await other.limit(1).executeTakeFirst()) as { readonly found?: string } | undefined
    const currency = found && (found.found ?? nameIn(amount)!)
    if (currency === undefined || currency === wanted) continue
    const message = apart(wanted, currency)
    throw badInput(message, { fieldErrors: { [total.currency]: message } })
  }
}
