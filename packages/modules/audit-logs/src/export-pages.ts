import { type Caller, type Context, forbidden } from '@plinth/core'
import { type RequestFacts, retryUnavailable } from '@plinth/core/http'
import { type ExportSlot, takeExportSlot } from './export-slots.ts'

/** Start and size of a page. */
export interface PagePosition<Start> {
  readonly limit: number
  readonly from: Start | undefined
}

interface Pages<Row, Entry, Start> {
  /** Entries per page: few enough that reading a page is quick and that even the longest entries fit in memory. */
  readonly size: number
  /** The rows of a page, and where the next one starts; undefined after the last page. */
  readonly read: (
    ctx: Context,
    position: PagePosition<Start>,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next: Start | undefined }>
  readonly show: (ctx: Context, rows: readonly Row[]) => Promise<readonly Entry[]>
}

/**
 * Exports all entries that `read` finds, page by page, each in its own short unit of work. Throws when the caller loses access
 * during the export, and immediately while another export of the tenant is running.
 */
export function exportPages<Row, Entry, Start>(
  ctx: Context & { readonly request: RequestFacts },
  pages: Pages<Row, Entry, Start>,
): AsyncIterable<readonly Entry[]> {
  const slot = takeExportSlot(ctx)
  const read = readPages(ctx, pages, slot)
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => read.next(),
      // The client disconnected: free the slot at once, even if a page is still being read or none was requested.
      return: () => {
        slot.end()
        return read.return(undefined)
      },
    }),
  }
}

async function* readPages<Row, Entry, Start>(
  ctx: Context & { readonly request: RequestFacts },
  { size, read, show }: Pages<Row, Entry, Start>,
  slot: ExportSlot,
): AsyncGenerator<readonly Entry[]> {
  const { actAs, request, log } = ctx
  let { actor, scope }: Caller = ctx
  try {
    for (let from: Start | undefined; ;) {
      slot.touch()
      const caller = { actor, scope }
      // The stream outlives the request's own unit of work.
      const { next, entries } = await retryUnavailable(() =>
        actAs({ ...caller, reason: 'read a page of an export' }, async (page) => {
          const found = await read(page, { limit: size, from })
          return { next: found.next, entries: await show(page, found.rows) }
        }),
      )
      yield entries
      if (next === undefined) return
      from = next
      const now = await request.callerNow()
      if (!now) throw forbidden()
      ;({ actor, scope } = now)
    }
  } catch (err) {
    log.warn({ err, requestId: request.requestId }, 'an export was interrupted')
    throw err
  } finally {
    slot.end()
  }
}
