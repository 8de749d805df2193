import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../packages/host/src/database/free-port.ts'
import { runHost } from '../host/_run-host.ts'
import { makeFolder } from './_folder.ts'
import { readBlock, readPage } from './_pages.ts'
import { createDatabase, eventually, paste, startProgram } from './_processes.ts'

const page = 'README.md'
/** Of the guides to policies and to teams. */
const BLOCKS = ['session', 'fields', 'teams', 'view', 'document', 'entities']
/** Of three policies, step by step. */
const STEPS = ['contracts', 'rows', 'price', 'sellers', 'auditor']
const password = /SEED_PASSWORD=(\S+) npm start/.exec(readPage(page))?.[1] ?? ''

test('the session works when it is pasted', { timeout: 120_000 }, async () => {
  await using folder = await makeFolder()
  await using host = await runHost({
    DATABASE_URL: await createDatabase('readme_session'),
    DATA_DIR: join(folder.path, 'data'),
    SEED_PASSWORD: password,
    LOG_LEVEL: 'error',
  })
  const session = readBlock(page, 'session').text.replaceAll('http://localhost:3000', host.url)
  const printed = await paste(session, folder.path)
  expect(printed).toContain('{"email":"admin@acme.com","name":"Admin","roles":["admin"]}')
  expect(printed).toMatch(/"items":\[\{[^\]]*"name":"Auditor"[\s\S]*\{"ok":true,"logId":"[\w-]+"\}\n.*"items":\[\]/)
  const guide = (marker: string) =>
    readBlock(marker === 'teams' ? 'docs/sharing.md' : 'docs/policies.md', marker).text.replaceAll(
      'http://localhost:3000',
      host.url,
    )
  // Each block continues with the variables of the first one.
  const blocks = [...BLOCKS.map(guide), 'echo STEPS\n', ...STEPS.map(guide)]
  const [first = '', steps = ''] = (await paste(blocks.join('\n'), folder.path)).split('STEPS\n')
  const all = first.trim().split('\n')
  // The last block is about custom entities.
  const [lines, vehicles] = [all.slice(0, -12), all.at(-1)!]
  expect(JSON.parse(vehicles).items).toEqual([
    expect.objectContaining({ name: 'Van', driver: expect.any(String) as unknown }),
  ])
  expect(vehicles).not.toContain('cost')
  const [listed, refused, replaced, sorted, changed, fixed, products, joined, members] = lines.slice(-15)
  expect([JSON.parse(listed!).items.map(({ title }: { title: string }) => title), refused, replaced]).toEqual([
    ['A simple product'],
    '{"error":"Forbidden"}',
    '{"ok":true}',
  ])
  expect([sorted, changed, fixed]).toEqual([
    expect.stringContaining('"Unknown property"'),
    '{"ok":true}',
    '{"error":"You may not change these fields: isActive.","fields":["isActive"]}',
  ])
  expect(JSON.parse(products!).items[0]).toMatchObject({ title: 'Armchair', productType: 'simple', isActive: true })
  expect(products).not.toContain('sku')
  expect([joined, JSON.parse(members!).items]).toEqual([
    '{"ok":true}',
    [expect.objectContaining({ email: 'clerk@acme.com' })],
  ])
  const [began, profile, seen, write, ended, imported] = lines.slice(-6)
  expect([began, profile]).toEqual([
    expect.stringMatching(/^{"endsAt":"/),
    expect.stringMatching(/"email":"clerk@acme.com".*"viewedBy":{.*"email":"admin@acme.com"}/),
  ])
  const types = JSON.parse(seen!).items.map(({ productType }: { productType: string }) => productType)
  expect(new Set(types)).toEqual(new Set(['simple']))
  expect([write, ended]).toEqual([expect.stringContaining('"code":"viewing_as"'), '{"ok":true}'])
  expect(imported).toMatch(/^{"id":"[\w-]+","warnings":\[\]}$/)
  const answers = steps.trim().split('\n')
  const titled = (answer = '') => JSON.parse(answer).items.map(({ title }: { title: string }) => title)
  const [contracts, ...others] = answers.filter((answer) => answer.includes('"items"'))
  expect(new Set(titled(contracts))).toEqual(new Set(['Mine', 'Our-team', 'Our-region']))
  expect(contracts).not.toContain('price')
  expect(titled(others[0])).toEqual(['Other'])
  expect(JSON.parse(answers.at(-1)!).record.actions[0]).toMatchObject({
    isPermitted: true,
    shares: [{ with: 'user', until: expect.stringMatching(/^\d{4}-/) as unknown }],
  })
  expect(answers.filter((answer) => answer.includes('"error"'))).toEqual([])
})

test('the composition in a product is about 25 lines and runs', { timeout: 60_000 }, async () => {
  const { text } = readBlock(page, 'product.ts')
  expect(text.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(26)
  await using folder = await makeFolder()
  const PORT = String(await freePort())
  const script = await folder.write('product.ts', text)
  const DATABASE_URL = await createDatabase('readme_product')
  for (const start of ['first', 'second']) {
    await using program = startProgram(script, { DATABASE_URL, PORT })
    const body = new URLSearchParams({ email: 'me@acme.example', password })
    const answer = await eventually(() => fetch(`http://127.0.0.1:${PORT}/auth/login`, { method: 'POST', body }))
    expect([start, answer.status, program.child.exitCode]).toEqual([start, 200, null])
  }
})
