import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './_sources.ts'

/** Ours begin with these digits; other locks are named by a text, which is hashed. */
const NUMBER = /\b7_?215_?046_?(\d{3})\b/g

test('no two purposes lock by the same number', () => {
  const files = globSync(['packages/**/src/**/*.{ts,sql}', 'examples/**/*.ts'], {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  })
  const found = files.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(NUMBER)].map(([, number]) => number!),
  )
  expect(found.length).toBeGreaterThan(4)
  expect(found.toSorted()).toEqual([...new Set(found)].toSorted())
})

test('the numbers of the core stand in one table', () => {
  const files = globSync('packages/core/src/**/*.{ts,sql}', { cwd: ROOT })
  const having = files.filter((path) => readFileSync(join(ROOT, path), 'utf8').search(NUMBER) !== -1)
  expect(having).toEqual(['packages/core/src/data/connection/advisory-locks.ts'])
})
