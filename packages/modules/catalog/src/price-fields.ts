import { badInput } from '@plinth/core'

const disordered = () =>
  badInput('The end of a price is after its beginning', { fieldErrors: { endsAt: 'Before startsAt' } })

/** What the database refuses of a price, in words. */
export const priceConstraints = { catalog_prices_check: disordered }
