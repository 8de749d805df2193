import { expect, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { folderOf, pages, readBlocks } from './_pages.ts'

test('every TypeScript block of every page type-checks', { timeout: 120_000 }, async () => {
  await using folder = await makeFolder()
  for (const page of pages) {
    const blocks = readBlocks(page).filter(({ language }) => language === 'ts')
    for (const [index, { name, text, prelude }] of blocks.entries())
      await folder.write(`${folderOf(page)}/${name || `block-${index + 1}.ts`}`, `${prelude}${text}\nexport {}\n`)
  }
  expect(await folder.typeCheck()).toEqual([])
})

test('every block says its language', () => {
  const known = [
    'ts',
    'tsx',
    'sh',
    'sql',
    'text',
    'json',
    'http',
    'js',
    'mermaid',
    'nginx',
    'haproxy',
    'caddy',
    'apache',
    'yaml',
    'ini',
  ]
  expect(pages.flatMap(readBlocks).filter(({ language }) => !known.includes(language))).toEqual([])
})
