import { type EntityMetadata, p } from '@mikro-orm/core'
import { badInput } from '../../errors.ts'
import { currencyDigits, fitsCurrency, formatQuantity, isCurrency } from '../../money.ts'
import { AmountType } from './amount-type.ts'
import { storedOf } from './properties.ts'

/**
 * A property with an amount of money: exact decimal numbers as text, in a column `numeric(19,4)`. Writes are refused that have more
 * decimals than the currency. `of` names the property with the ISO 4217 code, or the currency of all amounts.
 *
 * @example
 * properties: { total: money({ currency: 'currencyCode' }), currencyCode: p.string().length(3), fee: money({ fixed: 'EUR' }) }
 */
export function money(of: { readonly currency: string } | { readonly fixed: string }) {
  if ('fixed' in of) currencyDigits(of.fixed)
  return p.decimal('string').precision(19).scale(4).type(new AmountType(of))
}

/**
 * A property with a quantity: exact decimal numbers as text, in a column `numeric(19,4)`. Throws for a unit that could not be shown.
 *
 * @example
 * properties: { weight: quantity({ unit: 'kilogram' }) }
 */
export function quantity(of: { readonly unit: string }) {
  formatQuantity('0', of.unit, 'en')
  return p.decimal('string').precision(19).scale(4).type(new AmountType(of))
}

/** What is wrong with an amount of a row, or with its currency. */
export interface AmountProblem {
  readonly name: string
  readonly message: string
}

/**
 * Finds an amount with more decimals than its currency, or a currency that does not exist, in a row that is about to be written. Of a row
 * that is stored, only amounts count that are written, or whose currency is: nobody could correct a sum that the table computes.
 */
export type AmountCheck = (
  row: Readonly<Record<string, unknown>>,
  written?: { readonly has: (name: string) => boolean },
) => AmountProblem | undefined

/** The check of the entity's amounts; undefined if it has none. */
export function amountCheckOf(meta: EntityMetadata<object>): AmountCheck | undefined {
  const amounts = storedOf(meta).flatMap(({ name, type, customType }) => {
    const found = [customType, type as unknown].find((one) => one instanceof AmountType)
    return found && !('unit' in found.measure) ? [{ name, measure: found.measure }] : []
  })
  if (amounts.length === 0) return undefined
  return (row, written) => {
    for (const { name, measure } of amounts) {
      if (written && !written.has(name) && !('currency' in measure && written.has(measure.currency))) continue
      const amount = row[name]
      const currency = 'fixed' in measure ? measure.fixed : row[measure.currency]
      if (typeof amount !== 'string' || typeof currency !== 'string') continue
      if (!isCurrency(currency))
        return {
          name: 'currency' in measure ? measure.currency : name,
          message: `${currency.slice(0, 20)} is not a currency`,
        }
      if (!fitsCurrency({ amount, currency }))
        return { name, message: `Amounts in ${currency} have at most ${currencyDigits(currency)} decimals` }
    }
    return undefined
  }
}

/** Throws 400 for a problem. */
export function assertAmounts(problem: AmountProblem | undefined): void {
  if (problem) throw badInput(problem.message, { fieldErrors: { [problem.name]: problem.message } })
}
