import type { FairPool } from './pool.ts'
import type { StatementNames } from './statement-names.ts'

/** How a platform connects to its database. */
export interface Database {
  readonly pool: FairPool
  readonly statements: StatementNames
  /** Without it, the system role can neither read nor write anything (decision: Unprivileged login). */
  readonly key: string
}
