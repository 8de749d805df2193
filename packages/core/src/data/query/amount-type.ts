import { DecimalType } from '@mikro-orm/core'
import type { z } from 'zod'

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

/** What the amounts of a schema are measured in, as the API document says it; undefined for other values. */
export function measureIn(schema: z.ZodType): Measure | undefined {
  const { 'x-currency-member': currency, 'x-currency': fixed, 'x-unit': unit } = schema.meta() ?? {}
  if (typeof currency === 'string') return { currency }
  if (typeof fixed === 'string') return { fixed }
  return typeof unit === 'string' ? { unit } : undefined
}
