import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { useVirtualRows } from '../lib/virtual-rows.ts'
import { Row, rowProps, type Scrolled, type TableProps } from './table.tsx'

interface ScrolledProps<T extends object> extends TableProps<T> {
  readonly scrolled: Scrolled<T>
  readonly frame: { readonly current: HTMLDivElement | null }
  readonly height: number
}

export function ScrolledRows<T extends object>(props: ScrolledProps<T>): JSX.Element {
  const { scrolled, frame, height, model, canSelect } = props
  const { items, before, after, measure } = useVirtualRows({ frame, count: scrolled.total, height })
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => scrolled.show(first, last), [first, last])
  const width = model.shown.length + (canSelect ? 1 : 0)
  return (
    <tbody>
      <Gap height={before} />
      {items.map(({ index, key, size }) => {
        const row = scrolled.at(index)
        const place = { index, measure }
        return row ? (
          <Row key={key} {...rowProps(props, row)} place={place} index={index} />
        ) : (
          <tr key={key} aria-rowindex={index + 2} style={{ height: `${size}px` }}>
            <td colSpan={width}>
              <span class="bone w55" />
            </td>
          </tr>
        )
      })}
      <Gap height={after} />
    </tbody>
  )
}

/** Rows that are out of sight. */
const Gap = ({ height }: { readonly height: number }) =>
  height > 0 ? (
    <tr class="gap" aria-hidden="true" style={{ height: `${height}px` }}>
      <td />
    </tr>
  ) : null
