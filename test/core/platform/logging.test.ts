import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { defineCommand, get, Ok, open, post } from '@plinth/core'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { labModule } from '../_lab/lab-module.ts'

test('a product without a logger has warnings and errors on standard error, a JSON object a line', async () => {
  const script = fileURLToPath(new URL('../_lab/without-logger.ts', import.meta.url))
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--conditions=@plinth/source', script])
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(lines).toEqual([
    { level: 'warn', time, rows: '3', msg: 'three' },
    { level: 'error', time, leftOut: expect.stringContaining('circular'), msg: 'four' },
    {
      level: 'error',
      time,
      err: {
        type: 'Error',
        message: 'no such row',
        code: '22000',
        stack: expect.stringContaining('without-logger.ts'),
      },
      requestId: expect.any(String),
      route: expect.stringContaining('/lab/broken'),
      msg: 'request failed',
    },
  ])
  expect(stdout).toBe('')
})

test('work as the system is information inside a command and for debugging elsewhere', async () => {
  const write = defineCommand({
    id: 'lab.items.sweep',
    access: open,
    input: z.object({}),
    output: Ok,
    run: ({ widenScope }) => widenScope('allTenants', 'write', async () => ({ ok: true as const })),
  })
  const routes = [
    get('/lab/read', { access: open, response: Ok }, ({ widenScope }) =>
      widenScope('allTenants', 'read', async () => ({ ok: true as const })),
    ),
    post('/lab/write', { access: open, response: Ok }, ({ run }) => run(write, {})),
  ]
  await using app = await testApp({ modules: [labModule({ routes, commands: [write] })] })
  expect((await app.as({ features: ['lab.*'] }).get('/lab/read')).status).toBe(200)
  expect((await app.as({ features: ['lab.*'] }).post('/lab/write', {})).status).toBe(200)
  const logged = app.log.lines.filter(({ message }) => message === 'scope widened')
  expect(logged.map(({ level, facts }) => [level, facts['reason']])).toEqual([
    ['debug', 'read'],
    ['info', 'write'],
  ])
})
