import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPlatform } from '@plinth/core'
import { expect, onTestFinished, test } from 'vitest'
import { modules } from '../../architecture/_modules.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const BIN = join(ROOT, 'node_modules', '.bin')
const run = promisify(execFile)

// Written as a client would: names of operations and of types, bodies, answers by status.
const client = `
import { createProduct, listProducts, createRole, login, type ListProductsItem, type CreateProductBody } from './api.ts'

const createProductBody: CreateProductBody = { title: 'Chair' }
const created = await createProduct({ createProductBody })
if (created.status === 201) console.log(created.data.id.length)
if (created.status === 422) console.log(created.data.error.length)
const answer = await listProducts({ page: 2 })
const titles: string[] = answer.status === 200 ? answer.data.items.map((item: ListProductsItem) => item.title) : []
// @ts-expect-error A role has a name.
await createRole({ createRoleBody: { titles } })
console.log(login)
`

test('a generator makes a client of the document of all modules that compiles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const platform = await createPlatform({
    modules: Object.values(modules),
    secret: 'a secret of at least 32 characters',
    // Nothing connects before `start`.
    database: { url: 'postgres://nobody@localhost:1/none' },
  })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(platform.document()))
  await run(join(BIN, 'oazapfts'), ['openapi.json', 'api.ts', '--argumentStyle=object'], { cwd: folder })
  await writeFile(join(folder, 'client.ts'), client)
  const flags = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node']
  const target = ['--target', 'es2024', '--module', 'nodenext']
  const compiled = await run(join(BIN, 'tsc'), [...flags, ...target, 'client.ts'], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  )
  expect(compiled.stdout).toBe('')
})
