import { setImmediate } from 'node:timers/promises'
import type { FileRow } from '@plinth/attachments'
import { badInput, type Context, PlatformError } from '@plinth/core'
import { PlannedRows } from '../commands/import-chunk.ts'
import { Import } from '../entities.ts'
import { addCounts, type Counts, MAX_ROWS, NOTHING } from '../settings.ts'
import { type Draft, isFurtherLine, toDraft } from '../rows/draft.ts'
import { type Plan, planImport } from '../rows/plan.ts'
import { problemsOf, RefusedRow, refuseRecord } from '../rows/row-problem.ts'
import { SeenKeys } from '../rows/seen-keys.ts'
import { isBlank } from '../sources/column-names.ts'
import { type OpenedSource, openSource } from '../sources/open-source.ts'
import type { WorkOnImport } from './work-on-import.ts'

/** Consecutive rows of a file. */
interface Chunk {
  readonly firstRow: number
  readonly lastRow: number
  readonly drafts: Draft[]
  readonly refused: RefusedRow[]
  /** Whether each row is written by itself, because one of them was refused. */
  readonly isEach: boolean
}

/** What became of a chunk. */
export interface ChunkOutcome {
  readonly counts: Counts
  readonly refused: readonly RefusedRow[]
}

/** A chunk as the command takes it. */
export interface PlannedChunk {
  readonly firstRow: number
  readonly lastRow: number
  readonly rows: PlannedRows
}

type WriteChunk = (chunk: PlannedChunk) => Promise<ChunkOutcome>

/** Rows of a chunk at first and at most, and the size of their text. */
const FIRST = 50
const MOST = 500
const MAX_SIZE = 1_048_576

/** Milliseconds that a chunk should take: what it locks is locked for that long. */
const GOAL = 1_000

/** Of so few rows, each is written by itself to learn which one is refused. */
const FEW = 32

/** How often a chunk is tried again without a refused row; then it ends before that row. */
const PATIENCE = 5

/** Rows of one record at most. */
const MAX_LINES = 10_000

/** Rows after which others have a turn. */
const TURN = 20

/**
 * Reads the file of an import, and passes its rows on, chunk by chunk, with what is wrong with them: while a chunk is written, the next
 * one is read. The rights of the importer are checked for each chunk. Ends when the job is cancelled.
 */
export async function eachChunk(
  work: WorkOnImport,
  { after }: { readonly after: number },
  write: WriteChunk,
): Promise<void> {
  const { tracked, asImporter } = work
  const { source, plan } = await asImporter((ctx) => openImport(ctx, work))
  const pace = { size: FIRST }
  let done = NOTHING
  try {
    for await (const chunk of oneAhead(chunksOf(source, { plan, after, pace }))) {
      tracked.signal.throwIfAborted()
      const began = performance.now()
      const rows = chunk.drafts.length + chunk.refused.length
      done = addCounts(
        done,
        await writeInParts(plan, chunk, { write, isRehearsal: work.work === 'rehearse', signal: tracked.signal }),
      )
      tracked.advance({
        processedCount: done.created + done.updated + done.unchanged + done.refused + (done.skipped ?? 0),
        progressPercent: Math.min(99, Math.floor(source.progress() * 100)),
        meta: { ...done },
      })
      const each = Math.max(1, performance.now() - began) / rows
      pace.size = Math.max(1, Math.min(MOST, pace.size * 2, Math.floor(GOAL / each)))
    }
  } finally {
    source.close()
  }
}

interface Reading {
  readonly plan: Plan
  readonly after: number
  /** How many rows a chunk has, as it is now. */
  readonly pace: { readonly size: number }
}

async function* chunksOf({ rows }: OpenedSource, { plan, after, pace }: Reading): AsyncGenerator<Chunk> {
  const keys = new SeenKeys()
  let chunk: Chunk | undefined
  let count = 0
  let weight = 0
  for await (const record of recordsOf(rows, plan)) {
    const isDone = record[0]!.row <= after
    // Of rows that have been imported, only the keys count.
    if (isDone && !plan.key) continue
    const draft = toDraft(plan, record)
    const found = isDraft(draft) ? unlessSeen(keys, plan, draft) : refuseRecord(toNumbers(record), draft)
    if (isDone) continue
    chunk = add(chunk, toNumbers(record), found)
    count += record.length
    for (const { size } of record) weight += size
    if (count < pace.size && weight < MAX_SIZE) continue
    yield chunk
    chunk = undefined
    count = weight = 0
  }
  if (chunk) yield chunk
}

const isDraft = <T>(found: Draft | readonly T[]): found is Draft => !Array.isArray(found)

const toNumbers = (rows: readonly FileRow[]) => ({ row: rows[0]!.row, rows: rows.map(({ row }) => row) })

/** The rows of each record: one, or several if they have its lines. Rows without anything are left out. */
async function* recordsOf(rows: OpenedSource['rows'], plan: Plan): AsyncGenerator<readonly FileRow[]> {
  let record: FileRow[] = []
  for await (const row of rows) {
    if (row.row > MAX_ROWS + 1) throw badInput(`A file can have at most ${MAX_ROWS} rows`)
    if (row.row % TURN === 0) await setImmediate()
    if (row.cells.every(isBlank)) continue
    if (record.length > 0 && isFurtherLine(plan, record[0]!, row)) {
      if (record.length === MAX_LINES) throw badInput(`A record can have at most ${MAX_LINES} rows`)
      record.push(row)
      continue
    }
    if (record.length > 0) yield record
    record = [row]
  }
  if (record.length > 0) yield record
}

