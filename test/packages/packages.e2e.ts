import { execFile } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import pg from 'pg'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { packages } from '../../scripts/packages.ts'
import { launchChromium } from '../_setup/chromium.ts'
import { serveTickets } from './_created.ts'
import { compareReports, meetStranger, pack, type Stranger, versionsOf } from './_stranger.ts'

const PACKAGES = packages.map(({ name }) => name)
/** What the product uses. */
const INSTALLED = [
  'core',
  'points',
  'testing',
  'cli',
  'directory',
  'auth',
  'audit-logs',
  'business-rules',
  'api-keys',
  'ai-assistant',
  'console',
  'dashboards',
  'host',
]

interface Product {
  readonly account: { readonly email: string; readonly password: string }
  readonly urls: Readonly<Record<string, string>>
}

/** A product with pages of its own in the console. */
interface Fleet {
  readonly account: { readonly email: string; readonly password: string }
  readonly url: string
}

let stranger: Stranger
let tarballs: ReadonlyMap<string, string>
let product: Product
let urls: Readonly<Record<string, string>>

beforeAll(async () => {
  stranger = await meetStranger()
  tarballs = await pack(stranger.folder, PACKAGES)
  const installed = INSTALLED.map((name) => tarballs.get(`@plinth/${name}`)!)
  const others = await versionsOf([
    'express',
    'h3',
    'hono',
    '@hono/node-server',
    'deno',
    'fastify',
    'zod',
    '@mikro-orm/core',
    '@types/express',
    '@types/node',
    '@types/react',
    '@types/react-dom',
    'react',
    'react-dom',
  ])
  await stranger.run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...installed, ...others)
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
  const database = { DATABASE_URL: await createDatabase('product') }
  product = JSON.parse(await stranger.start('main.ts', database)) as Product
  const hono = JSON.parse(await stranger.start('hono.ts', database)) as Pick<Product, 'urls'>
  const [, deno] = /(.+)/.exec(await stranger.run('node', '-p', "require('deno/install_api.cjs').runInstall()"))!
  const inDeno = JSON.parse(await stranger.start('deno.ts', database, [deno!, 'run', '-A'])) as Pick<Product, 'urls'>
  urls = { ...product.urls, ...hono.urls, ...inDeno.urls }
}, 60_000)

const servers = ['plain', 'express', 'h3', 'fastify', 'hono', 'besideHono', 'deno']
test.each(servers)('the platform answers in a server of kind %s', async (kind) => {
  const url = urls[kind]!
  const greeting = await fetch(`${url}/api/greetings/Ada`)
  expect([greeting.status, await greeting.json()]).toEqual([200, { text: 'Hello, Ada' }])

  const login = await fetch(`${url}/auth/login`, { method: 'POST', body: new URLSearchParams(product.account) })
  expect(login.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^auth_token=.*HttpOnly/))
  const { token } = (await login.json()) as { token: string }
  const profile = await fetch(`${url}/auth/profile`, { headers: { authorization: `Bearer ${token}` } })
  expect([profile.status, await profile.json()]).toMatchObject([
    200,
    { email: product.account.email, roles: ['admin'] },
  ])

  const refused = await fetch(`${url}/auth/profile`)
  expect([refused.status, await refused.json()]).toEqual([401, { error: 'Unauthorized' }])
  expect((await fetch(`${url}/nowhere`)).status).toBe(404)
})

test('the testing kit works in a product', async () => {
  expect(await stranger.start('kit.ts', { DATABASE_URL: inject('postgresUrl') })).toBe('200')
}, 60_000)

test('code of models runs in the process that the assistant brings', async () => {
  expect(await stranger.run('node', 'code.ts')).toBe('from the cage\n')
}, 60_000)

test('pages in Preact and in React are made with the kit of the console, which has one copy', async () => {
  const folder = join(stranger.folder, 'console')
  const examples = join(import.meta.dirname, '../../packages/console/examples')
  for (const page of ['vehicles', 'react-page'])
    await copyFile(join(examples, `${page}.tsx`), join(folder, `${page}.tsx`))
  const browser = ['--lib', 'es2024,dom,dom.iterable', '--module', 'preserve', '--jsx', 'react-jsx']
  await stranger.run(
    'tsc',
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    ...browser,
    'console/vehicles.tsx',
    'console/react-page.tsx',
  )
  const bundle = [
    '--bundle',
    '--format=esm',
    '--minify',
    '--jsx=automatic',
    '--define:process.env.NODE_ENV="production"',
  ]
  await stranger.run('esbuild', 'console/vehicles.tsx', 'console/react-page.tsx', ...bundle, '--outdir=console')
  // Names, and what the page itself consists of.
  expect((await readFile(join(folder, 'vehicles.js'))).byteLength).toBeLessThan(4_000)
  const database = { DATABASE_URL: await createDatabase('console') }
  const { account, url } = JSON.parse(await stranger.start('console/product.ts', database)) as Fleet
  await using chromium = await launchChromium()
  const page = await chromium.newPage({ locale: 'en' })
  await page.request.post(`${url}/api/auth/login`, { form: account })
  await page.goto(`${url}/backend/fleet`)
  await page.getByRole('button', { name: 'New vehicle' }).click()
  const form = page.getByRole('dialog')
  const values = { Plate: 'B-XY 12', Seats: '5', 'Bought on': '2026-05-01', Price: '12500.50' }
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value)
  await form.getByLabel('Fuel').selectOption({ label: 'Electric' })
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /B-XY 12.*May 1, 2026.*€12,500.50/ }).waitFor()
  await page.goto(`${url}/backend/report`)
  await page.getByLabel('Person').fill('ada')
  await page.getByRole('option', { name: /ada/ }).click()
  await page.getByRole('button', { name: 'Who is it?' }).click()
  await page.getByText('Somebody').waitFor()
}, 60_000)

// With the packages that are installed already; `npm run campaign:packages` gives it an installation of its own.
test('a created product starts and serves what is its own', async () => {
  const shop = await stranger.makeFolder(stranger.folder)
  const program = tarballs.get('create-plinth')!
  const create = ['--yes', `--package=${join(stranger.folder, program)}`, 'create-plinth', '.', '--name', 'shop']
  await shop.run({}, 'npx', ...create, '--tarballs', stranger.folder)
  expect(await serveTickets(shop, { DATABASE_URL: await createDatabase('shop') })).toEqual([200, 201, 200])
}, 120_000)

async function createDatabase(of: string): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `packages_${of}_${process.pid}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  url.pathname = `/${name}`
  return url.href
}

async function readTarball(name: string): Promise<ArrayBuffer> {
  const bytes = await readFile(join(stranger.folder, tarballs.get(name)!))
  return new Uint8Array(bytes).buffer
}
