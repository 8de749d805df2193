import { globSync, readFileSync } from 'node:fs'
import { foreignCitations } from './citations.ts'
import { shadowedExports, sharedExports, type SharedName, sharedTypes } from './declared-names.ts'

// What the design is measured by. A limit is what is counted today, and may only get smaller: `npm run check` fails when
// a count is above its limit, and asks for a smaller limit when one is below it. `--show` shows them all.

interface Count {
  readonly what: string
  readonly limit: number
  /** What the design wants in the end. */
  readonly goal: number
  readonly count: number
  /** What is counted, shown when there is too much of it. */
  readonly found?: readonly string[]
}

interface Source {
  readonly path: string
  readonly text: string
  readonly lines: number
}

const read = (...patterns: string[]): Source[] =>
  patterns
    .flatMap((pattern) => globSync(pattern))
    .filter((path) => !/node_modules|[\\/]dist[\\/]/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .map((source) => ({ ...source, lines: source.text.trimEnd().split('\n').length }))

const occurrences = (sources: readonly Source[], pattern: RegExp) =>
  sources.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0)

const core = read('packages/core/src/**/*.ts')
// Files in exports/ are lists of names.
const ordinary = core.filter(({ path }) => !/src[\\/](rules|testing|exports)[\\/]/.test(path))
const modules = read('packages/modules/*/src/**/*.ts').filter(
  ({ path }) => !/[\\/](testing|migrations)[\\/]/.test(path),
)
// Two files say what a citation looks like.
const all = read('{packages,examples,test,docs,scripts}/**/*.{ts,md,sql}', '*.md').filter(
  ({ path }) => !/citations(?:\.test)?\.ts$/.test(path),
)

const isInModule = (path: string) => /packages[\\/]modules[\\/]/.test(path)
const declaring = read('packages/{core,points,modules/*}/src/**/*.ts').filter(
  ({ path }) => !/[\\/]migrations[\\/]/.test(path),
)
const declaringCore = declaring.filter(({ path }) => !isInModule(path))
const modulesApart = Map.groupBy(
  declaring.filter(({ path }) => isInModule(path)),
  ({ path }) => path.split(/[\\/]/)[2],
)

/** Variables whose name says nothing, in tests; `test/architecture/words.test.ts` keeps them out of everything else. */
const EMPTY = /\b(?:const|let|function|readonly) (?:given|wanted|was|told)\b/g

const counts: readonly Count[] = [
  {
    what: 'names that @plinth/core exports',
    limit: 77,
    goal: 80,
    count: exportedNames(core.find(({ path }) => /core[\\/]src[\\/]index\.ts$/.test(path))?.text ?? ''),
  },
  { what: 'files of the core without rules and testing', limit: 90, goal: 90, count: ordinary.length },
  {
    what: 'files of under 20 lines there',
    limit: 0,
    goal: 0,
    count: ordinary.filter(({ lines }) => lines < 20).length,
  },
  { what: '`asSystem` in modules', limit: 23, goal: 23, count: occurrences(modules, /\basSystem\(/g) },
  {
    what: 'tenancy predicates typed by hand in modules',
    limit: 8,
    goal: 10,
    count: occurrences(modules, /\b(?:tenant_id|organization_id) = (?:any ?\()?\$\{/g),
  },
  {
    what: 'spellings of `as "camelCase"` in modules',
    limit: 0,
    goal: 0,
    count: occurrences(modules, / as "[a-z]+[A-Z]\w*"/g),
  },
  {
    what: 'variables of tests that are called given, wanted, was or told',
    limit: 0,
    goal: 0,
    count: occurrences(read('test/**/*.ts'), EMPTY),
  },
  {
    what: 'names of types that two files of the core or of points declare',
    limit: 0,
    goal: 0,
    ...toCount(sharedTypes(declaringCore)),
  },
  {
    what: 'names of types that two files declare, one of them in a module',
    limit: 0,
    goal: 0,
    ...toCount(inModules(sharedTypes(declaring))),
  },
  {
    what: 'names that a file of the core or of points exports and another declares',
    limit: 0,
    goal: 0,
    ...toCount(shadowedExports(declaringCore)),
  },
  {
    what: 'names that two files export, one of them in a module',
    limit: 0,
    goal: 0,
    ...toCount(inModules(sharedExports(declaring))),
  },
  {
    what: 'names that a file of a module exports and another of it declares',
    limit: 0,
    goal: 0,
    ...toCount([...modulesApart.values()].flatMap(shadowedExports)),
  },
  {
    what: 'citations of what is outside the repository',
    limit: 0,
    goal: 0,
    count: all.flatMap(({ text }) => foreignCitations(text)).length,
  },
]

const differ = counts.filter(({ limit, count }) => count !== limit)
if (differ.length > 0 || process.argv.includes('--show'))
  console.table(Object.fromEntries(counts.map(({ what, limit, goal, count }) => [what, { limit, goal, count }])))
for (const { what, limit, count, found = [] } of differ)
  console.error(
    count > limit
      ? [`More ${what} than before: ${count}, the limit is ${limit}`, ...found].join('\n  ')
      : `Fewer ${what} than before: set the limit in scripts/counts.ts to ${count}`,
  )
if (differ.length > 0) process.exitCode = 1

/** Names of `export { a, type B } from …` and of `export * as c`. */
function exportedNames(index: string): number {
  const lists = [...index.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
  return lists.flatMap(([, names = '']) => names.split(',').filter((name) => name.trim() !== '')).length
}

function inModules(names: readonly SharedName[]): SharedName[] {
  return names.filter(({ paths }) => paths.some(isInModule))
}

function toCount(names: readonly SharedName[]): { count: number; found: string[] } {
  return { count: names.length, found: names.map(({ name, paths }) => `${name}: ${paths.join(', ')}`) }
}
