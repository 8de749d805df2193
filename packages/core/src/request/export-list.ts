import { Readable } from 'node:stream'
import { z } from 'zod'
import { retryUnavailable } from '../data/connection/retry-unavailable.ts'
import { BinaryAnswer } from '../define/binary-answer.ts'
import { CUSTOM_PREFIX } from '../define/extensible.ts'
import { anonymous } from '../acl/callers.ts'
import { doWork } from '../context/context.ts'
import type { Route } from '../define/route.ts'
import { shownRow } from '../define/row-schemas.ts'
import { badInput, conflict, forbidden, PlatformError } from '../errors.ts'
import { FairSlots } from '../fairness/fair-slots.ts'
import { KNOWN_TOTAL, PREVIOUS_ROW, TOO_MANY_LINES } from '../http/paging.ts'
import { meaningOf, titleOf } from '../http/export-cells.ts'
import {
  createExportWriter,
  type ExportedColumn,
  exportedItem,
  type ExportFormat,
  toExportFormat,
} from '../http/export-formats.ts'
import type { AdmittedRequest } from './admitted-request.ts'
import { callerNow } from './authorize.ts'
import type { RequestInfo } from './request-info.ts'
import type { ServeDeps } from './serve-deps.ts'
import { runHandler } from './run-handler.ts'

/** Rows of the first page; later ones have more if rows are short, up to so many and about so many bytes. */
const [PAGE_SIZE, LARGEST_PAGE, PAGE_BYTES] = [200, 1_000, 262_144]
/** Milliseconds after which an export is aborted if nobody reads it. */
const IDLE_TIME = 60_000
/** Rows of a sheet of Office Open XML, without the names of the columns. */
const MAX_SHEET = 1_048_575

/**
 * Maximum number of concurrent exports per host, for one tenant and in total (decision: Limits per tenant); others wait for some
 * seconds.
 */
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

type ListedRow = Readonly<Record<string, unknown>>

/** The requested format of a list. Internal requests are answered from memory, so they get pages unless they ask for a stream. */
export function exportFormatOf({ method, spec }: Route, { query, internal }: RequestInfo): ExportFormat | undefined {
  if (method !== 'GET' || (internal && !internal.exported)) return undefined
  const format = toExportFormat(query)
  return format && exportedItem(spec) && format
}

/**
 * Responds with a list as an attachment (decision: Export of lists), page by page, with the filters of the request and the rights
 * of its caller. A page is read once the previous ones have been consumed. Lists that fit on one page are sent whole. The export's
 * slot is released as soon as the connection has ended.
 */
export async function exportList(
  deps: ServeDeps,
  route: Route,
  { format, ...admitted }: AdmittedRequest & { readonly format: ExportFormat },
): Promise<unknown> {
  const { exportSlots: slots } = deps
  const owner = admitted.caller?.scope.tenantId ?? ''
  await slots.enter(owner)
  let isStreamed = false
  try {
    const { answer, pageSize } = await fitting(PAGE_SIZE, (size) =>
      runHandler(deps, route, { ...admitted, page: { page: 1, pageSize: size } }),
    )
    const rows = rowsOf(answer)
    // Some lists have a form without pages, such as a tree, which is sent as is.
    if (!rows) return answer
    const total = totalOf(answer)
    if (total > deps.exportLimit)
      throw badInput(`The list has ${total} rows, and an export at most ${deps.exportLimit}. Please filter the list.`, {
        limit: deps.exportLimit,
      })
    const { runtime } = deps
    const { caller, request } = admitted
    const origin = { requestId: request.requestId, client: request }
    const { timeZone } = await doWork({ runtime, caller: caller ?? anonymous, origin }, ({ locale }) => locale())
    if (format === 'xlsx' && total > MAX_SHEET)
      throw badInput(`The list has ${total} rows, and a sheet at most ${MAX_SHEET}. Please filter the list.`, {
        limit: MAX_SHEET,
      })
    const columns = columnsOf(route, rows).filter(({ name }) => isReadable(deps, route, { caller, name }))
    const { contentType, extension, ...writer } = createExportWriter(format, columns, timeZone)
    const name = route.path.split('/').findLast((word) => word !== '' && !word.startsWith('{')) ?? 'list'
    const headers = {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}.${extension}"`,
      'cache-control': 'no-store',
    }
    const exported = request.internal?.exported
    if (exported) exported.rows += rows.length
    const beginning = join(writer.head(), writer.rows(rows, true))
    if (rows.length < pageSize) return new BinaryAnswer(join(beginning, writer.tail()), { headers })
    const goesOn = () => void idle.refresh()
    const first = { admitted, beginning, rows, columns, pageSize, total, writer, goesOn }
    const body = Readable.from(writePages(deps, route, first), { objectMode: false })
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
  readonly admitted: AdmittedRequest
  readonly beginning: Buffer
  readonly rows: readonly ListedRow[]
  readonly columns: readonly ExportedColumn[]
  readonly pageSize: number
  readonly total: number
  readonly writer: Pick<ReturnType<typeof createExportWriter>, 'rows' | 'tail'>
  /** Called when another page is needed. */
  readonly goesOn: () => void
}

