import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type Header,
  type PreactTable,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/preact-table'
import { Component, type ComponentChildren, type JSX } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import type { Columns } from '../lib/list-layout.ts'
import { density } from '../lib/list-layout.ts'
import { go, hrefOf, query, setQuery } from '../lib/location.ts'
import { deferred } from './deferred.tsx'
import { Icon } from './icon.tsx'
import { Scroller } from './scroller.tsx'

export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly cell: (row: T) => ComponentChildren
  /** The value of `sortField`, if the server can sort by it. */
  readonly sort?: string
  readonly isNumber?: boolean
  /** Shown only to those who choose it. */
  readonly isExtra?: boolean | undefined
}

const features = tableFeatures({
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
})

/** The columns of a list as a person has arranged them, and what is selected. */
export interface TableModel<T extends object> {
  /** All columns in their order, and those of them that are shown. */
  readonly columns: readonly Column<T>[]
  readonly shown: readonly Column<T>[]
  readonly isShown: (key: string) => boolean
  readonly show: (key: string, isShown: boolean) => void
  /** Moves a column to the place of another. */
  readonly move: (key: string, to: string) => void
  readonly arranged: Columns
  readonly arrange: (columns: Columns) => void
  readonly selected: readonly T[]
  readonly clear: () => void
  readonly table: PreactTable<typeof features, T>
}

interface ModelProps<T extends object> {
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  readonly arranged: Columns
  readonly onArranged: (columns: Columns) => void
}

const [LEAST_WIDTH, MAIN_WIDTH, USUAL_WIDTH, NUMBER_WIDTH] = [72, 280, 190, 130]

/** The first column is what a row is about: it stays, and stays first. */
export function useTableModel<T extends object>(props: ModelProps<T>): TableModel<T> {
  const { columns, rows, keyOf, arranged, onArranged } = props
  const main = columns[0]!.key
  const signature = JSON.stringify(columns.map(({ key, isNumber, isExtra }) => [key, isNumber, isExtra]))
  const definitions = useMemo(
    () =>
      columns.map(({ key, isNumber }, index) => ({
        id: key,
        header: key,
        size: index === 0 ? MAIN_WIDTH : isNumber ? NUMBER_WIDTH : USUAL_WIDTH,
        minSize: LEAST_WIDTH,
        enableHiding: index > 0,
      })),
    [signature],
  )
  const table = useTable<typeof features, T>({
    features,
    columns: definitions,
    data: rows as T[],
    getRowId: keyOf,
    columnResizeMode: 'onChange',
    initialState: {
      columnVisibility: shownOf(columns, arranged),
      columnOrder: [...arranged.order],
      columnSizing: arranged.widths,
    },
  })
  const { columnVisibility, columnOrder, columnSizing } = table.state
  const now: Columns = {
    // What is as usual may become unusual.
    shown: Object.fromEntries(
      Object.entries(columnVisibility).filter(([key, isShown]) => isShown === isExtra(columns, key)),
    ),
    order: columnOrder,
    widths: columnSizing,
  }
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) onArranged(now)
    isFirst.current = false
  }, [columnVisibility, columnOrder, columnSizing])
  // Columns that the first answer did not have yet.
  useEffect(() => table.setColumnVisibility((last) => ({ ...shownOf(columns, arranged), ...last })), [signature])
  const inOrder = useMemo(() => {
    const places = new Map([main, ...columnOrder].map((key, index) => [key, index]))
    const placeOf = ({ key }: Column<T>) => (key === main ? -1 : (places.get(key) ?? Infinity))
    return columns.toSorted((one, other) => {
      const [a, b] = [placeOf(one), placeOf(other)]
      return a === b ? 0 : a - b
    })
  }, [columns, columnOrder])
  const isShown = (key: string) => key === main || (columnVisibility[key] ?? !isExtra(columns, key))
  const shown = useMemo(() => inOrder.filter(({ key }) => isShown(key)), [inOrder, columnVisibility])
  return {
    columns: inOrder,
    shown,
    isShown,
    show: (key, next) => table.setColumnVisibility((last) => ({ ...last, [key]: next })),
    move(key, to) {
      if (key === main || to === main || key === to) return
      const keys = inOrder.map((one) => one.key)
      const rest = keys.filter((one) => one !== key)
      const place = rest.indexOf(to) + (keys.indexOf(key) < keys.indexOf(to) ? 1 : 0)
      table.setColumnOrder([...rest.slice(0, place), key, ...rest.slice(place)])
    },
    arranged: now,
    arrange(next) {
      table.setColumnVisibility(shownOf(columns, next))
      table.setColumnOrder([...next.order])
      table.setColumnSizing({ ...next.widths })
    },
    selected: table.getSelectedRowModel().rows.map(({ original }) => original),
    clear: () => table.resetRowSelection(true),
    table,
  }
}

