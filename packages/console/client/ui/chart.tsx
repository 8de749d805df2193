import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { go, hrefOf } from '../lib/location.ts'
import { labelledPlaces, ticksOf } from '../lib/ticks.ts'

/** A row of values, one for each place. */
export interface Series {
  readonly name: string
  /** Null where there is none. */
  readonly values: readonly (number | null)[]
}

export interface ChartProps {
  /** Names the chart for screen readers. */
  readonly title: string
  /** How values are drawn. `stacked` adds up those of a place. Default: `line`. */
  readonly look?: 'line' | 'columns' | 'stacked'
  /** What each place is called, from left to right. */
  readonly labels: readonly string[]
  /** The same below the axis, where there is little room. Default: `labels`. */
  readonly shortLabels?: readonly string[]
  /** At most eight, which is as many colours as can be told apart. */
  readonly series: readonly Series[]
  /** How values are written. Default: as numbers. */
  readonly format?: (value: number) => string
  /** The page with what is behind a place: `/orders?day=…`. */
  readonly hrefOf?: ((place: number) => string) | undefined
}

const [HEIGHT, TOP, BOTTOM, LABEL] = [220, 8, 24, 72]
/** Colours that can be told apart. */
export const COLOURS = 8

/**
 * Values over places, such as days, drawn as SVG in the colours of the page. The value at a place is shown at the pointer, and by the
 * arrow keys; all numbers are below it as a table.
 */
