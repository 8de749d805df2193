import { type Context, sql } from '@plinth/core'
import {
  CUSTOM_PREFIX,
  type CustomFields,
  customFilters,
  customValues,
  inLanguage,
  inScope,
  isFoundInOrder,
  limits,
  type RawBuilder,
  snippetOf,
  textMatches,
  columns,
} from '@plinth/core/data'
import type { Locale } from '@plinth/core/http'
import { z } from 'zod'
import { nameSearch, textSearch } from '../file-searches.ts'
import { Attachment } from '../entities.ts'
import { withoutHidden } from '../names.ts'

const COLUMNS: Readonly<Record<string, (language: Locale) => RawBuilder<unknown>>> = {
  fileName: (language) => inLanguage('a.file_name', language),
  fileSize: () => sql`a.file_size`,
  createdAt: () => sql`a.created_at`,
}

/** The query parameters of the library. */
export const LibraryQuery = z.looseObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
  search: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ description: 'A part of the file name, or words in custom fields.' }),
  text: z.string().trim().max(200).default('').meta({
    description: 'Words in the text of the file. The best matches come first, unless `sortField` is given.',
  }),
  partition: z.string().trim().max(60).default(''),
  tags: z.string().max(2000).default(''),
  sortField: z
    .string()
    .max(110)
    .refine((name) => Object.hasOwn(COLUMNS, name) || name.startsWith(CUSTOM_PREFIX))
    .optional()
    .meta({ enum: Object.keys(COLUMNS), description: 'To sort by a custom field, use `cf_<key>`.' }),
  sortDir: z.enum(['asc', 'desc']).default('desc'),
})
type LibraryFilter = z.output<typeof LibraryQuery>

/** The query as SQL fragments. */
export interface LibraryParts {
  /** The files of the page as table `a`; joins must not add rows. */
  readonly files: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  /** Additional columns for text searches: `snippet` and `total`, which is free because all matches are ranked anyway. */
  readonly more: RawBuilder<unknown>
  /** The total if rows do not include it; for whole partitions it comes from counters. */
  readonly total: RawBuilder<number>
}

interface FileConditions {
  /** Entities whose records the caller may not read. */
  readonly hidden: readonly string[]
  /** Conditions on the records of others. */
  readonly visible: readonly RawBuilder<unknown>[]
}

