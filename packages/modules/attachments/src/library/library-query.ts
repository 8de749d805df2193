import { type Context, sql } from '@plinth/core'
import {
  contains,
  inScope,
  isFoundInOrder,
  limits,
  type RawBuilder,
  snippetOf,
  textMatches,
  columns,
} from '@plinth/core/data'
import { z } from 'zod'
import { nameSearch, textSearch } from '../searches.ts'
import { Attachment } from '../entities.ts'

/** What the library is asked for. */
export const LibraryQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
  search: z.string().trim().max(200).default('').meta({ description: 'A part of the file name.' }),
  text: z.string().trim().max(200).default('').meta({
    description: 'Words that are written in the file; the best come first unless `sortField` says otherwise.',
  }),
  partition: z.string().trim().max(60).default(''),
  tags: z.string().max(2000).default(''),
  sortField: z.enum(['fileName', 'fileSize', 'createdAt']).optional(),
  sortDir: z.enum(['asc', 'desc']).default('desc'),
})
type LibraryFilter = z.output<typeof LibraryQuery>

const COLUMNS = { fileName: 'a.file_name', fileSize: 'a.file_size', createdAt: 'a.created_at' } as const

/** What is asked for, as parts of statements. */
export interface LibraryParts {
  /** The files of the page, as the table `a`: all that is joined to it has no more rows. */
  readonly files: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  /** Columns more, where texts are searched: `snippet`, and `total`, for all that is found is ranked anyway. */
  readonly more: RawBuilder<unknown>
  /** How many files that is, where no row says; of whole partitions it is in counters. */
  readonly total: RawBuilder<number>
}

/** Answers nothing of what the caller may not see: each part says the scope again, beside row level security. */
export async function toLibraryParts(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  query: LibraryFilter,
): Promise<LibraryParts> {
  const { search, text, partition, sortField, sortDir } = query
  const tags = query.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  const conditions = [
    ...(await nameConditions(db, search)),
    ...(partition === '' ? [] : [sql`a.partition_code = ${partition}`]),
    ...(tags.length === 0 ? [] : [sql`a.tags @> ${tags}::text[]`]),
  ]
  const where = sql.join([inScope(scope, 'a'), ...conditions], sql` and `)
  const isRanked = text !== '' && sortField === undefined
  const direction = sql.raw(isRanked ? 'desc' : sortDir)
  const orderBy = (column: string) => sql`${sql.ref(column)} ${direction}, a.id ${direction}`
  const sorted = COLUMNS[sortField ?? 'createdAt']
  // The search of names knows them as the entity does.
  const nameMatch =
    search === '' ? sql`` : sql`cross join lateral (select ${columns(Attachment, 'a', ['id', 'fileName'])}) n`
  const matched = text === '' ? sql`` : sql`join ${textMatches({ in: textSearch, text })} m on m.id = a.object_id`
  const found = sql`from attachments a ${nameMatch} ${matched} where ${where}`
  const ranked = text === '' ? sql`` : sql`, m.rank, count(*) over ()::integer as total`
  const isCounted = text === '' && search === '' && tags.length === 0
  return {
    files: sql`(select a.*${ranked} ${found}
      order by ${orderBy(isRanked ? 'm.rank' : sorted)} ${sliceOf(query, { isWhole: conditions.length === 0 })}) a`,
    order: orderBy(isRanked ? 'a.rank' : sorted),
    more: text === '' ? sql`` : sql`, ${snippetOf({ in: textSearch, text }, 't.content')} as snippet, a.total`,
    total: isCounted
      ? sql`(select coalesce(sum(c.files), 0)::integer from attachment_counts c
          where ${inScope(scope, 'c')} and c.kind = 'partition' and (${partition} = '' or c.name = ${partition}))`
      : sql`(select count(*)::integer ${found})`,
  }
}

/** Sizes of pages that are usual: few, for every other text is a statement of its own. */
const USUAL = new Set([10, 20, 25, 50, 100])

/**
 * A usual page of all files has its size in the text: then one plan serves everybody and is kept. Of a bound size the server
 * expects a tenth of all rows, finds such a plan too dear and makes a new one each time, which is right where conditions
 * decide which one is good.
 */
function sliceOf(query: LibraryFilter, { isWhole }: { isWhole: boolean }): RawBuilder<unknown> {
  const { limit, offset } = limits(query)
  if (isWhole && offset === 0 && USUAL.has(limit)) return sql`limit ${sql.lit(limit)}`
  return sql`limit ${limit} offset ${offset}`
}

/** The index finds words; what stands between them is compared as it is. */
async function nameConditions(db: Context['db'], search: string): Promise<RawBuilder<unknown>[]> {
  if (search === '') return []
  const exact = sql`a.file_name ilike ${contains(search)}`
  if (!/[\p{L}\p{N}]/u.test(search)) return [exact]
  return [await isFoundInOrder(db, { in: nameSearch, alias: 'n', text: search }), exact]
}
