import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createLogger, createRequestLogger, type LogOptions } from '@plinth/host'
import { toReadableLine } from '../../packages/host/src/observe/readable-line.ts'
import { logRequest, toFacts } from '../../packages/host/src/observe/watch-requests.ts'

function capture<Log>(create: (options: LogOptions) => Log) {
  const lines: string[] = []
  const log = create({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  return { log, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>), lines }
}

test('a request is one line', () => {
  const { log, parsed } = capture(createRequestLogger)
  const request = { requestId: 'r1', method: 'GET', path: '/auth/users?search=ann', status: 200, milliseconds: 1.234 }
  logRequest(log, { ...request, tenant: 't1', actor: 'u1' })
  const [{ time, ...line } = {}] = parsed()
  expect(line).toEqual({
    level: 'info',
    requestId: 'r1',
    method: 'GET',
    path: '/auth/users',
    status: 200,
    milliseconds: 1.2,
    tenant: 't1',
    actor: 'u1',
    msg: 'request',
  })
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
})

test('a request of somebody who views as another person is logged as theirs', () => {
  const { log, parsed } = capture(createRequestLogger)
  const viewer = { actor: { id: 'u1' }, scope: { tenantId: 't1' } }
  const finished = {
    facts: { requestId: 'r1', method: 'GET', path: '/desk' },
    route: '/desk',
    status: 200,
    milliseconds: 1,
  }
  logRequest(log, toFacts({ ...finished, caller: { actor: { id: 'u2', viewer }, scope: { tenantId: 't1' } } } as never))
  logRequest(log, toFacts({ ...finished, caller: viewer } as never))
  expect(parsed().map(({ tenant, actor, viewedAs }) => [tenant, actor, viewedAs])).toEqual([
    ['t1', 'u1', 'u2'],
    ['t1', 'u1', undefined],
  ])
})

test('a terminal gets text', () => {
  const { log, lines } = capture(createLogger)
  log.warn({ err: new Error('no answer'), subject: "It's late" }, 'mail not sent')
  const [first, second, third] = toReadableLine(lines[0]!).split('\n')
  expect(first).toMatch(/^\d\d:\d\d:\d\d warn  mail not sent subject="It's late"$/)
  expect([second, third]).toEqual(['  Error: no answer', expect.stringMatching(/^ +at /)])
})

test('a failed request is an error and tokens in paths are hidden', () => {
  const { log, parsed, lines } = capture(createRequestLogger)
  for (const path of ['/reset/0123abcd', '/api/reset/0123abcd?x=1', '/x?token=0123abcd']) {
    logRequest(log, { requestId: 'r', method: 'GET', path, status: 500, milliseconds: 1 })
  }
  expect(parsed().map(({ level, path }) => [level, path])).toEqual([
    ['error', '/reset/[secret]'],
    ['error', '/api/reset/[secret]'],
    ['error', '/x'],
  ])
  expect(lines.join()).not.toContain('0123abcd')
})

test('whatever looks like a token is hidden wherever it stands, ids and words are not', () => {
  const token = 'yNbsQ0Yd5hqrZ0T4cC5vB8J2m1Xe_kLw-p9AfGtuRs7'
  const encoded = token.replaceAll('-', '%2D')
  const half = token.slice(0, 20)
  const hidden = [
    `//reset/${token}`,
    `/RESET/${token}`,
    `/reset//${half}`,
    `/api//reset/${token}/`,
    `/reset/${token}.`,
    `/%72eset/${encoded}`,
    `/reset%2F${token}`,
    `/reset;x/${half}`,
    `/de/reset/${token}`,
    `/onboarding/confirm/${token}`,
    `/onboarding//CONFIRM/abc`,
    `/${token}`,
    `/x&token=${token}`,
    '/omk_a1B2c3.Zk93hdJdk20dkKdl39fkD03kd93kd03D',
    '/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  ]
  const shown = [
    '/api/audit_logs/audit-logs/actions',
    '/attachments/file/0b0ecb1e-9f0c-4ad3-8f37-3c4b5c1a2d11',
    '/docs/assets/docs.js',
    '/.well-known/oauth-protected-resource',
    '/wp-includes/wlwmanifest-2026.xml',
  ]
  const { log, parsed, lines } = capture(createRequestLogger)
  for (const path of [...hidden, ...shown])
    logRequest(log, { requestId: 'r', method: 'GET', path, status: 404, milliseconds: 1 })
  expect(lines.join()).not.toMatch(new RegExp(`${half}|${encoded.slice(0, 20)}|CONFIRM/abc|Zk93hd|eyJzdWI|dBjft`))
  const paths = parsed().map(({ path }) => String(path))
  expect(paths.filter((path) => path.includes('[secret]'))).toHaveLength(hidden.length)
  expect(paths.slice(hidden.length)).toEqual(shown)
})

test('members that hold secrets are replaced at any usual depth', () => {
  const { log, lines } = capture(createLogger)
  log.info({ password: 'hunter2', headers: { cookie: 'hunter2', 'set-cookie': 'hunter2' } }, 'a')
  log.info({ request: { headers: { authorization: 'Bearer hunter2', 'x-api-key': 'hunter2' } } }, 'b')
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toContain('hunter2')
  expect(lines.join()).toContain('[secret]')
})

test('a line break in a value cannot begin a new line', () => {
  const { log, lines } = capture(createRequestLogger)
  logRequest(log, { requestId: 'a\n{"forged":1}', method: 'GET', path: '/\n', status: 404, milliseconds: 0 })
  expect(lines.join('').trimEnd()).not.toContain('\n')
})

test.each(['process.exit(3)', 'process.nextTick(() => { throw new Error() })', ''])(
  'lines that come together are written together, and none is lost where the host ends by `%s`',
  async (end) => {
    const file = new URL('../../packages/host/src/observe/logging.ts', import.meta.url).href
    const program = `
      import { writeSync } from 'node:fs'
      const { createRequestLogger } = await import('${file}')
      const log = createRequestLogger({ level: 'info' })
      for (let line = 0; line < 100; line++) log.info({ line }, 'request')
      writeSync(1, 'here they wait\\n')
      ${end}`
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    const { stdout } = await run.catch((error: { stdout: string }) => error)
    const [first, ...lines] = stdout.trimEnd().split('\n')
    expect(first).toBe('here they wait')
    expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
      Array.from({ length: 100 }, (_, line) => line),
    )
  },
)
