import { Readable } from 'node:stream'
import { z } from 'zod'
import { retryUnavailable } from '../data/connection/retry-unavailable.ts'
import { BinaryAnswer } from '../define/binary-answer.ts'
import { CUSTOM_PREFIX } from '../define/extensible.ts'
import type { Route } from '../define/route.ts'
import { forbidden, PlatformError } from '../errors.ts'
import { FairSlots } from '../scheduling/fair-slots.ts'
import { createExportWriter, exportedItem, type ExportFormat } from '../http/list-exports.ts'

/** Rows per page: few enough that pages are read quickly and even the longest rows are no burden. */
const PAGE_SIZE = 200
/** Milliseconds after which an export is aborted if nobody reads it. */
const IDLE_TIME = 60_000

/** Maximum number of concurrent exports per host, for one tenant and in total (decision 43); others wait for some seconds. */
export const createExportSlots = () =>
  new FairSlots({
    slots: 64,
    share: 2,
    longestLine: 20,
    patience: 20_000,
    refuse: () =>
      new PlatformError(
        'unavailable',
        'Other exports of this tenant are running. Please try again when they have ended.',
        {
          headers: { 'retry-after': '10' },
        },
      ),
  })

/** A page of a list, as requested from its handler. */
export interface ListPage {
  readonly page: number
  readonly pageSize: number
  /** The row after which the page starts, if the list is read along an index. */
  readonly after?: string
}

type ListedRow = Readonly<Record<string, unknown>>

interface ListExport {
  readonly route: Route
  readonly format: ExportFormat
  readonly slots: FairSlots
  /** The owner that the export counts against. */
  readonly owner: string
  /** Reads one page of the list in a separate unit of work, as a request for it would. */
  readonly read: (page: ListPage) => Promise<unknown>
  readonly isStillAllowed: () => Promise<boolean>
  readonly onFailure: (error: unknown) => void
}

/**
 * Responds with a list as an attachment (decision 91), page by page, with the filters of the request and the rights of its
 * caller. A page is read once the previous ones have been consumed. Lists that fit on one page are sent whole. The export's slot
 * is released as soon as the connection has ended.
 */
export async function exportList(asked: ListExport): Promise<unknown> {
  const { route, format, slots, owner } = asked
  await slots.enter(owner)
  let isStreamed = false
  try {
    const answer = await asked.read({ page: 1, pageSize: PAGE_SIZE })
    const rows = rowsOf(answer)
    // Some lists have a form without pages, such as a tree, which is sent as is.
    if (!rows) return answer
    const { contentType, extension, ...writer } = createExportWriter(format, columnsOf(route, rows))
    const name = route.path.split('/').findLast((word) => word !== '' && !word.startsWith('{')) ?? 'list'
    const headers = {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}.${extension}"`,
      'cache-control': 'no-store',
    }
    const beginning = writer.head + writer.rows(rows, true)
    if (rows.length < PAGE_SIZE) return new BinaryAnswer(Buffer.from(beginning + writer.tail), { headers })
    const goesOn = () => void idle.refresh()
    const body = Readable.from(writePages(asked, { beginning, rows, writer, goesOn }), { objectMode: false })
    const idle = setTimeout(() => body.destroy(), IDLE_TIME).unref()
    body.once('close', () => {
      clearTimeout(idle)
      slots.leave(owner)
    })
    isStreamed = true
    return new BinaryAnswer(body, { headers })
  } finally {
    if (!isStreamed) slots.leave(owner)
  }
}

interface FirstPage {
  readonly beginning: string
  readonly rows: readonly ListedRow[]
  readonly writer: Pick<ReturnType<typeof createExportWriter>, 'rows' | 'tail'>
  /** Called when another page is needed. */
  readonly goesOn: () => void
}

async function* writePages(
  { route, read, isStillAllowed, onFailure }: ListExport,
  { beginning, rows: first, writer, goesOn }: FirstPage,
): AsyncGenerator<Buffer> {
  yield Buffer.from(beginning)
  try {
    let last = first.at(-1)
    for (let page = 2, isMore = true; isMore; page++) {
      goesOn()
      if (!(await isStillAllowed())) throw forbidden()
      const id = route.lists ? last?.['id'] : undefined
      const next = typeof id === 'string' ? { page: 1, after: id } : { page }
      const rows = rowsOf(await retryUnavailable(() => read({ ...next, pageSize: PAGE_SIZE }))) ?? []
      if (rows.length > 0) yield Buffer.from(writer.rows(rows, false))
      last = rows.at(-1)
      isMore = rows.length === PAGE_SIZE
    }
    if (writer.tail !== '') yield Buffer.from(writer.tail)
  } catch (error) {
    // Break the connection, so that an incomplete export is not mistaken for a complete one.
    onFailure(error)
    throw error
  }
}

function rowsOf(answer: unknown): readonly ListedRow[] | undefined {
  const { items, totalPages } = (answer ?? {}) as { items?: unknown; totalPages?: unknown }
  return Array.isArray(items) && typeof totalPages === 'number' ? (items as ListedRow[]) : undefined
}

/** The members that a row can have, in the order of the API document. */
function columnsOf({ spec }: Route, rows: readonly ListedRow[]): readonly string[] {
  const item = exportedItem(spec)
  const present = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (!(item instanceof z.ZodObject)) return present
  return [...Object.keys(item.shape as object), ...present.filter((name) => name.startsWith(CUSTOM_PREFIX))]
}
