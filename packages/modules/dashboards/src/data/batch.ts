import { createHash } from 'node:crypto'
import { type Context, defineCache, MIB, PlatformError, sql } from '@plinth/core'
import { describedAs, texts } from '@plinth/core/http'
import { z } from 'zod'
import { DataRequest, DataView } from './request.ts'
import { runRequest, limitTime, compileRequest, type CompiledRequest, STATEMENT_TIME } from './sum-up.ts'

/** Several requests, identified by ids that the caller chooses. */
export const BatchRequest = z.object({
  requests: z
    .array(z.object({ id: z.string().min(1).max(200), request: describedAs(DataRequest) }))
    .min(1)
    .max(50),
})

const Result = z.discriminatedUnion('ok', [
  z.object({ id: z.string(), ok: z.literal(true), data: DataView }),
  z.object({
    id: z.string(),
    ok: z.literal(false),
    error: z.string(),
    code: z
      .literal('invalid_field')
      .optional()
      .meta({ description: 'Whether a field that it names does not exist, or does not fit.' }),
  }),
])
type Result = z.output<typeof Result>

/** The results, in the order of the requests. */
export const BatchView = z.object({ results: z.array(Result) })

/** Whole dashboards, invalidated together, because results from different moments would not add up. */
export const batches = defineCache<readonly Result[]>('dashboards.batches', { bytes: 16 * MIB, ttl: 120_000 })

type BatchEntry = { readonly id: string } & ({ readonly prepared: CompiledRequest } | { readonly error: string })

/** Answers all requests from one snapshot of the database. A request that fails does not affect the others. */
export async function answerBatch(ctx: Context, { requests }: z.output<typeof BatchRequest>) {
  const entries = await Promise.all(requests.map(({ id, request }) => toEntry(ctx, id, request)))
  const prepared = entries.flatMap((entry) => ('prepared' in entry ? [entry.prepared] : []))
  const key = createHash('sha256')
    .update(JSON.stringify(entries.map((entry) => [entry.id, 'prepared' in entry ? entry.prepared.key : entry.error])))
    .digest('base64')
  const tags = [...new Set(prepared.map(({ tag }) => tag))]
  const read = async () => ({ value: await ctx.snapshot((moment) => answerAll(moment, entries)), tags })
  const isCached = prepared.every((one) => one.isCached)
  const results = isCached ? await ctx.cached(batches, key, read) : (await read()).value
  // What is kept is read in other languages, too.
  const [known, { language }] = [ctx.inject(texts), await ctx.locale()]
  return {
    results: results.map((one): Result => {
      if (one.ok) return one
      const error = known.message(language, one.error)
      return { ...one, error, ...(INVALID_FIELD.test(one.error) && { code: 'invalid_field' as const }) }
    }),
  }
}

async function toEntry(ctx: Context, id: string, request: unknown): Promise<BatchEntry> {
  const { data, error } = DataRequest.safeParse(request)
  if (error) return { id, error: 'Invalid request payload' }
  try {
    return { id, prepared: await compileRequest(ctx, data) }
  } catch (refusal) {
    return { id, error: messageOf(refusal) }
  }
}

/** The least time for a statement, in milliseconds: enough for those that read an index. */
const LEAST = 250

/**
 * Each statement that takes too long halves the time for those after it, so that many slow ones hold a connection for seconds instead
 * of minutes, and quick ones still answer.
 */
async function answerAll(ctx: Context, entries: readonly BatchEntry[]): Promise<Result[]> {
  let most = STATEMENT_TIME
  await limitTime(ctx, most)
  const results: Result[] = []
  for (const entry of entries) {
    const { id } = entry
    if ('error' in entry) {
      results.push({ id, ok: false, error: entry.error })
      continue
    }
    const start = performance.now()
    results.push(await answerOne(ctx, id, entry.prepared))
    if (performance.now() - start < most || most === LEAST) continue
    most = Math.max(LEAST, Math.round(most / 2))
    await limitTime(ctx, most)
  }
  return results
}

/** The savepoint preserves the snapshot for the others if the statement fails. */
async function answerOne(ctx: Context, id: string, prepared: CompiledRequest): Promise<Result> {
  await sql`savepoint request`.execute(ctx.db)
  try {
    return { id, ok: true, data: await runRequest(ctx, prepared) }
  } catch (failure) {
    ctx.log.error({ err: failure, requestId: ctx.requestId }, 'a widget of a dashboard failed')
    await sql`rollback to savepoint request`.execute(ctx.db)
    return { id, ok: false, error: messageOf(failure) }
  }
}

function messageOf(failure: unknown): string {
  const isTold = failure instanceof PlatformError && failure.status < 500
  return isTold ? failure.message : 'An error occurred while processing your request'
}

/** The published words for a field that there is not; in other languages, clients tell it by the code. */
const INVALID_FIELD = /^Invalid \w+ field: /
