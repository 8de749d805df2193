import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runHost, runToEnd } from '../host/_run-host.ts'
import { readBlock, readPage } from './_pages.ts'
import { prepareServer } from './_server.ts'

const page = 'docs/7-operations.md'
const admin = { email: 'admin@acme.com', password: 'Secret-123' }

test('two hosts start together on the database and with the login of the page', { timeout: 60_000 }, async () => {
  await using server = await prepareServer('product')
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'plinth-docs-'))
  const env = { DATA_DIR, DATABASE_URL: server.url, SEED_PASSWORD: admin.password, DATABASE_PRIVILEGED_LOGIN: 'false' }
  const alone = await runToEnd(env)
  expect([alone.code, alone.output]).toEqual([1, expect.stringMatching(/Privileged database login: .* owns/)])
  Object.assign(env, { DATABASE_URL: server.hostUrl, MIGRATION_DATABASE_URL: server.url })
  const [first, second] = await Promise.all([runHost(env), runHost(env)])
  try {
    const token = await first.logIn(admin.email, admin.password)
    expect((await second.call('/api/auth/profile', { token })).status).toBe(200)
    const documented = JSON.parse(readBlock(page, 'request').text) as object
    await expect.poll(() => requestLine(second.output)).toEqual(Object.keys(documented).toSorted())
    const metrics = await (await second.call('/metrics')).text()
    const named = [...readPage(page).matchAll(/`((?:http|db)_\w+)`/g)].map(([, name]) => name!)
    expect(named.filter((name) => !metrics.includes(`# HELP ${name} `))).toEqual([])
    const passedOn = await second.call('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(passedOn.status).toBe(403)
    for (const path of ['/healthz', '/readyz']) expect((await second.call(path)).status).toBe(200)
    await expect(server.dump()).rejects.toThrow('row-level security')
  } finally {
    await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')])
    await rm(DATA_DIR, { recursive: true })
  }
})

/** The members of the first line about a request. */
function requestLine(output: string): readonly string[] {
  const line = /^\{.*"msg":"request".*$/m.exec(output)?.[0] ?? '{}'
  return Object.keys(JSON.parse(line) as object).toSorted()
}
