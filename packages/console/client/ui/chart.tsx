import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { number } from '../lib/format.ts'
import { go } from '../lib/location.ts'
import { labelledPlaces, ticksOf } from '../lib/ticks.ts'
import { tc } from '../texts/late/charts.ts'
import { type ChartProps, COLOURS } from './chart-props.ts'
import { Columns, Line, seriesAt } from './chart-marks.tsx'
import { Numbers, textOf } from './chart-numbers.tsx'

const [HEIGHT, TOP, BOTTOM, LABEL] = [220, 8, 24, 72]

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
  const [chosen, setChosen] = useState<number>()
  const isLong = useRef(false)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(160, Math.round(entry!.contentRect.width))))
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  const leave = () => {
    setPlace(undefined)
    setChosen(undefined)
  }
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
  const hasSeveral = series.length > 1
  const isStacked = look === 'stacked'
  // A value may be gone when the data have changed.
  const current = chosen !== undefined && chosen < series.length ? chosen : undefined
  const seriesOf = (at: number, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    if (!hasSeveral) return undefined
    const { left: from, top } = frame.current!.getBoundingClientRect()
    return seriesAt({ series, at, x, y, slot, isStacked }, isLine, [clientX - from, clientY - top])
  }
  const valueText = (at: number) =>
    `${labels[at]}: ${series
      .flatMap(({ name, values }, index) =>
        current === undefined || current === index
          ? [`${hasSeveral ? `${name} ` : ''}${textOf(values[at], format)}`]
          : [],
      )
      .join(', ')}`
  const target = props.hrefOf
  const open = (at: number, one: number | undefined) => {
    const path = target?.(at, one)
    if (path !== undefined) go(path)
  }
  /** The next series above or below with a value at this place; after the last one, all of them. */
  const step = (by: 1 | -1) => {
    const at = place ?? count - 1
    const [before, after] = [-1, series.length]
    let next = (current ?? (by === 1 ? before : after)) + by
    while (next > before && next < after && !series[next]!.values[at]) next += by
    setChosen(next > before && next < after ? next : undefined)
  }
  return (
    <figure class="chart">
      {hasSeveral && (
        <ul class="legend">
          {series.map(({ name }, index) => (
            <li key={index} class={`series-${index + 1}`}>
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
              {series.map(({ values }, index) => (
                <Line
                  key={index}
                  {...{ values, x, y }}
                  colour={index + 1}
                  isFilled={!hasSeveral}
                  isOther={current !== undefined && current !== index}
                />
              ))}
            </>
          ) : (
            labels.map((_, at) => (
              <g key={at} class={at === place ? 'current' : undefined}>
                <Columns {...{ series, at, x, y, slot, isStacked }} current={at === place ? current : undefined} />
              </g>
            ))
          )}
          {isLine &&
            place !== undefined &&
            series.map(({ values }, index) => {
              const value = values[place]
              return (
                value !== null &&
                value !== undefined && (
                  <circle key={index} class={`series-${index + 1}`} cx={x(place)} cy={y(value)} r="4" />
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
          onInput={({ currentTarget }) => {
            setPlace(Number(currentTarget.value))
            setChosen(undefined)
          }}
          onFocus={() => setPlace((last) => last ?? count - 1)}
          onBlur={() => leave()}
          onPointerDown={(event) => {
            // A press would move the thumb of the range, which is not where the places are.
            if (event.pointerType === 'mouse') event.preventDefault()
            isLong.current = event.pointerType !== 'mouse'
          }}
          onPointerMove={(event) => {
            const at = placeAt(event.clientX)
            setPlace(at)
            setChosen(seriesOf(at, event))
          }}
          onPointerLeave={({ currentTarget }) => currentTarget !== document.activeElement && leave()}
          // On a touch screen, the first touch shows the value.
          onClick={(event) => {
            if (isLong.current) return
            const at = placeAt(event.clientX)
            open(at, seriesOf(at, event))
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && place !== undefined) open(place, current)
            if (!hasSeveral || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
            event.preventDefault()
            step(event.key === 'ArrowUp' ? 1 : -1)
          }}
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
              <span
                key={index}
                class={hasSeveral ? `series-${index + 1} mark ${current === index ? 'current' : ''}` : undefined}
              >
                {hasSeveral && <span class="cut">{name}</span>}
                <strong>{textOf(values[place], format)}</strong>
              </span>
            ))}
            {isStacked && hasSeveral && (
              <span class="mark total">
                <span>{tc('total')}</span>
                <strong>{format(sums[place]!)}</strong>
              </span>
            )}
          </div>
        )}
      </div>
      <Numbers {...{ title, labels, series, format }} hrefOf={target} />
    </figure>
  )
}
