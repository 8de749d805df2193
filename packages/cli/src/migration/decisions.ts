/** Decisions made by the author. */
export interface Decisions {
  /** New names by `table.column` or `table`. */
  readonly renames: ReadonlyMap<string, string>
  /** New tables by the tables whose columns they take over. */
  readonly splits: ReadonlyMap<string, string>
  readonly allowDataLoss: boolean
  /** Whether everything may happen at once, because no host of the release before is running. */
  readonly allowLocks: boolean
}
