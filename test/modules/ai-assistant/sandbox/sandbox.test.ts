import type { ApiAnswer, createSandbox, Sandbox } from '@plinth/ai-assistant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSandbox } from './_built-sandbox.ts'

let built: Awaited<ReturnType<typeof buildSandbox>>
let sandbox: Sandbox
beforeAll(async () => {
  built = await buildSandbox()
  sandbox = built.createSandbox({ processes: 4 })
})
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]()
  await built?.[Symbol.asyncDispose]()
})
const create = (options?: Parameters<typeof createSandbox>[0]) => built.createSandbox(options)

const owner = 'someone'
const run = (code: string, globals = {}) => sandbox.run(code, { owner, globals })
const answered = (data: unknown): Promise<ApiAnswer> => Promise.resolve({ success: true, statusCode: 200, data })

describe('results', () => {
  test.each([
    ['a text', `async () => 'text'`, 'text'],
    ['an object', `async () => ({ a: [1, 'x', null, undefined, true], b: undefined })`, '{"a":[1,"x",null,null,true]}'],
    ['a date', `async () => [new Date(0)]`, '["1970-01-01T00:00:00.000Z"]'],
    ['a large integer', `async () => 2n ** 64n`, '"18446744073709551616"'],
    ['nothing', `async () => {}`, 'null'],
    ['of a plain function', `function () { return 1 }`, '1'],
    ['of a named function', `async function main() { return 1 }`, '1'],
    ['with a semicolon', `async () => 1;`, '1'],
    ['with a comment', `async () => 1 // one`, '1'],
    ['letters of all kinds', `async () => 'Zażółć 🦊 \\0 \\u2028'`, 'Zażółć 🦊 \0 \u2028'],
  ])('%s', async (_, code, result) => {
    expect(await run(code)).toMatchObject({ success: true, result, logs: [], apiCallCount: 0 })
  })

  test('are what JSON.stringify writes', async () => {
    const value = { a: [[], {}, '"', '\\', '\n', -0.5, 1e21, false], 'a b': { c: { d: ['ü'] } }, 10: 1, 9: 2 }
    const { result } = await run(`async () => (${JSON.stringify(value)})`)
    expect(result).toBe(JSON.stringify(value))
  })

  test('are cut while they are written', async () => {
    const { success, result } = await run('async () => new Array(4e9)')
    expect([success, result.length]).toEqual([true, 40_000])
    expect(result).toMatch(/^\[null,null,.*null?\n\[cut at 40000 characters\]$/s)
  })

  test('errors say what is wrong', async () => {
    expect(await run(`async () => { throw new RangeError('too far') }`)).toMatchObject({
      success: false,
      result: '',
      error: 'RangeError: too far',
    })
    expect((await run('async () => {')).error).toMatch(/^SyntaxError: /)
    expect((await run('42')).error).toBe('TypeError: The code has to be one function: async () => { ... }')
    expect((await run('x'.repeat(100_001))).error).toBe('The code is longer than 100000 characters')
  })
})

test('logs are kept in order, also of code that fails or is killed', async () => {
  const log = `console.log('a', 1, { b: [2] }, undefined); console.error(new TypeError('bad'))`
  expect((await run(`async () => { ${log} }`)).logs).toEqual(['a 1 {"b":[2]} null', 'TypeError: bad'])
  const { error, logs } = await sandbox.run(`async () => { ${log}; for (;;); }`, {
    owner,
    limits: { computingSeconds: 0.5 },
  })
  expect([error, logs.length]).toEqual(['The code computed for longer than 0.5 s', 2])
})

describe('globals', () => {
  test('are copies', async () => {
    const context = { tenantId: 't', roles: ['a'] }
    const code = `async () => { context.roles.push('b'); return context }`
    expect((await run(code, { context })).result).toBe('{"tenantId":"t","roles":["a","b"]}')
    expect((await run(code, { context })).result).toBe('{"tenantId":"t","roles":["a","b"]}')
    expect(context.roles).toEqual(['a'])
  })

  test('of one run are not there in the next', async () => {
    expect((await run('async () => { globalThis.kept = 1; Array.prototype.kept = 1; return kept }')).result).toBe('1')
    expect((await run('async () => [typeof kept, [].kept ?? 0]')).result).toBe('["undefined",0]')
  })
})

describe('calls', () => {
  test('are answered side by side', async () => {
    const waiting: (() => void)[] = []
    const request = async ({ path }: { path: string }) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 3) for (const go of waiting.toReversed()) go()
      })
      return { success: true as const, statusCode: 200, data: path }
    }
    const code = `async () => Promise.all(['/a', '/b', '/c'].map(async (path) => (await api.request({ method: 'GET', path })).data))`
    expect(await sandbox.run(code, { owner, request })).toMatchObject({ result: '["/a","/b","/c"]', apiCallCount: 3 })
  })

  test('that nobody waits for happen before the answer', async () => {
    let isDone = false
    const request = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      isDone = true
      return answered(1)
    }
    const code = `async () => { api.request({ method: 'POST', path: '/a' }); return 1 }`
    expect(await sandbox.run(code, { owner, request })).toMatchObject({ result: '1', apiCallCount: 1 })
    expect(isDone).toBe(true)
  })

  test('refusals are answers, not errors', async () => {
    const request = () => Promise.resolve({ success: false as const, statusCode: 403, error: 'Forbidden' })
    const code = `async () => api.request({ method: 'GET', path: '/a' })`
    const { result } = await sandbox.run(code, { owner, request })
    expect(JSON.parse(result)).toEqual({ success: false, statusCode: 403, error: 'Forbidden' })
  })

  test('answers that are too long are refused', async () => {
    const code = `async () => api.request({ method: 'GET', path: '/a' })`
    const { result } = await sandbox.run(code, { owner, request: () => answered('x'.repeat(1_048_576)) })
    expect(JSON.parse(result)).toMatchObject({
      success: false,
      statusCode: 200,
      error: expect.stringContaining('less'),
    })
  })

  test('a failure of the host fails the run, and is not told to the code', async () => {
    const code = `async () => api.request({ method: 'GET', path: '/a' }).catch(({ message }) => message)`
    const request = () => Promise.reject(new Error('the database is gone'))
    await expect(sandbox.run(code, { owner, request })).rejects.toThrow('the database is gone')
    expect((await run('async () => 1')).result).toBe('1')
  })

  test('there is no api where nobody answers', async () => {
    expect((await run('async () => typeof api')).result).toBe('undefined')
  })
})

