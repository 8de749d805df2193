import { expect, test } from 'vitest'
import { RuleIndex, type RuleQuery, evaluateRules, whyInactive } from '@plinth/core/rules'
import { cpuMs, floorMs } from '../../_setup/floor.ts'
import { CONTEXT, NOW, toRule } from './fixtures.ts'

const QUERY: RuleQuery = { tenantId: 'tenant', organizationId: 'organization', entityType: 'order', now: NOW }
const idsOf = (index: RuleIndex, query: Partial<RuleQuery> = {}) =>
  index.find({ ...QUERY, ...query }).map(({ rule }) => rule.ruleId)

test('scope, entity type and event type are matched exactly', () => {
  const index = new RuleIndex([
    toRule({ ruleId: 'a' }),
    toRule({ ruleId: 'b', eventType: null }),
    toRule({ ruleId: 'c', eventType: 'afterCreate' }),
    toRule({ ruleId: 'd', entityType: 'Order' }),
    toRule({ ruleId: 'e', tenantId: 'other' }),
    toRule({ ruleId: 'f', organizationId: 'other' }),
    toRule({ ruleId: 'g', enabled: false }),
  ])
  expect(idsOf(index)).toEqual(['a', 'b', 'c'])
  expect(idsOf(index, { eventType: '' })).toEqual(['a', 'b', 'c'])
  expect(idsOf(index, { eventType: 'beforeCreate' })).toEqual(['a'])
  expect(idsOf(index, { eventType: 'beforeUpdate' })).toEqual([])
  expect(idsOf(index, { entityType: 'Order' })).toEqual(['d'])
  expect(idsOf(index, { tenantId: 'other' })).toEqual(['e'])
})

test('higher priority first, then business id', () => {
  const index = new RuleIndex([
    toRule({ ruleId: 'b' }),
    toRule({ ruleId: 'a' }),
    toRule({ ruleId: 'z', priority: 101 }),
    toRule({ ruleId: 'y', priority: 0 }),
  ])
  expect(idsOf(index)).toEqual(['z', 'a', 'b', 'y'])
})

test('the effective window includes both bounds', () => {
  const at = (shift: number) => new Date(NOW.getTime() + shift)
  const index = new RuleIndex([
    toRule({ ruleId: 'now', effectiveFrom: NOW, effectiveTo: NOW }),
    toRule({ ruleId: 'later', effectiveFrom: at(1) }),
    toRule({ ruleId: 'past', effectiveTo: at(-1) }),
    toRule({ ruleId: 'open' }),
  ])
  expect(idsOf(index)).toEqual(['now', 'open'])
  expect(idsOf(index, { now: at(1) })).toEqual(['later', 'open'])
  expect(whyInactive(toRule({ effectiveFrom: at(1) }), NOW)).toBe(
    'Rule is not yet effective (starts 2026-03-04T05:06:07.090Z)',
  )
  expect(whyInactive(toRule({ effectiveTo: at(-1) }), NOW)).toBe('Rule has expired (ended 2026-03-04T05:06:07.088Z)')
  expect(whyInactive(toRule({ enabled: false }), NOW)).toBe('Rule is disabled')
  expect(whyInactive(toRule(), NOW)).toBeUndefined()
})

test('rules are replaced and removed', () => {
  const rule = toRule({ ruleId: 'a' })
  const index = new RuleIndex([rule])
  expect(idsOf(index)).toEqual(['a'])
  index.put({ ...rule, entityType: 'invoice' })
  expect([idsOf(index), idsOf(index, { entityType: 'invoice' })]).toEqual([[], ['a']])
  index.put({ ...rule, enabled: false })
  expect(idsOf(index)).toEqual([])
  index.remove(rule.id)
  index.remove('unknown')
  expect(index.size).toBe(0)
})

test('10,000 rules of one entity type are found and evaluated in milliseconds', () => {
  const index = new RuleIndex(
    Array.from({ length: 10_000 }, (_, number) =>
      toRule({
        conditionExpression: { operator: 'AND', rules: [{ field: 'total', operator: '>', value: number % 100 }] },
      }),
    ),
  )
  const times = [1, 2, 3, 4, 5, 6, 7, 8].map(() => {
    const start = process.cpuUsage()
    expect(evaluateRules({ rules: index.find(QUERY), data: { total: 1000 }, context: CONTEXT }).outcomes).toHaveLength(
      10_000,
    )
    return cpuMs(start)
  })
  // The target is half of this.
  expect(Math.min(...times)).toBeLessThan(floorMs())
})
