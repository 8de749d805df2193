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
import { catalogCreateProduct, catalogListProducts, authCreateRole, authLogin, type CatalogListProductsItem, type CatalogCreateProductBody } from './api.ts'

const catalogCreateProductBody: CatalogCreateProductBody = { title: 'Chair' }
const created = await catalogCreateProduct({ catalogCreateProductBody })
if (created.status === 201) console.log(created.data.id.length)
if (created.status === 422) console.log(created.data.error.length)
const answer = await catalogListProducts({ page: 2 })
const titles: string[] = answer.status === 200 ? answer.data.items.map((item: CatalogListProductsItem) => item.title) : []
// @ts-expect-error A role has a name.
await authCreateRole({ authCreateRoleBody: { titles } })
console.log(authLogin)
`

const FLAGS = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node']
const TARGET = ['--target', 'es2024', '--module', 'nodenext']

/** A folder with the document of all modules, and what the compiler says of a client there. */
async function openFolder() {
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
  return {
    folder,
    async compile(text: string) {
      await writeFile(join(folder, 'client.ts'), text)
      const { stdout } = await run(join(BIN, 'tsc'), [...FLAGS, ...TARGET, 'client.ts'], { cwd: folder }).catch(
        (failed: { stdout: string }) => failed,
      )
      return stdout
    },
  }
}

test('a generator makes a client of the document of all modules that compiles', { timeout: 120_000 }, async () => {
  const { folder, compile } = await openFolder()
  await run(join(BIN, 'oazapfts'), ['openapi.json', 'api.ts', '--argumentStyle=object'], { cwd: folder })
  expect(await compile(client)).toBe('')
})

// By paths, as openapi-fetch asks for them, by operations and by schemas.
const typed = `
import type { components, operations, paths } from './api.ts'

const body: components['schemas']['CatalogCreateProductBody'] = { title: 'Chair', isActive: true }
type Created = paths['/catalog/products']['post']['responses'][201]['content']['application/json']
const id: Created['id'] = 'x'
type Refused = operations['catalogCreateProduct']['responses'][422]['content']['application/json']
const why: Refused['error'] = 'A rule refuses it'
type Sorted = NonNullable<operations['catalogListProducts']['parameters']['query']>['sortField']
const sorted: Sorted = 'title'
// @ts-expect-error No list can be sorted by a misspelled field.
const odd: Sorted = 'titel'
const job: operations['progressCreateJob']['requestBody']['content']['application/json'] = {
  jobType: 'import',
  name: 'Import',
  meta: { rows: [1, { deep: true }] },
}
console.log(body, id, why, sorted, odd, job)
`

test('the types that openapi-typescript makes of it compile', { timeout: 120_000 }, async () => {
  const { folder, compile } = await openFolder()
  const generator = join(ROOT, 'test', '_setup', 'openapi-typescript', 'node_modules', '.bin', 'openapi-typescript')
  // Without the flag it asks clients for what has a default.
  await run(generator, ['openapi.json', '-o', 'api.ts', '--default-non-nullable=false'], { cwd: folder })
  expect(await compile(typed)).toBe('')
})
