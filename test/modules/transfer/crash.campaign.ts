import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { defineField } from '@plinth/custom-fields/testing'
import { postFile, workOn } from '@plinth/transfer/testing'
import { expect, test } from 'vitest'
import { forkProgram } from '../../_setup/fork-program.ts'
import type { S3Request } from '../attachments/_s3-server.ts'
import { tenantA } from '@plinth/testing'
import { bucketApp, MANAGER, SENDER } from './_buckets.ts'
import { exportApp, nightly, OWNER } from './_exports.ts'
import { CLERK, importApp } from './_shop.ts'

const COUNT = 400

/** Workers on the database of an app, with the rights of one of its people. */
function workersOf(app: Awaited<ReturnType<typeof importApp>>, userId: string, bucketHost?: string) {
  return async (crash?: { readonly at: string; readonly on?: number }) => {
    const env = {
      HOST_DATABASE_URL: app.databaseUrl,
      FILES: app.root,
      IMPORTER: JSON.stringify(app.people.get(userId)),
      ...(bucketHost !== undefined && { BUCKET_HOST: bucketHost }),
      ...(crash && { CRASH_AT: crash.at, CRASH_ON: String(crash.on ?? 3) }),
    }
    const child = await forkProgram(new URL('./_worker.ts', import.meta.url), env)
    const exited = once(child, 'exit')
    return {
      exited,
      kill: () => child.kill('SIGKILL'),
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL')
        await exited
      },
    }
  }
}

test('a worker killed with -9, and one that is cancelled: what is committed stays, and the rest follows, once', async () => {
  await using app = await importApp()
  const { client, userId } = app.person(CLERK)
  const bytes = `title,sku\n${Array.from({ length: COUNT }, (_, n) => `Row ${n},s-${n}`).join('\n')}\n`
  const { id } = (await postFile(client, { bytes, entity: 'catalog.product' })).body
  const { progressJobId } = (await client.post(`/transfer/imports/${id}/run`)).body
  const spawn = workersOf(app, userId)
  // It dies in the middle of its third chunk.
  await using killed = await spawn({ at: 'insert into "transfer_chunks"' })
  expect((await killed.exited)[1]).toBe('SIGKILL')
  await setTimeout(500)
  const imported = async () => {
    const [row] = await app.sql<{ products: number; rows: number; last: number }>(
      `select (select count(*)::int from catalog_products) as products, (select last_row from transfer_imports) as last,
        (select coalesce(sum((counts ->> 'created')::int), 0)::int from transfer_chunks) as rows`,
    )
    return row!
  }
  const half = await imported()
  expect(half.products).toBeGreaterThan(0)
  expect(half.products).toBeLessThan(COUNT)
  expect(half).toMatchObject({ rows: half.products, last: half.products + 1 })
  await app.sql(`update plinth_jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
  await using _next = await spawn()
  const statusOf = async () => (await client.get(`/progress/jobs/${progressJobId}`)).body.status
  while ((await statusOf()) !== 'completed') await setTimeout(300)
  expect(await imported()).toEqual({ products: COUNT, rows: COUNT, last: COUNT + 1 })
  const found = (await client.get(`/transfer/imports?id=${id}`)).body.items[0]
  expect(found).toMatchObject({ status: 'completed', counts: { created: COUNT, refused: 0 } })
  expect(await app.sql(`select count(distinct sku)::int as skus from catalog_products`)).toEqual([{ skus: COUNT }])
}, 180_000)

test('a worker killed with -9 as it updates records together, and as it undoes them: each is changed, and restored, once', async () => {
  await using app = await importApp()
  const { client, userId } = app.person(CLERK)
  const color = await defineField(app.as({ features: ['*'] }), 'catalog:catalog_product', { filterable: true })
  await app.sql(
    `insert into catalog_products (id, tenant_id, organization_id, title, sku, search_text)
      select gen_random_uuid(), $1, $2, 'Old ' || n, 's-' || n, 'old ' || n from generate_series(0, ${COUNT - 1}) n`,
    [tenantA.id, tenantA.organization],
  )
  const rows = Array.from({ length: COUNT }, (_, n) => `New ${n},s-${n},red,E-${n}`)
  const { id, settings } = (
    await postFile(client, { bytes: `title,sku,color,Nr\n${rows.join('\n')}\n`, entity: 'catalog.product' })
  ).body
  const mapping = [
    { column: 'title', field: 'title' },
    { column: 'sku', field: 'sku' },
    { column: 'color', field: `cf_${color}` },
  ]
  const key = { by: 'field', field: 'sku' }
  expect(
    (await client.put('/transfer/imports', { id, settings: { ...settings, mapping, mode: 'both', key } })).status,
  ).toBe(200)
  const spawn = workersOf(app, userId)
  const stored = async () => {
    const [found] = await app.sql<{ changed: number; custom: number; indexed: number; rows: number; chunks: number }>(
      `select (select count(*)::int from catalog_products where title like 'New %') as changed,
        (select count(*)::int from catalog_products where custom = jsonb_build_object($1::text, 'red')) as custom,
        (select count(*)::int from plinth.custom_values where key = $1 and word = 'red') as indexed,
        (select count(*)::int from transfer_rows) as rows,
        (select coalesce(sum((counts ->> 'updated')::int), 0)::int from transfer_chunks where not is_undone) as chunks`,
      [color],
    )
    return found!
  }
  const agree = (changed: number, noted = changed) => ({
    changed,
    custom: changed,
    indexed: changed,
    rows: noted,
    chunks: changed,
  })
  for (const [work, moment] of [
    ['run', { at: 'insert into "transfer_chunks"', on: 3 }],
    ['undo', { at: 'update "transfer_chunks"', on: 3 }],
    ['redo', { at: 'update "transfer_chunks"', on: 3 }],
  ] as const) {
    app.clock.advance(60_000)
    const { progressJobId } = (await client.post(`/transfer/imports/${id}/${work}`)).body
    {
      await using killed = await spawn(moment)
      expect((await killed.exited)[1]).toBe('SIGKILL')
    }
    await setTimeout(500)
    const half = await stored()
    expect([work, half]).toEqual([work, agree(half.changed, work === 'run' ? half.changed : COUNT)])
    expect(half.changed).toBeGreaterThan(0)
    expect(half.changed).toBeLessThan(COUNT)
    await app.sql(`update plinth_jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
    await using _next = await spawn()
    const statusOf = async () => (await client.get(`/progress/jobs/${progressJobId}`)).body.status
    while ((await statusOf()) !== 'completed') await setTimeout(300)
    expect([work, await stored()]).toEqual([work, agree(work === 'undo' ? 0 : COUNT, COUNT)])
  }
}, 180_000)

