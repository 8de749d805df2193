import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { UndoTokens } from '../commands/undo-token.ts'
import type { StatementNames } from '../data/unit.ts'
import type { Logger } from '../define/logger.ts'
import type { Subscriptions } from '../events/outbox.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Caches } from './caches.ts'
import type { Services } from './services.ts'

/** What one platform consists of while it runs. Nothing here is global: two platforms can live in one process. */
export interface Runtime {
  readonly pool: pg.Pool
  readonly orm: MikroORM
  readonly statements: StatementNames
  readonly services: Services
  readonly caches: Caches
  readonly subscriptions: Subscriptions
  readonly queue: Queue
  readonly tokens: UndoTokens
  readonly log: Logger
  now(): Date
  /** Keeps work that outlives its request, so that closing can wait for it. */
  background(work: Promise<unknown>): void
}
