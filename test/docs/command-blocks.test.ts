import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readEnv } from '@plinth/host'
import { expect, test } from 'vitest'
import { beginnings, type CommandBlock, inRepository, runElsewhere, unrun, variables } from './_command-blocks.ts'
import { findCommands, pages, readBlocks, ROOT } from './_pages.ts'

const all = [...pages, 'packages/create-plinth/template/README.md'].flatMap(readBlocks)
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
  // The readme of a package begins with the installation, which test/architecture/manifests.test.ts compares with the example.
  const rest = commands
    .filter(
      ({ page, text }) =>
        !(page.startsWith('packages/') && /^npm install (--save-dev )?@plinth\S+( [@\w/-]+)*\n$/.test(text)),
    )
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
