import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foreignCitations } from '../../scripts/citations.ts'
import { readSources, ROOT } from './_sources.ts'

// A rule is cited as `decision: Undo and redo`, and stands in docs/decisions.md under that heading. Nothing else is cited: who reads
// the code has this repository, and RFCs.

const rules = new Set(
  [...readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8').matchAll(/^### (.+)$/gm)].map(([, name]) => name!),
)
const sources = readSources('{packages,examples,test,docs,scripts}/**/*.{ts,md,sql}', '*.md').filter(
  ({ path }) => !/citations(?:\.test)?\.ts$/.test(path),
)

/** The names behind `decision:` or `decisions:`, up to the end of the citation; lines of a comment count as one. */
function citedIn(text: string): readonly string[] {
  const flat = text.replaceAll(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, ' ')
  const lists = [...flat.matchAll(/\(decisions?: ([^).,]+)/g)].flatMap(([, list = '']) => list.split('; '))
  return [...lists, ...[...flat.matchAll(/\bdecision "([^"]+)"/g)].map(([, name = '']) => name)]
}

test('every decision that is cited is in docs/decisions.md', () => {
  const cited = sources.flatMap(({ path, text }) => citedIn(text).map((name) => ({ path, name })))
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ name }) => !rules.has(name))).toEqual([])
})

test('decisions are cited by their names', () => {
  const numbered = sources.filter(
    ({ path }) => !/\/migrations\/|\/schema\/sql\/|schema\.sql$|^CHANGELOG\.md$/.test(path),
  )
  expect(numbered.filter(({ text }) => /\bdecisions? \d/i.test(text)).map(({ path }) => path)).toEqual([])
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
