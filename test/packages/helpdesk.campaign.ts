import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { packages } from '../../scripts/packages.ts'
import { meetStranger, pack, type Stranger, versionsOf } from './_stranger.ts'

const INSTALLED = ['core', 'points', 'testing', 'cli', 'directory', 'auth', 'audit-logs', 'business-rules', 'api-keys']

let stranger: Stranger

beforeAll(async () => {
  stranger = await meetStranger()
  const tarballs = await pack(
    stranger.folder,
    packages.map(({ name }) => name),
  )
  const installed = INSTALLED.map((name) => tarballs.get(`@plinth/${name}`)!)
  const others = await versionsOf(['zod', '@mikro-orm/core'])
  await stranger.run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...installed, ...others)
}, 600_000)

afterAll(() => stranger?.[Symbol.asyncDispose]())

test('a helpdesk in two versions keeps its promises: undo, roles, rules, search, schedules, contract, isolation', async () => {
  const [, count] = /(\d+) promises hold/.exec(
    await stranger.start('helpdesk/checks.ts', { DATABASE_URL: inject('postgresUrl') }),
  )!
  expect(Number(count)).toBe(8)
}, 300_000)
