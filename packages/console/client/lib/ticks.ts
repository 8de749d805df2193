/** Round values of an axis: the first is at most the lowest value, the last at least the highest. */
export function ticksOf(lowest: number, highest: number, count = 4): readonly number[] {
  const from = Math.min(0, lowest)
  const to = Math.max(0, highest)
  const steps = niceStep((to - from || 1) / count)
  // There is no half of a record.
  const step = Number.isInteger(from) && Number.isInteger(to) ? Math.max(1, steps) : steps
  const first = Math.floor(from / step)
  const last = Math.max(first + 1, Math.ceil(to / step))
  // A multiple of a fraction would have digits that nobody meant.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** The next number of the kind 1, 2, 5, 10, 20 … */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value * (1 - 1e-9))!
}

/** The places whose labels fit beside each other, the first among them. */
export function labelledPlaces(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}
