import { expect, test } from 'vitest'
import { published } from './_sources.ts'

const ANY = /(?:[:<,|&(=]|\bas|\bextends)\s*(?:readonly\s+)?any\b(?!\s*\()/g

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
const counted = published.map(({ path, text, lines }) => ({
  path,
  lines,
  count: withoutComments(text).match(ANY)?.length ?? 0,
}))

test('at most one `any` in 1000 lines', () => {
  const lines = counted.reduce((sum, file) => sum + file.lines, 0)
  const count = counted.reduce((sum, file) => sum + file.count, 0)
  expect(count).toBeLessThanOrEqual(Math.ceil(lines / 1000))
})

test('no compiler check is switched off', () => {
  const silenced = published.filter(({ text }) =>
    /@ts-(ignore|nocheck|expect-error)|oxlint-disable|eslint-disable/.test(text),
  )
  expect(silenced.map(({ path }) => path)).toEqual([])
})
