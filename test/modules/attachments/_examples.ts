import { attachments } from '@plinth/attachments'
import type { TestPlatform, UndoExample } from '@plinth/core/testing'
import { file, partition } from './_contract.ts'

const command = (id: string) => attachments().commands!.find((one) => one.id === `attachments.${id}`)!
const unique = () => `p${crypto.randomUUID().slice(0, 8)}`

/** An object whose bytes are stored and which no file keeps yet. */
async function announced(app: TestPlatform): Promise<string> {
  await app.as('admin').get('/attachments/partitions')
  const [row] = await app.sql<{ id: string }>(
    `insert into attachment_objects
      (tenant_id, id, driver, partition_code, object_key, changed_at)
    values ($1, gen_random_uuid(), 'local', 'privateAttachments', gen_random_uuid(), now()) returning id`,
    [app.sessionOf('admin').scope.tenantId],
  )
  return row!.id
}

/** Every undoable command of the module. */
export const examples: readonly UndoExample[] = [
  {
    command: command('attachments.create'),
    input: async (app: TestPlatform) => ({
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
    }),
  },
  {
    command: command('attachments.update'),
    input: async (app: TestPlatform) => ({ id: await file(app), tags: ['new'] }),
  },
  { command: command('attachments.delete'), input: async (app: TestPlatform) => ({ id: await file(app) }) },
  {
    command: command('attachments.transfer'),
    input: async (app: TestPlatform) => ({ entityId: 'shop:order', attachmentIds: [await file(app)], toRecordId: '2' }),
  },
  { command: command('partitions.create'), input: () => ({ code: unique(), title: 'New' }) },
  {
    command: command('partitions.update'),
    input: async (app: TestPlatform) => {
      const { id, code } = await partition(app)
      return { id, code, title: 'Changed', isPublic: true }
    },
  },
  { command: command('partitions.delete'), input: async (app: TestPlatform) => ({ id: (await partition(app)).id }) },
]
