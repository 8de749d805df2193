import { expect, test } from 'vitest'
import { gridOf, monthAfter } from '../../packages/console/client/lib/calendar-days.ts'

test('a month is shown in whole weeks, from Monday or from Sunday', () => {
  expect(gridOf('2026-11', 1)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(gridOf('2026-11', 7)).toEqual(['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29'])
  // A month that fits four weeks, and one across a change of the clocks.
  expect(gridOf('2027-02', 1)).toHaveLength(4)
  expect(gridOf('2026-03', 1).at(-1)).toBe('2026-03-30')
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})
