import { badInput, type Context, get, sql } from '@plinth/core'
import { inScope, inTenant, type RawBuilder } from '@plinth/core/data'
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
import { LibraryQuery, toLibraryParts } from './library-query.ts'

const LibraryItem = LibraryFile.extend({
  /** Where `text` asked for words. */
  snippet: z.string().optional().meta({ description: 'What stands around the first word of `text`, as plain text.' }),
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

/** Tags that are offered at once. */
const MAX_OFFERED_TAGS = 1000

/** What a page has beside its files. */
type Around = Pick<z.output<typeof Library>, 'partitions'> & { readonly tags: string[]; readonly total: number | null }

/** All files of the caller's organizations. */
export const listLibrary = get(
  '/attachments/library',
  {
    access: features.view,
    summary: 'All files, by name, text, partition and tags; of their texts, the beginning.',
    query: LibraryQuery,
    response: Library,
    reads: 'attachments.attachment',
    errors: [400],
    onInvalid: () => badInput('Invalid query'),
  },
  async ({ db, scope, query }) => {
    const { page, pageSize } = query
    const { files, order, more, total } = await toLibraryParts({ db, scope }, query)
    const pageQuery = sql<FileRow & { snippet?: string; total?: number }>`
      select ${fileColumns}, ${contentOf(LISTED_TEXT)}${more} from ${files} ${besideFiles} order by ${order}`.execute(
      db,
    )
    // Where texts are searched the files tell how many there are.
    const around = sql<Around>`select ${query.text === '' ? total : sql`null::integer`} as total,
      array(select distinct c.name from attachment_counts c where ${inScope(scope, 'c')} and c.kind = 'tag'
        order by c.name limit ${sql.lit(MAX_OFFERED_TAGS)}) as tags,
      coalesce((select json_agg(json_build_object('code', p.code, 'title', p.title, 'description', p.description,
          'isPublic', p.is_public) order by p.title, p.code)
        from attachment_partitions p where ${inTenant(scope, 'p')}), '[]') as partitions`.execute(db)
    // Both travel in one message.
    const [{ rows }, beside] = await Promise.all([pageQuery, around])
    const { tags: availableTags, partitions } = beside.rows[0]!
    const all = beside.rows[0]!.total ?? rows[0]?.total ?? (page === 1 ? 0 : await countOf(db, total))
    const totalPages = Math.max(1, Math.ceil(all / pageSize))
    return { items: rows.map(toLibraryFile), page, pageSize, total: all, totalPages, availableTags, partitions }
  },
)

/** Of a page behind the last one, which has no file to tell it. */
async function countOf(db: Context['db'], total: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db)
  return rows[0]!.total
}
