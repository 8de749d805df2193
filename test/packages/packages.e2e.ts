import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveTickets } from './_created.ts'
import { createDatabase, expectAnswers, installProduct, PACKAGES, type Product } from './_installed.ts'
import { compareReports, type Stranger } from './_stranger.ts'

let stranger: Stranger
let tarballs: ReadonlyMap<string, string>
let product: Product

beforeAll(async () => {
  ;({ stranger, tarballs } = await installProduct())
}, 600_000)

afterAll(() => stranger?.[Symbol.asyncDispose]())

test.each(PACKAGES)('publint finds nothing wrong with %s', async (name) => {
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: await readTarball(name) } })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test.each(PACKAGES)('%s comes with its readme, changelog and license', async (name) => {
  const { stdout } = await promisify(execFile)('tar', ['-tf', join(stranger.folder, tarballs.get(name)!)])
  const files = ['README.md', 'CHANGELOG.md', 'LICENSE'].map((file) => `package/${file}`)
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(files))
})

test.each(PACKAGES)('the types of %s are those of what it exports', async (name) => {
  const { types, ...analysis } = await checkPackage(
    createPackageFromTarballData(new Uint8Array(await readTarball(name))),
  )
  expect(types).toMatchObject({ kind: 'included' })
  // The packages are ES modules for Node 22: `require` loads those as well, and resolution without `exports` is older.
  const problems = 'problems' in analysis ? analysis.problems : []
  const wrong = problems.filter(
    (problem) =>
      problem.kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  )
  expect(wrong).toEqual([])
})

test('the packages declare what the reports in api/ say', async () => {
  await compareReports()
}, 300_000)

test('a product type-checks against the packed packages, their declarations included', async () => {
  const printed = await stranger.run('tsc', '-p', '.', '--checkers', '1').catch(String)
  // Other packages' declarations are theirs to mend.
  const complaints = printed.split('\n').filter((line) => /^(?!node_modules\/(?!@plinth)).*: error TS/.test(line))
  expect(complaints).toEqual([])
}, 120_000)

test('a product has one copy of each library whose values packages pass to each other', async () => {
  const names = ['@mikro-orm/core', '@mikro-orm/postgresql', 'awilix', 'h3', 'kysely', 'pg', 'zod']
  const found = (await stranger.run('npm', 'ls', '--all', '--parseable', ...names)).split('\n').filter(Boolean)
  const copies = found.map((path) => names.find((name) => path.endsWith(`/node_modules/${name}`)))
  expect(copies.filter((name) => name !== undefined).toSorted()).toEqual(names)
})

test('a product starts on its own database', async () => {
  product = JSON.parse(await stranger.start('main.ts', { DATABASE_URL: await createDatabase('product') })) as Product
}, 60_000)

test.each(['plain', 'express', 'h3', 'fastify'])('the platform answers in a server of kind %s', async (kind) => {
  await expectAnswers(product.urls[kind]!, product)
})

// With the packages that are installed already; `npm run campaign:packages` gives it an installation of its own.
test('a created product starts and serves what is its own', async () => {
  const shop = await stranger.makeFolder(stranger.folder)
  const program = tarballs.get('create-plinth')!
  const create = ['--yes', `--package=${join(stranger.folder, program)}`, 'create-plinth', '.', '--name', 'shop']
  await shop.run({}, 'npx', ...create, '--tarballs', stranger.folder)
  expect(await serveTickets(shop, { DATABASE_URL: await createDatabase('shop') })).toEqual([200, 201, 200])
}, 120_000)

async function readTarball(name: string): Promise<ArrayBuffer> {
  const bytes = await readFile(join(stranger.folder, tarballs.get(name)!))
  return new Uint8Array(bytes).buffer
}
