import type { ComponentChildren, JSX } from 'preact'
import { may } from '../lib/session.ts'

/** Who sees what. */
export interface AllowedProps {
  /** The id of a feature, or several that are all needed: `fleet.manage`. */
  readonly feature: string | readonly string[]
  readonly children: ComponentChildren
  /** For everybody else. Default: nothing. */
  readonly otherwise?: ComponentChildren
}

/** Shows something only to those who have a feature. The API checks every request again. */
export function Allowed({ feature, children, otherwise }: AllowedProps): JSX.Element {
  const features = typeof feature === 'string' ? [feature] : feature
  return <>{may(...features) ? children : otherwise}</>
}
