import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { renderEnvTable } from '@plinth/host'
import { pages, readPage, ROOT } from './_pages.ts'

test('the table of environment variables is that of the host', () => {
  const [, table] = /<!-- env -->\n\n([\s\S]*?)\n<!-- \/env -->/.exec(readPage('docs/environment.md')) ?? []
  expect(table).toBe(renderEnvTable())
})

test('links lead somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = '', anchor]) => !leads(page, path, anchor))
      .map(([link]) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('names that pages list as exports are exported by some entry of the package', () => {
  const missing = pages.flatMap((page) => {
    const [, table = ''] = /^\| Export \|.*\n((?:\|.*\n)+)/m.exec(readPage(page)) ?? []
    const rows = [...table.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
    const names = rows.flatMap((cell) => [...cell.matchAll(/`(?:inject\()?(\w+)/g)].map(([, name]) => name!))
    const reports = globSync(`api/${basename(dirname(page))}{,.*}.api.md`, { cwd: ROOT })
      .map(readPage)
      .join('\n')
    return names.filter((name) => !new RegExp(`^export .*\\b${name}\\b`, 'm').test(reports)).map((name) => [page, name])
  })
  expect(missing).toEqual([])
})

test('files that pages name are there', () => {
  const missing = pages.flatMap((page) =>
    [...readPage(page).matchAll(/`((?:test|scripts|examples)\/[\w./-]+)`/g)]
      .filter(([, path = '']) => !path.includes('/.data') && !existsSync(join(ROOT, path)))
      .map(([path]) => `${page}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('every package says what it is', () => {
  const folders = globSync(
    ['packages/{cli,client,client-generator,console,core,create-plinth,host,points,testing}', 'packages/modules/*'],
    {
      cwd: ROOT,
    },
  )
  expect(folders.filter((folder) => !pages.includes(`${folder}/README.md`))).toEqual([])
})

function leads(page: string, path: string, anchor: string | undefined): boolean {
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(ROOT, target))) return false
  return anchor === undefined || anchorsOf(target).includes(anchor)
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(page: string): readonly string[] {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}
