import { setTimeout } from 'node:timers/promises'
import { rowsTag } from '../cache/caches.ts'
import { writeInvalidation } from '../cache/invalidations.ts'
import { isRetryable } from '../data/database-errors.ts'
import { Transaction } from '../data/transaction.ts'
import { type Command, type PreviewedRules, whyNotUndoable } from '../define/command.ts'
import type { BatchedLog, EventType, Job, JobOptions, Subscriber } from '../define/job.ts'
import { brokenSetup } from '../errors.ts'
import { type CommandEffect, type QueuedJob, UNDO } from '../undo/effects.ts'
import { actionLog } from '../undo/history.ts'
import type { ChangedTable } from './commit.ts'
import type { RequestParts, Runtime } from './runtime.ts'

/** An event on its way to its subscribers. */
export interface Emission {
  readonly event: EventType
  readonly payload: unknown
  /** The same for every delivery of this emission. */
  readonly deliveryId: string
}

interface OutboxJob {
  readonly job: Job
  readonly payload: unknown
  readonly options: JobOptions
}

/** Collects events, jobs and cache invalidations until the transaction has ended. */
export class Outbox {
  readonly emissions: Emission[] = []
  readonly jobs: OutboxJob[] = []
  readonly tags = new Set<string>()
  /** Kept on success and on failure, but not for an attempt that is retried. */
  readonly records: { readonly target: BatchedLog; readonly record: unknown }[] = []

  get isEmpty(): boolean {
    return this.emissions.length === 0 && this.jobs.length === 0 && this.tags.size === 0
  }

  emit(event: EventType, payload: unknown): void {
    this.emissions.push({ event, payload: event.payload.parse(payload), deliveryId: crypto.randomUUID() })
  }

  enqueue(job: Job, payload: unknown, options: JobOptions = {}): void {
    this.jobs.push({ job, payload: job.payload.parse(payload), options })
  }

  invalidate(tags: readonly string[]): void {
    for (const tag of tags) this.tags.add(tag)
  }
}

/** Puts jobs and durable deliveries into the queue, in the command's transaction, and returns them. */
export async function queueOutbox(
  { runtime, caller, origin }: RequestParts,
  transaction: Transaction,
  outbox: Outbox,
): Promise<readonly QueuedJob[]> {
  const jobs = toJobs(runtime, outbox)
  if (jobs.length === 0) return jobs
  const { scope, actor } = caller
  const { requestId, depth = 0, cause } = origin
  const startedBy = starterOf({ caller, origin })
  const envelope = {
    scope,
    userId: actor.userId,
    requestId,
    depth,
    ...(cause && { cause }),
    ...(startedBy !== undefined && { startedBy }),
  }
  // In one order, so that of two that queue the same keys none waits for the other.
  const inOrder = jobs.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)))
  await runtime.queue.enqueue(
    transaction,
    inOrder.map(({ jobId, payload, options }) => ({ jobId, options, envelope: { ...envelope, payload } })),
  )
  return jobs
}

/** Refuses what nobody would do. Which jobs code queues cannot be known at boot: the first attempt fails, at the line that asks. */
export function assertJobListed({ queue }: Pick<Runtime, 'queue'>, { id }: Job): void {
  if (!queue.has(id)) throw brokenSetup(`Job '${id}' is queued, but no composed module lists it in \`jobs\``)
}

/** Refuses an event that neither subscribers nor rules could know of, with or without a subscriber. */
export function assertEventListed({ events }: Pick<Runtime, 'events'>, { id }: EventType): void {
  if (!events.has(id)) throw brokenSetup(`Event '${id}' is emitted, but no composed module lists it in \`events\``)
}

/** The id of the account or key whose work this is, or led to it; undefined for work of the platform's own and of nobody. */
export function starterOf({ caller: { actor }, origin }: Pick<RequestParts, 'caller' | 'origin'>): string | undefined {
  if (actor.kind === 'anonymous') return undefined
  return actor.kind === 'system' ? origin.startedBy : actor.id
}

/** By key; what has none stays as it is. */
const orderOf = ({ jobId, options: { key } }: QueuedJob): string => (key === undefined ? '' : `${jobId} ${key}`)

function toJobs({ subscriptions }: Runtime, { jobs, emissions }: Outbox): readonly QueuedJob[] {
  const asked = jobs.map(({ job, payload, options }) => ({ jobId: job.id, payload, options, isDelivery: false }))
  const heard = emissions.flatMap(({ event, payload, deliveryId }) =>
    subscriptions
      .of(event)
      .flatMap(({ durable }) =>
        durable === undefined
          ? []
          : [{ jobId: durable, payload: { payload, deliveryId }, options: {}, isDelivery: true }],
      ),
  )
  return [...asked, ...heard]
}

/** How often a transaction is tried that fails for reasons of timing. */
export const TRANSACTION_ATTEMPTS = 5

