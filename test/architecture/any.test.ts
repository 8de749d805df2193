import { expect, test } from 'vitest'
import { published } from './_sources.ts'

const ANY = /(?:[:<,|&(=]|\bas|\bextends)\s*(?:readonly\s+)?any\b(?!\s*\()/g

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
const counted = published.map(({ path, text }) => ({
  path,
  count: withoutComments(text).match(ANY)?.length ?? 0,
}))

/** Each says beside it why. */
const NEEDED = [
  'packages/core/src/data/query/orm.ts',
  'packages/core/src/data/query/sql.ts',
  'packages/testing/src/client.ts',
  'packages/testing/src/test-platform.ts',
]

test('`any` stands in four places', () => {
  const found = counted.flatMap(({ path, count }) => Array.from({ length: count }, () => path))
  expect(found.toSorted()).toEqual(NEEDED)
})

test('no compiler check is switched off', () => {
  const silenced = published.filter(({ text }) =>
    /@ts-(ignore|nocheck|expect-error)|oxlint-disable|eslint-disable/.test(text),
  )
  expect(silenced.map(({ path }) => path)).toEqual([])
})
