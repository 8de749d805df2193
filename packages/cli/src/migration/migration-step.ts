/** A difference and the SQL that resolves it. */
export interface MigrationStep {
  readonly moduleId: string
  /** A description for people. */
  readonly difference: string
  readonly sql: string
  /** Whether its statements must be committed one by one. */
  readonly isOnline?: boolean
}