test('an import that is cancelled while it waits can be started again', async () => {
  await using app = await importApp()
  const { client } = app.person(CLERK)
  const { id } = (await postFile(client, { bytes: 'title\nOne\n', entity: 'catalog.product' })).body
  const { progressJobId } = (await client.post(`/transfer/imports/${id}/run`)).body
  expect((await client.post(`/transfer/imports/${id}/run`)).status).toBe(409)
  expect((await client.del(`/progress/jobs/${progressJobId}`)).status).toBe(200)
  await app.jobs()
  expect((await client.get(`/transfer/imports?id=${id}`)).body.items[0]).toMatchObject({ status: 'cancelled' })
  expect(await workOn(app, client, { id, work: 'run' })).toMatchObject({ status: 'completed' })
  expect((await client.post(`/transfer/imports/${id}/run`)).status).toBe(409)
  expect((await client.del(`/transfer/imports?id=${id}`)).status).toBe(200)
  expect((await client.get('/catalog/products')).body.total).toBe(1)
}, 60_000)

test('a worker killed with -9 as it writes a file, or keeps it: another one writes it again, and there is one', async () => {
  await using app = await exportApp(new Date().toISOString())
  const { client, userId } = app.person(OWNER)
  await app.sql(
    `insert into catalog_products (id, tenant_id, organization_id, title, search_text)
      select gen_random_uuid(), $1, $2, 'Product ' || n, 'product ' || n from generate_series(1, 3000) n`,
    [tenantA.id, tenantA.organization],
  )
  const { id } = (await client.post('/transfer/exports', { ...nightly, isActive: false })).body
  const spawn = workersOf(app, userId)
  const moments = [
    { at: 'catalog_products', on: 8 },
    { at: 'attachment_held_files', on: 1 },
    { at: 'update "transfer_export_runs"', on: 2 },
  ]
  for (const [done, moment] of moments.entries()) {
    app.clock.advance(60_000)
    expect((await client.post(`/transfer/exports/${id}/run`)).status).toBe(202)
    {
      await using killed = await spawn(moment)
      expect((await killed.exited)[1]).toBe('SIGKILL')
    }
    await setTimeout(500)
    expect((await app.runs(client, id))[0]).toMatchObject({ status: 'running', hasFile: false })
    await app.sql(`update plinth_jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
    await using _next = await spawn()
    while ((await app.runs(client, id))[0].status !== 'completed') await setTimeout(300)
    const [run] = await app.runs(client, id)
    expect(run).toMatchObject({ attempts: 2, rows: 3_000, hasFile: true })
    const { text } = await client.get(`/transfer/export-runs/${run.id}/file`)
    expect(text.trimEnd().split('\n')).toHaveLength(3_001)
    expect(await app.sql(`select count(*)::int as held from attachment_held_files`)).toEqual([{ held: done + 1 }])
  }
}, 300_000)

test('a worker killed with -9 between the parts of an upload: another one writes the file again, and no parts are left', async () => {
  await using app = await bucketApp(new Date().toISOString())
  await app.addProducts(4_000)
  const { client, userId } = app.person([...SENDER, ...MANAGER])
  const destinationId = await app.destination(client)
  const { id } = (await client.post('/transfer/exports', { ...nightly, destinationId, isActive: false })).body
  const spawn = workersOf(app, userId, app.host)
  // It dies between two parts, and with all of them there but not joined.
  const moments: readonly ((request: S3Request) => boolean)[] = [
    ({ query }) => query['partNumber'] === '3',
    ({ method, query }) => method === 'POST' && query['uploadId'] !== undefined,
  ]
  for (const [done, isMoment] of moments.entries()) {
    app.clock.advance(60_000)
    expect((await client.post(`/transfer/exports/${id}/run`)).status).toBe(202)
    {
      const reached = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<boolean>()
      app.server.intercept((request) => {
        if (!isMoment(request)) return false
        reached.resolve()
        return gate.promise
      })
      await using killed = await spawn()
      await reached.promise
      killed.kill()
      expect((await killed.exited)[1]).toBe('SIGKILL')
      gate.resolve(true)
    }
    app.server.intercept(() => false)
    expect((await app.runs(client, id))[0]).toMatchObject({ status: 'running' })
    await app.sql(`update plinth_jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
    await using _next = await spawn()
    while ((await app.runs(client, id))[0].status === 'running') await setTimeout(300)
    const [run] = await app.runs(client, id)
    expect([done, run]).toMatchObject([done, { status: 'completed', attempts: 2, rows: 4_000 }])
    const text = String(await app.server.read(run.objectKey))
    expect(text.trimEnd().split('\n')).toHaveLength(4_001)
    expect([done, await app.server.uploads()]).toEqual([done, []])
    expect(await app.server.objects()).toHaveLength(done + 1)
  }
}, 300_000)
