import { type StoredFile, storeFile } from '@plinth/attachments'
import { type Caller, forbidden, type JobContext, notFound, PlatformError } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { internalRequests, toLocalIso } from '@plinth/core/http'
import type { StoredRow } from '@plinth/core/data'
import { features } from '../contract.ts'
import { importers } from '../importers.ts'
import { toExcerpt } from '../sources/storable.ts'
import { ExportRun, ScheduledExport } from './entities.ts'
import { findList, toParameters } from './find-list.ts'
import { INTERRUPTED } from './interrupted.ts'
import { beginRun, completeRun, failRun } from './note-run.ts'

/** Attempts at a run. The queue waits longer and longer between them. */
const MAX_ATTEMPTS = 6

/** The address from which the platform reads. */
const LOCAL = '127.0.0.1'

type Exported = StoredRow<ScheduledExport>

/** Writes the file of a run with the rights that the owner has at the moment, and notes how it has ended. */
export async function writeExport(ctx: JobContext<unknown>, { runId }: { readonly runId: string }): Promise<void> {
  const { run, signal, log } = ctx
  const begun = await run(beginRun, { runId })
  if (!begun) return
  const { attempt } = begun
  try {
    // Whatever has ended the attempts said nothing: a time limit, or that of the host.
    if (attempt > MAX_ATTEMPTS) throw new PlatformError('unavailable', INTERRUPTED)
    const about = await exportOf(ctx, runId)
    // It was deleted, which may be undone.
    if (!about) throw notFound('Export')
    const { file, ...facts } = await store(ctx, about)
    try {
      await run(completeRun, { runId, attempt, file, ...facts })
    } finally {
      await file.discard()
    }
  } catch (error) {
    // Another attempt begins again.
    if (signal.aborted) throw error
    const isFinal = isRefusal(error) || attempt >= MAX_ATTEMPTS
    await run(failRun, {
      runId,
      attempt,
      errorMessage: toMessage(error),
      isFinal,
      isOwnerLost: error instanceof LostOwner,
    })
    if (!isFinal) throw error
    log.warn({ err: error, runId }, 'a scheduled export has failed')
  }
}

async function exportOf({ from }: JobContext<unknown>, runId: string): Promise<Exported | undefined> {
  return from(ScheduledExport, 'e')
    .selectAll('e')
    .where('e.id', 'in', from(ExportRun, 'r').select('r.exportId').where('r.id', '=', runId))
    .executeTakeFirst()
}

interface WrittenFile {
  readonly file: StoredFile
  readonly fileName: string
  readonly rows: number
}

/** Reads the list page by page, and stores the file meanwhile. */
async function store(ctx: JobContext<unknown>, about: Exported): Promise<WrittenFile> {
  const { inject, now, signal } = ctx
  findList(ctx, about.list)
  await ownerOf(ctx, about)
  const { file, status, body } = await inject(internalRequests).exportList({
    method: 'GET',
    path: about.list,
    query: { ...toParameters(about.query), format: about.format },
    // Asked again for each page.
    credential: { identify: () => ownerOf(ctx, about), ip: LOCAL },
    signal,
  })
  if (!file) throw toError(status, body)
  const at = toLocalIso(now().getTime(), about.timeZone).slice(0, 16).replaceAll(':', '-')
  const fileName = `${toFileStem(about.name)}-${at}.${file.extension}`
  try {
    const stored = await storeFile(ctx, { name: fileName, stream: file.stream, signal })
    return { file: stored, fileName, rows: file.rows() }
  } finally {
    file.stream.destroy()
  }
}

/** The account of an owner cannot be used any more. */
class LostOwner extends PlatformError {
  constructor() {
    super('forbidden', 'The account that has scheduled this export cannot be used any more')
  }
}

/** The owner with the rights of this moment. Throws 403 if they may not export on schedule any more. */
export async function ownerOf(
  { inject, scope }: Pick<JobContext<unknown>, 'inject' | 'scope'>,
  { ownerId: userId, organizationId }: Pick<Exported, 'ownerId' | 'organizationId'>,
): Promise<Caller> {
  const caller = await inject(importers).callerOf({ userId, tenantId: scope.tenantId, organizationId })
  if (!caller) throw new LostOwner()
  if (!hasAccess(caller.actor, features['exports.schedule']))
    throw forbidden('Its owner may not schedule exports any more')
  return caller
}

/** The refusal of a list. */
function toError(status: number, body: unknown): Error {
  const { error } = (body ?? {}) as { readonly error?: unknown }
  const message = typeof error === 'string' ? error : `The list answered ${status}`
  if (status === 403) return forbidden('Its owner may not read this list any more')
  if (status >= 400 && status < 500 && status !== 429) return new PlatformError('bad_input', message)
  return new PlatformError('unavailable', message)
}

/** Whether another attempt would fail as well. It may not if the platform is busy, or another host has removed the bytes. */
const isRefusal = (error: unknown) => error instanceof PlatformError && error.status < 500 && !PASSING.has(error.status)

const PASSING: ReadonlySet<number> = new Set([409, 429])

const toMessage = (error: unknown) =>
  error instanceof PlatformError ? toExcerpt(error.message, 2_000) : 'The file could not be written'

/** A name for files: letters, digits and `-`. */
const toFileStem = (name: string) => {
  const words = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  // By characters, none of which is cut in half.
  return [...words].slice(0, 80).join('') || 'export'
}
