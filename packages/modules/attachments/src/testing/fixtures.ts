import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModuleFixtures, FixtureActor } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

const served = ['file/{id}', 'image/{id}', 'image/{id}/{slug}'].map((path) => `GET /attachments/${path}`)

const withUpload = ['GET', 'PATCH', 'DELETE'].map((method) => `${method} /attachments/uploads/{id}`)

const codeOf = ({ mark }: FixtureActor) => mark.replace(/[^\w-]/g, '_').slice(-50)

/** A one-pixel image, for the files of generated rows. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The module's fixtures for the checks; `root` is that of the tested platform's `localStorage`. */
export const attachmentsFixtures = ({ root }: { readonly root: string }): ModuleFixtures => ({
  contract,
  isolation: {
    // Derived from files.
    unrecorded: [
      'attachment_objects',
      'attachment_usage',
      'attachment_held_files',
      'attachment_renditions',
      'attachment_texts',
      'attachment_counts',
      'attachment_uploads',
      'attachment_upload_parts',
    ],
    rows: {
      attachment_partitions: (actor) => ({ code: codeOf(actor) }),
      attachment_usage: ({ tenantId }) => ({ id: tenantId }),
      attachment_objects: (actor) => {
        const code = codeOf(actor)
        mkdirSync(join(root, code), { recursive: true })
        writeFileSync(join(root, code, code), PIXEL)
        return { state: 'announced', partition_code: code, object_key: code }
      },
      attachment_counts: () => ({ kind: 'tag' }),
      attachment_texts: ({ idIn }) => ({ id: idIn('attachment_objects'), state: 'read' }),
      attachment_uploads: () => ({ size: 10, received: 1 }),
      attachment_upload_parts: ({ idIn }) => ({ id: idIn('attachment_objects'), start: 0 }),
      attachments: (actor) => ({
        partition_code: codeOf(actor),
        assignments: '[]',
        entity_id: 'shop:order',
        mime_type: 'image/png',
        file_size: PIXEL.length,
      }),
    },
    idTables: {
      attachmentIds: 'attachments',
      ...Object.fromEntries(served.map((route) => [route, 'attachments'])),
      ...Object.fromEntries(withUpload.map((route) => [route, 'attachment_uploads'])),
      'PUT /attachments/partitions': 'attachment_partitions',
      'DELETE /attachments/partitions': 'attachment_partitions',
    },
    unreached: {
      ...Object.fromEntries(
        withUpload.map((route) => [route, 'every made-up upload is nobody’s; see resumable.test.ts']),
      ),
      'POST /attachments/transfer': 'an attack names records by ids of tables; see library.test.ts',
      'PUT /attachments/partitions': 'an attack names the code of a sample; see partitions.test.ts',
      'DELETE /attachments/partitions': 'every made-up partition holds a file; see partitions.test.ts',
    },
  },
  undo: { examples },
})
