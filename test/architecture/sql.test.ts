import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { inlineSql } from '../../scripts/inline-sql.ts'
import { published, ROOT } from './_sources.ts'

const reads = published.flatMap(({ path, text }) =>
  // Not those in examples.
  [...text.replaceAll(/^ \*.*$/gm, '').matchAll(/sqlFile\(new URL\('([^']+\.sql)', import\.meta\.url\)\)/g)].map(
    ([, file]) => [path, join(dirname(path), file!)] as const,
  ),
)

test('migrations of more than ten lines have a file of their own', () => {
  const long = published.flatMap(({ path, text }) =>
    [...text.matchAll(/define(?:Migration|OnlineMigration|Baseline)\(\s*'([^']+)',\s*`([^`]*)`/g)]
      .filter(([, , sql]) => sql!.trim().split('\n').length > 10)
      .map(([, id]) => `${path}: ${id}`),
  )
  expect(long).toEqual([])
})

test('each file of SQL belongs to one migration', () => {
  const files = globSync('packages/**/src/**/*.sql', { cwd: ROOT })
  expect(reads.map(([, file]) => file).toSorted()).toEqual(files.toSorted())
})

test('the build reads every one of them, so that packages hold no path of their sources', async () => {
  const sources = [...new Set(reads.map(([path]) => join(ROOT, path)))]
  const { outputFiles } = await build({
    entryPoints: sources,
    outdir: 'out',
    write: false,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    plugins: [inlineSql],
  })
  const built = outputFiles.map(({ text }) => text).join('\n')
  expect(built).not.toMatch(/\.sql["']/)
  expect(built).toContain('create function plinth.plan_revert')
})

test('no module but the one that keeps and archives the trail reads the tables of the log by hand', () => {
  const named = published
    .filter(({ path }) => /^packages\/modules\/(?!audit-logs\/)[^/]+\/src\/(?!migrations\/)/.test(path))
    .filter(({ text }) => /\bplinth\.(?:action_log|changes|turns)\b/.test(text))
  expect(named.map(({ path }) => path)).toEqual([])
})
