import { badInput } from '@plinth/core'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv, readSettings, explainFailure } from '@plinth/host'

const failWith = (facts: object, message = 'connect ECONNREFUSED 127.0.0.1:1') =>
  explainFailure(Object.assign(new Error(message), facts))

test('what an operator can change is one sentence', () => {
  expect(failWith({ code: 'EADDRINUSE', port: 3000 })).toBe(
    'Port 3000 is in use; set PORT to another one, or to 0 for any that is free',
  )
  expect(failWith({ code: 'ECONNREFUSED' })).toBe(
    'The database does not answer (connect ECONNREFUSED 127.0.0.1:1); check DATABASE_URL',
  )
  expect(failWith({ code: '3D000' }, 'database "x" does not exist')).toBe(
    'The database rejected the connection (database "x" does not exist); check DATABASE_URL',
  )
  expect(failWith({ code: 'broken_setup' }, "Module 'a' requires 'b'")).toBe("Module 'a' requires 'b'")
  expect(failWith({ code: '42P01' }, 'relation "x" does not exist')).toBe(
    'The database is not up to date (relation "x" does not exist); run `plinth migrate`',
  )
  for (const [code, message] of [
    ['57P01', 'terminating connection due to administrator command'],
    ['08P01', 'query_wait_timeout'],
    [undefined, 'timeout expired'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'Query read timeout'],
  ])
    expect(failWith({ code }, message)).toBe(`The database does not answer (${message}); check DATABASE_URL`)
  expect(explainFailure(badInput('These entries are not in the archive'))).toBe('These entries are not in the archive')
})

test('options of the platform that refusals name are variables here', () => {
  const folder = join(import.meta.dirname, '../../packages/core/src')
  const text = globSync('**/*.ts', { cwd: folder })
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  // As they stand within sentences in code.
  const options = new Set([...text.matchAll(/\\?`(database\.\w+)\\?`/g)].map(([, option]) => `\`${option}\``))
  expect(options.size).toBeGreaterThan(4)
  for (const option of options) expect(failWith({ code: 'broken_setup' }, option)).toMatch(/^[A-Z_]+$/)
})

test('a connection that failed at every address is explained by the first', () => {
  const [first, second] = ['::1', '127.0.0.1'].map((address) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}:1`), { code: 'ECONNREFUSED' }),
  )
  expect(explainFailure(new AggregateError([first, second]))).toContain('(connect ECONNREFUSED ::1:1)')
})

test('what caused a failure is looked at, however deep, and no name of an object is taken for a code', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
  const wrapped = new Error('outer', {
    cause: Object.assign(new Error('inner', { cause: new AggregateError([refused]) }), { code: '08001' }),
  })
  expect(explainFailure(wrapped)).toBe(
    'The database does not answer (connect ECONNREFUSED 127.0.0.1:1); check DATABASE_URL',
  )
  const endless = new Error('a circle')
  endless.cause = endless
  expect(explainFailure(endless)).toContain('a circle')
  expect(failWith({ code: 'constructor' }, 'odd')).toMatch(/odd\n/)
})

test('a folder for data that cannot be created is said in a sentence', async () => {
  const file = join(import.meta.dirname, 'failure.test.ts')
  for (const folder of [file, join(file, 'data'), join(file, 'more', 'data')]) {
    const error = await readSettings({ environment: { DATA_DIR: folder, JWT_SECRET: 'x'.repeat(32) } }).catch(
      (it: unknown) => it,
    )
    expect(explainFailure(error)).toMatch(
      /^The folder for data cannot be created \(E(EXIST|NOTDIR): .+\); check DATA_DIR$/,
    )
  }
})

test('a wrong environment names the variables and nothing else', () => {
  let failure: unknown
  try {
    readEnv({ PORT: 'http', LOG_LEVEL: 'loud' })
  } catch (error) {
    failure = error
  }
  expect(explainFailure(failure)).toMatch(/^Invalid environment variables:\n  PORT: .+\n  LOG_LEVEL: .+$/)
})

test('what nobody expected is told with its stack', () => {
  expect(failWith({}, 'a bug')).toMatch(/Error: a bug\n\s+at /)
  expect(explainFailure('text')).toBe("'text'")
})
