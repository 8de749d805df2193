import type { JSX } from 'preact'
import { Icon } from './icon.tsx'

interface RemoveButtonProps {
  /** What it does, and to what, since it shows only an icon. */
  readonly label: string
  readonly size?: number
  readonly onClick: () => void
}

/** A button that deletes or removes something. */
export function RemoveButton({ label, size = 20, onClick }: RemoveButtonProps): JSX.Element {
  return (
    <button type="button" class="icon-button danger" aria-label={label} onClick={onClick}>
      <Icon name="trash" size={size} />
    </button>
  )
}