/** Milliseconds before the next attempt: random, so that two that collided do not collide again. */
export const pauseAfter = (attempt: number): number => Math.random() * 10 * 2 ** attempt

/** Writes what was emitted, queued or invalidated without a command, in a transaction of its own: in up to five attempts. */
export async function flushOutbox(work: RequestParts, outbox: Outbox, attempt = 1): Promise<void> {
  const { runtime, caller } = work
  const { database, invalidations } = runtime
  const transaction = new Transaction({ database, scope: caller.scope, isWriter: true })
  let jobs: readonly QueuedJob[]
  try {
    jobs = await queueOutbox(work, transaction, outbox)
    await transaction.commit(outbox.tags.size > 0 ? [writeInvalidation(invalidations.hostId, outbox.tags)] : [])
  } catch (error) {
    await transaction.rollback().catch(() => {})
    dropCaches(runtime, outbox)
    if (!isRetryable(error) || attempt === TRANSACTION_ATTEMPTS) throw error
    await setTimeout(pauseAfter(attempt))
    return flushOutbox(work, outbox, attempt + 1)
  }
  settle(work, outbox, { jobs })
}

/** What a transaction has committed beside its rows. */
export interface CommitResult {
  readonly jobs: readonly QueuedJob[]
  /** The recorded tables with new changes; undefined where no command has ended. */
  readonly written?: readonly ChangedTable[]
}

/** After a commit: drops caches, wakes the queue, and calls subscribers. */
export function settle(work: RequestParts, outbox: Outbox, { jobs, written }: CommitResult): void {
  const { runtime } = work
  writeRecords(runtime, outbox)
  if (written) dropSums(work, written)
  dropCaches(runtime, outbox)
  if (jobs.length > 0) runtime.queue.wake(jobs.map(({ jobId }) => jobId))
  for (const emission of outbox.emissions)
    for (const subscriber of runtime.subscriptions.of(emission.event))
      if (subscriber.durable === undefined) runtime.deliver(work, emission, subscriber)
}

/** Drops caches of this host at once, also where it is unknown whether the commit arrived. */
export function dropCaches({ caches, invalidations }: Runtime, { tags }: Outbox): void {
  if (tags.size === 0) return
  caches.invalidate(tags)
  invalidations.notify()
}

/** Writes what was recorded for batched logs. */
export function writeRecords({ batchedLogs }: Runtime, { records }: Outbox): void {
  for (const { target, record } of records) void batchedLogs.record(target, record)
}

/** Drops cached sums of tables with changed rows, the action log included. */
function dropSums({ runtime, caller }: RequestParts, written: readonly ChangedTable[]): void {
  const logged = { tenantId: caller.scope.tenantId, table: actionLog }
  const summed = [logged, ...written].filter(({ table }) => runtime.summedTables.has(table))
  if (summed.length === 0) return
  const tags = summed.map(({ tenantId, table }) => rowsTag(tenantId, table))
  runtime.caches.invalidate(tags)
  runtime.invalidations.publish(tags)
}

/** The subscribers of each event. */
export class Subscriptions {
  readonly #byEvent = new Map<string, Subscriber[]>()

  constructor(subscribers: readonly Subscriber[]) {
    for (const subscriber of subscribers) {
      const others = this.#byEvent.get(subscriber.event.id)
      if (others) others.push(subscriber)
      else this.#byEvent.set(subscriber.event.id, [subscriber])
    }
  }

  of(event: EventType): readonly Subscriber[] {
    return this.#byEvent.get(event.id) ?? []
  }
}

/** Collects what the commands of one transaction do outside its rows. */
export class EffectLog {
  readonly commands: CommandEffect[] = []
  /** The rules that ran before its commands, for previews. */
  readonly rules: PreviewedRules[] = []
  /** The first inner command that cannot be taken back. */
  irreversible: { readonly commandId: string; readonly reason: string } | null = null
  #outermost: Command | undefined
  #depth = 0

  /** Runs a command, and adds it where it has an `undo` or `redo`. */
  async note<T extends { readonly input: unknown; readonly result: unknown }>(
    command: Command,
    run: () => Promise<T>,
  ): Promise<T> {
    const depth = this.#depth++
    this.#outermost ??= command
    try {
      const outcome = await run()
      const { input, result } = outcome
      if (depth > 0) this.#noteIrreversible(command)
      if (command.undo || command.redo) {
        const { context = {} } = command.target?.({ input, result }) ?? {}
        this.commands.push({ commandId: command.id, depth, input, result, context })
      }
      return outcome
    } finally {
      this.#depth--
    }
  }

  #noteIrreversible(inner: Command): void {
    const reason = whyNotUndoable(inner)
    if (reason !== null && !this.#isUndo(inner)) this.irreversible ??= { commandId: inner.id, reason }
  }

  /** Undo by a command that says by itself that it cannot be undone: no other reason is needed. */
  #isUndo({ id }: Command): boolean {
    return id === UNDO && !this.#outermost!.isUndoable
  }
}
