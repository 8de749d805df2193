import { readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

interface Manifest {
  readonly dependencies?: object
  readonly optionalDependencies?: object
}

/**
 * The folders of packages and their dependencies, as resolved by Node from the file `from`: what a sandboxed process must be
 * allowed to read in order to load them. Packages that are not installed are left out.
 */
export function foldersOf(packages: readonly string[], from: string): readonly string[] {
  const folders = new Set<string>()
  const add = (name: string, from: string) => {
    const file = locate(name, from)
    if (file === undefined || folders.has(dirname(file))) return
    folders.add(dirname(file))
    // Package managers use links, and Node checks both the link and its target.
    folders.add(dirname(realpathSync(file)))
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) add(dependency, file)
  }
  for (const name of packages) add(name, from)
  return [...folders]
}

/** The path of a package's `package.json`; undefined if it is not installed. */
function locate(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from)
  } catch {
    return undefined
  }
}
