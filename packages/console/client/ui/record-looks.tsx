import { call, type Query } from '../lib/api.ts'
import { complain } from '../lib/bulk.ts'
import { fromLocalMoment, toLocalMoment, toMoment, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useEntries } from '../lib/labels.ts'
import { pathWith, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { change, type Snapshot } from '../lib/snapshot.ts'
import type { BoardColumn } from './board.tsx'
import type { CustomField } from './custom-fields.tsx'
import { deferred } from './deferred.tsx'
import { Select } from './field.tsx'
import { Icon } from './icon.tsx'
import type { Look } from './list.tsx'
import { Swatch } from './swatch.tsx'
import type { Column } from './table.tsx'
import type { Row } from '../lib/types.ts'

const Board = deferred(async () => (await import('./board.tsx')).Board)
const Calendar = deferred(async () => (await import('./calendar.tsx')).Calendar)

const PATH = '/entities/records'

interface RecordLooks {
  readonly entityId: string
  readonly fields: readonly CustomField[]
  readonly columns: readonly Column<Row>[]
  readonly labelField: string
  /** What a record without a label is called. */
  readonly title: string
  readonly canManage: boolean
  readonly seenOf: (row: Row) => Snapshot<Row>
}

/** The other ways to show the records of a custom entity: by the values of a field, and in the days of a month. */
export function recordLooks(props: RecordLooks): readonly Look[] {
  const lanes = props.fields.filter(isLane)
  const dates = props.fields.filter(({ kind, multi, encrypted }) => isDate(kind) && !multi && !encrypted)
  return [
    ...(lanes.length > 0
      ? [
          {
            id: 'board',
            title: t('board'),
            icon: 'columns',
            show: (asked: Query) => <RecordBoard {...props} asked={asked} lanes={lanes} />,
          },
        ]
      : []),
    ...(dates.length > 0
      ? [
          {
            id: 'calendar',
            title: t('calendar'),
            icon: 'calendar',
            show: (asked: Query) => <RecordCalendar {...props} asked={asked} dates={dates} />,
          },
        ]
      : []),
  ]
}

const isDate = (kind: string) => kind === 'date' || kind === 'datetime'

/** More values would be no board. */
const MOST_LANES = 50

function isLane({ kind, multi, encrypted, options = [], optionsUrl, dictionaryId }: CustomField): boolean {
  if (multi || encrypted) return false
  if (kind === 'dictionary') return dictionaryId !== undefined && may('dictionaries.view')
  return kind === 'select' && !optionsUrl && options.length > 1 && options.length <= MOST_LANES
}

const shared = ({ labelField, title }: RecordLooks) => ({
  path: PATH,
  keyOf: ({ id }: Row) => String(id),
  hrefOf: ({ id }: Row) => pathWith({ open: String(id) }),
  nameOf: (row: Row) => visible(String(row[labelField] ?? title), 120),
})

interface Lane extends BoardColumn {
  /** What a record in it has; null for nothing. */
  readonly stored: string | number | null
}

/** A board of the values of a field, which moving a card changes. */
function RecordBoard(props: RecordLooks & { readonly asked: Query; readonly lanes: readonly CustomField[] }) {
  const { entityId, columns, labelField, canManage, seenOf, asked, lanes } = props
  const { by } = query.value
  const field = lanes.find(({ key }) => key === by) ?? lanes[0]!
  const all = useLanes(field)
  const move = (row: Row, lane: Lane) =>
    void change(seenOf(row), ({ version }) =>
      call('PUT', PATH, {
        body: { entityId, recordId: String(row['id']), values: { [`cf_${field.key}`]: lane.stored } },
        version,
      }),
    ).catch(complain)
  const laneOf = (row: Row) => all.find(({ stored }) => stored === (row[field.key] ?? null))
  const others = (row: Row) => (canManage ? all.filter((lane) => lane !== laneOf(row)) : [])
  return (
    <>
      {lanes.length > 1 && (
        <div class="board-by">
          <Select
            label={t('board.by')}
            value={field.key}
            options={lanes.map(({ key, label }) => [key, label] as const)}
            onChange={(key) => setQuery({ by: key })}
          />
        </div>
      )}
      <Board<Row>
        key={field.key}
        {...shared(props)}
        asked={asked}
        property={`cf_${field.key}`}
        columns={all}
        facts={(row) =>
          columns
            .filter(({ key, isExtra }) => !isExtra && key !== field.key && key !== labelField)
            .filter(({ key }) => row[key] !== null && row[key] !== undefined)
            .slice(0, 3)
            .map((one) => (
              <span key={one.key}>
                {one.title}: {one.cell(row)}
              </span>
            ))
        }
        targetsOf={(row) => others(row).map(({ value }) => value)}
        onMove={(row, to) =>
          move(
            row,
            all.find(({ value }) => value === to)!,
          )
        }
        menu={(row, done) =>
          others(row).map((lane) => (
            <button
              key={lane.value}
              type="button"
              class="button small"
              onClick={() => {
                done()
                move(row, lane)
              }}
            >
              {lane.title}
            </button>
          ))
        }
      />
    </>
  )
}

/** The values of a field, and a lane for records that have none of them. */
function useLanes({ key, kind, dictionaryId, options = [] }: CustomField): readonly Lane[] {
  const entries = useEntries(kind === 'dictionary' ? dictionaryId : undefined)
  const lanes: readonly Lane[] =
    kind === 'dictionary'
      ? entries.slice(0, MOST_LANES).map(({ value, label, color, icon }) => ({
          value,
          stored: value,
          label,
          title: (
            <span class="lane-title">
              {color && <Swatch color={color} />}
              {icon && <Icon name={icon} size={14} />}
              {visible(label, 60)}
            </span>
          ),
        }))
      : options.map((one) => ({ value: String(one.value), stored: one.value, label: one.label, title: one.label }))
  // Values with commas cannot be told apart in a list.
  if (lanes.length === 0 || lanes.some(({ value }) => value.includes(','))) return lanes
  const none = { [`cf_${key}`]: undefined, [`cf_${key}_not`]: lanes.map(({ value }) => value).join(',') }
  return [...lanes, { value: '', stored: null, label: t('board.none'), title: t('board.none'), asked: none }]
}

/** The days of fields with dates, to which records can be moved. */
function RecordCalendar(props: RecordLooks & { readonly asked: Query; readonly dates: readonly CustomField[] }) {
  const { entityId, canManage, seenOf, asked, dates } = props
  const valueOf = (row: Row, name: string) => {
    const value = row[name.slice('cf_'.length)]
    return typeof value === 'string' && isTime(dates, name) ? toMoment(value) : value
  }
  const move = (row: Row, name: string, to: string) => {
    const time = isTime(dates, name) ? `T${toLocalMoment(String(valueOf(row, name))).slice(11)}` : undefined
    const moved = time === undefined ? to : fromLocalMoment(to + time)
    void change(seenOf(row), ({ version }) =>
      call('PUT', PATH, { body: { entityId, recordId: String(row['id']), values: { [name]: moved } }, version }),
    ).catch(complain)
  }
  return (
    <Calendar<Row>
      {...shared(props)}
      asked={asked}
      fields={dates.map(({ key, label, kind }) => ({ name: `cf_${key}`, label, isTime: kind === 'datetime' }))}
      valueOf={valueOf}
      canMove={(name) => canManage && dates.some(({ key, formEditable }) => formEditable && name === `cf_${key}`)}
      onMove={move}
    />
  )
}

const isTime = (dates: readonly CustomField[], name: string) =>
  dates.some(({ key, kind }) => name === `cf_${key}` && kind === 'datetime')
