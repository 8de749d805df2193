import { type Context, forbidden } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { type ExportSlot, takeExportSlot } from './export-slots.ts'

/** Where a page begins and how long it is. */
export interface PagePosition<Row> {
  readonly limit: number
  readonly from: Row | undefined
}

interface Pages<Row, Entry> {
  /** Entries of a page: so many that reading them is short, and so few that the longest are no burden. */
  readonly size: number
  readonly read: (ctx: Context, position: PagePosition<Row>) => Promise<readonly Row[]>
  readonly show: (ctx: Context, rows: readonly Row[]) => Promise<readonly Entry[]>
}

/**
 * All entries that `read` finds, page after page, each beginning where the last one ended, in a unit of work that lasts
 * no longer than reading it. Throws when the caller has lost the right in the meantime; at once while another export of
 * the tenant is running.
 */
export function exportPages<Row, Entry>(
  ctx: Context & { readonly request: RequestFacts },
  pages: Pages<Row, Entry>,
): AsyncIterable<readonly Entry[]> {
  const slot = takeExportSlot(ctx)
  const read = readPages(ctx, pages, slot)
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => read.next(),
      // Its connection has ended: the next export does not wait for the page that is being read, or was never begun.
      return: () => {
        slot.end()
        return read.return(undefined)
      },
    }),
  }
}

async function* readPages<Row, Entry>(
  ctx: Context & { readonly request: RequestFacts },
  { size, read, show }: Pages<Row, Entry>,
  slot: ExportSlot,
): AsyncGenerator<readonly Entry[]> {
  const { actor, scope, within, request } = ctx
  try {
    for (let from: Row | undefined; ;) {
      slot.touch()
      // What follows outlives the request's own unit of work.
      const { rows, entries } = await within({ actor, scope }, async (page) => {
        const found = await read(page, { limit: size, from })
        return { rows: found, entries: await show(page, found) }
      })
      yield entries
      if (rows.length < size) return
      from = rows.at(-1)
      if (!(await request.isStillAllowed())) throw forbidden()
    }
  } finally {
    slot.end()
  }
}
