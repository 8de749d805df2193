/**
 * Whether a decimal number, possibly with an exponent, has the same digits as a JavaScript number: `0.1` and `0.10000000000000001`,
 * but not `9007199254740993`. False for numbers that JavaScript takes for 0 or infinite.
 */
export function isExactNumber(text: string): boolean {
  const digits = digitsOf(text)
  if (digits === '') return true
  const number = Number(text)
  if (!Number.isFinite(number) || digits.length > MAX_PRECISION) return false
  if (digits.length <= EXACT_DIGITS && Math.abs(number) >= LEAST_NORMAL) return true
  // Halfway between two texts of 17 digits, JavaScript itself writes the one that is even, and `toPrecision` the larger one.
  return digitsOf(String(number)) === digits || digitsOf(number.toPrecision(digits.length)) === digits
}

/** The maximum of `toPrecision`. */
const MAX_PRECISION = 100

/** Numbers with so many digits are never rounded, unless they are too small to have all bits. */
const EXACT_DIGITS = 15
const LEAST_NORMAL = 2.3e-308

/** The significant digits; none for zero. */
function digitsOf(text: string): string {
  let [first, last] = [-1, -1]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === 69 || unit === 101) break
    if (unit < 49 || unit > 57) continue
    if (first < 0) first = index
    last = index
  }
  return first < 0 ? '' : text.slice(first, last + 1).replace('.', '')
}
