import type { Database } from '../data/connection/database.ts'
import type { DatabaseClock } from '../data/connection/database-clock.ts'
import { PULSE } from '../data/connection/send-statement.ts'
import { transactSystem } from '../data/connection/system-queries.ts'

/** Whether a platform can serve requests. */
export interface Health {
  /** Whether the database answers and takes writes. */
  readonly isHealthy: boolean
  /** What an operator should look at, in sentences. Clients may see them. */
  readonly findings: readonly string[]
}

export async function findHealth({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: DatabaseClock
}): Promise<Health> {
  const findings = clock.isApart ? [describeSkew(clock.skew)] : []
  const refuse = (why: string): Health => ({ isHealthy: false, findings: [why, ...findings] })
  const { pool } = database
  try {
    await pool.query('select 1')
  } catch {
    return refuse('The database cannot be reached')
  }
  const trouble = await pool.trouble.lasts(() => tryToWrite(database))
  return trouble === null ? { isHealthy: true, findings } : refuse(trouble)
}

const describeSkew = (skew: number) =>
  `The clock of this host is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew < 0 ? 'behind' : 'ahead of'} the clock of the database`

/** Fails on a server that takes no writes, or whose disk lacks space for the megabyte that this sorts. */
async function tryToWrite(database: Database): Promise<void> {
  const queries = [
    'set local work_mem = 64',
    'select count(*) from (select md5(n::text) from generate_series(1, 20000) n order by 1 offset 0) sorted',
    'delete from plinth.hosts where false',
  ].map((text) => ({ text: `${PULSE} ${text}` }))
  await transactSystem(database, await database.pool.connect(), { queries, mark: PULSE })
}
