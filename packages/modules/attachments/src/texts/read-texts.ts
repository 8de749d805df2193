import { type Context, defineCommand, defineJob, forbidden, type JobContext, Ok, signedIn } from '@plinth/core'
import { z } from 'zod'
import { settings } from '../options.ts'
import { storage } from '../storage/storage.ts'
import { claimText, type ClaimedText } from './claim-text.ts'
import { saveText } from './save-text.ts'
import { type Reading, SlowFile, UnreadableFile } from '../text-readers/text-reader.ts'

/** Seconds after which a tenant's job yields to jobs of other tenants. */
const TURN_SECONDS = 5
/** Wall-clock limit of a first attempt as a multiple of its CPU time, as readers may wait for something. */
const PATIENCE = 6
/** Milliseconds between writes of completed pages. */
const WRITE_EVERY = 2000

/**
 * Extracts the text of a tenant's files, one after another, each for a short time. For fairness between tenants, the job requeues
 * itself after a while. If a host crashes, reading resumes after the last page written.
 */
export const readTexts = defineJob({
  id: 'attachments.read-texts',
  // A reader takes a CPU core and much memory. Fairness between tenants is handled by the job itself.
  concurrency: 1,
  payload: z.object({}),
  run: (ctx) => readInTurn(ctx, { isLong: false, turnSeconds: TURN_SECONDS }),
})

/**
 * Reads the files that exceeded the short time limit, starting after the last page written. Tenants alternate after every file.
 */
export const readLongTexts = defineJob({
  id: 'attachments.read-long-texts',
  concurrency: 1,
  payload: z.object({}),
  run: (ctx) => readInTurn(ctx, { isLong: true, turnSeconds: 0 }),
})

interface Turn {
  readonly isLong: boolean
  readonly turnSeconds: number
}

async function readInTurn(ctx: JobContext<unknown>, { isLong, turnSeconds }: Turn): Promise<void> {
  const { tenantId } = ctx.scope
  const caller = { actor: 'platform', reason: 'texts of files', scope: { tenantId } } as const
  await ctx.actAs(caller, async (inner) => {
    const until = performance.now() + turnSeconds * 1000
    for (;;) {
      const { file } = await inner.run(claimText, { isLong })
      if (!file) return
      await readText(inner, { file, isLong, signal: ctx.signal })
      ctx.signal.throwIfAborted()
      if (performance.now() > until) return inner.run(queueReading, { isLong })
    }
  })
}

/** Queues text extraction for a tenant, once: for slow files, for the others, or for both. For the platform only. */
export const queueReading = defineCommand({
  id: 'attachments.texts.queue',
  access: signedIn,
  logged: false,
  input: z.object({ isLong: z.boolean().optional() }),
  output: Ok,
  run({ actor, input: { isLong }, scope, enqueue }) {
    if (actor.kind !== 'system') throw forbidden()
    if (isLong !== true) enqueue(readTexts, {}, { key: scope.tenantId })
    if (isLong !== false) enqueue(readLongTexts, {}, { key: scope.tenantId })
    return { ok: true as const }
  },
})

interface Attempt {
  readonly file: ClaimedText
  readonly isLong: boolean
  readonly signal: JobContext<unknown>['signal']
}

async function readText({ inject, run, log }: Context, { file, isLong, signal }: Attempt): Promise<void> {
  const { readers, readingSeconds, firstReadingSeconds } = inject(settings)
  const { objectId, partition, key } = file
  const seen = { content: '', pagesRead: file.pagesRead, pages: null as number | null }
  let [written, complete] = [file.pagesRead, '']
  const save = (
    state: 'waiting' | 'read' | 'unreadable',
    { reason = null, ...how }: { reason?: string | null; isReleased?: true; isLong?: true } = {},
  ) => {
    const content = state === 'waiting' ? complete : complete + seen.content
    const after = written
    complete = ''
    written = seen.pagesRead
    return run(saveText, { objectId, after, content, pagesRead: written, pages: seen.pages, state, reason, ...how })
  }
  let writing: Promise<unknown> = Promise.resolve()
  const pulse = setInterval(() => {
    if (complete === '') return
    writing = writing.then(() => save('waiting'))
    // Awaited when reading ends; until then, an unhandled rejection would crash the host.
    writing.catch(() => {})
  }, WRITE_EVERY)
  const seconds = isLong ? readingSeconds : Math.min(readingSeconds, PATIENCE * firstReadingSeconds)
  const reading: Reading = {
    open: async () => {
      const found = await inject(storage).read({ partition, key })
      if (!found) throw new UnreadableFile('missing')
      return found.stream
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
    cpuSeconds: isLong ? readingSeconds : firstReadingSeconds,
    fromPage: file.pagesRead + 1,
    onText: (text) => void (seen.content += text),
    onPage(page, pages) {
      complete += seen.content
      Object.assign(seen, { content: '', pagesRead: page, pages })
    },
  }
  try {
    const reader = readers.find((one) => one.reads(file))
    if (!reader) throw new UnreadableFile('unsupported')
    if (reader.isSlow && !isLong) throw new SlowFile()
    await reader.read(file, reading)
    clearInterval(pulse)
    await writing
    await save('read')
  } catch (error) {
    clearInterval(pulse)
    await writing
    if (signal.aborted) {
      // The host is shutting down; another one continues.
      await save('waiting', { isReleased: true })
      throw error
    }
    const isSlow = reading.signal.aborted || error instanceof SlowFile
    if (isSlow && !isLong) {
      await save('waiting', { isReleased: true, isLong: true })
      await run(queueReading, { isLong: true })
      return
    }
    const reason = isSlow ? 'too_much_work' : error instanceof UnreadableFile ? error.reason : null
    if (reason !== null) await save('unreadable', { reason })
    // The storage may be unavailable; the sweep queues another attempt.
    else log.error({ err: error, objectId, mimeType: file.mimeType }, 'the text of a file could not be read')
  }
}
