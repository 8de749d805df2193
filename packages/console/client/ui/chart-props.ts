/** A row of values, one for each place. */
export interface Series {
  readonly name: string
  /** Null where there is none. */
  readonly values: readonly (number | null)[]
}

export interface ChartProps {
  /** Names the chart for screen readers. */
  readonly title: string
  /** How values are drawn. `stacked` adds up those of a place. Default: `line`. */
  readonly look?: 'line' | 'columns' | 'stacked'
  /** What each place is called, from left to right. */
  readonly labels: readonly string[]
  /** The same below the axis, where there is little room. Default: `labels`. */
  readonly shortLabels?: readonly string[]
  /** At most eight, which is as many colours as can be told apart. */
  readonly series: readonly Series[]
  /** How values are written. Default: as numbers. */
  readonly format?: (value: number) => string
  /**
   * The page with what is behind a place, or behind the value of one series there, by its index: `/orders?day=…`. Undefined if there is
   * none.
   */
  readonly hrefOf?: ((place: number, series?: number) => string | undefined) | undefined
}

/** Colours that can be told apart. */
export const COLOURS = 8
