import type { JSX } from 'preact'
import type { State } from '../lib/record-actions.ts'

/** A state by its label, in its color. */
export const StateBadge = ({ state }: { readonly state: State }): JSX.Element => (
  <span class={`badge ${CLASSES[state.color] ?? ''}`}>{state.label}</span>
)

const CLASSES: Readonly<Record<string, string>> = {
  blue: 'info',
  green: 'good',
  yellow: 'warn',
  red: 'bad',
  purple: 'special',
}
