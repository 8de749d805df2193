import { badInput } from './errors.ts'

/** An exact amount: a decimal number as text, such as `12.50`, and the ISO 4217 code of its currency. */
export interface Money {
  readonly amount: string
  readonly currency: string
}

/** How `roundMoney` and `multiplyMoney` round, in the terms of `Intl.NumberFormat`: `halfExpand` is what people learn at school. */
export type Rounding = 'ceil' | 'floor' | 'expand' | 'trunc' | 'halfExpand' | 'halfTrunc' | 'halfEven'

/** Currencies whose number of decimals in ISO 4217 is not 2. */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)),
)

/** The codes of ISO 4217 for funds and units of account, and others that runtimes leave out. */
const CURRENCIES: ReadonlySet<string> = new Set([
  ...'BOV CHE CHW CLF COU MXV USN UYI UYW VED'.split(' '),
  ...Intl.supportedValuesOf('currency'),
])

/** Whether a code is that of a currency in ISO 4217. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code)

/**
 * How many decimals a currency has in ISO 4217: 2 for EUR, 0 for JPY. That is not how many the runtime writes, which depends on its
 * version: none of HUF, COP or PKR. Throws 400 for what is no currency of ISO 4217.
 */
export function currencyDigits(currency: string): number {
  if (!isCurrency(currency)) throw badInput(`${currency.slice(0, 20)} is not a currency`)
  return DECIMALS.get(currency) ?? 2
}

/** The sum, with as many decimals as the currency or the most exact amount has. Throws 400 unless all have the same currency. */
export function addMoney(first: Money, ...others: readonly Money[]): Money {
  const { currency } = first
  let [sum, scale] = toScaled(first.amount)
  for (const other of others) {
    assertSame(first, other)
    const [added, decimals] = toScaled(other.amount)
    const common = Math.max(scale, decimals)
    sum = sum * 10n ** BigInt(common - scale) + added * 10n ** BigInt(common - decimals)
    scale = common
  }
  return { amount: toText(sum, scale, currencyDigits(currency)), currency }
}

/** The first amount minus the second. Throws 400 unless both have the same currency. */
export const subtractMoney = (from: Money, { amount, currency }: Money): Money =>
  addMoney(from, { amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`, currency })

/** Less than, equal to or greater than 0, for sorting. Throws 400 unless both have the same currency. */
export function compareMoney(one: Money, other: Money): number {
  const { amount } = subtractMoney(one, other)
  const [difference] = toScaled(amount)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The amount times a decimal number as text, such as a quantity or `0.19`, rounded to the decimals of the currency. */
export function multiplyMoney({ amount, currency }: Money, factor: string, rounding: Rounding): Money {
  const [value, scale] = toScaled(amount)
  const [times, decimals] = toScaled(factor)
  return roundMoney({ amount: toText(value * times, scale + decimals, 0), currency }, rounding)
}

/** The amount with the decimals of its currency. */
export function roundMoney({ amount, currency }: Money, rounding: Rounding): Money {
  const digits = currencyDigits(currency)
  const format = new Intl.NumberFormat('en', {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: rounding,
    signDisplay: 'negative',
  })
  return { amount: format.format(asDecimal(amount)), currency }
}

/** Whether the amount has no more decimals than its currency; zeros at the end do not count. */
export const fitsCurrency = ({ amount, currency }: Money): boolean => decimalsOf(amount) <= currencyDigits(currency)

/** An amount as people of a language write it: `1.234,50 €`. All of its digits are shown. */
export const formatMoney = ({ amount, currency }: Money, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, ...decimalsShown(amount, currency) }).format(
    asDecimal(amount),
  )

/** A decimal number as people of a language write it, with at least the decimals of a currency and without zeros beyond them. */
export const formatAmount = (
  amount: string,
  { language, currency }: { readonly language: string; readonly currency: string | undefined },
): string => new Intl.NumberFormat(language, decimalsShown(amount, currency)).format(asDecimal(amount))

/** Where people write fewer decimals of a currency than it has, those are shown if the amount needs them: `1.234 Ft`, `1.234,50 Ft`. */
function decimalsShown(amount: string, currency: string | undefined) {
  const own = decimalsOf(amount)
  const digits = currency === undefined ? 0 : currencyDigits(currency)
  const usual = currency === undefined ? 0 : usualDigits(currency)
  return {
    minimumFractionDigits: own > usual ? digits : Math.min(usual, digits),
    maximumFractionDigits: Math.max(own, digits),
  }
}

/** How many decimals of a currency people write, as the runtime knows it. */
function usualDigits(currency: string): number {
  let digits = usual.get(currency)
  if (digits === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    usual.set(currency, (digits = format.resolvedOptions().maximumFractionDigits ?? 2))
  }
  return digits
}

const usual = new Map<string, number>()

/** A quantity as people of a language write it: `1,5 kg`. The unit is one of `Intl.NumberFormat`, such as `kilogram`. */
export const formatQuantity = (amount: string, unit: string, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: decimalsOf(amount) }).format(
    asDecimal(amount),
  )

function assertSame({ currency }: Money, other: Money): void {
  if (other.currency !== currency) throw badInput(`Amounts in ${currency} and ${other.currency} do not go together`)
}

const DECIMAL = /^-?\d{1,40}(\.\d{1,40})?$/

/** `Intl` formats decimal numbers as text exactly. Throws 400 for anything else, which it would take for NaN or infinity. */
function asDecimal(text: string): Intl.StringNumericLiteral {
  if (!DECIMAL.test(text)) throw badInput('An amount is a decimal number such as 12.50')
  return text as Intl.StringNumericLiteral
}

/** The digits without a point, and how many of them are decimals. */
function toScaled(text: string): [digits: bigint, scale: number] {
  const [whole = '', decimals = ''] = asDecimal(text).split('.')
  return [BigInt(whole + decimals), decimals.length]
}

/** At least `least` decimals, and beyond them no zeros at the end. */
function toText(digits: bigint, scale: number, least: number): string {
  const sign = digits < 0n ? '-' : ''
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = all.slice(0, all.length - scale)
  const decimals = all
    .slice(all.length - scale)
    .replace(/0+$/, '')
    .padEnd(least, '0')
  return sign + whole + (decimals === '' ? '' : `.${decimals}`)
}

const decimalsOf = (text: string) => asDecimal(text).split('.')[1]?.replace(/0+$/, '').length ?? 0
