import { badInput, type Context, get, type Route, sql } from '@plinth/core'
import { inLanguage, inScope, type RawBuilder } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import {
  besideFiles,
  contentOf,
  fileColumns,
  type FileRow,
  LibraryFile,
  LISTED_TEXT,
  toLibraryFile,
} from './attachment-views.ts'
import { Attachment, Partition } from '../entities.ts'
import { hiddenEntities, ofVisibleRecords } from '../records.ts'
import { LibraryQuery, toLibraryParts } from './library-query.ts'

const LibraryItem = LibraryFile.extend({
  /** Only if `text` was searched. */
  snippet: z.string().optional().meta({ description: 'The text around the first match of `text`, as plain text.' }),
})

const Library = z.object({
  items: z.array(LibraryItem),
  page: z.number().int(),
  pageSize: z.number().int(),
  total: z.number().int(),
  totalPages: z.number().int(),
  availableTags: z.array(z.string()),
  partitions: z.array(
    z.object({ code: z.string(), title: z.string(), description: z.string().nullable(), isPublic: z.boolean() }),
  ),
})

/** Maximum number of tags offered as filters. */
const MAX_OFFERED_TAGS = 1000

/** What a page contains besides its files. */
type Around = Pick<z.output<typeof Library>, 'partitions'> & { readonly tags: string[]; readonly total: number | null }

/** Lists the files of the caller's organizations. */
const route = get(
  '/attachments/library',
  {
    access: features.view,
    summary: 'List all files, filtered by name, text, partition or tags, with the beginning of their text.',
    query: LibraryQuery,
    response: Library,
    reads: 'attachments.attachment',
    errors: [400],
    onInvalid: () => badInput('Invalid query'),
  },
  async (ctx) => {
    const { db, from, scope, query } = ctx
    const { page, pageSize } = query
    const hidden = hiddenEntities(ctx)
    const visible = ofVisibleRecords(ctx)
    const { language } = await ctx.locale()
    const { files, order, more, total } = await toLibraryParts(ctx, query, { hidden, visible })
    // The counters cover all files.
    const tags =
      hidden.length === 0 && visible.length === 0 && !from.isRestricted(Attachment)
        ? sql`select distinct c.name from attachment_counts c where ${inScope(scope, 'c')} and c.kind = 'tag'`
        : sql`select distinct t.name from attachments a cross join lateral unnest(a.tags) t(name)
            where ${sql.join([from.isVisible(Attachment, 'a'), sql`not a.entity_id = any (${hidden}::text[])`, ...visible], sql` and `)}`
    const pageQuery = sql<FileRow & { snippet?: string; total?: number }>`
      select ${fileColumns}, ${contentOf(LISTED_TEXT)}${more} from ${files} ${besideFiles} order by ${order}`.execute(
      db,
    )
    // In text searches, the rows include the total.
    const around = sql<Around>`select ${query.text === '' ? total : sql`null::integer`} as total,
      array(select t.name from (${tags}) t order by ${inLanguage('t.name', language)}, t.name limit ${sql.lit(MAX_OFFERED_TAGS)}) as tags,
      coalesce((select json_agg(json_build_object('code', p.code, 'title', p.title, 'description', p.description,
          'isPublic', p.is_public) order by ${inLanguage('p.title', language)}, p.code)
        from attachment_partitions p where ${from.isVisible(Partition, 'p')}), '[]') as partitions`.execute(db)
    // Both queries go out in one round trip.
    const [{ rows }, beside] = await Promise.all([pageQuery, around])
    const { tags: availableTags, partitions } = beside.rows[0]!
    const all = beside.rows[0]!.total ?? rows[0]?.total ?? (page === 1 ? 0 : await countOf(db, total))
    const totalPages = Math.max(1, Math.ceil(all / pageSize))
    return { items: rows.map(toLibraryFile), page, pageSize, total: all, totalPages, availableTags, partitions }
  },
)

/** Like lists made with `list()`, this list can also be filtered by custom fields. */
export const listLibrary: Route = Object.freeze({ ...route, takesCustomFields: true })

/** The total for a page past the end, which has no row to include it. */
async function countOf(db: Context['db'], total: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db)
  return rows[0]!.total
}
