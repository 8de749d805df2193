import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePort } from '../../packages/host/src/database/free-port.ts'
import { createDatabase, eventually, startProgram } from './_processes.ts'
import { makeFolder } from './_folder.ts'
import { readBlock, readPage, ROOT } from './_pages.ts'
import { prepareServer } from './_server.ts'

const page = 'docs/13-host.md'

test(
  'the host of the page starts with two logins, says that it is ready, and stops by itself',
  { timeout: 60_000 },
  async () => {
    await using folder = await makeFolder()
    await using server = await prepareServer('host')
    const PORT = String(await freePort())
    const ORIGIN = `http://127.0.0.1:${PORT}`
    const script = await folder.write('host.ts', readBlock(page, 'host.ts').text)
    await using program = startProgram(script, {
      PORT,
      ORIGIN,
      SECRET: 'a secret of at least 32 characters',
      DATABASE_URL: server.hostUrl,
      MIGRATION_DATABASE_URL: server.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    expect((await eventually(() => fetch(`${ORIGIN}/readyz`))).status).toBe(200)
    expect((await fetch(`${ORIGIN}/api/auth/profile`)).status).toBe(401)
    const ended = once(program.child, 'exit')
    program.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)

test.each([
  ['PlatformOptions', 'packages/core/src/platform/options.ts', 'Option'],
  ['DatabaseOptions', 'packages/core/src/data/connection/database-options.ts', 'Option of `database`'],
])('the page lists all %s', (name, file, heading) => {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const [, body = ''] = new RegExp(`export interface ${name} \\{\n([\\s\\S]*?)^\\}`, 'm').exec(source) ?? []
  const members = [...body.matchAll(/^  readonly (\w+)/gm)].map(([, member]) => member)
  const [, table = ''] = readPage(page).split(`| ${heading} | Default |`)
  const [rows = ''] = table.split('\n\n')
  expect([...rows.matchAll(/^\| `(\w+)`/gm)].map(([, member]) => member).toSorted()).toEqual(members.toSorted())
})

test('a product of ten lines starts, seeds and stops', { timeout: 60_000 }, async () => {
  await using folder = await makeFolder()
  const { text } = readBlock(page, 'main.ts')
  expect(text.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(12)
  const script = await folder.write('main.ts', text)
  const PORT = String(await freePort())
  const [DATABASE_URL, DATA_DIR] = [await createDatabase('ten_lines'), `${folder.path}/data`]
  await using program = startProgram(script, { PORT, DATABASE_URL, DATA_DIR, SEED_PASSWORD: 'Secret-123' })
  const origin = `http://localhost:${PORT}`
  const signIn = () => {
    const body = new URLSearchParams({ email: 'admin@acme.com', password: 'Secret-123' })
    return fetch(`${origin}/api/auth/login`, { method: 'POST', body })
  }
  const answer = await eventually(async () => {
    const answer = await signIn()
    if (answer.status === 503) throw new Error('starting')
    return answer
  })
  expect(answer.status).toBe(200)
  expect(await (await fetch(`${origin}/login`)).text()).toContain('<title>Sign in · Shop</title>')
  const ended = once(program.child, 'exit')
  program.child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
