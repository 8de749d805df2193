/** One line of the bench: a ratio against a floor of the same run, or a figure with a bound of its own. */
export interface Result {
  readonly name: string
  readonly unit: string
  readonly subject: number
  readonly floor?: number
  readonly ratio?: number
  /** The smallest acceptable ratio, or without a ratio the bound of the figure. */
  readonly target?: number
  /** The figure must stay below its bound instead of above. */
  readonly atMost?: boolean
  /** Where it is told why the target is missed, as long as it is: such a miss is printed, and does not fail the run. */
  readonly knownMiss?: string
}

/** Whether a result reaches its target. */
export function isReached({ ratio, subject, target, atMost }: Result): boolean {
  if (target === undefined) return true
  const value = ratio ?? subject
  return atMost ? value <= target : value >= target
}

/** Whether a result fails the run. */
export const isFailure = (result: Result): boolean => !isReached(result) && result.knownMiss === undefined

/** Prints a result as a line of a table. */
export function printResult(result: Result): void {
  const number = (value: number | undefined) =>
    value === undefined ? '' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
  const { name, unit, subject, floor, ratio, target, atMost, knownMiss } = result
  const missed = knownMiss === undefined ? 'MISSED' : `MISSED, known: ${knownMiss}`
  const bound = target === undefined ? '' : `${atMost ? 'at most' : 'at least'} ${number(target)}`
  const parts = [
    name.padEnd(58),
    `${number(subject)} ${unit}`.padEnd(22),
    floor === undefined ? ''.padEnd(20) : `floor ${number(floor)}`.padEnd(20),
    ratio === undefined ? ''.padEnd(12) : `× ${ratio.toFixed(2)}`.padEnd(12),
    bound.padEnd(16),
    isReached(result) ? 'ok' : missed,
  ]
  console.log(parts.join(' '))
}
