import { type Context, defineCommand, defineJob, forbidden, type JobContext, Ok, sql } from '@plinth/core'
import { anyOf, columns, eachTenant, inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ExportClock, ExportRun, ScheduledExport } from './entities.ts'
import { forgetRuns } from './forget-runs.ts'
import { nextTime } from './next-time.ts'
import { startRun } from './start-run.ts'

/** Exports that are started in one transaction. */
const BATCH = 50

interface DueClock {
  readonly id: string
  readonly nextAt: string
  readonly isComputed: boolean
}

/**
 * Starts the exports of a tenant that are due, and computes when they are due next. However many times were missed, an export runs once.
 * Another host that looks at the same moment takes others. Only the platform may run it.
 */
export const takeDueExports = defineCommand({
  id: 'transfer.exports.take_due',
  access: features['exports.schedule'],
  logged: false,
  input: z.object({}),
  output: z.object({ taken: z.number() }),
  async run(ctx) {
    const { actor, db, scope, from, now } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const { rows: clocks } = await sql<DueClock>`
      select ${columns(ExportClock, 'c', ['id', 'nextAt', 'isComputed'])} from transfer_export_clocks c
      where ${inTenant(scope, 'c')} and c.next_at <= ${now().toISOString()}
      order by c.next_at limit ${BATCH} for update skip locked`.execute(db)
    if (clocks.length === 0) return { taken: 0 }
    const ids = clocks.map(({ id }) => id)
    const exports = await from(ScheduledExport, 'e').selectAll('e').where('e.id', '=', anyOf(ids)).execute()
    for (const { id, nextAt, isComputed } of clocks) {
      const schedule = exports.find((one) => one.id === id)
      // It is being deleted, and its clock with it.
      if (!schedule) continue
      // After a change, the first time counts that comes after it.
      const due = isComputed ? new Date(nextAt) : nextTime(schedule, new Date(nextAt))
      const isDue = due <= now()
      if (isDue) await startRun(ctx, { exportId: id, dueAt: due, isManual: false })
      await from.change(ExportClock, id, { nextAt: isDue ? nextTime(schedule, now()) : due, isComputed: true })
    }
    return { taken: clocks.length }
  },
})

/** Looks every minute for exports that are due. */
export const startDueExports = defineJob({
  id: 'transfer.start-exports',
  payload: z.object({}),
  schedule: '* * * * *',
  async run(ctx) {
    const at = ctx.now().toISOString()
    await eachTenant(
      ctx,
      {
        reason: 'exports that are due',
        find: (from) => from(ExportClock, 'c').select('c.tenantId').distinct().where('c.nextAt', '<=', at).execute(),
      },
      (tenant) => takeAll(tenant, ctx),
    )
  },
})

async function takeAll({ run }: Context, { signal }: Pick<JobContext<unknown>, 'signal'>): Promise<void> {
  for (let taken = BATCH; taken === BATCH && !signal.aborted;) taken = (await run(takeDueExports, {})).taken
}

/** Hours for which the files of a deleted export are kept, so that the deletion can be undone. */
const UNDO_HOURS = 24

/** Removes the runs and files of exports that were deleted a day ago. Only the platform may run it. */
export const forgetDeletedExports = defineCommand({
  id: 'transfer.exports.forget_deleted',
  access: features['exports.schedule'],
  logged: false,
  input: z.object({}),
  output: Ok,
  async run(ctx) {
    const { actor, from, now } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const before = new Date(now().getTime() - UNDO_HOURS * 3_600_000).toISOString()
    const old = await from(ExportRun, 'r')
      .select(['r.id', 'r.fileId'])
      .where('r.orphanedAt', '<', before)
      .limit(1_000)
      .execute()
    await forgetRuns(ctx, old)
    return { ok: true as const }
  },
})

/** Looks every hour for deleted exports whose files are not needed any more. */
export const sweepExports = defineJob({
  id: 'transfer.sweep-exports',
  payload: z.object({}),
  schedule: '37 * * * *',
  async run(ctx) {
    const before = new Date(ctx.now().getTime() - UNDO_HOURS * 3_600_000).toISOString()
    await eachTenant(
      ctx,
      {
        reason: 'files of deleted exports',
        find: (from) =>
          from(ExportRun, 'r').select('r.tenantId').distinct().where('r.orphanedAt', '<', before).execute(),
      },
      ({ run }) => run(forgetDeletedExports, {}),
    )
  },
})
