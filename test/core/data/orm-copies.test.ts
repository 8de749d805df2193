import { cp, rm } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createPlatform, defineFeatures, defineModule, list, view } from '@plinth/core'
import { afterAll, expect, inject, test } from 'vitest'

// What npm installs beside the exact version of Plinth where a product asks for a range.
const copy = fileURLToPath(new URL(`../../../node_modules/.cache/plinth-second-orm-${process.pid}/`, import.meta.url))
await cp(fileURLToPath(new URL('.', import.meta.resolve('@mikro-orm/core'))), copy, { recursive: true })
afterAll(() => rm(copy, { recursive: true, force: true }))

const { defineEntity, p } = (await import(pathToFileURL(`${copy}index.js`).href)) as typeof import('@mikro-orm/core')
const Tag = defineEntity({ name: 'Tag', tableName: 'tags', properties: { id: p.uuid().primary(), label: p.string() } })
const refusal =
  /Entity 'Tag' is declared with a different copy of @mikro-orm\/core than the one that Plinth uses \(7\.\S+\)/

test('a declaration about an entity of another copy of the ORM names the copies', () => {
  expect(() => view(Tag as never, ['label'] as never)).toThrow(refusal)
  const features = defineFeatures('tags', { view: 'View tags' })
  expect(() => list('/tags', Tag as never, { access: features.view, select: ['label'] as never })).toThrow(refusal)
})

test('so does a platform that is composed of it', async () => {
  const tags = defineModule({ id: 'tags', title: 'Tags', entities: [Tag as never] })
  const composed = createPlatform({
    modules: [tags],
    database: { url: inject('postgresUrl') },
    secret: 'a secret of at least 32 characters',
  })
  await expect(composed).rejects.toThrow(refusal)
})
