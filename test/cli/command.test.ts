import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { makeFolder } from '../docs/_folder.ts'

const cli = join(import.meta.dirname, '../../packages/cli')
const config = `import { defineEntity, p } from '@mikro-orm/core'
import { defineMigration, defineModule, Scoped } from '@plinth/core'
const properties = { label: p.string(), barcode: p.string().nullable() }
const Tag = defineEntity({ name: 'Tag', tableName: 'tags', extends: Scoped, properties })
const tables = defineMigration('tags.tables', "select plinth.scoped_table('tags', 'label text not null')")
export const modules = [defineModule({ id: 'tags', title: 'Tags', entities: [Tag], migrations: [tables] })]
export const folders = { tags: 'migrations' }
`

/** Runs `plinth` as a product does, in its folder. */
const run = (cwd: string, args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const command = ['--conditions=@plinth/source', join(cli, 'src/plinth.ts'), ...args]
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const variables = { PATH, NODE_COMPILE_CACHE, ...env }
    execFile(process.execPath, command, { cwd, env: variables }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    )
  })

test('a product checks and writes its migrations', async () => {
  await using folder = await makeFolder()
  expect(await run(folder.path, [])).toMatchObject({
    code: 2,
    said: expect.stringContaining('Usage: plinth'),
  })
  expect(await run(folder.path, ['migration', '--check'])).toMatchObject({
    code: 2,
    said: expect.stringContaining('plinth.config.ts does not exist'),
  })
  await folder.write('plinth.config.ts', config)
  expect(await run(folder.path, ['migration', '--check'])).toMatchObject({
    code: 2,
    said: expect.stringContaining('DATABASE_URL'),
  })
  const database = { DATABASE_URL: inject('postgresUrl') }
  expect(await run(folder.path, ['migration', '--check'], database)).toMatchObject({
    code: 1,
    said: expect.stringContaining('tags.barcode: the table has no such column'),
  })
  expect(await run(folder.path, ['migration', 'tag-barcode'], database)).toMatchObject({
    code: 0,
    said: expect.stringContaining('add `tagBarcode` to the migrations'),
  })
  expect(await readFile(join(folder.path, 'migrations/0001-tag-barcode.ts'), 'utf8')).toContain(
    'add column barcode text;',
  )
}, 60_000)
