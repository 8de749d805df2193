import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startMailServer } from '../host/_mail-server.ts'
import { makeProduct, type Product, type Said } from './_product.ts'

interface Finding {
  readonly check: string
  readonly state: string
  readonly found: string
  readonly advice?: string
}

const findings = ({ output }: Said) =>
  new Map((JSON.parse(output).findings as Finding[]).map((one) => [one.check, one]))
const examine = async (product: Product, environment: Readonly<Record<string, string>> = {}, ...args: string[]) => {
  const said = await product.runWith(environment, 'doctor', '--json', ...args)
  return { code: said.code, found: findings(said) }
}

test('a deployment is examined from the disk to the running host', { timeout: 120_000 }, async () => {
  await using product = await makeProduct()
  const pending = await examine(product)
  expect(pending.code).toBe(1)
  expect(pending.found.get('migrations')).toMatchObject({
    state: 'failed',
    advice: expect.stringContaining('plinth migrate'),
  })
  expect(pending.found.get('tables')).toMatchObject({ state: 'skipped', found: expect.stringContaining('migrations') })

  await product.run('migrate')
  await using mail = await startMailServer()
  const ready = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(ready, 'listening')
  const backups = `${product.folder.path}/backups/daily`
  await mkdir(backups, { recursive: true })
  await writeFile(`${backups}/shop.dump`, 'rows')
  const { port } = ready.address() as AddressInfo
  const args = ['--backups', 'backups', '--url', `http://127.0.0.1:${port}`]
  const fine = await examine(product, { SMTP_URL: mail.url }, ...args)
  const failures = [...fine.found.values()].filter(({ state }) => state === 'failed')
  expect([fine.code, failures]).toEqual([0, []])
  for (const check of ['disk', 'clock', 'pooler', 'migrations', 'tables', 'jobs', 'mail', 'backups', 'host'])
    expect(fine.found.get(check)).toMatchObject({ check, state: 'ok' })
  // The server of the tests does not wait for its disk.
  expect(fine.found.get('database')?.found).toMatch(/^PostgreSQL \d+/)
  // The tests connect as a superuser, which development allows.
  expect(fine.found.get('roles')).toMatchObject({ state: 'warning', found: expect.stringContaining('is a superuser') })
  expect(fine.found.get('environment')).toMatchObject({ state: 'warning' })
  expect(fine.found.get('files')).toMatchObject({ state: 'skipped' })

  ready.close()
  await once(ready, 'close')
  const old = new Date(Date.now() - 30 * 3_600_000)
  await utimes(`${backups}/shop.dump`, old, old)
  const late = await examine(product, { SMTP_URL: 'smtp://127.0.0.1:1' }, ...args)
  expect(late.code).toBe(1)
  for (const check of ['mail', 'backups', 'host'])
    expect(late.found.get(check)).toMatchObject({ state: 'failed', advice: expect.any(String) })
  const text = await product.run('doctor', ...args)
  expect(text.output).toMatch(/^FAILED {3}backups +\S+shop\.dump is 30\.0 hours old\n +→ Check the job/m)
})

test(
  'what is wrong with the database is a sentence, and checks that need it are skipped',
  { timeout: 60_000 },
  async () => {
    await using product = await makeProduct()
    const wrong = await examine(product, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(wrong.found.get('database')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('check DATABASE_URL'),
    })
    for (const check of ['clock', 'pooler', 'roles', 'migrations', 'tables', 'jobs'])
      expect(wrong.found.get(check)).toMatchObject({ state: 'skipped' })
    const invalid = await examine(product, { PORT: 'http' })
    expect(invalid.code).toBe(1)
    expect(invalid.found.get('environment')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('PORT: expected'),
    })
    const production = await examine(product, { NODE_ENV: 'production', APP_URL: 'http://shop.example' })
    expect(production.found.get('roles')).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining('plinth database roles'),
    })
    expect(production.found.get('environment')).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('APP_URL'),
    })
  },
)
