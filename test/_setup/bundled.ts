import { createHash } from 'node:crypto'
import { existsSync, globSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Inside the folder of the packages, so that what is not bundled is found from there. */
const FOLDER = join(ROOT, 'node_modules/.cache/plinth-programs')

/** What tests start more than once or twice. */
const PROGRAMS = [
  'examples/host/start.js',
  'test/core/_lab/host-process.ts',
  'test/crash/command-host.ts',
  'test/crash/confirmed-host.ts',
  'test/crash/crash-host.ts',
  'test/modules/attachments/_dying-host.ts',
  'test/modules/catalog/_worker.ts',
  'test/modules/transfer/_worker.ts',
  'test/modules/directory/_dying-host.ts',
]

/** Milliseconds after which nobody runs a bundle any more. */
const OLD = 6 * 3_600_000

let folder: Promise<string> | undefined

/**
 * The path of a program, named by its URL, as one file with all that it imports at once: finding and linking a thousand
 * modules takes half of a host's start. All programs are written together when one of them is asked for, and serve
 * other processes and other runs until a source changes.
 */
export async function bundled(program: URL): Promise<string> {
  const path = relative(ROOT, fileURLToPath(program))
  if (!PROGRAMS.includes(path)) throw new Error(`${path} is not among the programs of test/_setup/bundled.ts`)
  folder ??= findOrWrite()
  return join(await folder, path.replace(/\.ts$/, '.js'))
}

async function findOrWrite(): Promise<string> {
  const key = createHash('sha256').update(String(lastChange())).digest('hex').slice(0, 16)
  const folder = join(FOLDER, key)
  if (existsSync(folder)) return folder
  await sweep()
  const draft = await mkdtemp(join(FOLDER, 'draft-'))
  await write(draft)
  // The first one wins.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return folder
}

/** The time of the newest file that a bundle may have been made of. */
function lastChange(): number {
  const sources = globSync('{packages,examples,test}/**/*.{ts,js,json}', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist|\.data)$/.test(path),
  })
  return Math.max(...[...sources, 'package-lock.json'].map((path) => statSync(join(ROOT, path)).mtimeMs))
}

/** How programs of this repository become files that Node runs. */
export const NODE_BUILD = {
  absWorkingDir: ROOT,
  bundle: true,
  // What a program imports later is later read.
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  conditions: ['@plinth/source'],
  // Libraries of another language stay where they are.
  external: [
    'esbuild',
    'sharp',
    '@gorules/zen-engine',
    '@node-rs/*',
    'pg-native',
    'cloudflare:sockets',
    'tesseract.js',
    '@aws-sdk/*',
  ],
  // Entities are known by the names of their classes.
  keepNames: true,
  // Packages of the older kind ask for others by this name.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)`,
  },
  logLevel: 'error',
} satisfies BuildOptions

async function write(outdir: string): Promise<void> {
  await build({ ...NODE_BUILD, entryPoints: PROGRAMS, outbase: ROOT, outdir, plugins: [ownPlaces] })
}

/** Removes what was written for sources of earlier. */
async function sweep(): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  for (const name of await readdir(FOLDER)) {
    const path = join(FOLDER, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > OLD) await rm(path, { recursive: true, force: true })
  }
}

/** A file that starts a program beside itself, or reads a file there, still finds it. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs|js|cjs)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!/import\.meta\.|__dirname|__filename/.test(text)) return undefined
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(path)))
        .replaceAll(/\b__filename\b/g, JSON.stringify(path))
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}
