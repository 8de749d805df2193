import {
  contains,
  type Context,
  inScope,
  isFoundInOrder,
  type RawBuilder,
  snippetOf,
  sql,
  textMatches,
} from '@plinth/core'
import { z } from 'zod'
import { nameSearch, textSearch } from '../searches.ts'

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
type Asked = z.output<typeof LibraryQuery>

const COLUMNS = { fileName: 'a.file_name', fileSize: 'a.file_size', createdAt: 'a.created_at' } as const

type Reading = Pick<Context, 'db' | 'scope'>

/** What is asked for, as parts of statements that call the tables as `fileTables` does. */
export interface LibraryParts {
  /** Joins what is found by its name or text. */
  readonly found: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  /** Columns more, where texts are searched: `snippet`, and `total`, for all that is found is ranked anyway. */
  readonly more: RawBuilder<unknown>
  /** How many files that is, where no row tells. */
  readonly count: () => Promise<number>
}

/** Answers nothing of what the caller may not see: each part says the scope again, beside row level security. */
export async function toLibraryParts({ db, scope }: Reading, query: Asked): Promise<LibraryParts> {
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
  const sorted = isRanked ? sql`m.rank` : sql.ref(COLUMNS[sortField ?? 'createdAt'])
  // The search of names knows them as the entity does.
  const named = search === '' ? sql`` : sql`cross join lateral (select a.id, a.file_name as "fileName") n`
  const matched = text === '' ? sql`` : sql`join ${textMatches({ in: textSearch, text })} m on m.id = a.object_id`
  const found = sql`${named} ${matched}`
  const isCounted = text === '' && search === '' && tags.length === 0
  return {
    found,
    where,
    order: sql`${sorted} ${direction}, a.id ${direction}`,
    more:
      text === ''
        ? sql``
        : sql`, ${snippetOf({ in: textSearch, text }, 't.content')} as snippet, count(*) over ()::integer as total`,
    count: async () => {
      const { rows } = await (
        isCounted
          ? sql<{ total: number }>`select coalesce(sum(c.files), 0)::integer as total from attachment_counts c
              where ${inScope(scope, 'c')} and c.kind = 'partition' and (${partition} = '' or c.name = ${partition})`
          : sql<{ total: number }>`select count(*)::integer as total from attachments a ${found} where ${where}`
      ).execute(db)
      return rows[0]!.total
    },
  }
}

/** The index finds words; what stands between them is compared as it is. */
async function nameConditions(db: Context['db'], search: string): Promise<RawBuilder<unknown>[]> {
  if (search === '') return []
  const exact = sql`a.file_name ilike ${contains(search)}`
  if (!/[\p{L}\p{N}]/u.test(search)) return [exact]
  return [await isFoundInOrder(db, { in: nameSearch, alias: 'n', text: search }), exact]
}
