import type { JSX } from 'preact'
import type { Series } from './chart-props.ts'

export interface Scales {
  readonly x: (place: number) => number
  readonly y: (value: number) => number
}

interface LineProps extends Scales {
  readonly values: Series['values']
  readonly colour: number
  readonly isFilled: boolean
  /** Whether another one is pointed at. */
  readonly isOther: boolean
}

/** A line with gaps where there are no values. */
export function Line({ values, x, y, colour, isFilled, isOther }: LineProps): JSX.Element {
  const parts: (readonly [number, number])[][] = []
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    if (at === 0 || values[at - 1] === null) parts.push([])
    parts.at(-1)!.push([x(at), y(value)])
  }
  const pathOf = (part: (typeof parts)[number]) => part.map(([left, top]) => `${left.toFixed(1)} ${top.toFixed(1)}`)
  return (
    <g class={`series-${colour} ${isOther ? 'other' : ''}`}>
      {parts.map((part) => {
        const [first, last] = [part[0]!, part.at(-1)!]
        // One value has no line to the next.
        if (part.length === 1) return <circle key={first[0]} cx={first[0]} cy={first[1]} r="3" />
        const path = `M${pathOf(part).join('L')}`
        return (
          <g key={first[0]}>
            {isFilled && (
              <path class="fill" d={`${path}L${last[0].toFixed(1)} ${y(0)}L${first[0].toFixed(1)} ${y(0)}Z`} />
            )}
            <path class="line" d={path} />
          </g>
        )
      })}
    </g>
  )
}

export interface ColumnsOfPlace extends Scales {
  readonly series: readonly Series[]
  readonly at: number
  /** The width of a place. */
  readonly slot: number
  readonly isStacked: boolean
}

/** Where the columns of a place are: beside each other, or on top of each other. */
function boxesOf({ series, at, x, y, slot, isStacked }: ColumnsOfPlace) {
  const whole = Math.min(slot * 0.72, isStacked || series.length === 1 ? 48 : 96)
  const each = isStacked ? whole : whole / series.length
  let sum = 0
  return series.map(({ values }, index) => {
    const value = values[at] ?? 0
    const from = isStacked ? sum : 0
    if (isStacked) sum += Math.max(0, value)
    const [top, base] = [y(Math.max(from, from + value)), y(Math.min(from, from + value))]
    const left = x(at) - whole / 2 + (isStacked ? 0 : each * index)
    return { left, top, width: Math.max(1, each - 1), height: Math.max(0, base - top) }
  })
}

/** The columns of a place; of several, the current one stands out. */
export function Columns({ current, ...place }: ColumnsOfPlace & { readonly current: number | undefined }): JSX.Element {
  return (
    <>
      {boxesOf(place).map(({ left, top, width, height }, index) => (
        <rect
          key={index}
          class={`series-${index + 1} ${current !== undefined && current !== index ? 'other' : ''}`}
          x={left}
          y={top}
          width={width}
          height={height}
        />
      ))}
    </>
  )
}

type Point = readonly [left: number, top: number]

/** How far from a point of a line a pointer may be that points at it. */
const NEAR = 24

/** The series that a point of the drawing is about. */
export function seriesAt(place: ColumnsOfPlace, isLine: boolean, [left, top]: Point): number | undefined {
  const { series, at, y } = place
  if (!isLine) {
    const found = boxesOf(place).findIndex(
      (box) => left >= box.left && left <= box.left + box.width && top >= box.top && top <= box.top + box.height,
    )
    return found < 0 ? undefined : found
  }
  const distances = series.map(({ values }) => {
    const value = values[at]
    return value === null || value === undefined ? Infinity : Math.abs(y(value) - top)
  })
  const nearest = Math.min(...distances)
  return nearest <= NEAR ? distances.indexOf(nearest) : undefined
}
