import type { Migration } from '@plinth/core'

/** A difference and the SQL that resolves it, or a part of it. */
export interface MigrationStep {
  readonly moduleId: string
  /** A description for people. */
  readonly difference: string
  readonly sql: string
  /** Whether its statements must be committed one by one. */
  readonly isOnline?: boolean
  /** Whether hosts of the release before could not live with it, so that it waits for the next release. */
  readonly isLater?: boolean
  /** What it means for recorded rows. */
  readonly rows?: Migration['rows']
  /** A query that fails if the step could not work on rows. */
  readonly probe?: string
  /** What people should know about the time until the next release. */
  readonly note?: string
}
