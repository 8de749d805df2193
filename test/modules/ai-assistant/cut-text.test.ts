import { expect, test } from 'vitest'
import { toCutText } from '../../../packages/modules/ai-assistant/src/tools/cut-text.ts'

/** A value of JSON, of which nothing but its seed says what it is. */
function valueOf(seed: number, depth = 0): unknown {
  let state = seed
  const next = (most: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % most
  const members = Array.from({ length: depth < 4 ? next(5) : 0 }, () => valueOf(next(1_000_000), depth + 1))
  switch (next(depth === 0 ? 2 : 6)) {
    case 0:
      return members
    case 1:
      return Object.fromEntries(members.map((member, at) => [`${'"\\,{[é'.slice(0, next(7))}${at}`, member]))
    case 2:
      return `a "quoted" \\ text, [with] {marks}: ${next(1000)}\n\u2028`.slice(0, next(60))
    case 3:
      return next(10_000) / 7
    case 4:
      return next(2) === 0
    default:
      return null
  }
}

test('JSON is cut where it is written to the limit, and told to be whole exactly up to there', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const value = valueOf(seed)
    const whole = JSON.stringify(value, null, 2)
    expect(toCutText(value, whole.length)).toEqual({ text: whole, isCut: false })
    const limit = Math.floor((whole.length * (seed % 10)) / 10)
    expect(toCutText(value, limit)).toEqual({ text: whole.slice(0, limit), isCut: true })
    expect(toCutText(value, whole.length - 1).isCut).toBe(true)
  }
})
