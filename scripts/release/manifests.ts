/** The members of a package.json that a release changes. */
export interface Manifest {
  readonly name: string
  readonly version?: string
  readonly repository?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
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
