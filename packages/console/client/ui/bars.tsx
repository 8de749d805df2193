import type { JSX } from 'preact'
import { visible } from '../lib/format.ts'
import { hrefOf } from '../lib/location.ts'

interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly text: string
  /** The page with what is behind it. */
  readonly href?: string | undefined
}

/** Bars below each other, as long as their values are large. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }): JSX.Element {
  const most = Math.max(1e-9, ...bars.map(({ value }) => value))
  return (
    <ul class="bars">
      {bars.map(({ key, label, value, text, href }) => (
        <li key={key}>
          <span class="label" title={label}>
            {href ? <a href={hrefOf(href)}>{visible(label, 80)}</a> : visible(label, 80)}
          </span>
          <span class="value">{text}</span>
          <span class="bar">
            <span style={{ width: `${(Math.max(0, value) / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
