import { defineCache, MIB } from '@plinth/core'
import { expect, test } from 'vitest'
import { compileGrants } from '@plinth/core/acl'
import { bytesOf, createByteCache } from '../../packages/core/src/byte-cache.ts'
import { Caches } from '../../packages/core/src/cache/caches.ts'
import { compileCondition } from '../../packages/core/src/rules/compile.ts'
import { RuleIndex } from '@plinth/core/rules'
import { heapInUse } from '../_setup/memory.ts'

/** A text that shares its memory with no other. */
const textOf = (length: number, seed: number) => Buffer.alloc(length, `${seed} `).toString('latin1')

async function growth(fill: (seed: number) => unknown, times: number): Promise<number> {
  const before = await heapInUse()
  for (let seed = 0; seed < times; seed++) await fill(seed)
  return (await heapInUse()) - before
}

test('the size of a value covers what it holds, at any depth and once', () => {
  const shared = { text: 'x'.repeat(1_000) }
  expect(bytesOf([shared, shared])).toBeLessThan(2 * bytesOf(shared))
  expect(bytesOf(new Map([['k'.repeat(500), new Set(['v'.repeat(500)])]]))).toBeGreaterThan(1_000)
  expect(bytesOf(new Uint8Array(5_000))).toBeGreaterThan(5_000)
  const round: { self?: object } = {}
  round.self = round
  expect(bytesOf(round)).toBeLessThan(200)
  let deep: unknown = 'x'
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect(bytesOf(deep)).toBeGreaterThan(100_000)
  expect(bytesOf(deep, 1_000)).toBeLessThan(2_000)
})

test('a cache is bounded by its bytes, keys included, and keeps what was used last', async () => {
  const cache = createByteCache<string>({ bytes: MIB })
  for (let seed = 0; seed < 200; seed++) cache.set(textOf(10_000, seed), 'value')
  expect(cache.calculatedSize).toBeLessThanOrEqual(MIB)
  expect(cache.size).toBeGreaterThan(20)
  expect(cache.has(textOf(10_000, 199))).toBe(true)
  const caches = new Caches()
  const answers = defineCache<string>('test.answers', { bytes: MIB })
  const grown = await growth(
    (seed) =>
      caches.get(answers, textOf(50_000, seed), { load: async () => ({ value: textOf(50_000, -seed), tags: [] }) }),
    500,
  )
  expect(grown).toBeLessThan(8 * MIB)
  expect(caches.sizeOf(answers)).toBeLessThanOrEqual(MIB)
})

test('what was invalidated is remembered within bounds, and never forgotten too early', async () => {
  const caches = new Caches()
  const numbers = defineCache<number>('test.numbers')
  const load = (value: number) => async () => ({ value, tags: ['mine'] })
  expect(await caches.get(numbers, 'key', { load: load(1) })).toBe(1)
  caches.invalidate(['mine'])
  const grown = await growth((seed) => caches.invalidate([textOf(100_000, seed)]), 500)
  expect(grown).toBeLessThan(40 * MIB)
  expect(await caches.get(numbers, 'key', { load: load(2) })).toBe(2)
})

test('conditions are compiled once, and kept up to a bound', async () => {
  const grown = await growth(
    (seed) => compileCondition({ field: 'note', operator: '=', value: textOf(100_000, seed) }),
    1_500,
  )
  expect(grown).toBeLessThan(90 * MIB)
})

test('feature checks of any text fill no memory', async () => {
  const all = Array.from({ length: 200 }, (_, index) => compileGrants([`tags.${index}.*`]))
  const grown = await growth((seed) => all[seed % 200]!.has(textOf(250, seed)), 150_000)
  expect(grown).toBeLessThan(40 * MIB)
})

test('whatever rules consist of, those of a tenant that are not too long fit the cache of compiled ones', () => {
  const rule = {
    id: 'id',
    ruleId: 'R-1',
    ruleName: 'Rule',
    ruleType: 'GUARD' as const,
    tenantId: 'tenant',
    organizationId: 'organization',
    entityType: 'Order',
    eventType: null,
    successActions: null,
    failureActions: null,
    enabled: true,
    priority: 1,
    effectiveFrom: null,
    effectiveTo: null,
  }
  const many = <T>(value: T) => Array.from({ length: 30_000 }, () => value)
  const comparisons = Array.from({ length: 50 }, () => ({ field: 'a', operator: '=' as const, value: 1 }))
  const conditions = [
    ...[many({}), many([]), many('a'), many(1)].map((value) => ({ field: 'a', operator: 'IN' as const, value })),
    { operator: 'OR' as const, rules: comparisons },
  ]
  for (const conditionExpression of conditions) {
    // As the database spells it, by which the text is measured: with a space after each comma and colon.
    const text = JSON.stringify(conditionExpression).replaceAll(/[,:]/g, '$& ').length
    const copy: typeof conditionExpression = JSON.parse(JSON.stringify(conditionExpression))
    expect(new RuleIndex([{ ...rule, conditionExpression: copy }]).bytes / (text + 200)).toBeLessThan(20)
  }
})
