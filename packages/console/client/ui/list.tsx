import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Query } from '../lib/api.ts'
import { urlOf } from '../lib/api.ts'
import { type Loaded, useData } from '../lib/data.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { query, setQuery } from '../lib/location.ts'
import type { Listed } from '../lib/types.ts'
import { Select } from './field.tsx'
import { Icon } from './icon.tsx'
import { Empty, Failure, Loading } from './states.tsx'

export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly cell: (row: T) => ComponentChildren
  /** The value of `sortField`, if the server can sort by it. */
  readonly sort?: string
  readonly isNumber?: boolean
}

export interface Filter {
  readonly name: string
  readonly label: string
  readonly options: readonly (readonly [value: string, label: string])[]
}

interface ListProps<T> {
  readonly path: string
  /** Parameters that the address does not change. */
  readonly fixed?: Query
  readonly columns: readonly Column<T>[]
  readonly filters?: readonly Filter[]
  readonly canSearch?: boolean
  /** Names the list for screen readers. */
  readonly label: string
  readonly keyOf: (row: T) => string
  readonly onOpen?: (row: T) => void
  readonly empty: {
    readonly icon: string
    readonly title: string
    readonly text?: string
    readonly action?: ComponentChildren
  }
  readonly canExport?: boolean
  /** Shown while rows are selected. */
  readonly bulk?: (selected: readonly T[], clear: () => void) => ComponentChildren
}

const PAGE_SIZE = 25

