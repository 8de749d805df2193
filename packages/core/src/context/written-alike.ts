/** Below it, the shortest digits of a number are never halfway to another one. */
const SMALLEST = 2 ** 53

/**
 * Whether JavaScript and PostgreSQL write a floating-point number with the same digits: the fewest that lead back to it. JavaScript
 * also takes digits that are halfway to the next number, such as `1e23`; PostgreSQL writes `9.999999999999999e+22`.
 */
export function isWrittenAlike(value: number): boolean {
  const number = Math.abs(value)
  if (number < SMALLEST) return true
  const [, whole = '', fraction = '', zeros = '0'] = /^(\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(String(number))!
  const written = BigInt(whole + fraction) * 10n ** BigInt(Number(zeros) - fraction.length)
  const exact = BigInt(number)
  const asFarAgain = exact + 2n * (written - exact)
  return written === exact || BigInt(Number(asFarAgain)) !== asFarAgain
}
