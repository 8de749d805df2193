import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { valueText } from '../lib/format.ts'
import { memberName, t } from '../lib/i18n.ts'
import type { Columns } from '../lib/list-layout.ts'
import { type Filter as FilterOf, useFilters } from '../ui/filters.tsx'
import { List as ListView } from '../ui/list.tsx'
import { type Column as ColumnOf, Table as TableView, useTableModel } from '../ui/table.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column, Filter, ListProps, TableProps } from './list.tsx'

/** A list that the API searches, sorts, filters and pages, with columns and views as people arrange them. */
export function ListOf<T extends { readonly id: string }>(props: ListProps<T>): JSX.Element {
  const { path, query, label, columns, filters = [], canSearch = true, canExport = false, hrefOf, empty, bulk } = props
  const shown = useMemo(() => columns.map(toColumn), [columns])
  return (
    <ListView<T>
      path={path}
      label={label}
      columns={shown}
      filters={filters.map(toFilter)}
      canSearch={canSearch}
      canExport={canExport}
      keyOf={({ id }) => id}
      empty={{ icon: 'list', title: empty }}
      {...(query && { fixed: query })}
      {...(hrefOf && { hrefOf })}
      {...(bulk && { bulk })}
    />
  )
}

/** A table of rows that are there already. For those of a route, use `List`. */
export function TableOf<T extends object>(props: TableProps<T>): JSX.Element {
  const { label, columns, rows, keyOf, hrefOf, empty = t('records.empty') } = props
  const shown = useMemo(() => columns.map(toColumn), [columns])
  const [arranged, setArranged] = useState<Columns>(AS_GIVEN)
  const model = useTableModel<T>({ columns: shown, rows, keyOf, arranged, onArranged: setArranged })
  if (rows.length === 0) return <Empty title={empty} />
  return <TableView model={model} label={label} keyOf={keyOf} hrefOf={hrefOf} canSelect={false} />
}

const AS_GIVEN: Columns = { shown: {}, order: [], widths: {} }

/** Filters that are not above a list; `useQuery()` has their values. */
export function FilterBarOf({ filters }: { readonly filters: readonly Filter[] }): JSX.Element {
  const { beside, below } = useFilters({ filters: filters.map(toFilter) })
  return (
    <>
      <div class="toolbar">{beside}</div>
      {below}
    </>
  )
}

const toColumn = <T,>({ title, cell, ...column }: Column<T>): ColumnOf<T> => ({
  ...column,
  title: title ?? memberName(column.key),
  cell: cell ?? ((row) => valueText((row as Readonly<Record<string, unknown>>)[column.key])),
})

const toFilter = ({ choices, ...filter }: Filter): FilterOf => ({
  ...filter,
  ...(choices && { options: Object.entries(choices) }),
})
