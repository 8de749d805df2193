import { Readable } from 'node:stream'
import { z } from 'zod'
import { BinaryAnswer, type Route } from '../define/route.ts'
import { forbidden, PlatformError } from '../errors.ts'
import { FairSlots } from '../fairness.ts'
import { createExportWriter, exportedItem, type ExportFormat } from '../http/list-exports.ts'

/** Rows of one page: so many that reading them is short, and so few that the longest are no burden. */
const PAGE_SIZE = 200
/** Milliseconds after which an export that nobody reads from ends. */
const IDLE_TIME = 60_000

/** Exports that one host streams at once, of one tenant and of all (decision 43); more wait for some seconds. */
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

/** A page of a list, as its handler is asked for it. */
export interface ListPage {
  readonly page: number
  readonly pageSize: number
  /** The row after which it begins, where the list is read along an index. */
  readonly after?: string
}

type ListedRow = Readonly<Record<string, unknown>>

interface ListExport {
  readonly route: Route
  readonly format: ExportFormat
  readonly slots: FairSlots
  /** Whose place for an export it takes. */
  readonly owner: string
  /** Reads one page of the list in a unit of work of its own, as a request for it would. */
  readonly read: (page: ListPage) => Promise<unknown>
  readonly isStillAllowed: () => Promise<boolean>
  readonly onFailure: (error: unknown) => void
}

/**
 * Answers a list as an attachment (decision 91): page after page with the filters of the request and the rights of its
 * caller, each read when those before it have been taken. What fits on one page is sent whole. The place of the export is
 * free as soon as the connection has ended.
 */
export async function exportList(asked: ListExport): Promise<unknown> {
  const { route, format, slots, owner } = asked
  await slots.enter(owner)
  let isStreamed = false
  try {
    const answer = await asked.read({ page: 1, pageSize: PAGE_SIZE })
    const rows = rowsOf(answer)
    // Some lists have a form without pages, such as a tree, which is answered as it is.
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
  /** Called when another page is wanted. */
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
      const rows = rowsOf(await read({ ...next, pageSize: PAGE_SIZE })) ?? []
      if (rows.length > 0) yield Buffer.from(writer.rows(rows, false))
      last = rows.at(-1)
      isMore = rows.length === PAGE_SIZE
    }
    if (writer.tail !== '') yield Buffer.from(writer.tail)
  } catch (error) {
    // The connection is broken off, so that a part is not taken for the whole.
    onFailure(error)
    throw error
  }
}

function rowsOf(answer: unknown): readonly ListedRow[] | undefined {
  const { items, totalPages } = (answer ?? {}) as { items?: unknown; totalPages?: unknown }
  return Array.isArray(items) && typeof totalPages === 'number' ? (items as ListedRow[]) : undefined
}

/** The members that a row may have, in the order of the API document. */
function columnsOf({ spec }: Route, rows: readonly ListedRow[]): readonly string[] {
  const item = exportedItem(spec)
  if (item instanceof z.ZodObject) return Object.keys(item.shape as object)
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}
