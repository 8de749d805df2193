import { createManager } from '../data/orm.ts'
import { createSql } from '../data/sql.ts'
import { type Authority, Unit } from '../data/unit.ts'
import { assertAccess } from '../acl/guard.ts'
import { writeNotices } from '../commands/notice.ts'
import { joinCommand, runCommand, type Transaction } from '../commands/run.ts'
import type { Session } from '../define/actor.ts'
import type { Cache, Cached } from '../define/cache.ts'
import type { Context, SystemContext } from '../define/context.ts'
import { brokenSetup } from '../errors.ts'
import { Outbox } from '../events/outbox.ts'
import { jobIdsOf, queueOutbox } from './queue-outbox.ts'
import type { Origin, Runtime } from './runtime.ts'

/** A piece of work: a context whose reads share one lazily opened transaction. */
export interface Work {
  readonly ctx: Context
  /** Gives the connection back; after success, also queues and delivers what was emitted outside a command. */
  close(isDone?: boolean): Promise<void>
}

/** Begins a piece of work for `session`. Nothing is opened until `em` or `db` is used. */
export function beginWork(runtime: Runtime, session: Session, origin: Origin): Work {
  const unit = new Unit({ pool: runtime.pool, statements: runtime.statements, scope: session.scope })
  const outbox = new Outbox()
  const ctx = createContext({ runtime, session, origin, unit, outbox })
  return {
    ctx,
    async close(isDone = true) {
      await unit.close()
      if (isDone && !outbox.isEmpty) await flushOutbox({ runtime, session, origin }, outbox)
    },
  }
}

/** Does `work` for `session` and closes it. */
export async function doWork<T>(
  { runtime, session, origin }: { runtime: Runtime; session: Session; origin: Origin },
  work: (ctx: Context) => Promise<T> | T,
): Promise<T> {
  const begun = beginWork(runtime, session, origin)
  let isDone = false
  try {
    const result = await work(begun.ctx)
    isDone = true
    return result
  } finally {
    await begun.close(isDone)
  }
}

type Base = Pick<Parts, 'runtime' | 'session' | 'origin'>

/** What was emitted, queued or invalidated without a command has a transaction of its own. */
async function flushOutbox(base: Base, outbox: Outbox): Promise<void> {
  const { runtime, session } = base
  const { pool, statements } = runtime
  const unit = new Unit({ pool, statements, scope: session.scope, isWriter: true })
  try {
    await queueOutbox(runtime, base, { unit, outbox })
    if (outbox.tags.size > 0) await writeNotices(createSql(unit, 'system', 'plain'), outbox.tags)
    await unit.commit()
  } catch (error) {
    await unit.rollback().catch(() => {})
    throw error
  }
  settle(base, outbox)
}

function settle({ runtime, session, origin }: Base, outbox: Outbox): void {
  if (outbox.tags.size > 0) runtime.caches.invalidate(outbox.tags)
  runtime.queue.wake(jobIdsOf(runtime, outbox))
  if (outbox.emissions.length > 0) runtime.deliver({ session, origin, emissions: outbox.emissions })
}

interface Parts {
  readonly runtime: Runtime
  readonly session: Session
  readonly origin: Origin
  readonly unit: Unit
  readonly outbox: Outbox
  /** Set inside a command. */
  readonly transaction?: () => Transaction
}

function createContext(parts: Parts): Context {
  const { runtime, session, origin, unit, outbox } = parts
  const { actor, scope } = session
  let manager: ReturnType<typeof createManager> | undefined
  let db: Context['db'] | undefined
  let get: Context['get'] | undefined
  const ctx: Context = {
    get em() {
      return (manager ??= openManager(parts, 'app'))
    },
    get db() {
      return (db ??= createSql(unit, 'app', 'plain'))
    },
    actor,
    scope,
    log: runtime.log,
    requestId: origin.requestId,
    now: runtime.now,
    get: (service) => (get ??= runtime.services.bind(ctx))(service),
    run: (command, input) => runIn(parts, command, input),
    emit: (event, payload) => outbox.emit(event, payload),
    enqueue: (job, payload, options) => outbox.enqueue(job, payload, options),
    cached: (cache, key, load) =>
      parts.transaction ? loadInside(parts, cache, { key, load }) : runtime.caches.get(cache, key, load),
    invalidate: (...tags) => outbox.invalidate(tags),
    asSystem: (reason, work) => {
      runtime.log.info({ reason, actor: actor.id, requestId: origin.requestId }, 'as system')
      return work(systemContext(parts, ctx))
    },
  }
  return ctx
}

/** Inside a command, a command joins; elsewhere it gets a transaction of its own, and no other connection is held. */
async function runIn({ runtime, session, origin, unit, transaction }: Parts, ...call: RunCall): Promise<never> {
  const [command, input] = call
  if (transaction) return (await joinCommand(transaction(), command, input)) as never
  assertAccess(session.actor, command.access)
  await unit.release()
  const { result, operation } = await runCommand(
    {
      session,
      requestId: origin.requestId,
      expectedUpdatedAt: origin.expectedUpdatedAt ?? null,
      tokens: runtime.tokens,
      now: runtime.now,
      begin: (entryId) => beginTransaction({ runtime, session, origin }, entryId),
      queue: (begun) => queueOutbox(runtime, { session, origin }, begun),
      settle: ({ outbox }) => settle({ runtime, session, origin }, outbox),
    },
    command,
    input,
  )
  if (operation) origin.onOperation?.(operation)
  return result as never
}

type RunCall = Parameters<Context['run']>

function beginTransaction(base: Base, entryId: string): Transaction {
  const { pool, statements } = base.runtime
  const unit = new Unit({ pool, statements, scope: base.session.scope, entryId })
  const outbox = new Outbox()
  const parts: Parts = { ...base, unit, outbox, transaction: () => begun }
  const ctx = createContext(parts)
  const em = openManager(parts, 'app')
  Object.defineProperty(ctx, 'em', { value: em })
  const begun: Transaction = { unit, em, db: ctx.db, ctx, outbox, entryId }
  return begun
}

/** A command sees its own writes, which nobody else may: it reads the cache, and never fills it. */
async function loadInside<T>(
  { runtime, outbox }: Parts,
  cache: Cache<T>,
  { key, load }: { key: string; load: () => Promise<Cached<T>> },
): Promise<T> {
  const found = outbox.tags.size === 0 ? runtime.caches.peek(cache, key) : undefined
  return found === undefined ? (await load()).value : found
}

function systemContext(parts: Parts, ctx: Context): SystemContext {
  const { runtime, unit, origin } = parts
  const { log, now, cached } = ctx
  let manager: ReturnType<typeof createManager> | undefined
  let db: Context['db'] | undefined
  return {
    get em() {
      return (manager ??= openManager(parts, 'system'))
    },
    get db() {
      return (db ??= createSql(unit, 'system', 'plain'))
    },
    log,
    now,
    cached,
    async within(session, work) {
      if (parts.transaction)
        throw brokenSetup('`within` in a command would be a second transaction with a fate of its own')
      await unit.release()
      return doWork({ runtime, session, origin }, work)
    },
  }
}

function openManager({ runtime, session, unit }: Parts, authority: Authority) {
  return createManager(runtime.orm, unit, { ...session.scope, system: authority === 'system', now: runtime.now })
}
