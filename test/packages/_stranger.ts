import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const exec = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')

// A stranger's npm is not told about this workspace.
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|NODE_OPTIONS|VITEST|NODE_ENV)/.test(name)),
)
const PATH = [join(ROOT, 'node_modules', '.bin'), ENVIRONMENT['PATH']].join(delimiter)

/** A folder outside this repository into which the packed packages are installed. */
export interface Stranger extends AsyncDisposable {
  readonly folder: string
  /** Runs a program of the folder, and throws with what it printed when it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>
  /** A new folder beside it or below `parent`, which is deleted with it. */
  makeFolder(parent?: string): Promise<Elsewhere>
  /** Starts a script, by default in Node, and answers its first line. It is stopped with the folder. */
  start(script: string, env: Readonly<Record<string, string>>, runtime?: readonly string[]): Promise<string>
}

/** Another folder of a stranger. */
export interface Elsewhere {
  readonly folder: string
  /** Runs a program there, with other variables. */
  run(env: Readonly<Record<string, string>>, program: string, ...args: readonly string[]): Promise<string>
  /** Starts a program there, and answers what it has printed once that includes `said`. It is stopped with the folder. */
  start(env: Readonly<Record<string, string>>, command: readonly string[], said: string): Promise<string>
}

/** Builds and packs the packages, and makes a folder with the files of `consumer/`. */
export async function meetStranger(): Promise<Stranger> {
  await execute('npm', ['run', 'build'], { cwd: ROOT })
  const folder = await mkdtemp(join(tmpdir(), 'plinth-stranger-'))
  await cp(join(import.meta.dirname, 'consumer'), folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'product', private: true, type: 'module' }))
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER, include: ['*.ts', '*/*.ts'] }),
  )
  const children: ChildProcess[] = []
  const folders = [folder]
  return {
    folder,
    run: (program, ...args) => execute(program, args, { cwd: folder }),
    async makeFolder(parent = tmpdir()) {
      const elsewhere = await mkdtemp(join(parent, 'plinth-stranger-'))
      folders.push(elsewhere)
      return {
        folder: elsewhere,
        run: (env, program, ...args) => execute(program, args, { cwd: elsewhere, env }),
        start(env, [program, ...args], said) {
          // npm does not pass signals on, so that its whole group is ended.
          const child = spawn(program!, args, { cwd: elsewhere, detached: true, env: { ...ENVIRONMENT, PATH, ...env } })
          children.push(Object.assign(child, { kill: () => process.kill(-child.pid!, 'SIGTERM') }))
          return saying(child, said)
        },
      }
    },
    async start(script, env, [program, ...args] = [process.execPath]) {
      const child = spawn(program!, [...args, script], { cwd: folder, env: { ...ENVIRONMENT, ...env, PATH } })
      children.push(child)
      return firstLine(child)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(children.map(stop))
      for (const made of folders) await rm(made, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Packs the packages into `folder`, as the pages say, and answers the files' names, by package. */
export async function pack(folder: string, packages: readonly string[]): Promise<ReadonlyMap<string, string>> {
  await execute('npm', ['run', 'pack', '--', folder], { cwd: ROOT })
  const files = await readdir(folder)
  return new Map(
    packages.map((name) => {
      const start = name.replace('@', '').replace('/', '-')
      return [name, `./${files.find((file) => new RegExp(`^${start}-\\d.*\\.tgz$`).test(file))!}`]
    }),
  )
}

/** Compares what the built packages declare with the reports in `api/`; throws with the names of those that differ. */
export async function compareReports(): Promise<void> {
  await execute('node', ['scripts/api-report.ts'], { cwd: ROOT })
}

/** The versions this repository uses. */
export async function versionsOf(names: readonly string[]): Promise<readonly string[]> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  return names.map((name) => `${name}@${lock.packages[`node_modules/${name}`]!.version}`)
}

// Declarations of the packages are checked as well, not only what uses them.
const COMPILER = {
  target: 'ES2024',
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: false,
}

async function execute(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  try {
    const { stdout } = await exec(program, args, { cwd, env: { ...ENVIRONMENT, PATH, ...env }, maxBuffer: 2 ** 26 })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error })
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let complaints = ''
  child.stderr!.on('data', (chunk: Buffer) => (complaints += String(chunk)))
  for await (const line of createInterface(child.stdout!)) return line
  throw new Error(`The product ended without a word:\n${complaints}`)
}

async function saying(child: ChildProcess, said: string): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes(said)) resolve(output)
      })
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}:\n${output}`)))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
}
