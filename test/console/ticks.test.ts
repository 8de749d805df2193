import { expect, test } from 'vitest'
import { labelledPlaces, ticksOf } from '../../packages/console/client/lib/ticks.ts'

test('an axis has round values, among them zero, that hold all others', () => {
  expect(ticksOf(0, 7)).toEqual([0, 2, 4, 6, 8])
  expect(ticksOf(0, 0.3)).toEqual([0, 0.1, 0.2, 0.3])
  expect(ticksOf(-3, 12)).toEqual([-5, 0, 5, 10, 15])
  expect(ticksOf(0, 0)).toEqual([0, 1])
  expect(ticksOf(0, 2)).toEqual([0, 1, 2])
  expect(ticksOf(1e9, 4e9).at(-1)).toBe(4e9)
  expect(ticksOf(-40, -10)).toEqual([-40, -30, -20, -10, 0])
})

test('labels are left out where there is no room', () => {
  expect(labelledPlaces(30, 10)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
  expect(labelledPlaces(3, 10)).toEqual([0, 1, 2])
  expect(labelledPlaces(5, 0)).toEqual([0])
})
