import { badInput, contains, get, inScope, limits, sql } from '@plinth/core'
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

const Query = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
  search: z.string().trim().max(200).default(''),
  partition: z.string().trim().max(60).default(''),
  tags: z.string().max(2000).default(''),
  sortField: z.enum(['fileName', 'fileSize', 'createdAt']).default('createdAt'),
  sortDir: z.enum(['asc', 'desc']).default('desc'),
})

const COLUMNS = { fileName: 'a.file_name', fileSize: 'a.file_size', createdAt: 'a.created_at' } as const

const Library = z.object({
  items: z.array(LibraryFile),
  page: z.number().int(),
  pageSize: z.number().int(),
  total: z.number().int(),
  totalPages: z.number().int(),
  availableTags: z.array(z.string()),
  partitions: z.array(
    z.object({ code: z.string(), title: z.string(), description: z.string().nullable(), isPublic: z.boolean() }),
  ),
})

/** All files of the caller's organizations. */
export const listLibrary = get(
  '/attachments/library',
  {
    access: features.view,
    summary: 'All files, by name, partition and tags; of their texts, the beginning.',
    query: Query,
    response: Library,
    reads: 'attachments.attachment',
    errors: [400],
    onInvalid: () => badInput('Invalid query'),
  },
  async ({ db, scope, query }) => {
    const { page, pageSize, search, partition, sortField, sortDir } = query
    const { limit, offset } = limits(query)
    const tags = query.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    const where = sql.join(
      [
        inScope(scope, 'a'),
        ...(search === '' ? [] : [sql`a.file_name ilike ${contains(search)}`]),
        ...(partition === '' ? [] : [sql`a.partition_code = ${partition}`]),
        ...(tags.length === 0 ? [] : [sql`a.tags @> ${tags}::text[]`]),
      ],
      sql` and `,
    )
    const direction = sql.raw(sortDir)
    const { rows } =
      await sql<FileRow>`select ${fileColumns}, ${contentOf(LISTED_TEXT)} from ${fileTables} where ${where}
      order by ${sql.ref(COLUMNS[sortField])} ${direction}, a.id ${direction} limit ${limit} offset ${offset}`.execute(
        db,
      )
    const { rows: counted } = await sql<{ total: number; availableTags: string[] }>`
      select (select count(*)::integer from attachments a where ${where}) as total,
        array(select distinct tag from attachments a, unnest(a.tags) tag where ${inScope(scope, 'a')} order by tag)
          as "availableTags"`.execute(db)
    const { rows: partitions } = await sql<z.output<typeof Library>['partitions'][number]>`
      select p.code, p.title, p.description, p.is_public as "isPublic" from attachment_partitions p
      where p.tenant_id = ${scope.tenantId} order by p.title, p.code`.execute(db)
    const { total, availableTags } = counted[0]!
    const totalPages = Math.max(1, Math.ceil(total / pageSize))
    return { items: rows.map(toLibraryFile), page, pageSize, total, totalPages, availableTags, partitions }
  },
)
