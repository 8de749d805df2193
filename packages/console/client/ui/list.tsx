import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Query, urlOf } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { columnsOf, layoutOf, PAGE_SIZES, USUAL_COLUMNS, type ViewSettings } from '../lib/list-layout.ts'
import { defaultViews, NO_VIEW } from '../lib/list-views.ts'
import { hrefOf, query, setQuery } from '../lib/location.ts'
import { isSame } from '../lib/merge.ts'
import { useScrolledRows } from '../lib/scrolled-rows.ts'
import { may } from '../lib/session.ts'
import type { Listed } from '../lib/types.ts'
import { deferred } from './deferred.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { Select } from './field.tsx'
import { type Filter, isCustomFilter, lostFilters, membersOf, parametersOf, useFilters } from './filters.tsx'
import { Icon } from './icon.tsx'
import { OfOrganization } from './of-organization.tsx'
import { Empty, Failure, Loading } from './states.tsx'
import { type Column, Table, useTableModel } from './table.tsx'
import { ViewsMenu } from './views-menu.tsx'

interface ListProps<T> {
  readonly path: string
  /** Parameters that the address does not change. */
  readonly fixed?: Query
  /** The first one is what a row is about. */
  readonly columns: readonly Column<T>[]
  readonly filters?: readonly Filter[]
  readonly canSearch?: boolean
  /** Names the list for screen readers. */
  readonly label: string
  readonly keyOf: (row: T) => string
  /** The page of a row, which its first cell is a link to: `/users/1`. */
  readonly hrefOf?: (row: T) => string
  readonly empty: {
    readonly icon: string
    readonly title: string
    readonly text?: string
    readonly action?: ComponentChildren
  }
  readonly canExport?: boolean
  /** Whether the list can be asked for several rows by their ids, so that the selected ones can be exported. */
  readonly hasIds?: boolean
  /** Whether it is limited to the selected organization, which it then says. */
  readonly isOfOrganization?: boolean
  /** Other ways to show the rows than a table. */
  readonly looks?: readonly Look[]
  /** Shown while rows are selected. */
  readonly bulk?: (selected: readonly T[], clear: () => void) => ComponentChildren
}

/** A way to show the rows of a list, which the address names. */
export interface Look {
  readonly id: string
  readonly title: string
  readonly icon: string
  readonly show: (asked: Query) => ComponentChildren
}

const NO_LOOKS: readonly Look[] = []

const OpenView = deferred(async () => (await import('./open-view.tsx')).OpenView)
const RefusedView = deferred(async () => (await import('./open-view.tsx')).RefusedView)

const LostFilters = deferred(
  async () => (await import('./lost-filters.tsx')).LostFilters,
  () => null,
)

/**
 * A list that the server searches, sorts and pages. What it shows is in the address, so that it can be linked to; how it shows it
 * is kept for the person.
 */
