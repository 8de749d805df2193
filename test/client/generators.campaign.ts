import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOpenApiProblems } from '../_setup/openapi.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { type Host, ROOT, runHost } from '../host/_run-host.ts'

// `npm run campaign:clients`: the document of a running host, read by validators and by generators of clients that npm installs.

const run = promisify(execFile)
const PASSWORD = 'Chosen-Secret-1'
const SOURCES = join(import.meta.dirname, '_generators')
const GENERATORS = ['plinth', 'hey-api', 'oazapfts', 'openapi-fetch', 'orval', 'swagger-typescript-api']

const opened = new AsyncDisposableStack()
let folder: string
let host: Host
let document: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-generators-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { url } = opened.use(await emptyDatabase())
  const env = { DATABASE_URL: url, DATABASE_PRIVILEGED_LOGIN: 'true', SEED_PASSWORD: PASSWORD }
  host = opened.use(await runHost({ ...env, DATA_DIR: join(folder, 'data') }))
  document = await (await host.call('/api/openapi.json')).text()
}, 120_000)
afterAll(() => opened.disposeAsync(), 60_000)

test('five validators find nothing wrong', { timeout: 300_000 }, async () => {
  expect(await findOpenApiProblems(JSON.parse(document) as Record<string, unknown>)).toEqual([])
  const place = await install('validators')
  const { stdout } = await run(process.execPath, ['validate.js'], { cwd: place })
  expect(JSON.parse(stdout)).toEqual({ scalar: [], spectral: [], swaggerParser: [] })
})

// One after the other, because generators take much memory.
test.each(GENERATORS)(
  '%s writes a client that compiles, and that the host understands',
  { timeout: 600_000 },
  async (name) => {
    const place = await install(name)
    await run('npm', ['run', 'generate'], { cwd: place })
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify(STRICT))
    const { stdout: faults } = await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', '.'], { cwd: place }).catch(
      (failed: { stdout: string }) => failed,
    )
    expect(faults).toBe('')
    const outfile = join(place, 'program.mjs')
    await build({
      entryPoints: [join(place, 'client.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['@plinth/source'],
      // For packages that are not modules.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    })
    const id = `w${crypto.randomUUID().slice(0, 8)}`
    const env = {
      ...process.env,
      WALK_URL: `${host.url}/api`,
      WALK_EMAIL: 'admin@acme.com',
      WALK_PASSWORD: PASSWORD,
      WALK_ID: id,
    }
    const { stdout } = await run(process.execPath, [outfile], { env })
    expect(JSON.parse(stdout)).toEqual({ before: [], created: [`Role ${id}`], inner: 'NOT', undone: true, after: [] })
  },
)

const STRICT = {
  compilerOptions: {
    strict: true,
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions: ['@plinth/source'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['client.ts'],
}

/** A copy of a folder, with the document and the packages that it names; those of the repository if it names none. */
async function install(name: string): Promise<string> {
  const place = join(folder, name)
  await mkdir(place)
  await cp(join(SOURCES, name), place, { recursive: true })
  await cp(join(SOURCES, 'walk.ts'), join(place, 'walk.ts'))
  await writeFile(join(place, 'openapi.json'), document)
  const { dependencies } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as { dependencies?: object }
  if (dependencies) await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: place })
  else await symlink(join(ROOT, 'node_modules'), join(place, 'node_modules'))
  return place
}
