import { defineModule, get, open, post } from '@plinth/core'
import { parseSentJson } from '@plinth/core/http'
import type { TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

/** What reached the handler: names as they are, so that a prototype that was set would show. */
const Reached = z.object({ own: z.array(z.string()), isSuperAdmin: z.boolean() })

const describeReached = (value: object): z.output<typeof Reached> => ({
  own: namesWithin(value),
  isSuperAdmin: 'isSuperAdmin' in value || 'isSuperAdmin' in {},
})

function namesWithin(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.getOwnPropertyNames(value)
    .filter((name) => !Array.isArray(value) || name !== 'length')
    .flatMap((name) => [name, ...namesWithin((value as Record<string, unknown>)[name])])
}

const anything = { access: open, response: Reached } as const
const echo = defineModule({
  id: 'echo',
  title: 'Echo',
  routes: [
    post('/echo/json', { ...anything, body: z.record(z.string(), z.unknown()) }, async ({ body }) =>
      describeReached(body),
    ),
    post('/echo/form', { ...anything, http: { bodyType: 'form' }, body: z.looseObject({}) }, async ({ body }) =>
      describeReached(body),
    ),
    get('/echo/query', { ...anything, query: z.looseObject({}) }, async ({ query }) => describeReached(query)),
  ],
})

let app: TestPlatform
beforeAll(async () => {
  app = await testApp({ modules: [echo] })
})
afterAll(() => app[Symbol.asyncDispose]())

const send = async (path: string, body: BodyInit, type: string) => {
  const answer = await app.fetch(path, { method: 'POST', body, headers: { 'content-type': type } })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

const JSON_TYPE = 'application/json'
const escaped = (text: string) => text.replace(/./g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('names that could reach a prototype do not reach a handler, and are no error', () => {
  test.each<[string, string, string[]]>([
    ['a member', '{"a":1,"__proto__":{"isSuperAdmin":true}}', ['a']],
    ['in a list', '{"a":[{"__proto__":{"isSuperAdmin":true},"b":1}]}', ['a', '0', 'b']],
    ['inside another', '{"a":{"b":{"__proto__":1,"c":2}}}', ['a', 'b', 'c']],
    ['behind another', '{"__proto__":{"__proto__":{"a":1}}}', []],
    ['escaped', `{"${escaped('__proto__')}":{"isSuperAdmin":true},"a":1}`, ['a']],
    ['a letter escaped', '{"__p\\u0072oto__":{"isSuperAdmin":true},"a":1}', ['a']],
    ['a constructor that has one', '{"constructor":{"prototype":{"isSuperAdmin":true}},"a":1}', ['a']],
    ['escaped there', `{"a":{"${escaped('constructor')}":{"${escaped('prototype')}":{"b":1}},"c":1}}`, ['a', 'c']],
    ['a constructor like any other word', '{"constructor":"Smith & Sons"}', ['constructor']],
    ['a constructor without one', '{"constructor":{"name":"Smith"}}', ['constructor', 'name']],
    ['the words in values', '{"a":"__proto__","b":["constructor","\\u005f_proto__"]}', ['a', 'b', '0', '1']],
  ])('JSON, %s', async (_, body, own) => {
    expect(await send('/echo/json', body, JSON_TYPE)).toEqual({ status: 200, body: { own, isSuperAdmin: false } })
  })

  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`

  test.each<[string, string, string]>([
    ['a form', '__proto__=1&a=1&%5f_pr%6fto__=2', 'application/x-www-form-urlencoded'],
    ['a multipart', `${part('__proto__')}${part('a')}--x--\r\n`, 'multipart/form-data; boundary=x'],
  ])('%s', async (_, body, type) => {
    expect(await send('/echo/form', body, type)).toEqual({ status: 200, body: { own: ['a'], isSuperAdmin: false } })
  })

  test('a query', async () => {
    for (const name of ['__proto__', '%5f%5fproto%5F%5F', '_%5Fproto__', '__pr%6Fto__', '__proto__%00']) {
      const { body } = await app.anonymous.get(`/echo/query?a=1&${name}=2&constructor=3&toString=4`)
      const left = name.endsWith('%00') ? ['__proto__\ufffd'] : []
      expect([name, body]).toEqual([name, { own: ['a', ...left, 'constructor', 'toString'], isSuperAdmin: false }])
    }
  })
})

test('to leave them out of a megabyte holds up nobody', () => {
  const bodies = [
    `{"__proto__":1,"a":[${'0,'.repeat(490_000)}0]}`,
    `{"__proto__":1,"a":[${'{},'.repeat(330_000)}{}]}`,
    `{"\\u0061":[${'[[[[]]]],'.repeat(110_000)}0]}`,
  ]
  for (const body of bodies) {
    const revive = () =>
      JSON.parse(body, (name, value: unknown) => (name === '__proto__' ? undefined : value)) as unknown
    // 10 to 40 ms instead of 200 to 340.
    expect(cpuOf(() => parseSentJson(body))).toBeLessThan(cpuOf(revive) / 2)
  }
})

/** Milliseconds of CPU time, at best: the collector of garbage may come in between. */
function cpuOf(work: () => unknown): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...runs)
}
