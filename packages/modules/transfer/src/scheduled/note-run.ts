import type { StoredFile } from '@plinth/attachments'
import { type CommandContext, defineCommand, forbidden, Ok } from '@plinth/core'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { ExportRun, ScheduledExport } from './entities.ts'
import { forgetFiles, forgetRuns } from './forget-runs.ts'
import { INTERRUPTED } from './interrupted.ts'
import { tellOfExport } from './tell-of-export.ts'

/** Runs of an export that are remembered. */
const MAX_RUNS = 200

/** An attempt at a run. What an earlier one notes has no effect. */
const Attempt = z.object({ runId: z.uuid(), attempt: z.number().int() })

const platformOnly = {
  access: features['exports.schedule'],
  logged: false,
} as const

/** Begins an attempt at a run; null if it has ended. Only the platform may run it. */
export const beginRun = defineCommand({
  ...platformOnly,
  id: 'transfer.exports.begin_run',
  input: z.object({ runId: z.uuid() }),
  output: z.object({ attempt: z.number(), exportId: z.uuid(), dueAt: z.date() }).nullable(),
  async run({ actor, from, input: { runId }, now }) {
    if (actor.kind !== 'system') throw forbidden()
    const [row] = await from.lockAll(ExportRun, { id: runId })
    if (!row || row.status === 'completed' || row.status === 'failed') return null
    const attempt = row.attempts + 1
    await from.change(ExportRun, row, { status: 'running', attempts: attempt, startedAt: now() })
    return { attempt, exportId: row.exportId, dueAt: new Date(row.dueAt) }
  },
})

/** Notes that a run has written its file, and removes older ones. Only the platform may run it. */
export const completeRun = defineCommand({
  ...platformOnly,
  id: 'transfer.exports.complete_run',
  input: Attempt.extend({
    rows: z.number().int(),
    fileName: z.string(),
    fileSize: z.number().int(),
    /** Null if it is in a bucket of the tenant. */
    file: z.custom<StoredFile>().nullable(),
  }),
  output: Ok,
  async run(ctx) {
    const { actor, from, input, now } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const { rows, fileName, fileSize, file } = input
    const row = await lockAttempt(ctx, input)
    if (!row) return { ok: true as const }
    const about = await exportOf(ctx, row.exportId)
    // It was deleted meanwhile, which may be undone. Nobody keeps the file then.
    if (!about && file) {
      await from.change(ExportRun, row, { status: 'failed', endedAt: now(), errorMessage: INTERRUPTED })
      return { ok: true as const }
    }
    const fileId = file && (await file.hold(ctx))
    await from.change(ExportRun, row, {
      status: 'completed',
      endedAt: now(),
      rows,
      fileName,
      fileSize,
      fileId,
      // What an earlier attempt has noted before the export was changed.
      ...(file && { destinationId: null, objectKey: null }),
      uploadId: null,
      errorMessage: null,
    })
    if (!about) return { ok: true as const }
    await forgetOld(ctx, about)
    if (about.tellsOwner) ctx.enqueue(tellOfExport, { exportId: about.id, runId: row.id, toAdministrators: false })
    emitEnd(ctx, 'export.completed', { ...about, runId: row.id })
    return { ok: true as const }
  },
})

/**
 * Notes that an attempt has failed, and whether there is another one. It is not current if that one has begun already.
 * Only the platform may run it.
 */
export const failRun = defineCommand({
  ...platformOnly,
  id: 'transfer.exports.fail_run',
  input: Attempt.extend({
    errorMessage: z.string().max(2_000),
    isFinal: z.boolean(),
    /** Whether the owner cannot be told, because their account cannot be used. */
    isOwnerLost: z.boolean(),
  }),
  output: z.object({ isCurrent: z.boolean() }),
  async run(ctx) {
    const { actor, from, input, now } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const { errorMessage, isFinal, isOwnerLost } = input
    const row = await lockAttempt(ctx, input)
    if (!row) return { isCurrent: false }
    const before = isFinal ? await previousOf(ctx, row) : undefined
    await from.change(ExportRun, row, {
      status: isFinal ? 'failed' : 'waiting',
      errorMessage,
      ...(isFinal && { endedAt: now() }),
    })
    const about = isFinal ? await exportOf(ctx, row.exportId) : undefined
    if (!about) return { isCurrent: true }
    await forgetOld(ctx, about)
    // One mail for several failures in a row.
    if (before?.status !== 'failed')
      ctx.enqueue(tellOfExport, { exportId: about.id, runId: row.id, toAdministrators: isOwnerLost })
    emitEnd(ctx, 'export.failed', { ...about, runId: row.id })
    return { isCurrent: true }
  },
})

/** The run, if this is its latest attempt. */
async function lockAttempt({ from }: CommandContext, { runId, attempt }: z.output<typeof Attempt>) {
  const [row] = await from.lockAll(ExportRun, { id: runId })
  return row?.status === 'running' && row.attempts === attempt ? row : undefined
}

interface About {
  readonly id: string
  readonly organizationId: string | null
  readonly keptFiles: number
  readonly tellsOwner: boolean
}

const exportOf = ({ from }: CommandContext, id: string): Promise<About | undefined> =>
  from(ScheduledExport, 'e')
    .select(['e.id', 'e.organizationId', 'e.keptFiles', 'e.tellsOwner'])
    .where('e.id', '=', id)
    .executeTakeFirst()

const previousOf = ({ from }: CommandContext, { exportId, id }: { readonly exportId: string; readonly id: string }) =>
  from(ExportRun, 'r')
    .select('r.status')
    .where('r.exportId', '=', exportId)
    .where('r.id', '!=', id)
    .orderBy('r.dueAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Removes files beyond those that are kept, and the oldest runs. */
async function forgetOld(ctx: CommandContext, { id, keptFiles }: About): Promise<void> {
  const runs = ctx
    .from(ExportRun, 'r')
    .select(['r.id', 'r.fileId'])
    .where('r.exportId', '=', id)
    .orderBy('r.dueAt', 'desc')
    .orderBy('r.id')
  const files = await runs.where('r.fileId', 'is not', null).offset(keptFiles).limit(MAX_RUNS).execute()
  await forgetFiles(ctx, files)
  await forgetRuns(ctx, await runs.offset(MAX_RUNS).limit(MAX_RUNS).execute())
}

function emitEnd(
  { emit, scope }: CommandContext,
  name: 'export.completed' | 'export.failed',
  { id, organizationId, runId }: About & { readonly runId: string },
): void {
  emit(events[name], { id: runId, exportId: id, organizationId, tenantId: scope.tenantId })
}
