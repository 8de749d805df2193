import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

interface VirtualRows {
  /** The rows in sight, and a few around them. */
  readonly items: readonly VirtualItem[]
  /** The height in px of the rows before those, and of the rows after them. */
  readonly before: number
  readonly after: number
  readonly measure: (row: HTMLElement | null) => void
}

interface VirtualOptions {
  readonly frame: RefObject<HTMLElement | null>
  readonly count: number
  /** The height in px of a row that has not been seen yet. */
  readonly height: number
}

/** Which rows of a frame that is scrolled are drawn. */
export function useVirtualRows({ frame, count, height }: VirtualOptions): VirtualRows {
  const [, draw] = useState({})
  const options = {
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => draw({}),
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options))
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => virtualizer._willUpdate())
  useLayoutEffect(() => virtualizer.measure(), [height])
  const items = virtualizer.getVirtualItems()
  return {
    items,
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
  }
}
