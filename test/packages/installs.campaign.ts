import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packages } from '../../scripts/packages.ts'
import { MANAGERS, type Registry, startRegistry } from './_registry.ts'
import { pack, versionsOf } from './_stranger.ts'

// The packages as the three managers install them, as two compilers read them, and as Node runs them. `npm run build` comes first.

const exec = promisify(execFile)
const COMPILERS = { 5: 'typescript@5.9', 7: 'typescript@7.0.2' } as const
const MODULES = [
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
] as const

/** Every name of every entry, so that every declaration is read. */
const imports = packages.flatMap(({ name, exports }) =>
  Object.keys(exports).map(
    (entry, index) => `import * as ${name.replaceAll(/\W/g, '_')}_${index} from '${name}${entry.slice(1)}'`,
  ),
)

let folder: string
let registry: Registry
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-installs-'))
  await mkdir(join(folder, 'packed'))
  await pack(join(folder, 'packed'), [])
  registry = await startRegistry(join(folder, 'packed'))
}, 300_000)
afterAll(async () => {
  await registry?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['npm', 'pnpm', 'bun'] as const)('installed by %s', (manager) => {
  const place = () => join(folder, manager)
  const run = async (program: string, ...args: readonly string[]) => {
    const env = {
      ...process.env,
      npm_config_registry: registry.url,
      BUN_CONFIG_REGISTRY: registry.url,
      NODE_OPTIONS: '',
    }
    const options = { cwd: place(), env, maxBuffer: 2 ** 26 }
    return exec(program, [...args], options).catch((error: { stdout: string; stderr: string; message: string }) => {
      throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`)
    })
  }

  beforeAll(async () => {
    await mkdir(place())
    const others = await versionsOf([
      'zod',
      '@mikro-orm/core',
      '@mikro-orm/postgresql',
      '@types/node',
      'vitest',
      'fast-check',
    ])
    const names = [...packages.map(({ name }) => name), ...others]
    const dependencies = names.map((name) => [name.replace(/(.)@.*$/, '$1'), /(.)@(.*)$/.exec(name)?.[2] ?? '*'])
    const compilers = Object.entries(COMPILERS).map(([major, name]) => [`typescript-${major}`, `npm:${name}`])
    const manifest = {
      name: 'product',
      private: true,
      type: 'module',
      dependencies: Object.fromEntries([...dependencies, ...compilers]),
    }
    await writeFile(join(place(), 'package.json'), JSON.stringify(manifest))
    await writeFile(join(place(), 'all.ts'), `${imports.join('\n')}\n`)
    await cp(join(import.meta.dirname, 'consumer/kit.ts'), join(place(), 'kit.ts'))
    const [program, ...args] = MANAGERS[manager]
    await run(program, ...args)
  }, 600_000)

  test('every entry is imported', async () => {
    const entries = packages.flatMap(({ name, exports }) =>
      Object.keys(exports).map((entry) => `${name}${entry.slice(1)}`),
    )
    const script = `for (const name of ${JSON.stringify(entries)}) await import(name)`
    await run('node', '--input-type=module', '-e', script)
  }, 120_000)

  test.each(
    Object.keys(COMPILERS).flatMap((major) => MODULES.map((how) => [major, how.moduleResolution, how] as const)),
  )(
    'TypeScript %s reads all declarations with moduleResolution %s',
    async (major, _name, how) => {
      const compilerOptions = {
        target: 'es2022',
        lib: ['esnext', 'dom'],
        types: ['node'],
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        ...how,
      }
      await writeFile(join(place(), 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['all.ts'] }))
      const { stdout } = await run('node', `node_modules/typescript-${major}/bin/tsc`, '-p', '.').catch(
        (error: Error) => ({
          stdout: error.message,
        }),
      )
      const complaints = stdout.split('\n').filter((line) => line.includes('error TS'))
      const foreign = complaints.filter((line) => !line.includes('@plinth') && line.includes('node_modules'))
      if (foreign.length > 0)
        console.log(`${manager}, TypeScript ${major}, ${how.moduleResolution}:\n${foreign.join('\n')}`)
      expect(complaints.filter((line) => !foreign.includes(line))).toEqual([])
    },
    300_000,
  )
})
