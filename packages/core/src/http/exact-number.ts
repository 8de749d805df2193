/**
 * Whether a decimal number, possibly with an exponent, has the same digits as a JavaScript number: `0.1` and `0.10000000000000001`,
 * but not `9007199254740993`. False for numbers that JavaScript takes for 0 or infinite.
 */
export function isExactNumber(text: string): boolean {
  const digits = digitsOf(text)
  if (digits === '') return true
  const number = Number(text)
  if (!Number.isFinite(number) || digits.length > MAX_PRECISION) return false
  return digitsOf(number.toPrecision(digits.length)) === digits
}

/** The maximum of `toPrecision`. */
const MAX_PRECISION = 100

/** The significant digits; none for zero. */
const digitsOf = (text: string): string =>
  text.trim().replace(/e.*$/i, '').replaceAll(/[^\d]/g, '').replace(/^0+/, '').replace(/0+$/, '')
