import { execFile } from 'node:child_process'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Module } from '@plinth/core'
import { progress } from '@plinth/progress'
import { expect, inject, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { makeFolder } from '../../docs/_folder.ts'

const packages = join(import.meta.dirname, '../../../packages')
const source = join(packages, 'modules/catalog/src')
const exec = promisify(execFile)
const config = `import { progress } from '@plinth/progress'
import { catalog } from './catalog/module.ts'
export const modules = [progress, catalog]
export const folders = { catalog: 'catalog/migrations' }
`

/** Each file in which somebody spells it, once for every time; migrations aside. */
async function mentions(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /^(?!migrations).*\.ts$/.test(file))
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(join(folder, file), 'utf8')).match(/barcode/gi) ?? []).map(() => file)),
  )
  return found.flat().toSorted()
}

test('a new column takes three spellings in two files and one command', async () => {
  expect(await mentions(source)).toEqual(['entities.ts', 'resources/variants.ts', 'resources/variants.ts'])

  // The catalog of before there were barcodes.
  await using folder = await makeFolder()
  const edit = async (file: string, change: (text: string) => string) => {
    const before = await readFile(join(folder.path, 'catalog', file), 'utf8')
    expect(change(before)).not.toBe(before)
    await folder.write(join('catalog', file), change(before))
  }
  await cp(source, join(folder.path, 'catalog'), { recursive: true })
  await folder.write('plinth.config.ts', config)
  const entity = /\n +barcode: p\.string\(\).*/
  await edit('entities.ts', (text) => text.replace(entity, ''))
  await edit('resources/variants.ts', (text) => text.replaceAll(/ *'barcode',\n?/g, ''))
  await edit('migrations/0001-baseline.sql', (text) => text.replace(' barcode text,', ''))
  expect(await mentions(join(folder.path, 'catalog'))).toEqual([])
  const plinth = (...args: string[]) =>
    exec(process.execPath, ['--conditions=@plinth/source', join(packages, 'cli/src/plinth.ts'), 'migration', ...args], {
      cwd: folder.path,
      env: { ...process.env, DATABASE_URL: inject('postgresUrl') },
    })
  expect((await plinth('--check')).stdout).toContain('The tables match the entities.')

  // Whoever adds one: the entity, the input and the list; one command, and the migration that it names.
  await edit('entities.ts', (text) =>
    text.replace(/(name: 'CatalogVariant'[\s\S]*?\n +sku: .*)/, '$1\n    barcode: p.string().length(191).nullable(),'),
  )
  await edit('resources/variants.ts', (text) => text.replaceAll(/(?<!sku: )'sku',/g, `'sku', 'barcode',`))
  expect(await mentions(join(folder.path, 'catalog'))).toEqual(await mentions(source))
  expect((await plinth('variant-barcode')).stdout).toContain(
    "add `variantBarcode` to the migrations of module 'catalog'",
  )
  const written = await readdir(join(folder.path, 'catalog/migrations'))
  const file = written.find((name) => name.endsWith('-variant-barcode.ts'))
  await edit('module.ts', (text) =>
    text
      .replace(/(migrations: \[[^\]]*)\]/, '$1, variantBarcode]')
      .replace(/^/, `import { variantBarcode } from './migrations/${file}'\n`),
  )
  expect((await plinth('--check')).stdout).toContain('The tables match the entities.')
  expect(await folder.typeCheck()).toEqual([])

  const { catalog } = (await import(join(folder.path, 'catalog/module.ts'))) as { catalog: Module }
  await using app = await testApp({ modules: [progress, catalog] })
  const admin = app.as('admin')
  const { body: product } = await admin.post('/catalog/products', { title: 'Shirt' })
  const made = await admin.post('/catalog/variants', {
    productId: product.id,
    name: 'Small',
    barcode: ' 4006381333931 ',
  })
  expect(made.status).toBe(201)
  const find = async (search: string) =>
    (await admin.get(`/catalog/variants?search=${search}`)).body.items.map((item: { barcode: unknown }) => item.barcode)
  expect(await find('40063813')).toEqual(['4006381333931'])
  expect((await admin.put('/catalog/variants', { id: made.body.id, barcode: 'ÄB-1' })).status).toBe(200)
  expect([await find('40063813'), await find('ab-1 small')]).toEqual([[], ['ÄB-1']])
  expect((await admin.put('/catalog/variants', { id: made.body.id, barcode: 'x'.repeat(192) })).status).toBe(400)
}, 240_000)
