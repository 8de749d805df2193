import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folders } from './_modules.ts'
import { published, readManifest, type Source } from './_sources.ts'

/** One way into a package. */
interface Entry {
  /** As others import it: `@plinth/core/data`. */
  readonly specifier: string
  readonly source: Source
}

const entries = ['packages/core', ...folders.map((name) => `packages/modules/${name}`)].flatMap((folder): Entry[] => {
  const { name, exports = {} } = readManifest(folder)
  const all = Object.entries(exports).map(([entry, { '@plinth/source': source }]) => ({
    specifier: join(name, entry),
    source: published.find(({ path }) => path === join(folder, source))!,
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

test('the twenty names of @plinth/core that modules use most have an example', () => {
  const core = entries.find(({ specifier }) => specifier === '@plinth/core')!.source
  const own = [...namesOf(core)].filter(([, from]) => from.startsWith('.'))
  const uses = own.map(([name, from]) => {
    const isUsed = new RegExp(`^import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '@plinth/core'$`, 'm')
    return { name, from, count: published.filter(({ text }) => isUsed.test(text)).length }
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
