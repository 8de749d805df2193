import { badInput, get, inScope, limits, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import {
  contentOf,
  fileColumns,
  type FileRow,
  fileTables,
  LibraryFile,
  LISTED_TEXT,
  toLibraryFile,
} from './attachment-views.ts'
import { LibraryQuery, toLibraryParts } from './library-query.ts'

const Listed = LibraryFile.extend({
  /** Where `text` asked for words. */
  snippet: z.string().optional().meta({ description: 'What stands around the first word of `text`, as plain text.' }),
})

const Library = z.object({
  items: z.array(Listed),
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
const MOST_TAGS = 1000

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
    const { limit, offset } = limits(query)
    const { found, where, order, more, count } = await toLibraryParts({ db, scope }, query)
    const { rows } = await sql<FileRow & { snippet?: string; total?: number }>`
      select ${fileColumns}, ${contentOf(LISTED_TEXT)}${more} from ${fileTables} ${found} where ${where}
      order by ${order} limit ${limit} offset ${offset}`.execute(db)
    const total = rows[0]?.total ?? (await count())
    const { rows: tags } = await sql<{ name: string }>`select distinct c.name from attachment_counts c
      where ${inScope(scope, 'c')} and c.kind = 'tag' order by c.name limit ${MOST_TAGS}`.execute(db)
    const { rows: partitions } = await sql<z.output<typeof Library>['partitions'][number]>`
      select p.code, p.title, p.description, p.is_public as "isPublic" from attachment_partitions p
      where p.tenant_id = ${scope.tenantId} order by p.title, p.code`.execute(db)
    const totalPages = Math.max(1, Math.ceil(total / pageSize))
    const availableTags = tags.map(({ name }) => name)
    return { items: rows.map(toLibraryFile), page, pageSize, total, totalPages, availableTags, partitions }
  },
)
