import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folders } from './_modules.ts'
import { published, readManifest, readSources, ROOT, type Source } from './_sources.ts'

/** One way into a package. */
interface Entry {
  /** As others import it: `@plinth/core/data`. */
  readonly specifier: string
  readonly source: Source
  /** Its report in `api/`. */
  readonly report: string
}

const entries = [
  'packages/core',
  'packages/points',
  'packages/testing',
  'packages/cli',
  'packages/host',
  'packages/create-plinth',
  'packages/client',
  'packages/client-generator',
  'packages/console',
  ...folders.map((name) => `packages/modules/${name}`),
].flatMap((folder): Entry[] => {
  const { name, exports = {} } = readManifest(folder)
  const all = Object.entries(exports).map(([entry, { '@plinth/source': source }]) => ({
    specifier: join(name, entry),
    source: published.find(({ path }) => path === join(folder, source)) ?? readSources(join(folder, source))[0]!,
    report: `${[basename(name), ...entry.split('/').slice(1)].join('.')}.api.md`,
  }))
  // The others are programs, which are started and not imported.
  return all.filter(({ source }) => /^export /m.test(source.text))
})

/** The exported names of a file that holds nothing but `export { a, type B } from './c.ts'`, and where each comes from. */
function namesOf({ text }: Source): ReadonlyMap<string, string> {
  const statements = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'$/gm)]
  return new Map(
    statements.flatMap(([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => [name.split(/ as |^type /).at(-1)!, from]),
    ),
  )
}

// What is exported is a promise. The reports show a change of it in every diff; `npm run api` writes them.
describe('the reports in api/', () => {
  test('are one for each entry', () => {
    expect(readdirSync(join(ROOT, 'api')).toSorted()).toEqual(entries.map(({ report }) => report).toSorted())
  })

  test.each(entries)('have every name of $specifier, and no other', ({ source, report }) => {
    const path = join(ROOT, 'api', report)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const reported = text.matchAll(
      /^export (?:(?:abstract )?(?:const|function|class|interface|type|namespace) (\w+)|\{ (?:\w+ as )?(\w+) \}$)/gm,
    )
    const names = new Set([...reported].map(([, declared, other]) => declared ?? other!))
    expect([...names].toSorted()).toEqual([...namesOf(source).keys()].toSorted())
  })
})

test('the twenty names of @plinth/core that modules use most have an example', () => {
  const core = entries.find(({ specifier }) => specifier === '@plinth/core')!.source
  const own = [...namesOf(core)].filter(([, from]) => from.startsWith('.'))
  const uses = own.map(([name, from]) => {
    const isUsed = new RegExp(`^import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '@plinth/core'$`, 'm')
    const users = published.filter(({ path, text }) => path.startsWith('packages/modules/') && isUsed.test(text))
    return { name, from, count: users.length }
  })
  const most = uses.toSorted((a, b) => b.count - a.count).slice(0, 20)
  const bare = most.filter(({ name, from }) => {
    const { text } = published.find(({ path }) => path === join('packages/core/src', from))!
    const declared = new RegExp(`^export (?:const|function|class|interface|type) ${name}\\b`, 'm').exec(text)!
    const comment = text.slice(0, declared.index).trimEnd()
    return !comment.slice(comment.lastIndexOf('/**')).includes('@example')
  })
  expect(bare).toEqual([])
})

test('public entries hold nothing but named exports of other files', () => {
  const code = entries.flatMap(({ source: { path, text } }) => {
    const rest = text.replace(/^export (type )?\{[^}]*\} from '[^']+'$|^\/\/.*$|^\s*\n/gm, '').trim()
    return rest === '' ? [] : [`${path}: ${rest}`]
  })
  expect(code).toEqual([])
})

test('no other file hands on what it imports', () => {
  const barrels = published.filter(
    ({ path, text }) =>
      !entries.some(({ source }) => source.path === path) && /^export (type )?(\{[^}]*\}|\*.*) from /m.test(text),
  )
  expect(barrels.map(({ path }) => path)).toEqual([])
})

test('a package has one way to a name', () => {
  const ways = entries.flatMap(({ specifier, source }) =>
    [...namesOf(source).keys()].map((name) => ({ name, specifier })),
  )
  const core = ways.filter(({ specifier }) => specifier.startsWith('@plinth/core'))
  const twice = core.filter(({ name }, index) => core.findIndex((other) => other.name === name) !== index)
  expect(twice).toEqual([])
})
