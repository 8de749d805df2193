import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { readEnv } from '@plinth/host'
import { expect, test } from 'vitest'
import { beginnings, type CommandBlock, inRepository, runElsewhere, unrun, variables } from './_command-blocks.ts'
import { type Block, findCommands, pages, readBlocks, readPage, ROOT } from './_pages.ts'

const created = ['console', 'api', 'next'].map((template) => `packages/create-plinth/templates/${template}/README.md`)
const all = [...pages, ...created].flatMap(readBlocks)
const commands = all.filter(({ language }) => language === 'sh')

test('every block of commands is run by a test', () => {
  const known: readonly CommandBlock[] = [
    ...Object.values(beginnings),
    ...Object.values(inRepository),
    ...variables,
    ...unrun,
    ...Object.values(runElsewhere).flat(),
  ]
  const run = known.map((block) => findCommands(block))
  const sources = globSync('test/**/*.ts', { cwd: ROOT }).map((file) => [dirname(file), readPage(file)] as const)
  /** Whether a folder of tests names the page and the block. */
  const isRead = ({ page, name }: Block) => {
    const folders = sources.filter(([, text]) => text.includes(`'${page}'`)).map(([folder]) => folder)
    return sources.some(([folder, text]) => folders.includes(folder) && text.includes(`'${name}'`))
  }
  // The readme of a package begins with the installation, which test/architecture/manifests.test.ts compares with the example.
  const rest = commands
    .filter(
      ({ page, text }) =>
        !(page.startsWith('packages/') && /^npm install (--save-dev )?@plinth\S+( [@\w/-]+)*\n$/.test(text)),
    )
    .filter((block) => block.name === '' || !isRead(block))
    .filter(({ page, text }) => !run.some((block) => block.page === page && block.text === text))
  expect(rest.map(({ page, text }) => `${page}: ${text}`)).toEqual([])
  expect(Object.keys(runElsewhere).filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test.each(variables)('the variables of %s, %s are those of a host', (...block) => {
  const named = parseEnv(findCommands(block).text)
  const rest = { SECRET: 'a secret of at least 32 characters', DATABASE_URL: 'postgres://localhost/product' }
  const env = readEnv({ ...rest, ...named }) as Readonly<Record<string, unknown>>
  expect(Object.keys(named).filter((name) => env[name] === undefined)).toEqual([])
})