/** The fragments select only what the caller may see: each repeats the scope conditions, in addition to row-level security. */
export async function toLibraryParts(
  ctx: Pick<Context, 'db' | 'from' | 'scope' | 'inject' | 'locale' | 'actor'>,
  query: LibraryFilter,
  { hidden, visible }: FileConditions,
): Promise<LibraryParts> {
  const { db, from, scope, inject, locale } = ctx
  const { text, partition, sortField, sortDir } = query
  const search = withoutHidden(query.search).trim()
  const { language } = await locale()
  const isCustom = sortField?.startsWith(CUSTOM_PREFIX)
  const fields =
    search !== '' || isCustom
      ? await inject(customValues)?.fields({ entityId: 'attachments:attachment', organizationId: null })
      : undefined
  const tags = query.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  const searched = await searchConditions(db, { search, fields })
  const conditions = [
    ...(searched ? [searched.shown] : []),
    ...(await customFilters(ctx, Attachment, { query, row: 'a' })),
    ...(partition === '' ? [] : [sql`a.partition_code = ${partition}`]),
    ...(hidden.length === 0 ? [] : [sql`not a.entity_id = any (${hidden}::text[])`]),
    ...visible,
    ...(tags.length === 0 ? [] : [sql`a.tags @> ${tags}::text[]`]),
  ]
  const where = sql.join([from.isVisible(Attachment, 'a'), ...conditions], sql` and `)
  const isRanked = text !== '' && sortField === undefined
  const direction = sql.raw(isRanked ? 'desc' : sortDir)
  const orderBy = (column: RawBuilder<unknown>) => sql`${column} ${direction}, a.id ${direction}`
  const custom = isCustom ? fields?.orderOf(sortField!.slice(CUSTOM_PREFIX.length), { row: 'a', language }) : undefined
  const sorted = custom
    ? sql`${custom} ${direction} nulls last, a.id ${direction}`
    : orderBy((COLUMNS[sortField ?? 'createdAt'] ?? COLUMNS['createdAt']!)(language))
  // The search index of names is defined on the entity.
  const nameMatch =
    search === '' ? sql`` : sql`cross join lateral (select ${columns(Attachment, 'a', ['id', 'originalName'])}) n`
  const matched = text === '' ? sql`` : sql`join ${textMatches({ in: textSearch, text })} m on m.id = a.object_id`
  const found = sql`from attachments a ${nameMatch} ${matched} where ${where}`
  const counted = conditions.map((condition) => (condition === searched?.shown ? searched!.counted : condition))
  const all = sql`from attachments a ${nameMatch} ${matched}
    where ${sql.join([from.isVisible(Attachment, 'a'), ...counted], sql` and `)}`
  const ranked = text === '' ? sql`` : sql`, m.rank, count(*) over ()::integer as total`
  const isCounted = text === '' && !from.isRestricted(Attachment) && conditions.length === (partition === '' ? 0 : 1)
  return {
    files: sql`(select a.*${ranked} ${found}
      order by ${isRanked ? orderBy(sql`m.rank`) : sorted} ${sliceOf(query, { isWhole: conditions.length === 0 })}) a`,
    order: isRanked ? orderBy(sql`a.rank`) : sorted,
    more: text === '' ? sql`` : sql`, ${snippetOf({ in: textSearch, text }, 't.content')} as snippet, a.total`,
    total: isCounted
      ? sql`(select coalesce(sum(c.files), 0)::integer from attachment_counts c
          where ${inScope(scope, 'c')} and c.kind = 'partition' and (${partition} = '' or c.name = ${partition}))`
      : sql`(select count(*)::integer ${all})`,
  }
}

/** Common page sizes. Few, since each is a separate statement text. */
const USUAL = new Set([10, 20, 25, 50, 100])

/**
 * For common sizes of an unfiltered page, the limit is a literal, so that one generic plan is cached for everybody. With a bound
 * limit, PostgreSQL assumes a tenth of all rows, considers the generic plan too expensive and plans every execution, which is
 * right only if filters decide which plan is good.
 */
function sliceOf(query: LibraryFilter, { isWhole }: { isWhole: boolean }): RawBuilder<unknown> {
  const { limit, offset } = limits(query)
  if (isWhole && offset === 0 && USUAL.has(limit)) return sql`limit ${sql.lit(limit)}`
  return sql`limit ${limit} offset ${offset}`
}

async function searchConditions(
  db: Context['db'],
  { search, fields }: { readonly search: string; readonly fields: CustomFields | undefined },
): Promise<{ readonly shown: RawBuilder<unknown>; readonly counted: RawBuilder<unknown> } | undefined> {
  if (search === '') return undefined
  const names = sql.join(await nameConditions(db, search), sql` and `)
  const custom = await fields?.isFoundBy(search, 'a')
  if (!custom) return { shown: names, counted: names }
  return { shown: sql`(${names} or ${custom.shown})`, counted: sql`(${names} or ${custom.counted})` }
}

/** The index finds words; the whole is then compared with the client's name, and with the form in which it is listed. */
async function nameConditions(db: Context['db'], search: string): Promise<RawBuilder<unknown>[]> {
  const isIn = (column: string) => sql`position(plinth.fold(${search}) in plinth.fold(${sql.ref(column)})) > 0`
  const exact = sql`(${isIn('a.original_name')} or ${isIn('a.file_name')})`
  if (!/[\p{L}\p{N}]/u.test(search)) return [exact]
  return [await isFoundInOrder(db, { in: nameSearch, alias: 'n', text: search }), exact]
}