/** A list that the server searches, sorts and pages. What it shows is in the address, so that it can be linked to. */
export function List<T>(props: ListProps<T>): JSX.Element {
  const { path, fixed = {}, columns, filters = [], canSearch = true, label, keyOf, onOpen, empty, bulk } = props
  const at = query.value
  const page = Math.max(1, Number(at['page']) || 1)
  const asked: Query = {
    ...fixed,
    page,
    pageSize: PAGE_SIZE,
    search: at['search'],
    sortField: at['sort'],
    sortDir: at['sort'] && (at['dir'] ?? 'asc'),
    ...Object.fromEntries(filters.map(({ name }) => [name, at[name]])),
  }
  const rows = useData<Listed<T>>(path, asked)
  const [selected, setSelected] = useState<readonly T[]>([])
  const clear = () => setSelected([])
  useEffect(clear, [JSON.stringify(asked)])
  const isFiltered = Boolean(at['search']) || filters.some(({ name }) => at[name])
  const isSelected = (row: T) => selected.some((one) => keyOf(one) === keyOf(row))
  const toggle = (row: T) =>
    setSelected((last) => (isSelected(row) ? last.filter((one) => keyOf(one) !== keyOf(row)) : [...last, row]))
  const items = rows.data?.items ?? []
  return (
    <section class="card list" aria-label={label} aria-busy={rows.isLoading}>
      {(canSearch || filters.length > 0 || props.canExport) && (
        <div class="toolbar">
          {canSearch && <Search key={path} />}
          {filters.map(({ name, label, options }) => (
            <Select
              key={name}
              label={label}
              value={at[name] ?? ''}
              options={[['', label], ...options]}
              onChange={(value) => setQuery({ [name]: value || null, page: null })}
            />
          ))}
          {props.canExport && (
            <a
              class="button quiet push"
              href={urlOf(path, { ...asked, page: null, pageSize: null, format: 'csv' })}
              download
            >
              <Icon name="download" size={18} />
              CSV
            </a>
          )}
        </div>
      )}
      {bulk && selected.length > 0 && (
        <div class="bulk" role="region" aria-label={t('list.selection')}>
          <span>{t('list.selected', { count: number(selected.length) })}</span>
          {bulk(selected, clear)}
          <button type="button" class="button small quiet" onClick={clear}>
            {t('list.clear')}
          </button>
        </div>
      )}
      {rows.error && !rows.isLoading ? (
        <Failure error={rows.error} onRetry={rows.reload} />
      ) : rows.data === undefined ? (
        <Loading />
      ) : items.length === 0 ? (
        isFiltered ? (
          <Empty icon="search" title={t('list.noMatch')} text={t('list.noMatchText')} />
        ) : (
          <Empty icon={empty.icon} title={empty.title} {...(empty.text !== undefined && { text: empty.text })}>
            {empty.action}
          </Empty>
        )
      ) : (
        <table class="table">
          <thead>
            <tr>
              {bulk && (
                <th class="select">
                  <input
                    type="checkbox"
                    aria-label={t('list.selectAll')}
                    checked={items.every(isSelected)}
                    onChange={(event) => setSelected(event.currentTarget.checked ? items : [])}
                  />
                </th>
              )}
              {columns.map((column) => (
                <Head key={column.key} column={column} sorted={at['sort']} dir={at['dir']} />
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((row) => (
              <tr
                key={keyOf(row)}
                class={onOpen ? 'opens' : undefined}
                aria-selected={bulk ? isSelected(row) : undefined}
                onClick={(event) => {
                  if (!(event.target as HTMLElement).closest('a, button, input, label')) onOpen?.(row)
                }}
              >
                {bulk && (
                  <td class="select">
                    <input
                      type="checkbox"
                      aria-label={t('list.select')}
                      checked={isSelected(row)}
                      onChange={() => toggle(row)}
                    />
                  </td>
                )}
                {columns.map(({ key, title, cell, isNumber }, index) => (
                  <td key={key} data-label={title} class={isNumber ? 'number' : undefined}>
                    {index === 0 && onOpen ? (
                      <button type="button" class="row-link" onClick={() => onOpen(row)}>
                        {cell(row)}
                      </button>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager rows={rows} page={page} />
    </section>
  )
}

interface HeadProps<T> {
  readonly column: Column<T>
  readonly sorted: string | undefined
  readonly dir: string | undefined
}

function Head<T>({ column: { title, sort, isNumber }, sorted, dir }: HeadProps<T>): JSX.Element {
  const isSorted = sort !== undefined && sorted === sort
  const isDown = dir === 'desc'
  return (
    <th
      scope="col"
      class={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
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
    </th>
  )
}

/** A search field that asks when typing pauses. */
export function Search({
  label = t('search'),
  name = 'search',
}: {
  readonly label?: string
  readonly name?: string
}): JSX.Element {
  const [text, setText] = useState(query.value[name] ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Whoever has gone on does not search the next page.
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (value: string) => setQuery({ [name]: value.trim() || null, page: null }, { replace: true })
  return (
    <label class="search">
      <Icon name="search" size={18} />
      <span class="hidden">{label}</span>
      <input
        class="input"
        type="search"
        placeholder={label}
        maxLength={200}
        value={text}
        onInput={(event) => {
          const { value } = event.currentTarget
          setText(value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => ask(value), 250)
        }}
      />
    </label>
  )
}

function Pager<T>({ rows, page }: { readonly rows: Loaded<Listed<T>>; readonly page: number }): JSX.Element | null {
  const { data } = rows
  if (!data || (data.total === 0 && page === 1)) return null
  const last = Math.max(1, data.totalPages)
  const to = (next: number) => setQuery({ page: next === 1 ? null : String(next) })
  const from = (page - 1) * PAGE_SIZE + 1
  return (
    <nav class="pager" aria-label={t('pager')}>
      <span class="muted">
        {t('pager.of', {
          from: number(Math.min(from, data.total)),
          to: number(Math.min(from + data.items.length - 1, data.total)),
          total: number(data.total),
        })}
      </span>
      <span class="pager-buttons">
        <button type="button" class="button small" disabled={page <= 1} onClick={() => to(page - 1)}>
          <Icon name="left" size={16} />
          {t('pager.previous')}
        </button>
        <button type="button" class="button small" disabled={page >= last} onClick={() => to(page + 1)}>
          {t('pager.next')}
          <Icon name="right" size={16} />
        </button>
      </span>
    </nav>
  )
}
