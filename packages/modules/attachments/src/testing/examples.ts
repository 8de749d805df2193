import type { TestPlatform, UndoExample } from '@plinth/testing'
import { addRecordFile } from '../commands/add-record-file.ts'
import { createAttachment } from '../commands/create-attachment.ts'
import { deleteAttachment } from '../commands/delete-attachment.ts'
import { deleteRecordFile } from '../commands/delete-record-file.ts'
import { deleteWithRecord } from '../commands/delete-with-record.ts'
import { moveAttachment } from '../commands/move-attachment.ts'
import { transferAttachments } from '../commands/transfer-attachments.ts'
import { updateAttachment } from '../commands/update-attachment.ts'
import { addDefaultPartitions } from '../partitions/add-default-partitions.ts'
import { createPartition } from '../partitions/create-partition.ts'
import { deletePartition } from '../partitions/delete-partition.ts'
import { updatePartition } from '../partitions/update-partition.ts'
import { file, partition } from './files.ts'

const unique = () => `p${crypto.randomUUID().slice(0, 8)}`

/** An object whose bytes are stored, without a file. */
async function announced(app: TestPlatform): Promise<string> {
  await app.platform.actAs(app.callerOf('admin'), ({ run }) => run(addDefaultPartitions, {}))
  const [row] = await app.sql<{ id: string }>(
    `insert into attachment_objects
      (tenant_id, id, driver, partition_code, object_key, changed_at)
    values ($1, gen_random_uuid(), 'local', 'privateAttachments', gen_random_uuid(), now()) returning id`,
    [app.callerOf('admin').scope.tenantId],
  )
  return row!.id
}

const newFile = async (app: TestPlatform) => ({
  id: crypto.randomUUID(),
  objectId: await announced(app),
  entityId: 'shop:order',
  recordId: '1',
  partitionCode: 'privateAttachments',
  fileName: 'a.txt',
  originalName: 'a.txt',
  mimeType: 'text/plain',
  declaredType: null,
  fileSize: 5,
  sha256: 'x',
  tags: ['a'],
  assignments: [],
})

/** Every undoable command of the module. */
export const examples: readonly UndoExample[] = [
  { command: createAttachment, input: newFile },
  { command: addRecordFile, input: newFile },
  {
    command: deleteRecordFile,
    input: async (app: TestPlatform) => ({ id: await file(app), entityId: 'shop:order', recordId: '1' }),
  },
  { command: deleteWithRecord, input: async (app: TestPlatform) => ({ id: await file(app) }) },
  {
    command: updateAttachment,
    input: async (app: TestPlatform) => ({ id: await file(app), tags: ['new'] }),
  },
  { command: deleteAttachment, input: async (app: TestPlatform) => ({ id: await file(app) }) },
  {
    command: transferAttachments,
    input: async (app: TestPlatform) => ({ entityId: 'shop:order', attachmentIds: [await file(app)], toRecordId: '2' }),
  },
  {
    command: moveAttachment,
    input: async (app: TestPlatform) => ({ id: await file(app), recordId: '2' }),
  },
  { command: createPartition, input: () => ({ code: unique(), title: 'New' }) },
  {
    command: updatePartition,
    input: async (app: TestPlatform) => {
      const { id, code } = await partition(app)
      return { id, code, title: 'Changed', isPublic: true }
    },
  },
  { command: deletePartition, input: async (app: TestPlatform) => ({ id: (await partition(app)).id }) },
]