export function Chart(props: ChartProps): JSX.Element {
  const { title, look = 'line', labels, shortLabels = labels, format = number } = props
  const series = props.series.slice(0, COLOURS)
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(600)
  const [place, setPlace] = useState<number>()
  const isLong = useRef(false)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(160, Math.round(entry!.contentRect.width))))
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  const count = labels.length
  const sums = labels.map((_, at) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0))
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const ticks = ticksOf(Math.min(0, ...all), Math.max(0, ...(look === 'stacked' ? sums : all)))
  const written = ticks.map((tick) => number(tick, { notation: 'compact', maximumFractionDigits: 1 }))
  const left = 10 + 7 * Math.max(...written.map(({ length }) => length))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low))
  const room = width - left
  // Columns stand within their places, the points of a line at the ends of the axis.
  const isLine = look === 'line'
  const slot = room / Math.max(1, isLine ? count - 1 : count)
  const x = (at: number) => (isLine ? (count === 1 ? left + room / 2 : left + slot * at) : left + slot * (at + 0.5))
  const placeAt = (clientX: number) => {
    const within = clientX - frame.current!.getBoundingClientRect().left - left
    return Math.min(count - 1, Math.max(0, Math.round(within / slot - (isLine ? 0 : 0.5))))
  }
  const valueText = (at: number) =>
    `${labels[at]}: ${series.map(({ name, values }) => `${series.length > 1 ? `${name} ` : ''}${textOf(values[at], format)}`).join(', ')}`
  const target = props.hrefOf
  const open = (at: number | undefined) => at !== undefined && target && go(target(at))
  return (
    <figure class="chart">
      {series.length > 1 && (
        <ul class="legend">
          {series.map(({ name }, index) => (
            <li key={name} class={`series-${index + 1}`}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div class="chart-area" ref={frame}>
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
          {ticks.map((tick, index) => (
            <g key={tick}>
              <line class={tick === 0 ? 'axis' : 'grid'} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
              <text x={left - 6} y={y(tick) + 4} text-anchor="end">
                {written[index]}
              </text>
            </g>
          ))}
          {labelledPlaces(count, Math.floor(room / LABEL)).map((at) => (
            <text
              key={at}
              x={x(at)}
              y={HEIGHT - 6}
              text-anchor={isLine && at === 0 && count > 1 ? 'start' : x(at) > width - LABEL / 2 ? 'end' : 'middle'}
            >
              {shortLabels[at]}
            </text>
          ))}
          {isLine ? (
            <>
              {place !== undefined && <line class="cursor" x1={x(place)} x2={x(place)} y1={TOP} y2={y(low)} />}
              {series.map(({ name, values }, index) => (
                <Line key={name} {...{ values, x, y }} colour={index + 1} isFilled={series.length === 1} />
              ))}
            </>
          ) : (
            labels.map((_, at) => (
              <g key={at} class={at === place ? 'current' : undefined}>
                <Columns {...{ series, at, x, y, slot }} isStacked={look === 'stacked'} />
              </g>
            ))
          )}
          {isLine &&
            place !== undefined &&
            series.map(({ name, values }, index) => {
              const value = values[place]
              return (
                value !== null &&
                value !== undefined && (
                  <circle key={name} class={`series-${index + 1}`} cx={x(place)} cy={y(value)} r="4" />
                )
              )
            })}
        </svg>
        {/* The places are those of a range, which pointer, keys and screen readers know how to move in. */}
        <input
          type="range"
          class={target ? 'opens' : undefined}
          aria-label={title}
          aria-valuetext={valueText(place ?? count - 1)}
          min={0}
          max={count - 1}
          value={place ?? count - 1}
          onInput={({ currentTarget }) => setPlace(Number(currentTarget.value))}
          onFocus={() => setPlace((last) => last ?? count - 1)}
          onBlur={() => setPlace(undefined)}
          onPointerDown={(event) => {
            // A press would move the thumb of the range, which is not where the places are.
            if (event.pointerType === 'mouse') event.preventDefault()
            isLong.current = event.pointerType !== 'mouse'
          }}
          onPointerMove={({ clientX }) => setPlace(placeAt(clientX))}
          onPointerLeave={({ currentTarget }) => currentTarget !== document.activeElement && setPlace(undefined)}
          // On a touch screen, the first touch shows the value.
          onClick={({ clientX }) => !isLong.current && open(placeAt(clientX))}
          onKeyDown={({ key }) => key === 'Enter' && open(place)}
        />
        {place !== undefined && (
          <div
            class="chart-tip"
            aria-hidden="true"
            style={{
              [x(place) > width / 2 ? 'right' : 'left']:
                `${(x(place) > width / 2 ? width - x(place) : x(place)) + 10}px`,
            }}
          >
            <span class="muted">{labels[place]}</span>
            {series.map(({ name, values }, index) => (
              <span key={name} class={series.length > 1 ? `series-${index + 1} mark` : undefined}>
                {series.length > 1 && `${name} `}
                <strong>{textOf(values[place], format)}</strong>
              </span>
            ))}
          </div>
        )}
      </div>
      <Numbers {...{ title, labels, series, format }} hrefOf={target} />
    </figure>
  )
}

const textOf = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '—' : format(value)

interface Scales {
  readonly x: (place: number) => number
  readonly y: (value: number) => number
}

interface LineProps extends Scales {
  readonly values: Series['values']
  readonly colour: number
  readonly isFilled: boolean
}

/** A line with gaps where there are no values. */
function Line({ values, x, y, colour, isFilled }: LineProps): JSX.Element {
  const parts: (readonly [number, number])[][] = []
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    if (at === 0 || values[at - 1] === null) parts.push([])
    parts.at(-1)!.push([x(at), y(value)])
  }
  const pathOf = (part: (typeof parts)[number]) => part.map(([left, top]) => `${left.toFixed(1)} ${top.toFixed(1)}`)
  return (
    <g class={`series-${colour}`}>
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

interface ColumnsProps extends Scales {
  readonly series: readonly Series[]
  readonly at: number
  readonly slot: number
  readonly isStacked: boolean
}

function Columns({ series, at, x, y, slot, isStacked }: ColumnsProps): JSX.Element {
  const whole = Math.min(slot * 0.72, isStacked || series.length === 1 ? 48 : 96)
  const each = isStacked ? whole : whole / series.length
  let sum = 0
  return (
    <>
      {series.map(({ name, values }, index) => {
        const value = values[at] ?? 0
        const from = isStacked ? sum : 0
        if (isStacked) sum += Math.max(0, value)
        const [top, base] = [y(Math.max(from, from + value)), y(Math.min(from, from + value))]
        const left = x(at) - whole / 2 + (isStacked ? 0 : each * index)
        return (
          <rect
            key={name}
            class={`series-${index + 1}`}
            x={left}
            y={top}
            width={Math.max(1, each - 1)}
            height={Math.max(0, base - top)}
          />
        )
      })}
    </>
  )
}

type NumbersProps = Required<Pick<ChartProps, 'title' | 'labels' | 'series' | 'format'>> & Pick<ChartProps, 'hrefOf'>

/** The same as a table, without places where nothing is. */
function Numbers({ title, labels, series, format, hrefOf: target }: NumbersProps): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('plot.numbers')}</summary>
      {isOpen && (
        <div class="chart-numbers" tabIndex={0} role="region" aria-label={title}>
          <table class="table compact">
            {series.length > 1 && (
              <thead>
                <tr>
                  <td />
                  {series.map(({ name }) => (
                    <th key={name} scope="col" class="number">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {labels.map(
                (label, at) =>
                  series.some(({ values }) => values[at]) && (
                    <tr key={at}>
                      <th scope="row">{target ? <a href={hrefOf(target(at))}>{label}</a> : label}</th>
                      {series.map(({ name, values }) => (
                        <td key={name} class="number">
                          {textOf(values[at], format)}
                        </td>
                      ))}
                    </tr>
                  ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