export function List<T extends object>(props: ListProps<T>): JSX.Element {
  const {
    path,
    fixed = {},
    columns,
    filters = [],
    canSearch = true,
    label,
    keyOf,
    empty,
    bulk,
    canExport,
    looks = NO_LOOKS,
  } = props
  const at = query.value
  const name = `${path} ${JSON.stringify(fixed)}`
  const layout = layoutOf(name)
  const { pageSize } = layout.value
  const look = looks.find(({ id }) => id === at['look'])
  const isScrolled = pageSize === 0
  const page = Math.max(1, Math.trunc(Number(at['page'])) || 1)
  const members = [...(canSearch ? ['search'] : []), 'sort', 'dir', 'look', 'by', ...membersOf(filters)]
  // An address that says more than which view has it applied already.
  const lost = lostFilters(members)
  const isPlain = lost.length === 0 && members.every((member) => !at[member])
  const [opened, setOpened] = useState<string>()
  const wanted = at['view'] ?? (isPlain ? defaultViews.value.find(({ list }) => list === name)?.id : undefined)
  const opening = isPlain && wanted !== NO_VIEW && wanted !== opened ? wanted : undefined
  const asked: Query = {
    ...fixed,
    search: at['search'],
    sortField: at['sort'],
    sortDir: at['sort'] && (at['dir'] ?? 'asc'),
    ...parametersOf(filters),
  }
  const paged = useData<Listed<T>>(isScrolled || look || opening ? null : path, { ...asked, page, pageSize })
  const scrolled = useScrolledRows<T>(isScrolled && !look && !opening ? path : null, asked)
  const rows = isScrolled ? scrolled.read : (paged.data?.items ?? [])
  // Short lists are answered whole, without a total.
  const total = isScrolled ? scrolled.total : (paged.data?.total ?? paged.data?.items.length)
  const { error } = isScrolled ? scrolled : paged
  const isLoading = isScrolled ? total === undefined && error === undefined : paged.isLoading
  const model = useTableModel<T>({
    columns,
    rows,
    keyOf,
    arranged: layout.value,
    onArranged(next) {
      layout.value = { ...layout.value, ...next, ...(isByView.current && { byView: next }) }
      isByView.current = false
    },
  })
  const isByView = useRef(false)
  const apply = ({ query: kept, ...arranged }: ViewSettings, id: string | null = null) => {
    // What opens by itself leaves alone what the person has arranged.
    const { byView = USUAL_COLUMNS } = layout.value
    if (at['view'] !== undefined || id === null || isSame(columnsOf(layout.value), byView)) {
      isByView.current = true
      model.arrange(arranged)
    }
    setOpened(id ?? undefined)
    // Filters that are gone stay in the address, so that the list says so.
    const names = [...members, ...lost, ...Object.keys(kept).filter(isCustomFilter)]
    setQuery(
      { ...Object.fromEntries(names.map((name) => [name, kept[name] ?? null])), page: null, view: id },
      { replace: id !== null },
    )
  }
  const open = (id: string | null) => {
    setOpened(undefined)
    const isDefault = defaultViews.value.some(({ list }) => list === name)
    setQuery({
      ...Object.fromEntries([...members, ...lost].map((member) => [member, null])),
      page: null,
      view: id ?? (isDefault ? NO_VIEW : null),
    })
  }
  const { selected, clear } = model
  useEffect(clear, [JSON.stringify(asked), page])
  const isFiltered = Boolean(at['search']) || membersOf(filters).some((name) => at[name])
  const exportsSelected = canExport === true && props.hasIds === true
  const canSelect = bulk !== undefined || exportsSelected
  const { beside, below } = useFilters({ filters })
  return (
    <section class="card list" aria-label={label} aria-busy={!look && isLoading}>
      <div class="toolbar">
        {canSearch && <Search key={path} />}
        {beside}
        <span class="push tools">
          {looks.length > 0 && (
            <Looks of={[{ id: '', title: t('looks.table'), icon: 'list' }, ...looks]} current={look?.id ?? ''} />
          )}
          <ViewsMenu
            list={name}
            layout={layout}
            members={members}
            columns={model.arranged}
            onApply={apply}
            onOpen={open}
          />
          {!look && (
            <ColumnsMenu
              columns={model.columns}
              isShown={model.isShown}
              onShow={model.show}
              onMove={model.move}
              onChange={model.arrange}
            />
          )}
          {canExport && <Csv path={path} asked={asked} />}
          {canExport && may('transfer.exports.schedule') && <ScheduleLink path={path} asked={asked} />}
        </span>
      </div>
      {below}
      {lost.length > 0 && <LostFilters names={lost} />}
      {props.isOfOrganization && <OfOrganization {...(total !== undefined && { list: { path, asked, total } })} />}
      {canSelect && selected.length > 0 && (
        <div class="bulk" role="region" aria-label={t('list.selection')}>
          <span>{t('list.selected', { count: number(selected.length) })}</span>
          {bulk?.(selected, clear)}
          {exportsSelected && <Csv path={path} asked={{ ...fixed, ids: selected.map(keyOf).join(',') }} />}
          <button type="button" class="button small quiet" onClick={clear}>
            {t('list.clear')}
          </button>
        </div>
      )}
      {opening ? (
        <OpenView
          key={opening}
          id={opening}
          list={name}
          members={members}
          sorts={columns.flatMap(({ sort }) => sort ?? [])}
          onApply={(settings: ViewSettings) => apply(settings, opening)}
          onLeave={() => open(null)}
        />
      ) : look ? (
        look.show(asked)
      ) : error && !isLoading && at['view'] && (error.status === 400 || error.status === 403) ? (
        <RefusedView onLeave={() => open(null)} />
      ) : error && !isLoading ? (
        <Failure error={error} onRetry={isScrolled ? scrolled.reload : paged.reload} />
      ) : total === undefined ? (
        <Loading />
      ) : (isScrolled ? total : rows.length) === 0 ? (
        isFiltered ? (
          <Empty icon="search" title={t('list.noMatch')} text={t('list.noMatchText')} />
        ) : (
          <Empty icon={empty.icon} title={empty.title} {...(empty.text !== undefined && { text: empty.text })}>
            {empty.action}
          </Empty>
        )
      ) : (
        <Table
          key={String(isScrolled)}
          model={model}
          label={label}
          keyOf={keyOf}
          hrefOf={props.hrefOf}
          canSelect={canSelect}
          {...(isScrolled && { scrolled: { ...scrolled, total } })}
        />
      )}
      {!look && !opening && total !== undefined && (total > 0 || page > 1) && (
        <Pager
          total={total}
          page={page}
          pageSize={pageSize}
          shown={rows.length}
          onSize={(next) => {
            layout.value = { ...layout.value, pageSize: next }
            setQuery({ page: null }, { replace: true })
          }}
        />
      )}
    </section>
  )
}

