import { readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

interface Manifest {
  readonly dependencies?: object
  readonly optionalDependencies?: object
}

/**
 * The folders of packages and of all that they depend on, as Node finds them from the file `from`: what a confined process
 * has to be allowed to read in order to load them. Packages that are not installed are left out.
 */
export function foldersOf(packages: readonly string[], from: string): readonly string[] {
  const folders = new Set<string>()
  const add = (name: string, from: string) => {
    const file = locate(name, from)
    if (file === undefined || folders.has(dirname(file))) return
    folders.add(dirname(file))
    // Package managers link packages: Node asks for the link and for where it leads.
    folders.add(dirname(realpathSync(file)))
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) add(dependency, file)
  }
  for (const name of packages) add(name, from)
  return [...folders]
}

/** The package's `package.json`; undefined where the package is not installed. */
function locate(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from)
  } catch {
    return undefined
  }
}
