import { Fragment, type JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Query } from '../lib/api.ts'
import { endOf, startOf } from '../lib/days.ts'
import { t } from '../lib/i18n.ts'
import { query, setQuery } from '../lib/location.ts'
import { Select } from './field.tsx'
import { Icon } from './icon.tsx'

export interface Filter {
  readonly name: string
  readonly label: string
  /** What can be chosen. */
  readonly options?: readonly (readonly [value: string, label: string])[]
  /** How a value is entered that is not one of a few. */
  readonly kind?: 'date' | 'number' | 'text'
  /** Whether there are a lowest and a highest value, `<name>_gte` and `<name>_lte`. */
  readonly isRange?: boolean
  /** Whether days stand for the times within them. */
  readonly isTime?: boolean
  /** A control of its own. */
  readonly control?: (props: { readonly value: string; readonly set: (value: string) => void }) => JSX.Element
}

const ENDS = ['gte', 'lte'] as const

/** The members of the address in which filters keep their values. */
export const membersOf = (filters: readonly Filter[]): readonly string[] =>
  filters.flatMap(({ name, isRange }) => (isRange ? ENDS.map((end) => `${name}_${end}`) : [name]))

/** Names of filters by custom fields, which come and go while views and links that name them stay. */
export const isCustomFilter = (name: string): boolean => name.startsWith('cf_')

/** Filters that the address asks for and the list does not have. */
export const lostFilters = (members: readonly string[]): readonly string[] =>
  Object.entries(query.value).flatMap(([name, value]) =>
    value && isCustomFilter(name) && !members.includes(name) ? [name] : [],
  )

/** What the API is asked for. */
export function parametersOf(filters: readonly Filter[]): Query {
  const at = query.value
  return Object.fromEntries(
    filters.flatMap(({ name, isRange, isTime }) =>
      isRange
        ? ENDS.map((end) => {
            const value = at[`${name}_${end}`]
            return [`${name}_${end}`, value && isTime ? (end === 'gte' ? startOf : endOf)(value) : value] as const
          })
        : [[name, at[name]] as const],
    ),
  )
}

/** How many filters stand beside the search; none on a phone. */
const beside = () => (matchMedia('(max-width: 44rem)').matches ? 0 : 3)

interface FiltersProps {
  readonly filters: readonly Filter[]
}

/** The first filters; and those behind "More filters", whether they are shown or not. */
export function useFilters({ filters }: FiltersProps): {
  readonly beside: JSX.Element
  readonly below: JSX.Element | null
} {
  const at = query.value
  const count = beside()
  const [first, more] = [filters.slice(0, count), filters.slice(count)]
  const active = membersOf(more).filter((name) => at[name]).length
  const [isOpen, setOpen] = useState(active > 0)
  const shownOf = (some: readonly Filter[]) => some.map((one) => <FilterControl key={one.name} filter={one} />)
  return {
    beside: (
      <>
        {shownOf(first)}
        {more.length > 0 && (
          <button type="button" class="button small quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon name="filter" size={16} />
            {first.length > 0 ? t('filters.more') : t('filters')}
            {active > 0 && <span class="badge">{active}</span>}
          </button>
        )}
      </>
    ),
    below: more.length > 0 && isOpen ? <div class="toolbar">{shownOf(more)}</div> : null,
  }
}

/** A filter, which is kept in the address. */
export function FilterControl({ filter }: { readonly filter: Filter }): JSX.Element {
  const { name, label, options = [], kind, control, isRange } = filter
  const at = query.value
  const set = (member: string) => (next: string) => setQuery({ [member]: next.trim() || null, page: null })
  if (control) return control({ value: at[name] ?? '', set: set(name) })
  if (kind === undefined)
    return <Select label={label} value={at[name] ?? ''} options={[['', label], ...options]} onChange={set(name)} />
  if (!isRange)
    return (
      <label class="inline">
        {label}
        <Value kind={kind} value={at[name] ?? ''} onChange={set(name)} />
      </label>
    )
  return (
    <span class="inline" role="group" aria-label={label}>
      {label}
      {ENDS.map((end) => (
        <Fragment key={end}>
          {end === 'lte' && <span aria-hidden="true">–</span>}
          <Value
            kind={kind}
            label={t(`filters.${end}`, { name: label })}
            value={at[`${name}_${end}`] ?? ''}
            onChange={set(`${name}_${end}`)}
          />
        </Fragment>
      ))}
    </span>
  )
}

interface ValueProps {
  readonly kind: 'date' | 'number' | 'text'
  readonly value: string
  readonly onChange: (value: string) => void
  /** Where no label is shown. */
  readonly label?: string
}

function Value({ kind, value, onChange, label }: ValueProps): JSX.Element {
  const shared = {
    class: 'input',
    'aria-label': label,
    value,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  }
  if (kind === 'date') return <input type="date" {...shared} />
  if (kind === 'number') return <input type="number" step="any" {...shared} />
  return <input type="text" maxLength={200} {...shared} />
}
