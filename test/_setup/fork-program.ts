import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { isAlive } from './is-alive.ts'

/** Inside the folder of the packages, so that what is not bundled is found from there. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/plinth-programs/', import.meta.url))

/** Bundled files by the program's source. */
const bundles = new Map<string, Promise<string>>()

/**
 * Starts a program of the tests, named by its URL, as a process with a channel to this one. Finding and linking a
 * thousand modules takes three quarters of a host's start, so a program is first written into one file.
 */
export async function forkProgram(source: URL, env: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  let bundle = bundles.get(source.href)
  if (!bundle) bundles.set(source.href, (bundle = toBundle(fileURLToPath(source))))
  return fork(await bundle, {
    execArgv: ['--conditions=@plinth/source', '--no-warnings'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function toBundle(source: string): Promise<string> {
  await sweep()
  const folder = await mkdtemp(join(FOLDER, `${process.pid}-`))
  const outfile = join(folder, `${basename(source, '.ts')}.mjs`)
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    conditions: ['@plinth/source'],
    // Libraries of another language stay where they are.
    external: ['sharp', '@gorules/zen-engine', '@node-rs/*', 'pg-native', 'cloudflare:sockets'],
    // Entities are known by the names of their classes.
    keepNames: true,
    plugins: [ownPlaces],
    // Packages of the older kind ask for others by this name.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)`,
    },
    logLevel: 'error',
  })
  return outfile
}

/** Removes what processes that have ended left behind: workers of tests are killed at the end. */
async function sweep(): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  for (const name of await readdir(FOLDER)) {
    const [owner] = name.split('-')
    if (!isAlive(Number(owner))) await rm(join(FOLDER, name), { recursive: true, force: true })
  }
}

/** A file that starts a program beside itself still finds it there. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs|js)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta.')) return undefined
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}
