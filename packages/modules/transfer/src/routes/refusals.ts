import { type Context, get, list, notFound, view } from '@plinth/core'
import { BinaryAnswer, texts, toCsv } from '@plinth/core/http'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Import, Refusal } from '../entities.ts'
import type { RowProblem } from '../settings.ts'
import { openSource } from '../sources/open-source.ts'

const ProblemView = z.object({ column: z.string().nullable(), message: z.string() })

const RefusalView = view(Refusal, ['id', 'row', 'isRehearsal']).extend({ problems: z.array(ProblemView) })

export const listRefusals = list('/transfer/refusals', Refusal, {
  access: features.view,
  summary: 'List the rows that an import has refused, or would refuse, with the reasons by column.',
  select: RefusalView,
  sort: ['row'],
  defaultSort: { field: 'row' },
  filter: ['isRehearsal'],
  query: { importId: z.uuid() },
  where: ({ eb, from, query: { importId } }) => [
    eb('row.importId', 'in', from(Import, 'i').select('i.id').where('i.id', '=', importId)),
  ],
  resolve: async (ctx, { problems }) => ({ problems: [...(await translate(ctx, problems))] }),
})

async function translate(ctx: Context, problems: readonly RowProblem[]): Promise<readonly RowProblem[]> {
  const { language } = await ctx.locale()
  const { message } = ctx.inject(texts)
  return problems.map((problem) => ({ ...problem, message: message(language, problem.message) }))
}

/** Rows of refusals read at a time. */
const PAGE = 1_000

export const getRefused = get(
  '/transfer/imports/{id}/refused',
  {
    operation: 'getRefusedRows',
    access: features.view,
    summary:
      'Get the refused rows as they are in the file, as CSV with the reasons in the last column, to mend and import them.',
    params: z.object({ id: z.uuid().toLowerCase() }),
    query: z.object({ rehearsal: z.enum(['true', 'false']).optional() }),
    response: z.string(),
    http: { contentType: 'text/csv; charset=utf-8' },
    errors: [400, 404],
  },
  async (ctx) => {
    const { params, query } = ctx
    const row = await ctx
      .from(Import, 'i')
      .select(['i.attachmentId', 'i.settings', 'i.columns'])
      .where('i.id', '=', params.id)
      .executeTakeFirst()
    if (!row) throw notFound('Import')
    const isRehearsal = query.rehearsal === 'true'
    const columns = row.columns.map(({ name }) => name)
    const refusals = await readRefusals(ctx, { importId: params.id, isRehearsal })
    const source = await openSource(ctx, row.attachmentId, { format: row.settings.format, columns })
    async function* lines() {
      yield toLines([[...columns, 'Reasons']])
      let left = refusals.size
      for await (const { row: number, cells } of source.rows) {
        if (left === 0) break
        const problems = refusals.get(number)
        if (!problems) continue
        left--
        yield toLines([[...columns.map((_, index) => toCell(cells[index])), toReasons(problems)]])
      }
    }
    const body = Readable.from(lines(), { objectMode: false })
    // Also if nobody has begun to read it.
    body.once('close', () => source.close())
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="refused.csv"',
      'cache-control': 'no-store',
    }
    return new BinaryAnswer(body, { headers })
  },
)

async function readRefusals(
  ctx: Context,
  { importId, isRehearsal }: { readonly importId: string; readonly isRehearsal: boolean },
): Promise<ReadonlyMap<number, readonly RowProblem[]>> {
  const found = new Map<number, readonly RowProblem[]>()
  for (let last = 0; ;) {
    const rows = await ctx
      .from(Refusal, 'r')
      .select(['r.row', 'r.problems'])
      .where('r.importId', '=', importId)
      .where('r.isRehearsal', '=', isRehearsal)
      .where('r.row', '>', last)
      .orderBy('r.row')
      .limit(PAGE)
      .execute()
    for (const { row, problems } of rows) found.set(row, await translate(ctx, problems))
    if (rows.length < PAGE) return found
    last = rows.at(-1)!.row
  }
}

const toLines = (rows: readonly (readonly string[])[]) => Buffer.from(toCsv(rows))

const toCell = (cell: unknown) =>
  typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : String(cell ?? '')

const toReasons = (problems: readonly RowProblem[]) =>
  problems.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join('; ')
