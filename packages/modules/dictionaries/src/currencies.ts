/** An entry of a dictionary that every tenant has. */
export interface SystemEntry {
  readonly value: string
  readonly label: string
}

/** Listed before all others. */
const FIRST = ['EUR', 'USD', 'GBP', 'PLN']

/** The currencies of ISO 4217 that the runtime knows, the most common ones first. */
export function listCurrencies(language = 'en'): readonly SystemEntry[] {
  const names = new Intl.DisplayNames([language], { type: 'currency' })
  const others = Intl.supportedValuesOf('currency').filter((code) => !FIRST.includes(code))
  return [...FIRST, ...others].map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }))
}
