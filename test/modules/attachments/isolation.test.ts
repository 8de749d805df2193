import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkIsolation } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { attachmentsContract } from './_contract.ts'
import { filesApp, picture } from './_files.ts'

const image = { entity_id: 'shop:order', mime_type: 'image/png', file_size: 10 }
const codeOf = (mark: string) => mark.replace(/[^\w-]/g, '_').slice(-50)

const reason = 'published: 403 for a file of somebody else, 404 for none'
const told = Object.fromEntries(
  ['file/{id}', 'image/{id}', 'image/{id}/{slug}'].map((path) => [`GET /attachments/${path}`, reason]),
)

test('nobody learns of or touches files that are not theirs', { timeout: 480_000 }, async () => {
  await using app = await filesApp({}, [])
  const bytes = await picture(4, 4)
  const report = await checkIsolation(app, {
    samples: attachmentsContract.samples,
    routes: app.module.routes!.map(({ method, path }) => `${method} ${path}`),
    unrecorded: [
      'attachment_objects',
      'attachment_usage',
      'attachment_renditions',
      'attachment_texts',
      'attachment_counts',
    ],
    rows: {
      attachment_partitions: ({ mark }) => ({ code: codeOf(mark) }),
      attachment_usage: ({ tenantId }) => ({ id: tenantId }),
      attachment_objects: ({ mark }) => {
        mkdirSync(join(app.root, codeOf(mark)), { recursive: true })
        writeFileSync(join(app.root, codeOf(mark), codeOf(mark)), bytes)
        return { state: 'announced', partition_code: codeOf(mark), object_key: codeOf(mark) }
      },
      attachment_counts: () => ({ kind: 'tag' }),
      attachment_texts: ({ idIn }) => ({ id: idIn('attachment_objects'), state: 'read' }),
      attachments: ({ mark }) => ({ partition_code: codeOf(mark), assignments: '[]', ...image }),
    },
    tellsSiblings: told,
    tellsForeign: told,
    idTables: {
      attachmentIds: 'attachments',
      'GET /attachments/file/{id}': 'attachments',
      'GET /attachments/image/{id}': 'attachments',
      'GET /attachments/image/{id}/{slug}': 'attachments',
      'PUT /attachments/partitions': 'attachment_partitions',
      'DELETE /attachments/partitions': 'attachment_partitions',
    },
    unreached: {
      'POST /attachments/transfer': 'an attack names records by ids of tables; see library.test.ts',
      'PUT /attachments/partitions': 'an attack names the code of a sample; see partitions.test.ts',
      'DELETE /attachments/partitions': 'every made-up partition holds a file; see partitions.test.ts',
    },
  })
  expect(report.tables).toBe(7)
})
