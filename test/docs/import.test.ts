import { attachments, storage } from '@plinth/attachments'
import { auth } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { provide } from '@plinth/core'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { testPlatform } from '@plinth/testing'
import { importers, transfer } from '@plinth/transfer'
import { expect, inject, test } from 'vitest'
import { memoryStorage } from '../_setup/memory-storage.ts'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

type Call = (method: string, path: string, body?: object) => Promise<unknown>

test('the program of the page imports a file', async () => {
  await using folder = await makeFolder()
  const { text } = readBlock('docs/import.md', 'import-products.ts')
  const { importProducts } = (await import(await folder.write('import-products.ts', text))) as {
    importProducts(call: Call, file: Blob): Promise<unknown>
  }
  const files = memoryStorage()
  await using app = await testPlatform({
    modules: [
      directory,
      auth({ secret: 'a secret of at least 32 characters' }),
      progress,
      catalog,
      attachments(),
      transfer,
    ],
    services: [provide(storage, () => files)],
    postgresUrl: inject('postgresUrl'),
  })
  app.platform.override(importers, { callerOf: async () => app.callerOf('admin') })
  const admin = app.as('admin')
  await admin.post('/catalog/products', { title: 'Old', sku: '1' })
  app.clock.advance(1_000)
  const call: Call = async (method, path, body) => {
    const form = body instanceof FormData ? { body } : undefined
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const { status, text: said, body: answer } = await admin.send(method, path, form ?? json)
    expect(status, said).toBeLessThan(300)
    await app.jobs()
    return answer as unknown
  }
  const file = new Blob(['sku;title\n1;New\n2;Two\n3;Three\n'])
  expect(await importProducts(call, file)).toEqual({ created: 2, updated: 1, unchanged: 0, refused: 0 })
  expect(await importProducts(call, new Blob(['sku;title\n1;\n2;\n4;\n']))).toMatchObject({ refused: 1 })
})
