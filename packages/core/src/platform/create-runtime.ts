import { anonymous } from '../acl/callers.ts'
import { extended } from '../command/custom-values-interceptor.ts'
import { createExecutor } from '../command/execute.ts'
import { createManyExecutor } from '../command/execute-all.ts'
import { previews } from '../command/preview-interceptor.ts'
import { restricted } from '../command/field-interceptor.ts'
import { ruled } from '../command/rule-interceptor.ts'
import { suspendable } from '../command/suspension-interceptor.ts'
import { doWork, RequestContext } from '../context/context.ts'
import { deliver, performJob, toDeliveryJob } from '../context/jobs-and-subscribers.ts'
import { CompiledFieldPolicies } from '../context/field-policies.ts'
import type { Runtime } from '../context/runtime.ts'
import { rowPolicies, RowPolicyCompiler } from '../context/row-policies.ts'
import { Services } from '../context/services.ts'
import { findStates } from './find-states.ts'
import { Subscriptions } from '../context/subscriptions.ts'
import { MAX_RECORDED_BYTES } from '../data/connection/database-options.ts'
import { createOrm } from '../data/query/orm.ts'
import { NO_SCOPE } from '../data/query/scope.ts'
import { Tables } from '../data/query/tables.ts'
import { watches } from '../define/cache.ts'
import { customValues, findExtensions } from '../define/custom-values.ts'
import { fieldPolicies } from '../define/field-policies.ts'
import { type InternalRequests, internalRequests } from '../define/internal-requests.ts'
import type { Job } from '../define/job.ts'
import { personalLocales, tenantLocales } from '../define/locale-settings.ts'
import { composition } from '../define/module.ts'
import { people } from '../define/people.ts'
import { rightsWatcher } from '../define/rights-watcher.ts'
import { ruleRunner } from '../define/rule-point.ts'
import { entityTables, keyRing, platformKeys, provide, type Service } from '../define/service.ts'
import { createSpans, spans } from '../define/telemetry.ts'
import { createOutgoing, outgoing } from '../http/outgoing-request.ts'
import { texts } from '../define/texts.ts'
import { writeSuspensions } from '../define/write-suspensions.ts'
import { LoopTime } from '../fairness/loop-time.ts'
import { BatchedLogs } from '../jobs/batched-logs.ts'
import { JobQueue } from '../jobs/queue.ts'
import { reverting } from '../log/revert.ts'
import { findToldKinds } from '../log/reverted-events.ts'
import { undoTokens } from '../log/undo-tokens.ts'
import type { RowUpgrades } from '../log/upgrade-rows.ts'
import { listMigrations } from './applied-migrations.ts'
import { summedTables } from './check-declarations.ts'
import type { Composed } from './compose.ts'
import type { PlatformOptions } from './options.ts'
import { housekeepingJobs } from './housekeeping.ts'
import { observeCommands, observeJobs, observeMailer } from './observe-work.ts'
import type { Servers } from './connect-servers.ts'

/** What commands, jobs and requests work with. */
export interface PlatformRuntime extends Runtime {
  readonly jobs: readonly Job[]
  /** Resolves when all work in the background has ended. */
  ended(): Promise<void>
}

