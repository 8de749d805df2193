import { DecimalType } from '@mikro-orm/core'

/** What an amount is measured in: the property with its currency, a fixed currency, or a unit of `Intl.NumberFormat`. */
export type Measure = { readonly currency: string } | { readonly fixed: string } | { readonly unit: string }

/** The type of amounts: exact decimal numbers as text, and what they are measured in. */
export class AmountType extends DecimalType<'string'> {
  readonly measure: Measure

  constructor(measure: Measure) {
    super('string')
    this.measure = measure
  }
}
