import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import { COLOURS } from './chart-props.ts'

export interface Part {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly text: string
  /** The page with what is behind it. */
  readonly href?: string | undefined
}

export interface DonutProps {
  readonly title: string
  readonly parts: readonly Part[]
  /** What is in the middle. */
  readonly total: string
}

const [SIZE, OUTER, INNER] = [160, 76, 50]

/** Parts of a whole, as a ring with their names, values and shares beside it. Those after the seventh are one. */
export function Donut({ title, parts, total }: DonutProps): JSX.Element {
  const [current, setCurrent] = useState<string>()
  const sum = parts.reduce((all, { value }) => all + Math.max(0, value), 0)
  const [main, rest] = parts.length > COLOURS ? [parts.slice(0, COLOURS - 1), parts.slice(COLOURS - 1)] : [parts, []]
  const others = rest.reduce((all, { value }) => all + Math.max(0, value), 0)
  const shown: readonly Part[] = [
    ...main,
    ...(rest.length > 0 ? [{ key: 'others', label: t('chart.others'), value: others, text: number(others) }] : []),
  ]
  const shareOf = ({ value }: Part) => (sum > 0 ? Math.max(0, value) / sum : 0)
  let begin = 0
  return (
    <figure class="donut" aria-label={title}>
      <svg width={SIZE} height={SIZE} viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`} aria-hidden="true">
        {shown.map((part, index) => {
          const end = begin + shareOf(part)
          const path = arc(begin, end)
          begin = end
          return (
            <path
              key={part.key}
              class={`series-${index + 1} ${current !== undefined && current !== part.key ? 'other' : ''}`}
              d={path}
              onPointerEnter={() => setCurrent(part.key)}
              onPointerLeave={() => setCurrent(undefined)}
            />
          )
        })}
        <text text-anchor="middle" y="5">
          {total}
        </text>
      </svg>
      <ul class="legend">
        {shown.map((part, index) => (
          <li
            key={part.key}
            class={`series-${index + 1} ${current === part.key ? 'strong' : ''}`}
            onPointerEnter={() => setCurrent(part.key)}
            onPointerLeave={() => setCurrent(undefined)}
          >
            <span class="label">
              {part.href ? <a href={hrefOf(part.href)}>{visible(part.label, 80)}</a> : visible(part.label, 80)}
            </span>
            <span class="value">
              {part.text} · {number(shareOf(part), { style: 'percent', maximumFractionDigits: 0 })}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** A piece of the ring, between two shares of the whole, clockwise from the top. */
function arc(from: number, to: number): string {
  // A whole ring would begin where it ends.
  const end = Math.min(to, from + 0.9999)
  const at = (share: number, radius: number) => {
    const angle = 2 * Math.PI * share - Math.PI / 2
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`
  }
  const large = end - from > 0.5 ? 1 : 0
  return `M${at(from, OUTER)}A${OUTER} ${OUTER} 0 ${large} 1 ${at(end, OUTER)}L${at(end, INNER)}A${INNER} ${INNER} 0 ${large} 0 ${at(from, INNER)}Z`
}
