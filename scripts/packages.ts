import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** What the build needs to know of a package. */
export interface Package {
  readonly name: string
  /** Relative to the repository. */
  readonly folder: string
  readonly exports: Readonly<
    Record<string, { readonly '@plinth/source': string; readonly default: string; readonly types: string }>
  >
  readonly bin?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const folders = [
  'packages/core',
  'packages/points',
  'packages/testing',
  'packages/cli',
  'packages/host',
  'packages/create-plinth',
  'packages/client',
  'packages/client-generator',
  'packages/console',
  ...readdirSync('packages/modules').map((name) => `packages/modules/${name}`),
]
const found = folders
  .filter((folder) => existsSync(`${folder}/src/index.ts`))
  .map((folder) => ({ folder, ...JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) }) as Package)
const sorted = new Set<Package>()
for (const one of found) visit(one)

/** The published packages, each after those it needs. */
export const packages: readonly Package[] = [...sorted]

/** The source file of each entry of a package, by the name of its file in `dist`; without those of browsers, which are built apart. */
export function entriesOf({ folder, exports, bin = {} }: Package): Record<string, string> {
  const own = Object.values(exports).filter((entry) => entry['@plinth/source'].startsWith('./src/'))
  const entries = [...own.map((entry) => entry.default), ...Object.values(bin)].map((built) => {
    const name = built.replace(/^\.\/dist\/(.*)\.js$/, '$1')
    return [name, `${folder}/src/${name}.ts`]
  })
  return Object.fromEntries(entries) as Record<string, string>
}

function visit(one: Package): void {
  const needed = Object.keys(one.peerDependencies ?? {})
  for (const other of found) if (needed.includes(other.name) && !sorted.has(other)) visit(other)
  sorted.add(one)
}
