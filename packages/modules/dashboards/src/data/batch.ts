import { createHash } from 'node:crypto'
import { type Context, defineCache, MIB, PlatformError, sql } from '@plinth/core'
import { z } from 'zod'
import { DataRequest, DataView } from './request.ts'
import { runRequest, limitTime, compileRequest, type CompiledRequest } from './sum-up.ts'

/** Several requests at once, told apart by ids of the caller's choice. */
export const BatchRequest = z.object({
  requests: z
    .array(z.object({ id: z.string().min(1).max(200), request: z.unknown() }))
    .min(1)
    .max(50),
})

const Result = z.discriminatedUnion('ok', [
  z.object({ id: z.string(), ok: z.literal(true), data: DataView }),
  z.object({ id: z.string(), ok: z.literal(false), error: z.string() }),
])
type Result = z.output<typeof Result>

/** Their answers, in the same order. */
export const BatchView = z.object({ results: z.array(Result) })

/** Whole dashboards, dropped together: answers from different moments would not add up. */
export const batches = defineCache<readonly Result[]>('dashboards.batches', { bytes: 16 * MIB, ttl: 120_000 })

type BatchEntry = { readonly id: string } & ({ readonly prepared: CompiledRequest } | { readonly error: string })

/** Answers every request from one snapshot of the database. One that fails does so alone. */
export async function answerBatch(ctx: Context, { requests }: z.output<typeof BatchRequest>) {
  const entries = requests.map(({ id, request }) => toEntry(ctx, id, request))
  const prepared = entries.flatMap((entry) => ('prepared' in entry ? [entry.prepared] : []))
  const key = createHash('sha256')
    .update(JSON.stringify(entries.map((entry) => [entry.id, 'prepared' in entry ? entry.prepared.key : entry.error])))
    .digest('base64')
  const tags = [...new Set(prepared.map(({ tag }) => tag))]
  const results = await ctx.cached(batches, key, async () => ({
    value: await ctx.snapshot((moment) => answerAll(moment, entries)),
    tags,
  }))
  return { results: [...results] }
}

function toEntry(ctx: Context, id: string, request: unknown): BatchEntry {
  const { data, error } = DataRequest.safeParse(request)
  if (error) return { id, error: 'Invalid request payload' }
  try {
    return { id, prepared: compileRequest(ctx, data) }
  } catch (refusal) {
    return { id, error: messageOf(refusal) }
  }
}

async function answerAll(ctx: Context, entries: readonly BatchEntry[]): Promise<Result[]> {
  await limitTime(ctx)
  const results: Result[] = []
  for (const entry of entries) {
    const { id } = entry
    results.push('error' in entry ? { id, ok: false, error: entry.error } : await answerOne(ctx, id, entry.prepared))
  }
  return results
}

/** The savepoint keeps the snapshot for the others when the statement fails. */
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
