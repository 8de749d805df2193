import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'
import { createDatabase, expectAnswers, installProduct, type Product } from './_installed.ts'
import type { Stranger } from './_stranger.ts'

// The installed packages in other servers and runtimes, in the tests of a product, and on pages of its own.

/** A product with pages of its own in the console. */
interface Fleet {
  readonly account: Product['account']
  readonly url: string
}

let stranger: Stranger

beforeAll(async () => {
  ;({ stranger } = await installProduct(['deno']))
}, 600_000)

afterAll(() => stranger?.[Symbol.asyncDispose]())

test('the platform answers in Hono, beside its routes, and in Deno', async () => {
  const database = { DATABASE_URL: await createDatabase('runtimes') }
  const product = JSON.parse(await stranger.start('main.ts', database)) as Product
  const hono = JSON.parse(await stranger.start('hono.ts', database)) as Pick<Product, 'urls'>
  const [, deno] = /(.+)/.exec(await stranger.run('node', '-p', "require('deno/install_api.cjs').runInstall()"))!
  const inDeno = JSON.parse(await stranger.start('deno.ts', database, [deno!, 'run', '-A'])) as Pick<Product, 'urls'>
  for (const kind of ['hono', 'besideHono', 'deno'])
    await expectAnswers({ ...hono.urls, ...inDeno.urls }[kind]!, product)
}, 120_000)

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
