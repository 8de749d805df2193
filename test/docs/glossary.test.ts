import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPage, ROOT } from './_pages.ts'

const rows = [...readPage('docs/glossary.md').matchAll(/^\| ([^|`]+) \| ([^|]+) \| `([^`]+)` \| `([^`]+)` \|$/gm)].map(
  ([, word = '', meaning = '', name = '', file = '']) => ({ word, meaning, name, file }),
)

test('a line of the glossary is one word, and all are in order', () => {
  const [, ...lines] = readPage('docs/glossary.md').match(/^\| (?!---).*$/gm) ?? []
  expect(rows).toHaveLength(lines.length)
  const words = rows.map(({ word }) => word)
  expect(words).toEqual([...new Set(words)].toSorted((one, other) => one.localeCompare(other, 'en')))
})

test('what the glossary names is declared in the file that it names', () => {
  const missing = rows.filter(({ name, file }) => {
    const path = join(ROOT, file)
    if (!existsSync(path)) return true
    const declared = file.endsWith('.sql')
      ? `(?:create (?:table|function) (?:plinth\\.)?|--.*\\b)${name.replace('.', '\\.')}\\b`
      : `export (?:declare )?(?:abstract )?(?:async )?(?:const|function|class|interface|type) ${name}\\b|^  (?:readonly )?${name}[:(<?]`
    return !new RegExp(declared, 'm').test(readFileSync(path, 'utf8'))
  })
  expect(missing.map(({ word, name, file }) => `${word}: ${name} in ${file}`)).toEqual([])
})
