import { sql } from '@plinth/core'
import { z } from 'zod'
import { columns } from '@plinth/core/data'
import type { Assignment } from '../assignments.ts'
import { toFileName, toFileUrl, toImageUrl } from '../names.ts'
import { Attachment } from '../entities.ts'

/** An assignment in responses. */
export const AssignmentView = z.object({
  type: z.string(),
  id: z.string(),
  href: z.string().nullish(),
  label: z.string().optional(),
})

/** A file in the list of its record's files. */
export const RecordFile = z.object({
  id: z.uuid(),
  url: z.string(),
  fileName: z.string(),
  fileSize: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  mimeType: z.string().nullable(),
  partitionCode: z.string(),
  content: z.string().nullable(),
  thumbnailUrl: z.string(),
  tags: z.array(z.string()),
  assignments: z.array(AssignmentView),
})

/** A file of the library. */
export const LibraryFile = z.object({
  id: z.uuid(),
  fileName: z.string(),
  fileSize: z.number().int(),
  mimeType: z.string(),
  partitionCode: z.string(),
  partitionTitle: z.string().nullable(),
  url: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  tags: z.array(z.string()),
  assignments: z.array(AssignmentView),
  content: z.string().nullable(),
  /** Images only. */
  thumbnailUrl: z.string().optional(),
})

/** The columns needed for the views of a file. */
export interface FileRow {
  readonly id: string
  /** The name that the client gave. */
  readonly originalName: string
  readonly fileSize: number
  readonly mimeType: string
  readonly partitionCode: string
  /** Title of the partition. */
  readonly title: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly tags: string[]
  readonly assignments: Assignment[]
  readonly content: string | null
}

/** The columns of a view, in a query with the aliases `a` and `p`. */
export const fileColumns = sql`${columns(Attachment, 'a', [
  'id',
  'originalName',
  'fileSize',
  'mimeType',
  'partitionCode',
  'createdAt',
  'updatedAt',
  'tags',
  'assignments',
])}, p.title`

/** The extracted text of a file; null if there is none. */
export const contentOf = (length: number) => sql`nullif(left(t.content, ${length}::int), '') as content`

/** Maximum characters of each text in lists. */
export const LISTED_TEXT = 1000

/** Joins for the views, given files as `a`. */
export const besideFiles = sql`join attachment_partitions p on p.tenant_id = a.tenant_id and p.code = a.partition_code
  left join attachment_texts t on t.tenant_id = a.tenant_id and t.id = a.object_id`

export const fileTables = sql`attachments a ${besideFiles}`

/** The members of every view. Earlier versions stored another form of names, so it is not read from the database. */
export const toFile = ({ title: partitionTitle, originalName, ...row }: FileRow) => ({
  ...row,
  fileName: toFileName(originalName),
  partitionTitle,
})

export function toRecordFile(row: FileRow) {
  const file = toFile(row)
  return { ...file, url: toFileUrl(file.id), thumbnailUrl: toImageUrl(file, 320) }
}

export function toLibraryFile(row: FileRow) {
  const file = toFile(row)
  const thumbnail = file.mimeType.startsWith('image/') && { thumbnailUrl: toImageUrl(file, 200) }
  return { ...file, url: toFileUrl(file.id), ...thumbnail }
}
