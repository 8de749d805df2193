import { attachments } from '@plinth/attachments'
import { type Command } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'
import type { TestPlatform } from '@plinth/testing'
import type { CrashExample } from './command-examples.ts'

const command = (id: string): Command => attachments().commands!.find((one) => one.id === `attachments.${id}`)!
const everything = { isSuperAdmin: true, features: ['*'], userId: crypto.randomUUID() }
const fields = { entityId: 'shop:order', recordId: '1' }

/** Runs commands of files for somebody who may do everything. */
const run = (app: TestPlatform, id: string, input: object) =>
  app.platform.actAs(app.callerOf(everything), (ctx) => ctx.run(command(id), input))

/** An object that is about to be stored. */
async function announced(app: TestPlatform): Promise<{ id: string }> {
  await run(app, 'partitions.add_defaults', {})
  const id = crypto.randomUUID()
  await run(app, 'objects.announce', {
    driver: 'memory',
    partition: 'privateAttachments',
    objects: [{ id, key: id }],
  })
  // The clock of the rehearsal stands, and another moment is a change.
  await app.sql(`update attachment_objects set changed_at = changed_at - interval '1 minute' where id = $1`, [id])
  return { id }
}

async function begun(app: TestPlatform): Promise<{ id: string }> {
  const id = crypto.randomUUID()
  await run(app, 'uploads.begin', { id, size: 10, fields, metadata: '' })
  return { id }
}

const part = async (app: TestPlatform) => ({
  ...(await begun(app)),
  objectId: (await announced(app)).id,
  start: 0,
  size: 5,
})

/** A job that waits already is not queued again. */
async function withoutJobs(app: TestPlatform): Promise<object> {
  await app.sql(`delete from plinth_jobs.job_common where name = 'attachments.read-texts'`)
  return {}
}

/** An upload of which some is stored. */
async function half(app: TestPlatform): Promise<{ id: string }> {
  const input = await part(app)
  await run(app, 'uploads.add-part', input)
  return { id: input.id }
}

const file = async (app: TestPlatform) => ({
  ...(await half(app)),
  ...(await withoutJobs(app)),
  ...fields,
  objectId: (await announced(app)).id,
  partitionCode: 'privateAttachments',
  fileName: 'a.pdf',
  originalName: 'a.pdf',
  mimeType: 'application/pdf',
  declaredType: null,
  fileSize: 10,
  sha256: 'x',
  tags: ['a'],
  assignments: [],
  isResumable: true,
  readsText: true,
})

const as =
  (input: (app: TestPlatform) => Promise<object>): CrashExample['make'] =>
  async (app) => ({ input: await input(app), caller: app.callerOf(everything) })

/** What is not undone of files: objects that are stored, uploads that go on, texts that are read, and the sweep. */
export const fileExamples: readonly CrashExample[] = [
  {
    command: command('objects.announce'),
    make: as(async () => ({
      driver: 'memory',
      partition: 'some',
      objects: ['a', 'b'].map((key) => ({ id: crypto.randomUUID(), key })),
    })),
  },
  { command: command('objects.discard'), make: as(announced) },
  {
    command: command('uploads.begin'),
    make: as(async () => ({ id: crypto.randomUUID(), size: 10, fields, metadata: '' })),
  },
  { command: command('uploads.add-part'), make: as(part) },
  { command: command('uploads.end'), make: as(half) },
  { command: command('attachments.create'), make: as(file) },
  {
    command: command('texts.keep'),
    make: as(async (app) => ({ objectId: (await announced(app)).id, content: 'text' })),
  },
  {
    command: command('objects.claim'),
    make: async (app) => {
      await half(app)
      for (const table of ['attachment_uploads', 'attachment_objects'])
        await app.sql(`update ${table} set changed_at = changed_at - interval '3 hours'`)
      return {
        input: {},
        caller: toCaller({ actor: 'platform', reason: 'crash', scope: app.callerOf(everything).scope }),
      }
    },
  },
]
