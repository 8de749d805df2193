import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../host/_run-host.ts'
import { MANAGERS, startRegistry } from '../packages/_registry.ts'
import { meetStranger, pack, versionsOf } from '../packages/_stranger.ts'

/** A product outside of this repository, with a folder for each of its versions, which share their packages. */
export interface Product extends AsyncDisposable {
  readonly folder: string
  /** Runs `plinth` in the folder of a version. */
  plinth(version: string, args: readonly string[], env?: Env): Promise<{ code: number | null; output: string }>
  start(version: string, env: Env): Promise<ProductHost>
}

type Env = Readonly<Record<string, string>>

/** A host of one version, in a process of its own. */
export interface ProductHost {
  readonly version: string
  readonly url: string
  /** The errors that it has logged. */
  errors(): readonly string[]
  /** Ends it as a deployment does: it answers what it has begun. */
  end(): Promise<number | null>
}

const PACKAGES = ['core', 'points', 'directory', 'auth', 'audit-logs', 'console', 'host', 'cli']

/** What brings the packages: a manager installs the packed ones, or the sources of this repository are used, which takes seconds. */
export type Source = 'npm' | 'pnpm' | 'sources'

/** Copies the versions, and brings the packages beside them. */
export async function makeProduct(versions: string, source: Source): Promise<Product> {
  const opened = new AsyncDisposableStack()
  const isLinked = source === 'sources'
  let folder: string
  if (isLinked) {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'plinth-product-')))
    opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  } else {
    const stranger = opened.use(await meetStranger())
    await pack(stranger.folder, [])
    const registry = opened.use(await startRegistry(stranger.folder))
    const product = await stranger.makeFolder()
    folder = product.folder
    const others = await versionsOf(['zod', '@mikro-orm/core', '@mikro-orm/postgresql'])
    const dependencies = Object.fromEntries([
      ...PACKAGES.map((name) => [`@plinth/${name}`, '*'] as const),
      ...others.map((name) => [name.slice(0, name.lastIndexOf('@')), name.slice(name.lastIndexOf('@') + 1)] as const),
    ])
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'product', private: true, type: 'module', dependencies }),
    )
    const [program, ...args] = MANAGERS[source]
    await product.run({ npm_config_registry: registry.url }, program, ...args)
  }
  await cp(versions, folder, { recursive: true })
  const program = isLinked
    ? ['--no-warnings', '--conditions=@plinth/source', join(ROOT, 'packages/cli/src/plinth.ts')]
    : ['--no-warnings', join(folder, 'node_modules/@plinth/cli/dist/plinth.js')]
  const run = (version: string, args: readonly string[], env: Env) => {
    const { PATH = '', HOME = '' } = process.env
    const path = [join(ROOT, 'node_modules/.bin'), PATH].join(delimiter)
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: join(folder, version),
      env: { PATH: path, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { output: '' }
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said.output += text))
    const ended = once(child, 'exit').then(([code]) => code as number | null)
    return { child, said, ended }
  }
  return {
    folder,
    async plinth(version, args, env = {}) {
      const { said, ended } = run(version, args, env)
      const code = await ended
      return { code, output: said.output }
    },
    async start(version, env) {
      const data = join(folder, `data-${crypto.randomUUID()}`)
      await mkdir(data)
      const { child, said, ended } = run(version, ['start'], { DATA_DIR: data, ...env })
      opened.defer(async () => {
        child.kill('SIGKILL')
        await ended
      })
      let code: number | null | undefined
      void ended.then((found) => (code = found))
      for (;;) {
        const url = /API +(\S+)\/api$/m.exec(said.output)?.[1]
        if (url !== undefined && said.output.includes('Login page')) {
          return {
            version,
            url,
            errors: () => said.output.split('\n').filter((line) => line.includes('"level":"error"')),
            async end() {
              child.kill('SIGTERM')
              return ended
            },
          }
        }
        if (code !== undefined) throw new Error(`A host of ${version} ended with ${code}:\n${said.output}`)
        await sleep(50)
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
