import type { EntityManager } from '@mikro-orm/postgresql'
import { createFrom, type From } from '../data/from.ts'
import { createManager } from '../data/orm.ts'
import type { EntityScope } from '../data/scoped.ts'
import { createSql, type Sql } from '../data/sql.ts'
import type { Authority } from '../data/authority.ts'
import { Unit, type UnitOptions } from '../data/unit.ts'
import type { Transaction } from '../commands/run.ts'
import type { Session } from '../define/actor.ts'
import type { Context } from '../define/context.ts'
import { Outbox } from '../events/outbox.ts'
import type { Origin, Runtime } from './runtime.ts'

/** For whom work is done, and where it comes from. */
export interface Base {
  readonly runtime: Runtime
  readonly session: Session
  readonly origin: Origin
}

/** A reader unless told: a writer of recorded tables has the id of its entry, another one says that it writes. */
type Writing = Pick<UnitOptions, 'entryId' | 'isWriter'>

const WHOLE = { organizationIds: null }

/**
 * What one piece of work holds, made when it is first asked for: a request that is answered from caches opens
 * nothing and allocates next to nothing.
 */
export class WorkState implements Base {
  readonly runtime: Runtime
  readonly session: Session
  readonly origin: Origin
  /** Set inside a command: the transaction that other commands join. */
  transaction: Transaction | undefined
  readonly #writing: Writing
  #isEnded = false
  #unit: Unit | undefined
  #outbox: Outbox | undefined
  #lines: Promise<void>[] | undefined
  #managers: Partial<Record<Authority, EntityManager>> | undefined
  #sql: Partial<Record<Authority, Sql>> | undefined
  #from: Partial<Record<Authority, From>> | undefined
  #get: Context['get'] | undefined

  constructor({ runtime, session, origin }: Base, writing: Writing = {}) {
    this.runtime = runtime
    this.session = session
    this.origin = origin
    this.#writing = writing
  }

  get unit(): Unit {
    if (this.#isEnded) throw new Error('This unit of work has ended; do not keep its context')
    const { database } = this.runtime
    const { scope } = this.session
    const { isSnapshot = false } = this.origin
    return (this.#unit ??= new Unit({
      database,
      scope,
      isSnapshot,
      ...this.#writing,
    }))
  }

  get outbox(): Outbox {
    return (this.#outbox ??= new Outbox())
  }

  /** The unit and the outbox if they were ever used, and the lines that must be durable before anything is answered. */
  get used() {
    return { unit: this.#unit, outbox: this.#outbox, lines: this.#lines }
  }

  /** Has the end of the work wait for a line. */
  await(written: Promise<void> | undefined): void {
    if (written) (this.#lines ??= []).push(written)
  }

  /** Nothing is opened from now on; what was opened is for the caller to close. */
  end(): void {
    this.#isEnded = true
  }

  manager(authority: Authority): EntityManager {
    return ((this.#managers ??= {})[authority] ??= createManager(this.runtime.orm, this.unit, this.#scope(authority)))
  }

  from(authority: Authority): From {
    return ((this.#from ??= {})[authority] ??= createFrom(
      this.runtime.tables,
      this.sql(authority),
      this.#scope(authority),
    ))
  }

  #scope(authority: Authority): EntityScope {
    const { scope } = this.session
    const { organizationIds } = authority === 'tenant' ? WHOLE : scope
    return { ...scope, organizationIds, system: authority === 'system', now: this.runtime.now }
  }

  /** Writes what entities have changed, where any were asked for. */
  async flush(): Promise<void> {
    await this.#managers?.app?.flush()
  }

  sql(authority: Authority): Sql {
    return ((this.#sql ??= {})[authority] ??= createSql(this.unit, authority, 'plain'))
  }

  services(ctx: Context): Context['get'] {
    return (this.#get ??= this.runtime.services.bind(ctx))
  }
}
