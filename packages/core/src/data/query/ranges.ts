/** Numbers between two bounds. Without a bound, the side is open: `-Infinity` and `Infinity`, which are not included. */
export interface NumberRange {
  readonly from: number
  readonly to: number
  readonly withFrom: boolean
  readonly withTo: boolean
}

const ALL: NumberRange = { from: -Infinity, to: Infinity, withFrom: false, withTo: false }

/** The numbers that satisfy a comparison with one number, or with several. */
export function rangesOf(operator: string, values: readonly number[]): readonly NumberRange[] | undefined {
  const [value = 0] = values
  switch (operator) {
    case '<':
      return [{ ...ALL, to: value }]
    case '<=':
      return [{ ...ALL, to: value, withTo: true }]
    case '>':
      return [{ ...ALL, from: value }]
    case '>=':
      return [{ ...ALL, from: value, withFrom: true }]
    case '=':
    case 'in':
      return values.map((one) => ({ from: one, to: one, withFrom: true, withTo: true }))
    case '!=':
    case 'notIn':
      return between(values)
    default:
      return undefined
  }
}

function between(values: readonly number[]): readonly NumberRange[] {
  const bounds = [-Infinity, ...new Set(values.toSorted((a, b) => a - b)), Infinity]
  return bounds.slice(1).map((to, at) => ({ ...ALL, from: bounds[at]!, to }))
}

/** The numbers that are in both. */
export function inBoth(one: readonly NumberRange[], other: readonly NumberRange[]): readonly NumberRange[] {
  const [left, right] = [sorted(one), sorted(other)]
  const common: NumberRange[] = []
  for (let a = 0, b = 0; a < left.length && b < right.length;) {
    const [first, second] = [left[a]!, right[b]!]
    const range = intersect(first, second)
    if (range) common.push(range)
    if (endsBefore(first, second)) a++
    else b++
  }
  return common
}

/** In their order, without those that overlap. */
function sorted(ranges: readonly NumberRange[]): readonly NumberRange[] {
  const all = ranges.toSorted((a, b) => a.from - b.from || Number(b.withFrom) - Number(a.withFrom))
  const merged: NumberRange[] = []
  for (const range of all) {
    const last = merged.at(-1)
    const meets = last && (range.from < last.to || (range.from === last.to && (range.withFrom || last.withTo)))
    if (!meets) merged.push(range)
    else if (endsBefore(last, range)) merged[merged.length - 1] = { ...last, to: range.to, withTo: range.withTo }
  }
  return merged
}

const endsBefore = (one: NumberRange, other: NumberRange) =>
  one.to < other.to || (one.to === other.to && !one.withTo && other.withTo)

function intersect(one: NumberRange, other: NumberRange): NumberRange | undefined {
  const later = one.from > other.from || (one.from === other.from && !one.withFrom) ? one : other
  const earlier = endsBefore(one, other) ? one : other
  const { from, withFrom } = later
  const { to, withTo } = earlier
  return from < to || (from === to && withFrom && withTo) ? { from, withFrom, to, withTo } : undefined
}