/** Creates the runtime; `requests` serves internal requests. */
export function createRuntime(
  composed: Composed,
  { clock, database, caches, invalidations, replicas }: Servers,
  requests: () => InternalRequests,
): PlatformRuntime {
  const { options, modules, log, keys } = composed
  const { telemetry } = options
  const { now = clock.now } = options
  const subscribers = modules.flatMap((module) => module.subscribers ?? [])
  const jobs = [
    ...housekeepingJobs({ database, now }),
    ...modules.flatMap((module) => module.jobs ?? []),
    ...subscribers.filter(({ durable }) => durable !== undefined).map(toDeliveryJob),
  ]
  const tables = new Tables(createOrm(modules.flatMap((module) => module.entities ?? [])))
  const compiler = new RowPolicyCompiler({ tables, modules, log })
  const fields = new CompiledFieldPolicies({ tables, modules, subjects: compiler })
  const running = new Set<Promise<unknown>>()
  const interceptors = [suspendable, previews, restricted, ruled, extended]
  const execute = observeCommands(createExecutor(interceptors), telemetry)
  const runtime: PlatformRuntime = {
    database,
    routeReads: () => replicas.begin(),
    log,
    now,
    dates: options.now ? 'host' : 'database',
    caches,
    summedTables: summedTables(modules),
    extensions: findExtensions(modules),
    rowPolicies: compiler,
    fieldPolicies: fields,
    invalidations,
    batchedLogs: new BatchedLogs({ database, log, queue: () => runtime.queue }),
    tables,
    services: new Services(
      [
        ...ownServices(composed),
        provide(entityTables, () => tables),
        provide(rowPolicies, () => compiler),
        provide(fieldPolicies, () => fields),
        provide(watches, () => caches.watchers),
        provide(internalRequests, requests),
        ...observeMailer(
          [...(options.services ?? []), ...modules.flatMap((module) => module.services ?? [])],
          telemetry,
        ),
      ],
      [
        ruleRunner,
        rightsWatcher,
        people,
        customValues,
        personalLocales,
        tenantLocales,
        writeSuspensions,
        ...findStates(modules).map(({ labels }) => labels),
      ],
    ),
    subscriptions: new Subscriptions(subscribers),
    events: new Set(modules.flatMap(({ events = {} }) => Object.values(events)).map(({ id }) => id)),
    emitListeners: modules.flatMap(({ onEmit }) => onEmit?.(modules) ?? []),
    tokens: keys.tokens,
    effectCipher: keys.cipher,
    mostRecorded: options.database.maxRecordedBytes ?? MAX_RECORDED_BYTES,
    jobs,
    queue: new JobQueue({
      database,
      jobs,
      log,
      now,
      isPaused: ({ tenantId }) => isSuspended(runtime, tenantId),
      perform: observeJobs((attempt) => performJob(runtime, attempt), telemetry),
    }),
    execute,
    executeAll: createManyExecutor(interceptors, execute),
    loopTime: options.onLoopTime && toLoopTime(options.onLoopTime),
    telemetry,
    deliver: ({ caller, origin }, emission, subscriber) => deliver({ runtime, caller, origin }, emission, subscriber),
    background(work) {
      running.add(work)
      const end = () => void running.delete(work)
      work.then(end, (err: unknown) => {
        end()
        log.error({ err }, 'work in the background failed')
      })
    },
    async ended() {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
  return runtime
}

/** The services of the platform itself. */
function ownServices({ options, modules, origin, texts: ownTexts, keys }: Composed): readonly Service<unknown>[] {
  const upgrades: RowUpgrades = new Map(listMigrations(modules).map(({ id, rows = {} }) => [id, rows]))
  const told = modules.some(({ onEmit }) => onEmit) ? findToldKinds(modules) : []
  const ownSpans = createSpans(options.telemetry)
  const calls = createOutgoing({ proxy: options.egressProxy })
  const { ring, cipher, tokens } = keys
  return [
    provide(composition, () => ({ modules, origin })),
    provide(undoTokens, () => tokens),
    provide(reverting, () => ({
      modules,
      upgrades,
      cipher,
      contextOf: RequestContext.ofRevert,
      told,
      tell: RequestContext.tellReverted,
    })),
    provide(platformKeys, () => keys.platformKeys),
    provide(keyRing, () => ring),
    provide(spans, () => ownSpans),
    provide(outgoing, () => calls),
    provide(texts, () => ownTexts),
  ]
}

/** Whether jobs of the tenant wait because its writes are suspended. */
const isSuspended = (runtime: Runtime, tenantId: string): Promise<boolean> =>
  doWork({ runtime, caller: anonymous, origin: { requestId: null, line: 'jobs' } }, async ({ inject }) => {
    const suspensions = inject(writeSuspensions)
    return suspensions !== null && (await suspensions.messageFor(tenantId)) !== null
  })

const toLoopTime = (tell: NonNullable<PlatformOptions['onLoopTime']>) =>
  new LoopTime((tenantId, milliseconds) => tenantId === NO_SCOPE.tenantId || tell(tenantId, milliseconds))
