import type { ComponentChildren, JSX, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface ScrollerProps {
  /** Names what is scrolled for screen readers. */
  readonly label: string
  readonly children: ComponentChildren
  /** Becomes the element that is scrolled. */
  readonly frame?: RefObject<HTMLDivElement | null>
  /** Whether it is scrolled down within the window, rather than with the page. */
  readonly isTall?: boolean
}

/** Lets a table be wider than its place. It can be scrolled by keyboard as well, and texts that are cut are shown by the pointer. */
export function Scroller({ label, children, frame: given, isTall = false }: ScrollerProps): JSX.Element {
  const own = useRef<HTMLDivElement>(null)
  const frame = given ?? own
  const [isWide, setWide] = useState(false)
  const [isMoved, setMoved] = useState(false)
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const observer = new ResizeObserver(() =>
      setWide(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight),
    )
    observer.observe(current)
    for (const child of current.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={frame}
      class={`scroller ${isMoved ? 'moved' : ''} ${isTall ? 'tall' : ''}`}
      {...((isWide || isTall) && { tabIndex: 0, role: 'group', 'aria-label': label })}
      onScroll={({ currentTarget }) => setMoved(currentTarget.scrollLeft > 0)}
      onPointerOver={(event) => showWhole(event.target as HTMLElement)}
    >
      {children}
    </div>
  )
}

/** Gives a text that does not fit a title with all of it. */
function showWhole(target: HTMLElement): void {
  const text = target.closest<HTMLElement>('.cut, .badge, .fixed td')
  if (!text || text.title) return
  if (text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight) text.title = text.textContent ?? ''
}
