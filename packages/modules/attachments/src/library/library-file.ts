import { badInput, del, get, notFound, patch, sql } from '@plinth/core'
import { type CustomRecord, customValues } from '@plinth/core/data'
import { z } from 'zod'
import { deleteAttachment } from '../commands/delete-attachment.ts'
import { updateAttachment } from '../commands/update-attachment.ts'
import { features } from '../contract.ts'
import { Attachment } from '../entities.ts'
import { settings } from '../options.ts'
import { isFileReachable } from '../records.ts'
import {
  AssignmentView,
  contentOf,
  fileColumns,
  type FileRow,
  fileTables,
  LibraryFile,
  toFile,
} from './attachment-views.ts'

const Params = z.object({ id: z.uuid() })
const idRequired = () => badInput('Attachment id is required')

const Detail = LibraryFile.pick({
  id: true,
  fileName: true,
  fileSize: true,
  mimeType: true,
  partitionCode: true,
  partitionTitle: true,
  tags: true,
  assignments: true,
  content: true,
  updatedAt: true,
}).extend({
  /** Values of custom fields by key; null if there are none. */
  customFields: z.record(z.string(), z.unknown()).nullable(),
  /** Null if texts are not searched. */
  text: z
    .object({
      state: z.enum(['waiting', 'read', 'unreadable']),
      reason: z.string().nullable(),
      pagesRead: z.number().int(),
      pages: z.number().int().nullable(),
    })
    .nullable()
    .meta({ description: 'The status of text extraction.' }),
})

type TextState = z.output<typeof Detail>['text']

interface StoredFile {
  readonly text: TextState
  readonly entityId: string
  readonly recordId: string
  readonly organizationId: string | null
  readonly custom: CustomRecord
}

const readLibraryFile = get(
  '/attachments/library/{id}',
  {
    operation: 'getLibraryFile',
    access: features.view,
    summary: 'Get the details of a file.',
    params: Params,
    response: z.object({ item: Detail }),
    reads: { kind: 'attachments.attachment', id: ({ params }) => params['id'] },
    errors: [400, 404],
    onInvalid: idRequired,
  },
  async (ctx) => {
    const { db, from, params, inject } = ctx
    const { rows } = await sql<FileRow & StoredFile>`
      select ${fileColumns}, a.custom, a.organization_id as "organizationId", a.entity_id as "entityId", a.record_id as "recordId",
        ${contentOf(inject(settings).maxTextLength)}, case when t.id is not null then jsonb_build_object(
        'state', t.state, 'reason', t.reason, 'pagesRead', t.pages_read, 'pages', t.pages) end as text
      from ${fileTables}
      where ${from.isVisible(Attachment, 'a')} and a.id = ${params.id}`.execute(db)
    if (!rows[0] || !(await isFileReachable(ctx, rows[0], 'read'))) throw notFound('Attachment')
    const { custom, organizationId, ...row } = rows[0]
    const fields = await inject(customValues)?.fields({ entityId: 'attachments:attachment', organizationId })
    const values = fields?.show(custom) ?? {}
    const customFields = Object.keys(values).length > 0 ? values : null
    return { item: { ...toFile(row), text: row.text, customFields } }
  },
)

const FileChanges = updateAttachment.input.omit({ id: true })
const FileChange = z.object({ id: z.uuid(), tags: z.array(z.string()), assignments: z.array(AssignmentView) })

const updateLibraryFile = patch(
  '/attachments/library/{id}',
  {
    access: features.manage,
    summary: 'Replace the tags or assignments of a file.',
    params: Params,
    body: FileChanges,
    response: z.object({ ok: z.literal(true), item: FileChange }),
    runs: updateAttachment,
    errors: [400, 404, 422],
    onInvalid: ({ issues }) =>
      issues.some(({ path }) => path[0] === 'id') ? idRequired() : badInput('Invalid payload'),
  },
  async ({ run, params, body }) => ({
    ok: true as const,
    item: await run(updateAttachment, { ...body, ...params }),
  }),
)

/** Routes for one file of the library. */
export const libraryFileRoutes = [
  readLibraryFile,
  updateLibraryFile,
  del('/attachments/library/{id}', deleteAttachment, {
    operation: 'deleteLibraryFile',
    summary: 'Delete a file. Its content is kept as long as the deletion can be undone.',
    errors: [400, 404],
    onInvalid: idRequired,
  }),
]
