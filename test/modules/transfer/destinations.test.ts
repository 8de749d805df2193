import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { createPlatform, provide } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import { NO_SCOPE } from '@plinth/core/data'
import { localStorage, storage } from '@plinth/attachments'
import { tenantB, testSecret } from '@plinth/testing'
import { destinationHosts, importers } from '@plinth/transfer'
import { expect, test } from 'vitest'
import { forkProgram } from '../../_setup/fork-program.ts'
import { refuse, type S3Request } from '../attachments/_s3-server.ts'
import { bucketApp, MANAGER, SECRET, SENDER } from './_buckets.ts'
import { nightly } from './_exports.ts'

test('a file goes to the bucket of a tenant, byte for byte, and the secret is nowhere', async () => {
  await using app = await bucketApp()
  await app.addProducts(3)
  const manager = app.person(MANAGER).client
  const { client } = app.person(SENDER)
  const destinationId = await app.destination(manager)
  const made = await client.post('/transfer/exports', { ...nightly, name: 'Äll / nightly', destinationId })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body
  expect((await client.get(`/transfer/exports?id=${id}`)).body.items[0]).toMatchObject({ destinationId })
  await app.at('2026-05-01T03:00:00Z')
  const [run] = await app.runs(client, id)
  const fileName = `Äll-nightly-2026-05-01T03-00-${run.id.slice(-8)}.csv`
  expect(run).toMatchObject({
    status: 'completed',
    rows: 3,
    hasFile: false,
    fileName,
    destinationId,
    objectKey: `plinth/year=2026/${fileName}`,
  })
  const { bytes } = await download(app, client)
  expect(await app.server.read(run.objectKey)).toEqual(bytes)
  expect(run.fileSize).toBe(bytes.length)
  expect((await client.get(`/transfer/export-runs/${run.id}/file`)).status).toBe(404)
  expect(await app.sql('select from attachment_held_files')).toEqual([])

  const listed = await client.get('/transfer/destinations')
  expect(listed.body.items).toMatchObject([{ id: destinationId, prefix: 'plinth/year=2026', pathStyle: true }])
  expect(listed.body.items[0]).not.toHaveProperty('secret')
  const log = await manager.get('/audit_logs/audit-logs/actions?limit=100')
  const stored = await app.sql(
    `select (select secret from transfer_destinations) as sealed, (select json_agg(c) from plinth.changes c) as changes,
      (select json_agg(k) from plinth.kept_secrets k) as kept, (select json_agg(l) from plinth.action_log l) as log`,
  )
  const told = [listed.text, log.text, JSON.stringify(stored), JSON.stringify(app.logs ?? [])].join('\n')
  expect(told).toContain('Warehouse')
  expect(told.replaceAll('"S3RVER"', '')).not.toContain(SECRET)
})

/** What somebody would download now. */
async function download(app: Awaited<ReturnType<typeof bucketApp>>, client: { get: (path: string) => Promise<{ text: string }> }) {
  void app
  const { text } = await client.get('/catalog/products?format=csv')
  return { bytes: Buffer.from(text) }
}
