import { Caches, LATE } from '../cache/caches.ts'
import { Invalidations } from '../cache/invalidations.ts'
import type { Database } from '../data/connection/database.ts'
import { DatabaseClock } from '../data/connection/database-clock.ts'
import { createPool } from '../data/connection/pool.ts'
import { NoReplica } from '../data/connection/replica.ts'
import { Replicas } from '../data/connection/replicas.ts'
import { StatementNames } from '../data/connection/statement-names.ts'
import type { Logger } from '../define/logger.ts'
import { checkReplica } from './check-database.ts'
import type { Composed } from './compose.ts'
import { databaseKey } from './database-key.ts'
import { bothOf } from './observe-work.ts'

/** The database of a platform, its replicas, and what this host keeps of them. */
export interface Servers {
  readonly clock: DatabaseClock
  readonly database: Database
  readonly caches: Caches
  readonly invalidations: Invalidations
  readonly replicas: Replicas
  start(): Promise<void>
  close(): Promise<void>
}

/** Prepares the connections; the first statement opens one. */
export function connectServers({ options, modules, log, keys }: Composed): Servers {
  const { secret, telemetry, immediateRevocation } = options
  const clock = createClock(log)
  const onStatement = bothOf(options.database.onStatement, telemetry?.onStatement)
  const pool = createPool({ ...options.database, clock, ...(onStatement && { onStatement }) })
  const statements = new StatementNames(options.database.preparedStatements === false ? 0 : 500)
  const database = { pool, statements, key: databaseKey(secret) }
  const caches = new Caches({ staleAfter: immediateRevocation ? LATE : undefined })
  const invalidations = new Invalidations({
    url: options.database.directUrl ?? options.database.url,
    database,
    clock,
    keyId: keys.ring.id,
    migrations: modules.flatMap(({ migrations = [] }) => migrations.map(({ id }) => id)),
    log,
    onTags: (tags) => caches.invalidate(tags),
    onCurrent: (at) => caches.renew(at),
    onTrust: (trusted) => caches.trust(trusted),
  })
  const replicas = new Replicas({
    options: options.database,
    position: () => invalidations.position(),
    check: (replica) => checkReplica(replica, options.database),
    onChange(server, refusal) {
      if (!refusal) log.info({ server }, 'the replica answers reads')
      else log[refusal instanceof NoReplica ? 'info' : 'warn']({ err: refusal, server }, 'the replica is left out')
    },
  })
  return {
    clock,
    database,
    caches,
    invalidations,
    replicas,
    async start() {
      await invalidations.start()
      await replicas.start()
    },
    async close() {
      await replicas.close()
      await invalidations.stop()
      await pool.end()
    },
  }
}

const createClock = (log: Logger) =>
  new DatabaseClock((skew, isApart) =>
    isApart
      ? log.warn(
          { milliseconds: Math.round(skew) },
          'the clock of this host is not that of the database, which is used',
        )
      : log.info({}, 'the clock of this host is that of the database again'),
  )