/** Each page is read in a separate unit of work, with the rights that the caller has by then, as a request for it would. */
async function* writePages(
  deps: ServeDeps,
  route: Route,
  { admitted, beginning, rows: first, columns, pageSize: firstSize, total, writer, goesOn }: FirstPage,
): AsyncGenerator<Buffer> {
  yield beginning
  try {
    let last = first.at(-1)
    let pageSize = firstSize
    let rowBytes = beginning.length / first.length
    for (let page = 2, isMore = true; isMore; page++) {
      goesOn()
      await deps.turns.take(admitted.caller?.scope.tenantId ?? '')
      const caller = admitted.caller && (await callerNow(deps, route, { ...admitted, caller: admitted.caller }))
      if (admitted.caller && !caller) throw forbidden()
      // Half of a column would look as if the others had no values.
      if (columns.some(({ name }) => !isReadable(deps, route, { caller, name })))
        throw conflict('What the caller may read of the list has changed')
      const id = typeof last?.['id'] === 'string' ? last['id'] : undefined
      const isAfter = route.lists && id !== undefined
      // A numbered page begins where those of its size before it have ended.
      if (isAfter) pageSize = nextPageSize(pageSize, rowBytes)
      const from = isAfter ? { page: 1, after: id } : { page, [PREVIOUS_ROW]: id }
      // Counting the rows for every page would cost more than reading them.
      const next = { ...from, [KNOWN_TOTAL]: total }
      const read = (size: number) =>
        retryUnavailable(() => runHandler(deps, route, { ...admitted, caller, page: { ...next, pageSize: size } }))
      const { answer, pageSize: size } = isAfter
        ? await fitting(pageSize, read)
        : { answer: await read(pageSize), pageSize }
      pageSize = size
      const rows = rowsOf(answer) ?? []
      const { exported } = admitted.request.internal ?? {}
      if (exported) exported.rows += rows.length
      if (rows.length > 0) {
        const written = join(writer.rows(rows, false))
        rowBytes = written.length / rows.length
        yield written
      }
      last = rows.at(-1)
      isMore = rows.length === pageSize
    }
    const tail = join(writer.tail())
    if (tail.length > 0) yield tail
  } catch (error) {
    // Break the connection, so that an incomplete export is not mistaken for a complete one.
    const { requestId } = admitted.request
    deps.runtime.log.warn({ err: error, requestId, route: route.path }, 'an export was interrupted')
    throw error
  }
}

/** Each page asks for the rights of the caller, and begins a transaction: for a few short rows, that costs more than the rows. */
const nextPageSize = (size: number, rowBytes: number): number =>
  Math.min(LARGEST_PAGE, size * 2, Math.max(size < PAGE_SIZE ? 1 : PAGE_SIZE, Math.floor(PAGE_BYTES / rowBytes)))

/** Reads a page of this size, or a smaller one if its rows have more lines than a list returns. */
async function fitting<T>(pageSize: number, read: (size: number) => Promise<T>) {
  for (let size = pageSize; ; size = Math.ceil(size / 4)) {
    try {
      return { answer: await read(size), pageSize: size }
    } catch (error) {
      if (size === 1 || !(error instanceof PlatformError) || error.body['code'] !== TOO_MANY_LINES) throw error
    }
  }
}

function rowsOf(answer: unknown): readonly ListedRow[] | undefined {
  const { items, totalPages } = (answer ?? {}) as { items?: unknown; totalPages?: unknown }
  return Array.isArray(items) && typeof totalPages === 'number' ? (items as ListedRow[]) : undefined
}

const totalOf = (answer: unknown): number => Number((answer as { readonly total?: unknown }).total)

const join = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))

/** Whether the caller may read a column. */
function isReadable(
  { runtime: { fieldPolicies } }: ServeDeps,
  { spec }: Route,
  { caller, name }: Pick<AdmittedRequest, 'caller'> & { readonly name: string },
): boolean {
  const { reads } = spec
  const kind = typeof reads === 'string' ? reads : reads?.kind
  const item = exportedItem(spec)
  const entity = item instanceof z.ZodObject ? shownRow(item) : undefined
  if (!caller) return true
  const rights = [
    entity && fieldPolicies.of(caller.actor, entity),
    kind === undefined ? undefined : fieldPolicies.ofKind(caller.actor, kind),
  ]
  return rights.every((one) => one?.may('read', name) ?? true)
}

/** The properties that a row can have, in the order of the API document. */
function columnsOf({ spec }: Route, rows: readonly ListedRow[]): readonly ExportedColumn[] {
  const item = exportedItem(spec)
  const shape = item instanceof z.ZodObject ? (item.shape as Readonly<Record<string, unknown>>) : {}
  return namesOf(item, rows).map((name) => ({
    name,
    title: titleOf(name, shape[name]),
    meaning: meaningOf(shape[name]),
  }))
}

function namesOf(item: z.ZodType | undefined, rows: readonly ListedRow[]): readonly string[] {
  const present = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  // An item whose properties are not all declared has those that it has.
  if (!(item instanceof z.ZodObject) || item.def.catchall instanceof z.ZodUnknown) return present
  const declared = Object.entries(item.shape as Readonly<Record<string, z.ZodType>>)
  return [
    // Lines are only returned if they are asked for.
    ...declared.filter(([name, schema]) => !schema.meta()?.['x-lines'] || present.includes(name)).map(([name]) => name),
    ...present.filter((name) => name.startsWith(CUSTOM_PREFIX)),
  ]
}
