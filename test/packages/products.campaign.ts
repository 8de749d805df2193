import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { packages } from '../../scripts/packages.ts'
import { serveTickets, writeTicket } from './_created.ts'
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

test.each([
  ['console', [200, 201, 200]],
  ['api', [200, 201, 200]],
  ['next', [200, 201, 404]],
] as const)(
  'a product from the template %s installs, starts by two commands, and passes its own checks and tests',
  async (template, statuses) => {
    const shop = await stranger.makeFolder()
    const program = tarballs.get('create-plinth')!
    const create = ['--yes', `--package=${join(stranger.folder, program)}`, 'create-plinth', '.', '--name', 'shop']
    await shop.run({}, 'npx', ...create, '--template', template, '--port', '3917', '--tarballs', stranger.folder)
    await shop.run({}, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
    const database = { TEST_DATABASE_URL: inject('postgresUrl'), DATABASE_URL: inject('postgresUrl') }
    if (template === 'next') {
      await shop.run({ NEXT_TELEMETRY_DISABLED: '1' }, 'npm', 'run', 'build')
      const env = { SEED_PASSWORD: 'Secret-123', LOG_LEVEL: 'error', NEXT_TELEMETRY_DISABLED: '1' }
      await shop.start(env, ['npm', 'run', 'dev'], 'Ready in')
      expect(await writeTicket('http://localhost:3917')).toEqual(statuses)
    } else expect(await serveTickets(shop)).toEqual(statuses)
    await shop.run(database, 'npm', 'run', 'check')
    await shop.run(database, 'npm', 'test')
  },
  900_000,
)
