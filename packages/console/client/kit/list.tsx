import type { ComponentChildren, JSX } from 'preact'
import type { Query } from '../lib/api.ts'
import { deferred } from '../ui/deferred.tsx'

/** A column of a list or table. The first one is what a row is about. */
export interface Column<T> {
  /** The property that it shows. */
  readonly key: string
  /** Default: the key in words, `Bought on` for `boughtOn`. */
  readonly title?: string
  /** What a cell shows. Default: the property as text. */
  readonly cell?: (row: T) => ComponentChildren
  /** The value of `sortField`, if the API sorts by it. */
  readonly sort?: string
  /** Whether its cells stand at the right. */
  readonly isNumber?: boolean
  /** Whether only those see it who choose it. */
  readonly isExtra?: boolean
}

/** A filter of a list, whose value is kept in the address and sent as a parameter of the same name. */
export interface Filter {
  readonly name: string
  readonly label: string
  /** What can be chosen: labels by values. */
  readonly choices?: Readonly<Record<string, string>>
  /** How other values are entered. */
  readonly kind?: 'date' | 'number' | 'text'
  /** Whether there are a lowest and a highest value: the parameters `<name>_gte` and `<name>_lte`. */
  readonly isRange?: boolean
  /** Whether the days of a range stand for the times within them. */
  readonly isTime?: boolean
}

/** A list of a route. */
export interface ListProps<T> {
  /** A route with `page`, `pageSize`, `sortField` and `sortDir`, as `resource()` declares it: `/vehicles`. */
  readonly path: string
  /** Parameters that are always sent. */
  readonly query?: Query
  /** Names the list for screen readers. */
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly filters?: readonly Filter[]
  /** Whether the route has the parameter `search`. Default: true. */
  readonly canSearch?: boolean
  /** Whether the route answers CSV. */
  readonly canExport?: boolean
  /** The page of a row: `/vehicles?open=1`. */
  readonly hrefOf?: (row: T) => string
  /** Shown if there is nothing. */
  readonly empty: string
  /** Shown while rows are selected. */
  readonly bulk?: (rows: readonly T[], clear: () => void) => ComponentChildren
}

/** A list that the API searches, sorts, filters and pages, with columns and views as people arrange them. */
export const List: <T extends { readonly id: string }>(props: ListProps<T>) => JSX.Element = deferred(
  async () => (await import('./list-views.tsx')).ListOf,
)

/** Rows that are there already. */
export interface TableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  /** What tells rows apart. */
  readonly keyOf: (row: T) => string
  /** The page of a row. */
  readonly hrefOf?: (row: T) => string
  /** Shown if there are no rows. */
  readonly empty?: string
}

/** A table of rows that are there already. For those of a route, use `List`. */
export const Table: <T extends object>(props: TableProps<T>) => JSX.Element = deferred(
  async () => (await import('./list-views.tsx')).TableOf,
)

/** Filters that are not above a list; `useQuery()` has their values. */
export const FilterBar: (props: { readonly filters: readonly Filter[] }) => JSX.Element = deferred(
  async () => (await import('./list-views.tsx')).FilterBarOf,
)
