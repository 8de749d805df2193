import { type StoredFile, storeFile } from '@plinth/attachments'
import { type Caller, forbidden, type JobContext, notFound, PlatformError } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { type ExportedFile, internalRequests, toLocalIso } from '@plinth/core/http'
import type { StoredRow } from '@plinth/core/data'
import { features } from '../contract.ts'
import { importers } from '../importers.ts'
import { toExcerpt } from '../sources/storable.ts'
import { deliver, removeLeft } from './deliver.ts'
import { ScheduledExport } from './entities.ts'
import { assertFilters, findList, toParameters } from './find-list.ts'
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
  const { attempt, exportId } = begun
  try {
    // Whatever has ended the attempts said nothing: a time limit, or that of the host.
    if (attempt > MAX_ATTEMPTS) throw new PlatformError('unavailable', INTERRUPTED)
    const about = await exportOf(ctx, exportId)
    // It was deleted, which may be undone.
    if (!about) throw notFound('Export')
    const begunRun = { ...begun, runId }
    const { file, ...facts } = await (about.destinationId === null ? store : send)(ctx, about, begunRun)
    try {
      await run(completeRun, { runId, attempt, file, ...facts })
    } finally {
      await file?.discard()
    }
  } catch (error) {
    // Another attempt begins again.
    if (signal.aborted) throw error
    const isFinal = isRefusal(error) || attempt >= MAX_ATTEMPTS
    const { isCurrent } = await run(failRun, {
      runId,
      attempt,
      errorMessage: toMessage(error),
      isFinal,
      isOwnerLost: error instanceof LostOwner,
    })
    if (!isFinal) throw error
    // Another attempt may be writing by now.
    if (isCurrent) await removeLeft(ctx, { runId })
    log.warn({ err: error, runId }, 'a scheduled export has failed')
  }
}

async function exportOf({ from }: JobContext<unknown>, id: string): Promise<Exported | undefined> {
  return from(ScheduledExport, 'e').selectAll('e').where('e.id', '=', id).executeTakeFirst()
}

/** An attempt at a run. */
interface BegunRun {
  readonly runId: string
  readonly attempt: number
  readonly exportId: string
  readonly dueAt: Date
}

interface WrittenFile {
  /** Null if it is in a bucket of the tenant. */
  readonly file: StoredFile | null
  readonly fileName: string
  readonly fileSize: number
  readonly rows: number
}

/** Stores the file in the storage of the platform. */
async function store(ctx: JobContext<unknown>, about: Exported, { exportId }: BegunRun): Promise<WrittenFile> {
  await removeLeft(ctx, { exportId })
  const { stream, extension, rows } = await open(ctx, about)
  const fileName = `${toFileStem(about, ctx.now())}.${extension}`
  try {
    const stored = await storeFile(ctx, { name: fileName, stream, signal: ctx.signal })
    return { file: stored, fileName, fileSize: stored.size, rows: rows() }
  } finally {
    stream.destroy()
  }
}

/** Writes the file to a bucket. Its name says when the run was due, and has the end of its id: it is the same in every attempt. */
async function send(
  ctx: JobContext<unknown>,
  about: Exported,
  { runId, attempt, exportId, dueAt }: BegunRun,
): Promise<WrittenFile> {
  const destinationId = about.destinationId!
  const { stream, extension, rows } = await open(ctx, about)
  const fileName = `${toFileStem(about, dueAt)}-${runId.slice(-8)}.${extension}`
  try {
    const fileSize = await deliver(ctx, { runId, attempt, exportId, destinationId, fileName, stream })
    return { file: null, fileName, fileSize, rows: rows() }
  } finally {
    stream.destroy()
  }
}

/** Reads the list page by page, with the rights that its owner has by then. */
async function open(ctx: JobContext<unknown>, about: Exported): Promise<ExportedFile> {
  const { inject, signal } = ctx
  const route = findList(ctx, about.list)
  const identify = async () => {
    const owner = await ownerOf(ctx, about)
    const organizationId = about.organizationId ?? owner.actor.homeOrganizationId
    await assertFilters(ctx, route, { query: about.query, organizationId })
    if (about.destinationId !== null && !hasAccess(owner.actor, features['destinations.view']))
      throw forbidden('Its owner may not choose destinations of exports any more')
    return owner
  }
  await identify()
  const { file, status, body } = await inject(internalRequests).exportList({
    method: 'GET',
    path: about.list,
    query: { ...toParameters(about.query), format: about.format },
    // Asked again for each page.
    credential: { identify, ip: LOCAL },
    signal,
  })
  if (!file) throw toError(status, body)
  return file
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

/** A name for files: letters, digits and `-`, and a moment as clocks there show it. */
function toFileStem({ name, timeZone }: Exported, at: Date): string {
  const words = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  // By characters, none of which is cut in half.
  const title = [...words].slice(0, 80).join('') || 'export'
  return `${title}-${toLocalIso(at.getTime(), timeZone).slice(0, 16).replaceAll(':', '-')}`
}
