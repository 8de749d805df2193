import type { ComponentChildren, JSX } from 'preact'
import { call, type Query } from '../lib/api.ts'
import { complain } from '../lib/bulk.ts'
import { fromLocalMoment, toLocalMoment } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Field, Resource } from '../lib/openapi.ts'
import type { Offer, RecordActions } from '../lib/record-actions.ts'
import { change } from '../lib/snapshot.ts'
import type { Row } from '../lib/types.ts'
import { ActionMenu } from './action-buttons.tsx'
import { deferred } from './deferred.tsx'
import type { Look } from './list.tsx'
import { seenIn } from './resource-drawer.tsx'
import { StateBadge } from './state-badge.tsx'
import type { Column } from './table.tsx'

const Board = deferred(async () => (await import('./board.tsx')).Board)
const Calendar = deferred(async () => (await import('./calendar.tsx')).Calendar)

interface ResourceLooks {
  readonly described: Resource
  readonly actions: RecordActions | undefined
  readonly columns: readonly Column<Row>[]
  /** The member that names a record. */
  readonly label: string
  readonly canUpdate: boolean
  readonly titleOf: (field: Field) => string
  /** What every look takes: where the records are read, and how one is named and opened. */
  readonly shared: {
    readonly path: string
    readonly keyOf: (row: Row) => string
    readonly hrefOf: (row: Row) => string
    readonly nameOf: (row: Row) => string
    readonly shownAs: (row: Row) => ComponentChildren
  }
  readonly onBegin: (offer: Offer, rows: readonly Row[]) => void
}

/** The other ways to show the records of a resource: by their states, and in the days of a month. */
export function resourceLooks(props: ResourceLooks): readonly Look[] {
  const { described, actions, titleOf } = props
  const states = actions?.states
  const dates = described.filters
    .filter(({ kind, isRange }) => kind === 'date' && isRange)
    .map((one) => ({ name: one.name, label: titleOf(one), isTime: one.isTime }))
  return [
    ...(states && described.filters.some(({ name }) => name === states.property)
      ? [
          {
            id: 'board',
            title: t('board'),
            icon: 'columns',
            show: (asked: Query) => <StateBoard {...props} states={states} asked={asked} />,
          },
        ]
      : []),
    ...(dates.length > 0
      ? [
          {
            id: 'calendar',
            title: t('calendar'),
            icon: 'calendar',
            show: (asked: Query) => <DateCalendar {...props} dates={dates} asked={asked} />,
          },
        ]
      : []),
  ]
}

interface StateBoardProps extends ResourceLooks {
  readonly states: NonNullable<RecordActions['states']>
  readonly asked: Query
}

function StateBoard({
  described,
  actions,
  columns,
  label,
  shared,
  onBegin,
  states,
  asked,
}: StateBoardProps): JSX.Element {
  const transitions = actions?.actions ?? []
  return (
    <Board<Row>
      {...shared}
      asked={asked}
      property={states.property}
      columns={states.values.map((state) => ({
        value: state.name,
        label: state.label,
        title: <StateBadge state={state} />,
      }))}
      facts={(row) =>
        columns
          .filter(({ key, isExtra }) => !isExtra && key !== states.property && key !== label)
          .filter(({ key }) => row[key] !== null && row[key] !== undefined && row[key] !== '')
          .slice(0, 3)
          .map(({ key, title: name, cell }) => (
            <span key={key}>
              {name}: {cell(row)}
            </span>
          ))
      }
      targetsOf={(row) =>
        transitions.flatMap(({ from, to }) => (to !== null && from?.includes(String(row[states.property])) ? [to] : []))
      }
      onMove={(row, to) => {
        const action = transitions.find((one) => one.to === to && one.from?.includes(String(row[states.property])))
        if (action) onBegin({ action, ids: [String(row['id'])], reason: null }, [row])
      }}
      menu={(row, done) => (
        <ActionMenu
          resource={described}
          row={row}
          onChoose={(offer) => {
            done()
            onBegin(offer, [row])
          }}
        />
      )}
    />
  )
}

interface DateCalendarProps extends ResourceLooks {
  readonly dates: readonly { readonly name: string; readonly label: string; readonly isTime: boolean }[]
  readonly asked: Query
}

function DateCalendar({ described, canUpdate, shared, dates, asked }: DateCalendarProps): JSX.Element {
  const onMove = (row: Row, name: string, to: string) => {
    const isTime = dates.some((one) => one.name === name && one.isTime)
    const moved = isTime ? fromLocalMoment(`${to}T${toLocalMoment(String(row[name])).slice(11)}`) : to
    void change(seenIn(shared.path, row), ({ version }) =>
      call('PUT', shared.path, { body: { id: row['id'], [name]: moved }, version }),
    ).catch(complain)
  }
  return (
    <Calendar<Row>
      {...shared}
      asked={asked}
      fields={dates}
      valueOf={(row, name) => row[name]}
      canMove={(name) => canUpdate && described.update!.some((one) => one.name === name)}
      onMove={onMove}
    />
  )
}
