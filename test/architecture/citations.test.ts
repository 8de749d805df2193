import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, ROOT } from './_sources.ts'

// A rule is cited as `decision 38`, and stands in docs/decisions.md under that number. Nothing else is cited: who reads the
// code has this repository, and RFCs.

const rules = new Set(
  [...readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8').matchAll(/^(\d+)\. /gm)].map(([, number]) => number!),
)
const sources = readSources('{packages,examples,test,docs,scripts}/**/*.{ts,md,sql}', '*.md').filter(
  ({ path }) => path !== 'test/architecture/citations.test.ts' && path !== 'scripts/counts.ts',
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

/** `(K1)`, `(decision 13, K1)`, `(S-6)`, `(6.4)`, `section 4.5`, `spec 3`, `§ 7`, `law 4`. */
const OTHER = [
  / \((?:decisions? [\d, ]+, )?[A-Z]{1,2}-?\d{1,2}(?:, [A-Z]{1,2}-?\d{1,2})*\)/g,
  /^\s*(?:\*|\/\/|\/\*\*|--).* \(\d{1,2}(?:\.\d{1,2})+\)/gm,
  /\b(?:sections?|chapters?|specs?|defects?|findings?|laws?) \d+(?:\.\d+)*\b/gi,
  /§ ?\d/g,
]

test('nothing is cited that is not here', () => {
  const cited = sources.flatMap(({ path, text }) => {
    const own = text.replace(/RFC \d+, section [\d.]+/g, '')
    return OTHER.flatMap((pattern) => [...own.matchAll(pattern)].map(([words]) => `${path}: ${words.trim()}`))
  })
  expect(cited).toEqual([])
})