interface LooksProps {
  /** The first has no id. */
  readonly of: readonly { readonly id: string; readonly title: string; readonly icon: string }[]
  readonly current: string
}

/** The ways to look at something, which the address names. */
export const Looks = ({ of, current }: LooksProps): JSX.Element => (
  <span class="looks" role="group" aria-label={t('looks')}>
    {of.map(({ id, title, icon }) => (
      <button
        key={id}
        type="button"
        class="button small quiet"
        aria-pressed={id === current}
        onClick={() => setQuery({ look: id || null, by: null, page: null })}
      >
        <Icon name={icon} size={16} />
        {title}
      </button>
    ))}
  </span>
)

interface CsvProps {
  readonly path: string
  readonly asked: Query
}

const Csv = ({ path, asked }: CsvProps) => (
  <a class="button small quiet" href={urlOf(path, { ...asked, format: 'csv' })} download>
    <Icon name="download" size={16} />
    CSV
  </a>
)

const ScheduleLink = ({ path, asked }: CsvProps) => (
  <a
    class="button small quiet"
    href={hrefOf(`/exports?${new URLSearchParams({ list: path, filters: urlOf('', asked).split('?')[1] ?? '' })}`)}
  >
    <Icon name="history" size={16} />
    {t('exports.schedule')}
  </a>
)

/** A search field that asks when typing pauses. */
export function Search({
  label = t('search'),
  name = 'search',
}: {
  readonly label?: string
  readonly name?: string
}): JSX.Element {
  const given = query.value[name] ?? ''
  const [text, setText] = useState(given)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(given)
  // Whoever has gone on does not search the next page.
  useEffect(() => () => clearTimeout(timer.current), [])
  // Another view or "back" has another search.
  useEffect(() => {
    if (given !== asked.current) setText(given)
    asked.current = given
  }, [given])
  const ask = (value: string) => {
    asked.current = value.trim()
    setQuery({ [name]: value.trim() || null, page: null }, { replace: true })
  }
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

interface PagerProps {
  readonly total: number
  readonly page: number
  /** 0: all rows. */
  readonly pageSize: number
  readonly shown: number
  readonly onSize: (size: number) => void
}

function Pager({ total, page, pageSize, shown, onSize }: PagerProps): JSX.Element {
  const isScrolled = pageSize === 0
  const last = isScrolled ? 1 : Math.max(1, Math.ceil(total / pageSize))
  const to = (next: number) => setQuery({ page: next === 1 ? null : String(next) })
  const from = (page - 1) * pageSize + 1
  return (
    <nav class="pager" aria-label={t('pager')}>
      <span class="muted">
        {isScrolled
          ? t('pager.all', { total: number(total) })
          : t('pager.of', {
              from: number(Math.min(from, total)),
              to: number(Math.min(from + shown - 1, total)),
              total: number(total),
            })}
      </span>
      <span class="pager-buttons">
        {(total > PAGE_SIZES[0] || pageSize !== PAGE_SIZES[0]) && (
          <Select
            label={t('pager.size')}
            value={String(pageSize)}
            options={PAGE_SIZES.map(
              (size) => [String(size), size === 0 ? t('pager.scroll') : t('pager.rows', { count: size })] as const,
            )}
            onChange={(size) => onSize(Number(size))}
          />
        )}
        {!isScrolled && (
          <>
            <button type="button" class="button small" disabled={page <= 1} onClick={() => to(page - 1)}>
              <Icon name="left" size={16} />
              {t('pager.previous')}
            </button>
            {last > 1 && (
              <label class="inline">
                {t('pager.page')}
                <input
                  class="input"
                  type="number"
                  aria-label={t('pager.page')}
                  min={1}
                  max={last}
                  value={page}
                  onChange={({ currentTarget: { value } }) =>
                    to(Math.min(last, Math.max(1, Math.trunc(Number(value)) || page)))
                  }
                />
                {t('pager.last', { last: number(last) })}
              </label>
            )}
            <button type="button" class="button small" disabled={page >= last} onClick={() => to(page + 1)}>
              {t('pager.next')}
              <Icon name="right" size={16} />
            </button>
          </>
        )}
      </span>
    </nav>
  )
}
