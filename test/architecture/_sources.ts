import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** One `import` or `export … from`. */
export interface Import {
  /** As written. */
  readonly specifier: string
  /** True for `import type { … }` and `import { type A }` alone. */
  readonly isType: boolean
}

/** A source file of the repository. */
export interface Source {
  /** Relative to the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
}

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:([^'"]*?)\sfrom\s+)?'([^']+)'/gm
const DYNAMIC = /\bimport\('([^']+)'\)/g

export const ROOT = join(import.meta.dirname, '..', '..')

/** Reads the files that the patterns match. */
export function readSources(...patterns: readonly string[]): readonly Source[] {
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  return paths
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/') && !path.includes('/dist/'))
    .toSorted()
    .map(readSource)
}

/** The published code. */
export const published = readSources(
  'packages/{core,points,testing,cli,host,create-plinth,client,client-generator,console}/src/**/*.ts',
  'packages/modules/*/src/**/*.ts',
)

/** The path that a relative specifier of `source` means. */
export function resolveImport(source: Source, specifier: string): string {
  return join(dirname(source.path), specifier).split(sep).join('/')
}

/** The package that a bare specifier means: `@plinth/core/data` gives `@plinth/core`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** A package.json of the workspace. */
export interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, { readonly '@plinth/source': string }>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Reads the package.json in a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest
}

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, lines: text.trimEnd().split('\n').length, imports: findImports(text) }
}

function findImports(text: string): readonly Import[] {
  const statements = [...text.matchAll(STATEMENT)].map(([, type, names = '', specifier]) => ({
    specifier: specifier!,
    isType: type !== undefined || isTypesOnly(names),
  }))
  const dynamic = [...text.matchAll(DYNAMIC)].map(([, specifier]) => ({ specifier: specifier!, isType: false }))
  return [...statements, ...dynamic]
}

function isTypesOnly(names: string): boolean {
  const members = names
    .match(/^\{([^}]*)\}$/)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '')
  return members !== undefined && members.every((name) => name.trim().startsWith('type '))
}
