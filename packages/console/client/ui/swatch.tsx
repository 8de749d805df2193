import type { JSX } from 'preact'

/** A colour as a dot. */
export function Swatch({ color }: { readonly color: string | null }): JSX.Element {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="6" fill={color ?? 'none'} stroke="currentColor" stroke-opacity="0.35" />
    </svg>
  )
}