/** Asks for each value while the one before is still being used. */
async function* oneAhead<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  const next = () => {
    const asked = values.next()
    // It is reported when its turn comes.
    asked.catch(() => {})
    return asked
  }
  for (let asked = next(); ;) {
    const { done, value } = await asked
    if (done) return
    asked = next()
    yield value
  }
}

async function openImport(ctx: Context, { importId }: Pick<WorkOnImport, 'importId'>) {
  const row = await ctx
    .from(Import, 'i')
    .select(['i.entity', 'i.settings', 'i.columns', 'i.attachmentId'])
    .where('i.id', '=', importId)
    .executeTakeFirstOrThrow()
  const columns = row.columns.map(({ name }) => name)
  const plan = await planImport(ctx, { ...row, columns })
  const source = await openSource(ctx, row.attachmentId, { format: row.settings.format, columns })
  if (source.columns.join('\n') !== columns.join('\n')) {
    source.close()
    throw badInput('In this format, the file has other columns: create another import with it')
  }
  return { plan, source }
}

function add(
  chunk: Chunk | undefined,
  { row, rows }: ReturnType<typeof toNumbers>,
  found: Draft | readonly RefusedRow[],
): Chunk {
  const { firstRow, drafts, refused, isEach }: Omit<Chunk, 'lastRow'> = chunk ?? {
    firstRow: row,
    drafts: [],
    refused: [],
    isEach: false,
  }
  if (isDraft(found)) drafts.push(found)
  else refused.push(...found)
  return { firstRow, lastRow: rows.at(-1)!, drafts, refused, isEach }
}

interface Writing {
  readonly write: WriteChunk
  readonly isRehearsal: boolean
  readonly signal: AbortSignal
}

/**
 * Writes a chunk. If one of its rows is refused, the others are tried again without it; after some of them, what comes before the row
 * is written by itself, so that no row is tried more than a few times. If nobody knows which row is refused, it is found by halving; the
 * last few rows are written one by one.
 */
async function writeInParts(plan: Plan, chunk: Chunk, { write, signal, isRehearsal }: Writing): Promise<Counts> {
  let counts = NOTHING
  let tries = 0
  const waiting = [chunk]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    signal.throwIfAborted()
    const { firstRow, lastRow } = next
    try {
      counts = addCounts(counts, (await write({ firstRow, lastRow, rows: new PlannedRows(plan, next) })).counts)
      tries = 0
    } catch (error) {
      // Whichever error it is: what one row meets together with others does not tell what it meets by itself.
      if (!next.isEach && !(error instanceof RefusedRow) && problemsOf(error)) {
        // A rehearsal rolls each part back, so what rows have to do with each other is only seen within one.
        const isHalved = next.drafts.length > FEW && !isRehearsal
        waiting.unshift(...(isHalved ? halve(next) : [{ ...next, isEach: true }]))
        continue
      }
      const refused = toRefused(error, next)
      if (!refused) {
        if (!problemsOf(error) || isOfAll(error) || next.drafts.length < 2) throw error
        waiting.unshift(...halve(next))
        continue
      }
      const draft = next.drafts.find(({ row }) => row === refused.row)!
      const without = {
        ...next,
        drafts: next.drafts.filter(({ row }) => row !== refused.row),
        refused: [...next.refused, ...refuseRecord(draft, refused.problems)],
      }
      waiting.unshift(...(++tries < PATIENCE ? [without] : splitAfter(without, draft.rows.at(-1)!)))
    }
  }
  return counts
}

/** The row that an error is about: that of a command, or the only one of the chunk. */
function toRefused(error: unknown, { drafts }: Chunk): RefusedRow | undefined {
  if (error instanceof RefusedRow) return error
  const problems = drafts.length === 1 && !isOfAll(error) ? problemsOf(error) : undefined
  return problems && new RefusedRow(drafts[0]!.row, problems)
}

/** Lost rights, and another worker, are no fault of a row. */
const isOfAll = (error: unknown): boolean =>
  error instanceof PlatformError && (error.status === 401 || error.status === 403 || error.status === 409)

const halve = (chunk: Chunk): Chunk[] =>
  splitAfter(chunk, chunk.drafts[Math.ceil(chunk.drafts.length / 2) - 1]!.rows.at(-1)!)

/** Divides a chunk behind a row. */
function splitAfter({ firstRow, lastRow, drafts, refused, isEach }: Chunk, row: number): Chunk[] {
  const isBefore = (one: { readonly row: number }) => one.row <= row
  const isAfter = (one: { readonly row: number }) => one.row > row
  const first = { firstRow, lastRow: row, drafts: drafts.filter(isBefore), refused: refused.filter(isBefore), isEach }
  const others = { drafts: drafts.filter(isAfter), refused: refused.filter(isAfter) }
  if (others.drafts.length + others.refused.length === 0) return [{ ...first, lastRow }]
  return [first, { firstRow: row + 1, lastRow, ...others, isEach }]
}

/** The draft, unless an earlier row has the same key. */
function unlessSeen(keys: SeenKeys, { key }: Plan, draft: Draft): Draft | readonly RefusedRow[] {
  if (!key || draft.key === null || keys.add(draft.key)) return draft
  return refuseRecord(draft, [{ column: key.column, message: 'An earlier row has the same' }])
}
