import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The members of a package.json that a release reads or changes. */
export interface Manifest {
  readonly name: string
  readonly version?: string
  readonly repository?: string | { readonly url: string }
  readonly homepage?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Reads the package.json of a folder. */
export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The address of a repository for browsers. */
export function addressOf(repository: NonNullable<Manifest['repository']>): string {
  const url = typeof repository === 'string' ? repository : repository.url
  return url.replace(/^git\+/, '').replace(/\.git$/, '')
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies'] as const

/** The manifest in another version, if it is one of `names`, which depend on the exact version of each other. */
export function withVersion<M extends Manifest>(manifest: M, version: string, names: ReadonlySet<string>): M {
  const moved = DEPENDENCIES.filter((kind) => manifest[kind]).map((kind) => [
    kind,
    Object.fromEntries(
      Object.entries(manifest[kind]!).map(([name, range]) => [name, names.has(name) ? version : range]),
    ),
  ])
  return { ...manifest, ...(names.has(manifest.name) && { version }), ...Object.fromEntries(moved) }
}

/** The manifest with the addresses that follow from that of the repository. */
export const withAddresses = <M extends Manifest>(manifest: M, url: string, directory: string) => ({
  ...manifest,
  repository: { type: 'git', url: `git+${url}.git`, directory },
  homepage: `${url}/tree/main/${directory}#readme`,
  bugs: `${url}/issues`,
})

/** Whether `version` comes after `former`; both are three numbers. */
export function isLater(version: string, former: string): boolean {
  const [a, b] = [version, former].map((one) => one.split('.').map(Number))
  const at = a!.findIndex((number, index) => number !== b![index])
  return at !== -1 && a![at]! > b![at]!
}
