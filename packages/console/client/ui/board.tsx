import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Query } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf, setQuery } from '../lib/location.ts'
import type { Listed } from '../lib/types.ts'
import { Popover } from './popover.tsx'
import { Failure, Loading } from './states.tsx'

/** A column of a board: the records that have one value of a property. */
export interface BoardColumn {
  readonly value: string
  readonly title: ComponentChildren
  /** Names it for screen readers. */
  readonly label: string
  /** What its records are asked for by, if not by the value. */
  readonly asked?: Query
}

export interface BoardProps<T> {
  readonly path: string
  readonly asked: Query
  /** The parameter that a column filters by. */
  readonly property: string
  readonly columns: readonly BoardColumn[]
  readonly keyOf: (row: T) => string
  readonly hrefOf: (row: T) => string
  readonly nameOf: (row: T) => string
  /** The name as it is drawn. Default: as its text. */
  readonly shownAs?: (row: T) => ComponentChildren
  /** What a card says below its name. */
  readonly facts: (row: T) => ComponentChildren
  /** The columns that a record can be moved to; none if it stays. */
  readonly targetsOf: (row: T) => readonly string[]
  readonly onMove: (row: T, to: string) => void
  /** What can be done with a record, for those who do not drag. */
  readonly menu: (row: T, close: () => void) => ComponentChildren
}

const [FIRST, MOST] = [25, 100]

/** Records as cards in columns. A card is moved by dragging it, or by the menu on it. */
export function Board<T extends object>(props: BoardProps<T>): JSX.Element {
  const { asked, property, columns } = props
  const [dragged, setDragged] = useState<T>()
  // A card that has moved keeps the focus.
  const focused = useRef<string>(undefined)
  const only = asked[property]
  const targets = dragged ? props.targetsOf(dragged) : []
  return (
    <div class="kanban" role="group" aria-label={t('board')}>
      {columns
        .filter(({ value }) => !only || only === value)
        .map((column) => (
          <Column
            key={column.value}
            {...props}
            column={column}
            dragged={dragged}
            canDrop={targets.includes(column.value)}
            onDragged={setDragged}
            focused={focused}
          />
        ))}
    </div>
  )
}

interface ColumnProps<T> extends BoardProps<T> {
  readonly column: BoardColumn
  readonly dragged: T | undefined
  readonly canDrop: boolean
  readonly onDragged: (row: T | undefined) => void
  readonly focused: { current: string | undefined }
}

function Column<T extends object>(props: ColumnProps<T>): JSX.Element {
  const { path, asked, property, column, keyOf, dragged, canDrop, onDragged, onMove } = props
  const [pageSize, setPageSize] = useState(FIRST)
  const own = column.asked ?? { [property]: column.value }
  const { data, error, reload } = useData<Listed<T>>(path, { ...asked, ...own, page: 1, pageSize })
  const { items = [], total = items.length } = data ?? {}
  return (
    <section
      class={`lane ${canDrop ? 'target' : ''}`}
      aria-label={column.label}
      aria-busy={!data && !error}
      onDragOver={(event) => canDrop && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (dragged && canDrop) onMove(dragged, column.value)
        onDragged(undefined)
      }}
    >
      <h2>
        {column.title}
        {data && <span class="muted">{number(total)}</span>}
      </h2>
      {error ? <Failure error={error} onRetry={reload} /> : !data && <Loading />}
      <ul>
        {items.map((row) => (
          <Card key={keyOf(row)} {...props} row={row} />
        ))}
      </ul>
      {total > items.length && (pageSize < MOST || !column.asked) && (
        <button
          type="button"
          class="button small quiet"
          onClick={() =>
            pageSize < MOST || column.asked
              ? setPageSize(MOST)
              : setQuery({ look: null, page: null, [property]: column.value })
          }
        >
          {t(pageSize < MOST ? 'board.more' : 'board.list')}
        </button>
      )}
    </section>
  )
}

interface CardProps<T> extends ColumnProps<T> {
  readonly row: T
}

function Card<T extends object>(props: CardProps<T>): JSX.Element {
  const { row, dragged, focused, keyOf, nameOf, onDragged } = props
  const key = keyOf(row)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (focused.current !== key) return
    focused.current = undefined
    link.current?.focus()
  }, [])
  const canMove = props.targetsOf(row).length > 0
  return (
    <li
      class={`entry ${dragged === row ? 'dragged' : ''}`}
      draggable={canMove}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', nameOf(row))
        onDragged(row)
      }}
      onDragEnd={() => onDragged(undefined)}
    >
      <div class="entry-head">
        <a class="row-link strong" ref={link} href={hrefOf(props.hrefOf(row))} draggable={false}>
          {(props.shownAs ?? props.nameOf)(row)}
        </a>
        <Popover label={t('board.actions', { name: nameOf(row) })} icon="more" isIcon>
          {(close) => (
            // What is chosen may move the card.
            <div class="stack" onClickCapture={() => (focused.current = key)}>
              {props.menu(row, close)}
            </div>
          )}
        </Popover>
      </div>
      <div class="entry-facts muted">{props.facts(row)}</div>
    </li>
  )
}
