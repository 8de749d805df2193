import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { packages } from '../../scripts/packages.ts'
import { serveTickets } from './_created.ts'
import { meetStranger, pack, type Stranger } from './_stranger.ts'

// A product as `npm create plinth` makes it, with an installation of its own.

let stranger: Stranger
let tarballs: ReadonlyMap<string, string>

beforeAll(async () => {
  stranger = await meetStranger()
  tarballs = await pack(
    stranger.folder,
    packages.map(({ name }) => name),
  )
}, 600_000)
afterAll(() => stranger?.[Symbol.asyncDispose]())

test('a created product installs, starts by two commands, and passes its own checks and tests', async () => {
  const shop = await stranger.makeFolder()
  const program = tarballs.get('create-plinth')!
  const create = ['--yes', `--package=${join(stranger.folder, program)}`, 'create-plinth', '.', '--name', 'shop']
  await shop.run({}, 'npx', ...create, '--tarballs', stranger.folder)
  await shop.run({}, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
  expect(await serveTickets(shop)).toEqual([200, 201, 200])
  const database = { TEST_DATABASE_URL: inject('postgresUrl'), DATABASE_URL: inject('postgresUrl') }
  await shop.run(database, 'npm', 'run', 'check')
  await shop.run(database, 'npm', 'test')
}, 600_000)