const isExtra = (columns: readonly Column<never>[], key: string) =>
  columns.find((one) => one.key === key)?.isExtra ?? false

const shownOf = (columns: readonly Column<never>[], { shown }: Columns): Record<string, boolean> =>
  Object.fromEntries(columns.map(({ key, isExtra = false }) => [key, shown[key] ?? !isExtra]))

export interface TableProps<T extends object> {
  readonly model: TableModel<T>
  readonly label: string
  readonly keyOf: (row: T) => string
  readonly hrefOf?: ((row: T) => string) | undefined
  readonly canSelect: boolean
  /** All rows, of which those in sight are drawn; else those of the model. */
  readonly scrolled?: Scrolled<T>
}

/** The rows of a list that is read while it is scrolled. */
export interface Scrolled<T> {
  readonly total: number
  readonly at: (index: number) => T | undefined
  readonly show: (first: number, last: number) => void
}

/** Only long lists need it. */
const ScrolledRows = deferred(
  async () => (await import('./scrolled-table-rows.tsx')).ScrolledRows,
  () => <tbody />,
)

/** The rows of a list. Each is a link; what it is about stays in sight when the table is scrolled sideways. */
export function Table<T extends object>(props: TableProps<T>): JSX.Element {
  const { model, label, scrolled, canSelect } = props
  const { table, shown } = model
  const frame = useRef<HTMLDivElement>(null)
  const isCompact = density().value === 'compact'
  // Rows that come and go must not change the widths.
  const isFixed = scrolled !== undefined || Object.keys(table.state.columnSizing).length > 0
  const widthOf = (key: string) => table.getColumn(key)?.getSize() ?? USUAL_WIDTH
  const width = shown.reduce((sum, { key }) => sum + widthOf(key), canSelect ? SELECT_WIDTH : 0)
  return (
    <Scroller label={label} frame={frame} isTall={scrolled !== undefined}>
      <table
        class={`table ${isCompact ? 'compact' : ''} ${isFixed ? 'fixed' : ''}`}
        aria-rowcount={scrolled && scrolled.total + 1}
        {...(isFixed && { style: { width: `max(100%, ${width}px)` } })}
      >
        {isFixed && (
          <colgroup>
            {canSelect && <col style={{ width: `${SELECT_WIDTH}px` }} />}
            {shown.map(({ key }) => (
              <col key={key} style={{ width: `${widthOf(key)}px` }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {canSelect && (
              <th class="select">
                <input
                  type="checkbox"
                  aria-label={t('list.selectAll')}
                  checked={table.getIsAllRowsSelected()}
                  onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
                />
              </th>
            )}
            {shown.map((column, index) => (
              <Head key={column.key} column={column} model={model} isMain={index === 0} />
            ))}
          </tr>
        </thead>
        {scrolled ? (
          <ScrolledRows {...props} scrolled={scrolled} frame={frame} height={isCompact ? 37 : 53} />
        ) : (
          <tbody>
            {table.getRowModel().rows.map(({ id, original }) => (
              <Row key={id} {...rowProps(props, original)} />
            ))}
          </tbody>
        )}
      </table>
    </Scroller>
  )
}

const SELECT_WIDTH = 44

interface RowProps<T extends object> {
  readonly row: T
  readonly columns: readonly Column<T>[]
  readonly href: string | undefined
  readonly isSelected: boolean | undefined
  readonly onToggle: (event: Event) => void
  /** Its place among all rows of a list that is scrolled. */
  readonly index?: number
  readonly place?: { readonly measure: (row: HTMLElement | null) => void }
}

export function rowProps<T extends object>({ model, keyOf, hrefOf: to, canSelect }: TableProps<T>, row: T) {
  const key = keyOf(row)
  return {
    row,
    columns: model.shown,
    href: to?.(row),
    isSelected: canSelect ? model.table.state.rowSelection[key] === true : undefined,
    onToggle: (event: Event) => model.table.getRow(key).getToggleSelectedHandler()(event),
  }
}

/** Not drawn again while only others are scrolled in. */
export class Row<T extends object> extends Component<RowProps<T>> {
  override shouldComponentUpdate(next: RowProps<T>): boolean {
    const { row, columns, href, isSelected, index } = this.props
    return (
      row !== next.row ||
      columns !== next.columns ||
      href !== next.href ||
      isSelected !== next.isSelected ||
      index !== next.index
    )
  }

  override render(): JSX.Element {
    const { row, columns, href, isSelected, onToggle, index, place } = this.props
    return (
      <tr
        class={href === undefined ? undefined : 'opens'}
        aria-selected={isSelected}
        {...(index !== undefined && { 'aria-rowindex': index + 2, 'data-index': index, ref: place?.measure })}
        onClick={(event) => href !== undefined && isBesideControls(event) && open(href, event)}
        onAuxClick={(event) => href !== undefined && event.button === 1 && isBesideControls(event) && open(href, event)}
      >
        {isSelected !== undefined && (
          <td class="select">
            <input
              type="checkbox"
              aria-label={t('list.select')}
              checked={isSelected}
              onClick={(event) => onToggle(event)}
            />
          </td>
        )}
        {columns.map(({ key, title, cell, isNumber }, place) => (
          <td key={key} data-label={title} class={isNumber ? 'number' : undefined}>
            {place === 0 && href !== undefined ? (
              <a class="row-link" href={hrefOf(href)} draggable={false}>
                {cut(cell(row))}
              </a>
            ) : (
              cut(cell(row))
            )}
          </td>
        ))}
      </tr>
    )
  }
}

const isBesideControls = ({ target }: Event) =>
  !(target as HTMLElement).closest('a, button, input, label, select') && getSelection()?.isCollapsed !== false

/** Opens a row as its link would. */
function open(href: string, { button, ctrlKey, metaKey }: MouseEvent): void {
  if (button === 1 || ctrlKey || metaKey) window.open(hrefOf(href), '_blank', 'noopener')
  else go(href)
}

/** Long texts are cut after some lines. */
const cut = (content: ComponentChildren) => (typeof content === 'string' ? <span class="cut">{content}</span> : content)

interface HeadProps<T extends object> {
  readonly column: Column<T>
  readonly model: TableModel<T>
  readonly isMain: boolean
}

/** What is dragged between the heads of columns. */
const DRAGGED = 'application/x-column'

function Head<T extends object>({ column, model, isMain }: HeadProps<T>): JSX.Element {
  const { key, title, sort, isNumber } = column
  const { sort: sorted, dir } = query.value
  const isSorted = sort !== undefined && sorted === sort
  const isDown = dir === 'desc'
  return (
    <th
      scope="col"
      data-column={key}
      class={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
      draggable={!isMain}
      onDragStart={({ dataTransfer }) => dataTransfer?.setData(DRAGGED, key)}
      onDragOver={(event) => !isMain && event.dataTransfer?.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const dragged = event.dataTransfer?.getData(DRAGGED)
        if (dragged && model.columns.some((one) => one.key === dragged)) model.move(dragged, key)
      }}
    >
      {sort === undefined ? (
        title
      ) : (
        <button
          type="button"
          class="sort"
          onClick={() => setQuery({ sort, dir: isSorted && !isDown ? 'desc' : null, page: null })}
        >
          {title}
          <Icon name={isSorted && isDown ? 'down' : 'up'} size={14} />
        </button>
      )}
      <Grip column={column} model={model} />
    </th>
  )
}

const STEP = 16

/** The edge of a column, which changes its width. */
function Grip<T extends object>({ column: { key, title }, model }: Omit<HeadProps<T>, 'isMain'>): JSX.Element {
  const { table } = model
  const header = table.getFlatHeaders().find(({ column }) => column.id === key)
  const begin = (event: MouseEvent | TouchEvent) => {
    // The head itself would be dragged.
    if (event instanceof MouseEvent) event.preventDefault()
    keepWidths(event.currentTarget as HTMLElement, model)
    ;(header as Header<typeof features, T, unknown> | undefined)?.getResizeHandler()(event)
  }
  return (
    <span
      class="grip"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('columns.width', { name: title })}
      aria-valuenow={Math.round(table.getColumn(key)?.getSize() ?? USUAL_WIDTH)}
      onMouseDown={begin}
      onTouchStart={begin}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
        if (step === undefined) return
        event.preventDefault()
        keepWidths(event.currentTarget, model)
        table.setColumnSizing((last) => ({ ...last, [key]: Math.max(LEAST_WIDTH, (last[key] ?? 0) + step) }))
      }}
    />
  )
}

/** Lets all columns be as wide as they are, so that only one of them changes. */
function keepWidths<T extends object>(grip: HTMLElement, { table }: TableModel<T>): void {
  if (Object.keys(table.state.columnSizing).length > 0) return
  const heads = [...(grip.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
  table.setColumnSizing(Object.fromEntries(heads.map((head) => [head.dataset['column']!, head.offsetWidth])))
}
