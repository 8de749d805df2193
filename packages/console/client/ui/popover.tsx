import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface PopoverProps {
  readonly label: string
  readonly icon: string
  /** Whether the icon stands for the label. */
  readonly isIcon?: boolean
  readonly children: (close: () => void) => ComponentChildren
}

const GAP = 4
const EDGE = 8

/** A button, and what it opens below itself. Escape and a click beside it close it. */
export function Popover({ label, icon, isIcon = false, children }: PopoverProps): JSX.Element {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const place = () => button.current && panel.current && placeBelow(button.current, panel.current)
    place()
    addEventListener('resize', place)
    addEventListener('scroll', place, true)
    return () => {
      removeEventListener('resize', place)
      removeEventListener('scroll', place, true)
    }
  })
  return (
    <>
      <button
        ref={button}
        type="button"
        class={isIcon ? 'icon-button small' : 'button small quiet'}
        aria-label={isIcon ? label : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => panel.current?.togglePopover()}
      >
        <Icon name={icon} size={16} />
        {!isIcon && label}
      </button>
      <div
        ref={panel}
        id={id}
        class="popover"
        popover="auto"
        role="group"
        aria-label={label}
        onToggle={(event) => setOpen((event as unknown as ToggleEvent).newState === 'open')}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}

/** Below the button if there is more room than above, and never beyond the edge of the window. */
function placeBelow(button: HTMLElement, { style, offsetWidth }: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect()
  const isBelow = innerHeight - bottom >= Math.min(top, 320)
  style.left = `${Math.max(EDGE, Math.min(right - offsetWidth, innerWidth - offsetWidth - EDGE))}px`
  style.top = isBelow ? `${bottom + GAP}px` : 'auto'
  style.bottom = isBelow ? 'auto' : `${innerHeight - top + GAP}px`
  style.maxHeight = `${(isBelow ? innerHeight - bottom : top) - GAP - EDGE}px`
}
