import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Query } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { addDays, daysBetween } from '../lib/calendar-days.ts'
import { dayOf, endOf, startOf } from '../lib/days.ts'
import { date, number, timeZone } from '../lib/format.ts'
import { locale, t } from '../lib/i18n.ts'
import { query, setQuery } from '../lib/location.ts'

/** Counts of entries of the action log. */
export interface Activity {
  readonly total: number
  readonly isPartial: boolean
  readonly days: readonly { readonly date: string; readonly count: number }[]
  readonly hours: readonly { readonly weekday: number; readonly hour: number; readonly count: number }[]
  readonly kinds: readonly { readonly resourceKind: string; readonly count: number }[]
}

export const ACTIVITY = '/audit_logs/audit-logs/activity'

/** The zone in which days begin, which the API is told. */
const zone = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Days that are shown before today, at most. */
const SHOWN_DAYS = 60

interface TrailActivityProps {
  /** What is asked for besides the time. */
  readonly filters: Query
}

/** When entries were written: by day, some of which can be chosen, and by hour of the week. */
export function TrailActivity({ filters }: TrailActivityProps): JSX.Element | null {
  const { after, before } = query.value
  const isRange = Boolean(after ?? before)
  const all = useData<Activity>(ACTIVITY, { ...filters, timeZone: zone })
  const within = { ...(after && { after: startOf(after, -1) }), ...(before && { before: endOf(before, 1) }) }
  const some = useData<Activity>(isRange ? ACTIVITY : null, { ...filters, timeZone: zone, ...within })
  const [isOpen] = useState(() => !matchMedia('(max-width: 44rem)').matches)
  const shown = isRange ? some.data : all.data
  if (!all.data) return null
  return (
    <details class="activity" open={isOpen}>
      <summary>
        {t('audit.activity')}
        <span class="muted">
          {t(shown?.isPartial ? 'audit.newest' : 'audit.count', { count: number(shown?.total ?? 0) })}
        </span>
      </summary>
      <div class="activity-charts">
        <Days counts={all.data.days} isPartial={all.data.isPartial} />
        <Hours counts={shown?.hours ?? []} />
      </div>
    </details>
  )
}

interface DaysProps {
  readonly counts: Activity['days']
  readonly isPartial: boolean
}

/** Days as bars. Some are chosen by drawing over them, or with the arrow keys and Shift. */
function Days({ counts, isPartial }: DaysProps): JSX.Element {
  const today = dayOf(Date.now())
  const oldest = addDays(today, 1 - SHOWN_DAYS)
  const first = counts[0]?.date ?? oldest
  // Of what is before the first day counted, nothing is known.
  const days = daysBetween(isPartial && first > oldest ? first : oldest, today)
  const countOf = new Map(counts.map((one) => [one.date, one.count]))
  const most = Math.max(1, ...days.map((day) => countOf.get(day) ?? 0))
  const { after, before } = query.value
  const [drawn, setDrawn] = useState<{ readonly from: number; readonly to: number }>()
  const [focus, setFocus] = useState(days.length - 1)
  const frame = useRef<HTMLDivElement>(null)
  const isIn = (index: number) => {
    if (drawn) return index >= Math.min(drawn.from, drawn.to) && index <= Math.max(drawn.from, drawn.to)
    const day = days[index]!
    return Boolean(after ?? before) && (!after || day >= after) && (!before || day <= before)
  }
  const choose = (from: number, to: number) => {
    const [one, other] = [days[Math.min(from, to)]!, days[Math.max(from, to)]!]
    setQuery(one === after && other === before ? { after: null, before: null } : { after: one, before: other })
  }
  const placeOf = (x: number) => {
    const { left, width } = frame.current!.getBoundingClientRect()
    return Math.max(0, Math.min(days.length - 1, Math.floor(((x - left) / width) * days.length)))
  }
  return (
    <figure class="days">
      <figcaption class="muted">{t('audit.days')}</figcaption>
      <div
        ref={frame}
        class="day-bars"
        role="group"
        aria-label={t('audit.days')}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          const at = placeOf(event.clientX)
          setDrawn({ from: at, to: at })
        }}
        onPointerMove={(event) => drawn && setDrawn({ from: drawn.from, to: placeOf(event.clientX) })}
        onPointerUp={() => {
          if (drawn) choose(drawn.from, drawn.to)
          setDrawn(undefined)
        }}
        onPointerCancel={() => setDrawn(undefined)}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
          if (step === undefined) return
          event.preventDefault()
          const next = Math.max(0, Math.min(days.length - 1, focus + step))
          setFocus(next)
          ;(frame.current!.children[next] as HTMLElement).focus()
          if (event.shiftKey) {
            const start = after ? days.indexOf(after) : focus
            choose(start === -1 ? focus : start, next)
          }
        }}
      >
        {days.map((day, index) => {
          const text = `${date(`${day}T12:00:00`)}: ${number(countOf.get(day) ?? 0)}`
          return (
            <button
              key={day}
              type="button"
              class={isIn(index) ? 'in' : undefined}
              tabIndex={index === focus ? 0 : -1}
              aria-label={text}
              aria-pressed={isIn(index)}
              title={text}
              onFocus={() => setFocus(index)}
              // The pointer draws.
              onClick={(event) => event.detail === 0 && choose(index, index)}
            >
              <span style={{ height: `${((countOf.get(day) ?? 0) / most) * 100}%` }} />
            </button>
          )
        })}
      </div>
      <p class="axis muted" aria-hidden="true">
        <span>{date(`${days[0]}T12:00:00`)}</span>
        <span>{t('audit.most', { count: number(most) })}</span>
        <span>{date(`${today}T12:00:00`)}</span>
      </p>
    </figure>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const LEVELS = 4

/** Hours of the week: the more entries, the darker. */
function Hours({ counts }: { readonly counts: Activity['hours'] }): JSX.Element {
  const countOf = new Map(counts.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]))
  const most = Math.max(1, ...counts.map(({ count }) => count))
  // 1 January 2024 was a Monday.
  const nameOf = (weekday: number, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale.value, { weekday: style, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
  return (
    <table class="heat">
      <caption class="muted">{t('audit.hours')}</caption>
      <thead>
        <tr>
          <td />
          {HOURS.map((hour) => (
            <th scope="col" key={hour}>
              <span class={hour % 6 === 0 ? undefined : 'hidden'}>{hour}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKDAYS.map((weekday) => (
          <tr key={weekday}>
            <th scope="row">{nameOf(weekday, 'short')}</th>
            {HOURS.map((hour) => {
              const count = countOf.get(weekday * 24 + hour) ?? 0
              return (
                <td
                  key={hour}
                  class={`level-${Math.ceil((count / most) * LEVELS)}`}
                  title={`${nameOf(weekday, 'long')}, ${hour}:00: ${number(count)}`}
                >
                  <span class="hidden">{number(count)}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
