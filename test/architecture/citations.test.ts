import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foreignCitations } from '../../scripts/citations.ts'
import { readSources, ROOT } from './_sources.ts'

// A rule is cited as `decision 38`, and stands in docs/decisions.md under that number. Nothing else is cited: who reads the
// code has this repository, and RFCs.

const rules = new Set(
  [...readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8').matchAll(/^(?:### )?(\d+)\. /gm)].map(
    ([, number]) => number!,
  ),
)
const sources = readSources('{packages,examples,test,docs,scripts}/**/*.{ts,md,sql}', '*.md').filter(
  ({ path }) => !/citations(?:\.test)?\.ts$/.test(path),
)

test('every decision that is cited is in docs/decisions.md', () => {
  const unknown = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions? ((?:\d+(?:, | and )?)+)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/\d+/g)].filter(([number]) => !rules.has(number)).map(([number]) => `${path}: ${number}`),
    ),
  )
  expect(rules.size).toBeGreaterThan(60)
  expect(unknown).toEqual([])
})

test('nothing is cited that is not here', () => {
  const cited = sources.flatMap(({ path, text }) => foreignCitations(text).map((words) => `${path}: ${words}`))
  expect(cited).toEqual([])
})

test.each([
  'holds what its roles would let it do (decision 13, K1).',
  ' * a list includes descendants (6.4).',
  'circle (S-6)',
  'as section 4.5 says',
  'spec 3',
  '§ 7',
  `    '7.8 GET /auth/profile': () => [`,
])('a citation of something else is seen: %s', (text) => expect(foreignCitations(text)).toHaveLength(1))
