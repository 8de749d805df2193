import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { number, timeZone } from '../lib/format.ts'
import { locale, t } from '../lib/i18n.ts'

interface PlotProps {
  readonly title: string
  /** Milliseconds and values, in order. */
  readonly points: readonly (readonly [number, number])[]
}

const WIDTH = 600
const HEIGHT = 160

/**
 * A line over time, drawn as SVG in the colours of the page. The numbers themselves are below it as a list, for screen readers
 * and everybody else.
 */
export function Plot({ title, points }: PlotProps): JSX.Element {
  const [at, setAt] = useState<number>()
  const most = niceMaximum(Math.max(...points.map(([, value]) => value)))
  const [first, last] = [points[0]![0], points.at(-1)![0]]
  const x = (moment: number) => (last === first ? WIDTH / 2 : ((moment - first) / (last - first)) * WIDTH)
  const y = (value: number) => HEIGHT - (value / most) * HEIGHT
  const line = points
    .map(([moment, value], index) => `${index === 0 ? 'M' : 'L'}${x(moment).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
  const shown = at === undefined ? undefined : points[at]
  return (
    <figure class="plot">
      <div class="plot-area">
        <span class="plot-max">{number(most, { notation: 'compact' })}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={title}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            setAt(nearest(points, first + ((clientX - left) / width) * (last - first)))
          }}
          onPointerLeave={() => setAt(undefined)}
        >
          {[0, 0.5, 1].map((part) => (
            <line key={part} class="plot-grid" x1="0" x2={WIDTH} y1={HEIGHT * part} y2={HEIGHT * part} />
          ))}
          <path class="plot-fill" d={`${line}L${x(last).toFixed(1)} ${HEIGHT}L${x(first).toFixed(1)} ${HEIGHT}Z`} />
          {/* One point has no line to the next: it is drawn across. */}
          <path class="plot-line" d={points.length === 1 ? `M0 ${y(points[0]![1])}H${WIDTH}` : line} />
          {shown && <line class="plot-cursor" x1={x(shown[0])} x2={x(shown[0])} y1="0" y2={HEIGHT} />}
        </svg>
      </div>
      <figcaption>
        <span>{shortDate(first)}</span>
        <span class="strong" aria-hidden="true">
          {shown && `${day(shown[0])}: ${number(shown[1])}`}
        </span>
        <span>{shortDate(last)}</span>
      </figcaption>
      <details>
        <summary>{t('plot.numbers')}</summary>
        <ul class="rows">
          {points
            .filter(([, value]) => value !== 0)
            .map(([moment, value]) => (
              <li key={moment}>
                {day(moment)} <span class="push">{number(value)}</span>
              </li>
            ))}
        </ul>
      </details>
    </figure>
  )
}

/** The index of the point that is closest in time. */
function nearest(points: PlotProps['points'], moment: number): number {
  let best = 0
  for (const [index, [at]] of points.entries())
    if (Math.abs(at - moment) < Math.abs(points[best]![0] - moment)) best = index
  return best
}

/** The next number of the kind 1, 2, 5, 10, 20 … */
function niceMaximum(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!
}

// Steps begin at midnight in the chosen time zone, or in UTC.
const inZone = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale.value, { ...options, timeZone: timeZone ?? 'UTC' })
const shortDate = (moment: number) => inZone({ day: 'numeric', month: 'short' }).format(moment)
const day = (moment: number) => inZone({ dateStyle: 'medium' }).format(moment)
