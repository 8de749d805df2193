import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Query } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { addDays, daysBetween, gridOf, monthAfter } from '../lib/calendar-days.ts'
import { dayOf, endOf, startOf } from '../lib/days.ts'
import { number, timeZone } from '../lib/format.ts'
import { locale, t } from '../lib/i18n.ts'
import { hrefOf, query, setQuery } from '../lib/location.ts'
import type { Listed } from '../lib/types.ts'
import { Select } from './field.tsx'
import { Icon } from './icon.tsx'
import { Failure } from './states.tsx'

/** A property that says when a record is due. */
export interface CalendarField {
  readonly name: string
  readonly label: string
  /** Whether it is a time rather than a day. */
  readonly isTime: boolean
}

export interface CalendarProps<T> {
  readonly path: string
  readonly asked: Query
  readonly fields: readonly CalendarField[]
  readonly keyOf: (row: T) => string
  readonly hrefOf: (row: T) => string
  readonly nameOf: (row: T) => string
  /** The name as it is drawn. Default: as its text. */
  readonly shownAs?: (row: T) => ComponentChildren
  readonly valueOf: (row: T, name: string) => unknown
  /** Whether records can be moved to another day. */
  readonly canMove: (name: string) => boolean
  readonly onMove: (row: T, name: string, day: string) => void
}

/** Records in the days of a month. A record is moved to another day by dragging it, or in its form. */
export function Calendar<T extends object>(props: CalendarProps<T>): JSX.Element {
  const { fields } = props
  const today = dayOf(Date.now())
  const { month = '', by } = query.value
  const shown = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : today.slice(0, 7)
  const field = fields.find(({ name }) => name === by) ?? fields[0]!
  const weeks = gridOf(shown, firstWeekday())
  const [dragged, setDragged] = useState<T>()
  const open = (next: string) => setQuery({ month: next === today.slice(0, 7) ? null : next })
  const weekdays = daysBetween(weeks[0]!, addDays(weeks[0]!, 6))
  return (
    <div class="calendar">
      <div class="calendar-head">
        <button
          type="button"
          class="icon-button"
          aria-label={t('calendar.previous')}
          onClick={() => open(monthAfter(shown, -1))}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t('calendar.next')}
          onClick={() => open(monthAfter(shown, 1))}
        >
          <Icon name="right" />
        </button>
        <h2 aria-live="polite">{inUtc(`${shown}-01`, { month: 'long', year: 'numeric' })}</h2>
        <button type="button" class="button small" onClick={() => open(today.slice(0, 7))}>
          {t('calendar.today')}
        </button>
        {fields.length > 1 && (
          <Select
            label={t('calendar.by')}
            value={field.name}
            options={fields.map(({ name, label }) => [name, label] as const)}
            onChange={(name) => setQuery({ by: name })}
          />
        )}
      </div>
      <div class="weekdays" aria-hidden="true">
        {weekdays.map((day) => (
          <span key={day}>{inUtc(day, { weekday: 'short' })}</span>
        ))}
      </div>
      {weeks.map((first) => (
        <Week
          key={`${field.name} ${first}`}
          {...props}
          {...{ field, first, today, dragged }}
          month={shown}
          onDragged={setDragged}
        />
      ))}
    </div>
  )
}

interface WeekProps<T> extends CalendarProps<T> {
  readonly field: CalendarField
  readonly first: string
  readonly month: string
  readonly today: string
  readonly dragged: T | undefined
  readonly onDragged: (row: T | undefined) => void
}

const MOST = 100
/** How many records a day shows at first. */
const FIRST = 4

function Week<T extends object>(props: WeekProps<T>): JSX.Element {
  const { path, asked, field, first, month, today, dragged, onDragged, canMove, onMove, keyOf, valueOf } = props
  const { name, isTime } = field
  const last = addDays(first, 6)
  const { data, error, reload } = useData<Listed<T>>(path, {
    ...asked,
    [`${name}_gte`]: isTime ? startOf(first) : first,
    [`${name}_lte`]: isTime ? endOf(last) : last,
    page: 1,
    pageSize: MOST,
  })
  const [opened, setOpened] = useState<readonly string[]>([])
  const { items = [], total = items.length } = data ?? {}
  const ordered = items.toSorted((one, other) => String(valueOf(one, name)).localeCompare(String(valueOf(other, name))))
  const dayIn = (row: T) => (isTime ? dayOf(String(valueOf(row, name))) : String(valueOf(row, name)).slice(0, 10))
  if (error) return <Failure error={error} onRetry={reload} />
  return (
    <>
      <ol class="week" aria-busy={!data}>
        {daysBetween(first, last).map((day) => {
          const own = ordered.filter((row) => dayIn(row) === day)
          const shown = opened.includes(day) ? own : own.slice(0, FIRST)
          const isOther = !day.startsWith(month)
          return (
            <li
              key={day}
              class={['day', isOther && 'other', day === today && 'today', own.length === 0 && 'none']
                .filter(Boolean)
                .join(' ')}
              onDragOver={(event) => dragged && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged && dayIn(dragged) !== day) onMove(dragged, name, day)
                onDragged(undefined)
              }}
            >
              <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
                <span class="hidden">{inUtc(day, { dateStyle: 'full' })}</span>
                <span aria-hidden="true">
                  <span class="day-name">{inUtc(day, { weekday: 'short', day: 'numeric', month: 'short' })}</span>
                  <span class="day-number">{Number(day.slice(8))}</span>
                </span>
              </time>
              {own.length > 0 && (
                <ul>
                  {shown.map((row) => (
                    <li
                      key={keyOf(row)}
                      draggable={canMove(name)}
                      onDragStart={(event) => {
                        event.dataTransfer?.setData('text/plain', props.nameOf(row))
                        onDragged(row)
                      }}
                      onDragEnd={() => onDragged(undefined)}
                    >
                      <a href={hrefOf(props.hrefOf(row))} title={props.nameOf(row)} draggable={false}>
                        {isTime && <span class="muted">{timeOf(String(valueOf(row, name)))} </span>}
                        {(props.shownAs ?? props.nameOf)(row)}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
              {shown.length < own.length && (
                <button type="button" class="button small quiet" onClick={() => setOpened([...opened, day])}>
                  {t('calendar.more', { count: number(own.length - shown.length) })}
                </button>
              )}
            </li>
          )
        })}
      </ol>
      {total > items.length && (
        <button
          type="button"
          class="button small quiet"
          onClick={() => setQuery({ look: null, [`${name}_gte`]: first, [`${name}_lte`]: last })}
        >
          {t('calendar.rest', { count: number(total - items.length) })}
        </button>
      )}
    </>
  )
}

const inUtc = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale.value, { ...options, timeZone: 'UTC' }).format(new Date(day))

const timeOf = (moment: string) =>
  new Intl.DateTimeFormat(locale.value, { timeStyle: 'short', timeZone }).format(new Date(moment))

/** Monday is 1, Sunday 7: where the reader is, else where the language is spoken. */
function firstWeekday(): number {
  const spoken = navigator.languages.find((tag) => tag.split('-')[0] === locale.value.split('-')[0]) ?? locale.value
  const known = new Intl.Locale(spoken) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } }
  return known.getWeekInfo?.().firstDay ?? 1
}
