import type { ComponentChildren, JSX } from 'preact'

interface ExcerptProps {
  /** Names the text for screen readers. */
  readonly label: string
  readonly isCode?: boolean
  readonly children: ComponentChildren
}

/** A text that is scrolled if it is long, by keyboard as well. */
export const Excerpt = ({ label, isCode = false, children }: ExcerptProps): JSX.Element => (
  <div class={`excerpt ${isCode ? 'mono' : ''}`} role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
)
