import { type Context, forbidden, type RequestFacts } from '@plinth/core'

/** Entries of one page. A page has a unit of work of its own, which lasts no longer than reading it. */
const PAGE = 500

/** Where a page begins and how long it is. */
export interface PagePosition<Row> {
  readonly limit: number
  readonly from: Row | undefined
}

interface Pages<Row, Entry> {
  readonly read: (ctx: Context, position: PagePosition<Row>) => Promise<readonly Row[]>
  readonly show: (ctx: Context, rows: readonly Row[]) => Promise<readonly Entry[]>
}

/**
 * All entries that `read` finds, page after page, each beginning where the last one ended. Throws when the caller has
 * lost the right in the meantime.
 */
export async function* exportPages<Row, Entry>(
  { actor, scope, asSystem, request }: Context & { readonly request: RequestFacts },
  { read, show }: Pages<Row, Entry>,
): AsyncGenerator<readonly Entry[]> {
  // What follows outlives the request's own unit of work.
  const { within } = await asSystem('export a log beyond one unit of work', async (system) => system)
  for (let from: Row | undefined; ;) {
    const { rows, entries } = await within({ actor, scope }, async (ctx) => {
      const found = await read(ctx, { limit: PAGE, from })
      return { rows: found, entries: await show(ctx, found) }
    })
    yield entries
    if (rows.length < PAGE) return
    from = rows.at(-1)
    if (!(await request.isStillAllowed())) throw forbidden()
  }
}