describe('cancellation', () => {
  const stopped = async (code: string) => {
    const stop = new AbortController()
    const aborted: boolean[] = []
    const request = (_: unknown, signal: AbortSignal) =>
      new Promise<never>(() => {
        signal.addEventListener('abort', () => aborted.push(true))
        stop.abort(new Error('stopped'))
      })
    const running = sandbox.run(code, { owner, request, signal: stop.signal })
    return { running, stop, aborted }
  }

  test('ends what waits for a call, and the call', async () => {
    const { running, aborted } = await stopped(`async () => api.request({ method: 'GET', path: '/a' })`)
    await expect(running).rejects.toThrow('stopped')
    expect(aborted).toEqual([true])
  })

  test('ends what computes', async () => {
    const { running, stop } = await stopped('async () => { for (;;); }')
    setTimeout(() => stop.abort(new Error('stopped')), 100)
    await expect(running).rejects.toThrow('stopped')
  })

  test('before the start starts nothing', async () => {
    await expect(
      sandbox.run('async () => 1', { owner, signal: AbortSignal.abort(new Error('early')) }),
    ).rejects.toThrow('early')
  })
})

test('whoever runs much waits in a line of their own', async () => {
  await using busy: Sandbox = create({ processes: 2, longestLine: 2 })
  const slow = { owner: 'much', request: () => new Promise<never>(() => {}), limits: { seconds: 1 } }
  const wait = `async () => api.request({ method: 'GET', path: '/a' })`
  const first = [busy.run(wait, slow), busy.run('async () => 1', slow), busy.run('async () => 2', slow)]
  await expect(busy.run('async () => 3', slow)).rejects.toThrow('Too many of your code runs are waiting')
  const order: string[] = []
  await Promise.all([
    ...first.map((one) => one.then(() => order.push('much'))),
    busy.run('async () => 4', { owner: 'other' }).then(() => order.push('other')),
  ])
  expect(order).toEqual(['other', 'much', 'much', 'much'])
})

test('a closed sandbox runs nothing', async () => {
  const closed = create()
  await closed[Symbol.asyncDispose]()
  await expect(closed.run('async () => 1', { owner })).rejects.toThrow('The sandbox is closed')
})

test('places are shared by tenants: many keys and accounts of one take half of them', async () => {
  await using box = create({ processes: 2, waitingSeconds: 20 })
  const held = Promise.withResolvers<ApiAnswer>()
  const code = "async () => api.request({ method: 'GET', path: '/' })"
  const busy = Array.from({ length: 6 }, (_, n) =>
    box.run(code, { owner: `owner ${n}`, tenantId: 'greedy', request: () => held.promise }),
  )
  const honest = await box.run('async () => 1', { owner: 'somebody else', tenantId: 'honest' })
  expect(honest.result).toBe('1')
  held.resolve({ success: true, statusCode: 200, data: 2 })
  expect((await Promise.all(busy)).every(({ success }) => success)).toBe(true)
})
