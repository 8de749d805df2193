import { defineCommand, defineFeatures, defineModule, get, post, signedIn, sql, toNodeHandler } from '@plinth/core'
import { type Finished, readMultipart } from '@plinth/core/http'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'
import { shop } from '../../_setup/fixtures/shop.ts'

const answer = z.object({ total: z.number() })
const { see } = defineFeatures('faults', { see: 'See' })
const count = defineCommand({
  id: 'faults.count',
  access: signedIn,
  input: z.object({}),
  output: answer,
  run: () => ({ total: 'many' }) as never,
})
const faults = defineModule({
  id: 'faults',
  title: 'Faults',
  features: { see },
  commands: [count],
  routes: [
    get('/writes', { access: signedIn, response: answer }, async ({ db }) => {
      await sql`delete from items`.execute(db)
      return { total: 0 }
    }),
    get('/lies', { access: signedIn, response: answer }, () => ({ total: 'secret' }) as never),
    post('/counts', count),
  ],
})

test.each([
  { what: 'a handler that writes', call: 'GET /writes', reason: 'Only commands can write rows' },
  {
    what: 'an answer that breaks its word',
    call: 'GET /lies',
    reason: 'The answer of GET /lies does not match its schema:',
  },
  {
    what: 'a result that breaks its word',
    call: 'POST /counts',
    reason: 'The result of faults.count does not match its schema:',
  },
])('$what is a 500 that says nothing, and a line in the log that says why', async ({ call, reason }) => {
  const [method = '', path = ''] = call.split(' ')
  await using app = await testApp({ modules: [shop, faults] })
  const { status, text } = await app.as('admin').send(method, path, method === 'POST' ? { body: '{}' } : {})
  expect([status, JSON.parse(text)]).toEqual([
    500,
    { error: 'Internal server error', message: 'Something went wrong. Please try again later.' },
  ])
  const [line] = app.log.at('error')
  const { message } = line!.facts['err'] as Error
  expect([line!.message, message.split('\n')[0]]).toEqual(['request failed', reason])
  expect(message).not.toContain('secret')
})

test.each([
  ['99999', 'smallint'],
  ['0000-01-01', 'date'],
  ['10000-01-01 00:00+99', 'timestamptz'],
  ['someday', 'date'],
])('a value that the database cannot hold is wrong input: %s as %s', async (value, type) => {
  const holds = get(
    '/values',
    { access: signedIn, response: answer, errors: [400] },
    async ({ db }) =>
      (await sql<{ total: number }>`select 1 as total where ${value}::${sql.raw(type)} is null`.execute(db)).rows[0]!,
  )
  await using app = await testApp({ modules: [defineModule({ id: 'values', title: 'Values', routes: [holds] })] })
  const { status, body } = await app.as({ features: [] }).get('/values')
  expect([status, body]).toEqual([400, { error: 'Invalid input' }])
})

test('who breaks off in the middle of a body is no failure of the host', async () => {
  const reports: string[] = []
  const onFinished = ({ status, error }: Finished) => void reports.push(`${status} ${String(error)}`)
  await using app = await testApp({ modules: [faults], onFinished })
  const server = createServer(toNodeHandler(app.platform))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const login = Object.entries(app.headersOf({ features: [] })).map((header) => `${header.join(': ')}\r\n`)
  for (const length of ['content-length: 1000', 'transfer-encoding: chunked']) {
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST /counts HTTP/1.1\r\nhost: x\r\n${login.join('')}${length}\r\n\r\n2\r\n{`)
    setTimeout(() => socket.destroy(), 100)
  }
  await expect.poll(() => reports).toEqual(['400 undefined', '400 undefined'])
})

test('who has gone away before the parts of their form are read is not waited for', async () => {
  const reports: string[] = []
  const files = post(
    '/files',
    {
      access: signedIn,
      http: { rawBody: { type: 'multipart/form-data', schema: z.object({ file: z.string() }) } },
      response: answer,
      errors: [400],
    },
    async ({ event }) => {
      const { req } = event.req.runtime!.node!
      if (!req.destroyed) await new Promise<void>((gone) => void req.once('close', gone))
      await readMultipart(event.req, { fieldSize: 100, fields: 1, fileSize: 100, files: 1 })
      return { total: 1 }
    },
  )
  await using app = await testApp({
    modules: [defineModule({ id: 'files', title: 'Files', routes: [files] })],
    onFinished: ({ status, error }: Finished) => void reports.push(`${status} ${String(error)}`),
  })
  const server = createServer(toNodeHandler(app.platform))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const login = Object.entries(app.headersOf({ features: [] })).map((header) => `${header.join(': ')}\r\n`)
  const type = 'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n'
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST /files HTTP/1.1\r\nhost: x\r\n${login.join('')}${type}\r\n--x`)
  setTimeout(() => socket.destroy(), 100)
  await expect.poll(() => reports).toEqual(['400 undefined'])
})

test('answers about what is not there are reported, too', async () => {
  const reports: string[] = []
  const onFinished = ({ route, status, facts }: Finished) =>
    void reports.push(`${status} ${facts.method} ${route} ${facts.path}`)
  await using app = await testApp({ modules: [faults], onFinished })
  await app.fetch('/nowhere')
  await app.fetch('/lies', { method: 'PATCH' })
  await app.fetch('/lies/%E0%A4%A')
  await app.fetch('/abc'.repeat(2_000))
  await app.fetch('/RESET/yNbsQ0Yd5hqrZ0T4cC5vB8J2m1Xe_kLw-p9AfGtuRs7?also=here')
  expect(reports).toEqual([
    '404 GET /** /nowhere',
    '404 PATCH /** /lies',
    '400 GET /** /lies/%E0%A4%A',
    `404 GET /** ${'/abc'.repeat(125)}`,
    '404 GET /** /RESET/[secret]',
  ])
})
