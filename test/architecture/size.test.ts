import { expect, test } from 'vitest'
import { published, readSources } from './_sources.ts'

const sorted = published.map(({ lines }) => lines).toSorted((a, b) => a - b)
const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

test('no file is longer than 300 lines', () => {
  const all = [...published, ...readSources('examples/**/*.ts', 'test/**/*.ts', 'scripts/*', '*.ts')]
  const long = all.filter(({ lines }) => lines > 300)
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
})

test('files of packages are short: median at most 80 lines, 95th percentile at most 200', () => {
  expect(quantile(0.5)).toBeLessThanOrEqual(80)
  expect(quantile(0.95)).toBeLessThanOrEqual(200)
})
