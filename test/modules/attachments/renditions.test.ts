import { storage } from '@plinth/attachments'
import { tenantA } from '@plinth/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type FilesApp, filesApp, picture, send } from './_files.ts'

const DAY = 86_400_000

/** A picture of `bytes` that tenant A has, by its id. */
async function upload(app: FilesApp, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return (await send(app.as('admin'), { bytes, name: 'a.png' })).body.item.id
}

async function render(app: FilesApp, id: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    const { status } = await app.as('admin').fetch(`/attachments/image/${id}?width=${width}`)
    expect(status).toBe(200)
  }
  await app.settled()
}

const names = async ({ sql }: FilesApp) =>
  (await sql<{ name: string }>('select name from attachment_renditions order by name')).map(({ name }) => name)

test('bytes that cannot be removed do not keep the sweep from the others', async () => {
  await using app = await filesApp()
  const id = await upload(app, await picture(400, 200))
  await render(app, id, [50, 60])
  app.platform.override(storage, {
    ...app.storage,
    async delete(address) {
      if (address.key.includes('w50')) throw new Error('The storage is away')
      await app.storage.delete(address)
    },
  })
  await app.as('admin').del(`/attachments?id=${id}`)
  await app.sweep()
  expect(await names(app)).toEqual(['w50-hauto-ccover'])
  expect(
    app.log.lines.filter(({ message }) => message === 'the bytes of a rendition could not be removed'),
  ).toHaveLength(1)
  app.platform.override(storage, app.storage)
  await app.sweep()
  expect(await names(app)).toEqual([])
})

test('renditions of another storage neither keep the sweep from ours nor count towards the quota', async () => {
  await using app = await filesApp({ renditionQuota: 2 * 4096 })
  await app.sql(
    `insert into attachment_renditions
      (tenant_id, attachment_id, name, driver, partition_code, object_key, size, mime_type, used_at)
    select $1, gen_random_uuid(), 'w1', 'former', 'privateAttachments', 'a', 1, 'image/png', '2000-01-01'
    from generate_series(1, 300)`,
    [tenantA.id],
  )
  const id = await upload(app, await picture(400, 200))
  await render(app, id, [50])
  expect(await app.stored()).toHaveLength(2)
  await app.as('admin').del(`/attachments?id=${id}`)
  await app.sweep()
  expect(await app.stored()).toHaveLength(1)
  expect(await names(app)).toHaveLength(300)
})

test('a rendition that is used stays, also of a tenant near its quota', async () => {
  // Larger than what is kept in memory.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const wild = sharp({ create: { width: 500, height: 500, channels: 3, background: '#000', noise } })
  await using app = await filesApp({ renditionQuota: 800_000 })
  const id = await upload(app, new Uint8Array(await wild.png().toBuffer()))
  let writes = 0
  app.platform.override(storage, { ...app.storage, write: (...asked) => (writes++, app.storage.write(...asked)) })
  await render(app, id, [400])
  const stored = await app.sql<{ size: number }>('select size::int from attachment_renditions')
  expect(stored[0]!.size).toBeGreaterThan(400_000)
  for (let week = 0; week < 6; week++) {
    app.clock.advance(7 * DAY)
    await render(app, id, [400])
    await app.sweep()
  }
  expect(writes).toBe(1)
})

test('the quota of renditions holds when many are stored at once', async () => {
  await using app = await filesApp({ renditionQuota: 3 * 4096 })
  const add = app.module.commands!.find(({ id }) => id === 'attachments.renditions.add')!
  const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
  const attachmentId = crypto.randomUUID()
  const row = { attachmentId, driver: 'local', partition: 'productsMedia', key: 'a', size: 1, mimeType: 'image/png' }
  const adds = Array.from({ length: 20 }, (_, at) =>
    app.platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) =>
      run(add, { ...row, name: `w${at}` } as never),
    ),
  )
  await Promise.all(adds)
  expect(await names(app)).toHaveLength(3)
})
