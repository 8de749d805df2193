/** A value of a cell; null for a blank one. */
export type SheetCell = string | number | boolean | null | CellError

/** What a cell shows whose formula has no value. */
export interface CellError {
  readonly '#error': string
}

/** Receives the rows of a sheet. */
export interface RowSink {
  /** `row` counts from 1. Blank rows may be left out. */
  row(row: number, cells: readonly SheetCell[]): void
  /** Whether a row has been received. */
  readonly hasRows: boolean
  /** Resolves when more rows can be taken. */
  ready(): Promise<unknown> | undefined
  /** The last cell of a row that counts. */
  readonly columns: number
}
