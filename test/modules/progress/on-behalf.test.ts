import { defineEntity, p } from '@mikro-orm/core'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import {
  defineCommand,
  defineEvents,
  defineFeatures,
  defineJob,
  defineMigration,
  defineModule,
  Id,
  on,
  post,
  Scoped,
} from '@plinth/core'
import { tenantB, type TestPlatform } from '@plinth/testing'
import { directory } from '@plinth/directory'
import { progress, tracker } from '@plinth/progress'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('shop', { manage: 'Manage rows' })
const events = defineEvents('shop', { imported: z.object({ label: z.string() }) })
const Row = defineEntity({ name: 'Row', tableName: 'shop_rows', extends: Scoped, properties: { label: p.string() } })
const Work = z.object({ progressJobId: z.uuid(), label: z.string() })

const importRow = defineCommand({
  id: 'shop.rows.import',
  access: features.manage,
  resource: 'shop.row',
  input: Work,
  output: Id,
  async run({ input: { progressJobId, label }, from, inject, entryId, emit }) {
    const row = await from.create(Row, { label })
    await inject(tracker).complete(progressJobId, { resultSummary: { id: row.id }, logEntryId: entryId })
    emit(events.imported, { label })
    return { id: row.id }
  },
})
const noteRow = defineCommand({
  id: 'shop.rows.note',
  access: features.manage,
  resource: 'shop.row',
  input: z.object({ label: z.string() }),
  output: Id,
  run: async ({ input, from }) => ({ id: (await from.create(Row, input)).id }),
})

const importRows = defineJob({
  id: 'shop.import',
  payload: Work,
  run: ({ payload, inject, signal, onBehalf }) =>
    inject(tracker).track(payload.progressJobId, signal, async () => {
      await onBehalf(({ run }) => run(importRow, payload))
    }),
})
/** Its author has not thought of whose the entry is. */
const importForItself = defineJob({
  id: 'shop.import-for-itself',
  payload: Work,
  run: ({ payload, inject, signal, run }) =>
    inject(tracker).track(payload.progressJobId, signal, async () => void (await run(importRow, payload))),
})

const startImport = defineCommand({
  id: 'shop.rows.start_import',
  access: features.manage,
  undoable: false,
  input: z.object({ label: z.string(), forItself: z.boolean().default(false) }),
  output: Id,
  async run({ input: { label, forItself }, inject, enqueue }) {
    const progressJobId = await inject(tracker).create({ jobType: 'shop.import', name: 'Import' })
    enqueue(forItself ? importForItself : importRows, { progressJobId, label })
    return { id: progressJobId }
  },
})

const durably = on(
  events.imported,
  ({ payload, onBehalf }) => onBehalf(({ run }) => run(noteRow, { label: `durably ${payload.label}` })),
  { durable: 'shop.note' },
)
const plainly = on(events.imported, ({ payload, onBehalf }) =>
  onBehalf(({ run }) => run(noteRow, { label: `plainly ${payload.label}` })),
)
const nightly = defineJob({
  id: 'shop.nightly',
  payload: z.object({}),
  schedule: '0 3 * * *',
  run: ({ onBehalf, log }) => onBehalf(async ({ actor }) => log.info({ actor: actor.id }, 'nightly')),
})

const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  features,
  events,
  entities: [Row],
  migrations: [defineMigration('shop.rows', `select plinth.scoped_table('shop_rows', 'label text not null')`)],
  commands: [importRow, noteRow, startImport],
  jobs: [importRows, importForItself, nightly],
  subscribers: [durably, plainly],
  routes: [post('/shop/imports', startImport)],
})

const shopApp = () => testApp({ modules: [directory, auth({ secret: 'shop'.repeat(8) }), auditLogs, progress, shop] })
const ada = { userId: 'c0ffee00-0000-4000-8000-000000000000', features: ['shop.manage', 'audit_logs.undo_self'] }
const bob = { userId: 'c0ffee00-0000-4000-8000-000000000001', features: ada.features }
const labels = async (app: TestPlatform) =>
  (await app.sql<{ label: string }>('select label from shop_rows order by label')).map(({ label }) => label)

async function imported(app: TestPlatform, who: object, body: object = { label: 'one' }) {
  const { status, body: made, text } = await app.as(who).post('/shop/imports', body)
  expect(status, text).toBe(200)
  await app.jobs()
  await app.settled()
  const { body: job } = await app.as(who).get(`/progress/jobs/${made.id}`)
  expect(job).toMatchObject({ status: 'completed', errorMessage: null })
  return job as { id: string; logId: string; undoToken: string | null }
}
const undo = (app: TestPlatform, who: object, undoToken: string | null) =>
  app.as(who).post('/audit_logs/audit-logs/actions/undo', { undoToken: String(undoToken) })

test('whoever queued a job may undo what it did on their behalf, and nobody else with rights to their own only', async () => {
  await using app = await shopApp()
  const { id, undoToken, logId } = await imported(app, ada)
  expect((await app.as(bob).get(`/progress/jobs/${id}`)).body).toMatchObject({ logId, undoToken: null })
  expect((await undo(app, bob, undoToken)).status).toBe(400)
  expect((await undo(app, { ...ada, tenantId: tenantB.id }, undoToken)).status).toBe(400)
  const undone = await undo(app, ada, undoToken)
  expect([undone.status, undone.body]).toEqual([200, { ok: true, logId }])
  expect(await labels(app)).toEqual(['durably one', 'plainly one'])
})

test('undo asks for the rights of that day: those of the platform, with which the job worked, are nobody’s', async () => {
  await using app = await shopApp()
  const { undoToken } = await imported(app, ada)
  const demoted = { ...ada, features: ['audit_logs.undo_self'] }
  expect((await undo(app, demoted, undoToken)).status).toBe(403)
  expect(await labels(app)).toContain('one')
})

test('an API key that queued a job may undo it, too', async () => {
  await using app = await shopApp()
  const key = { ...ada, kind: 'api_key' }
  const { undoToken } = await imported(app, key)
  expect((await undo(app, ada, undoToken)).status).toBe(400)
  expect((await undo(app, key, undoToken)).status).toBe(200)
})

test('what follows from it by events is theirs as well, where a subscriber says so', async () => {
  await using app = await shopApp()
  await imported(app, ada)
  const entries = await app.sql(
    `select command_id as command, actor_id as actor from plinth.action_log where command_id <> 'shop.rows.start_import' order by seq`,
  )
  expect(entries.filter(({ command }) => command !== 'shop.rows.start_import')).toEqual([
    { command: 'shop.rows.import', actor: ada.userId },
    { command: 'shop.rows.note', actor: ada.userId },
    { command: 'shop.rows.note', actor: ada.userId },
  ])
})

test('a job that works for the platform offers nobody a token that would be refused', async () => {
  await using app = await shopApp()
  const { undoToken, logId } = await imported(app, ada, { label: 'its own', forItself: true })
  expect([undoToken, logId]).toEqual([null, expect.any(String)])
})

test('a scheduled job has nobody to work on behalf of', async () => {
  await using app = await shopApp()
  app.clock.advance(24 * 60 * 60 * 1000)
  await app.jobs()
  expect(app.log.lines.find(({ message }) => message === 'nightly')).toMatchObject({
    facts: { actor: 'system:job shop.nightly' },
  })
})
