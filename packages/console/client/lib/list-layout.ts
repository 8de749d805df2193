import type { Signal } from '@preact/signals'
import { kept } from './kept.ts'

/** How a person has arranged the columns of a list. */
export interface Columns {
  /** Whether columns are shown, for those that are not as usual. */
  readonly shown: Readonly<Record<string, boolean>>
  /** The keys of columns in their order; those that are missing follow in the usual one. */
  readonly order: readonly string[]
  /** Widths in px, of all columns or of none. */
  readonly widths: Readonly<Record<string, number>>
}

export const USUAL_COLUMNS: Columns = { shown: {}, order: [], widths: {} }

/** What a list is left with: filters, order of the rows, and columns. */
export interface ViewSettings extends Columns {
  /** Members of the address: filters, search, sort. */
  readonly query: Readonly<Record<string, string>>
}

/** A view that was kept in the browser, before the server kept them. */
export interface View extends ViewSettings {
  readonly name: string
}

/** 0: all rows, read while they are scrolled to. */
export const PAGE_SIZES = [25, 50, 100, 0] as const

export interface ListLayout extends Columns {
  readonly pageSize: number
  readonly views: readonly View[]
  /** The columns as a view has arranged them; they are the person's own once they differ. */
  readonly byView?: Columns
}

const USUAL: ListLayout = { ...USUAL_COLUMNS, pageSize: PAGE_SIZES[0], views: [] }

/** The arrangement of a list, by its name. */
export const layoutOf = (name: string): Signal<ListLayout> => kept(`list.${name}`, USUAL)

/** The columns of a layout, without what else it has. */
export const columnsOf = ({ shown, order, widths }: Columns): Columns => ({ shown, order, widths })

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

/** How much room rows take, in all lists. */
export const density = (): Signal<Density> => kept<Density>('density', 'comfortable')
