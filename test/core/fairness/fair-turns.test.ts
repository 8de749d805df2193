import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairTurns } from '../../../packages/core/src/fairness/fair-turns.ts'

/** Holds the processor, as computing does. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('of much work the rest waits, and its owners take turns', async () => {
  const turns = new FairTurns()
  const order: string[] = []
  const begin = async (owner: string) => {
    await turns.take(owner)
    order.push(owner)
    hold(3)
  }
  // All arrive in the same turn of the event loop, one by one. Two begin at once, which uses up the slice of four milliseconds.
  const owners = [...Array.from({ length: 12 }, () => 'noisy'), 'honest', 'other']
  await Promise.all(owners.map((owner) => new Promise((end) => setTimeout(() => end(begin(owner)), 1))))
  expect(order.indexOf('honest')).toBeLessThanOrEqual(4)
  expect(order.indexOf('other')).toBeLessThanOrEqual(5)
  expect(order).toHaveLength(14)
})

test('each turn of the event loop begins one of those that wait', async () => {
  const turns = new FairTurns()
  turns.take('a')
  hold(5)
  let begun = 0
  const work = [1, 2, 3].map(async () => {
    await turns.take('a')
    begun++
  })
  for (let turn = 1; turn <= 3; turn++) {
    await setImmediate()
    expect(begun).toBeLessThanOrEqual(turn)
  }
  await Promise.all(work)
})

test('a little work does not wait', async () => {
  const turns = new FairTurns()
  for (let turn = 0; turn < 3; turn++) {
    expect([turns.take('a'), turns.take('b')]).toEqual([undefined, undefined])
    await setImmediate()
  }
})
