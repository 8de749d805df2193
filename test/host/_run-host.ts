import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundled } from '../_setup/bundled.ts'
import { stopWithProcess } from '../_setup/stop-with-process.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What `npm start` runs, without npm: a host that npm starts would get each signal twice. */
function argumentsIn(root: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').slice(1)
}
export const ARGUMENTS = argumentsIn(ROOT)

/** The environment of a host; nothing of the test's own but what programs need to be found. */
export type HostEnv = Readonly<Record<string, string>> & { readonly DATA_DIR: string }

/** What came of a host that ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Everything it printed. */
  readonly output: string
}

/** The example host in a process of its own, ready. */
export class Host implements AsyncDisposable {
  readonly url: string
  readonly #process: Starting

  constructor(process: Starting, url: string) {
    this.#process = process
    this.url = url
  }

  get pid(): number {
    return this.#process.child.pid!
  }

  /** Everything it printed. */
  get output(): string {
    return this.#process.output
  }

  /** The accounts it printed: e-mail and password. */
  get accounts(): ReadonlyMap<string, string> {
    const found = this.output.matchAll(/^ {4}(\S+@\S+) +(\S+)$/gm)
    return new Map(Array.from(found, ([, email, password]) => [email!, password!]))
  }

  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended> {
    this.#process.child.kill(signal)
    return this.#process.ended
  }

  call(path: string, { token, json, ...init }: RequestInit & { token?: string; json?: unknown } = {}) {
    const headers = {
      // A host that ends would wait for this connection, which the client keeps.
      connection: 'close',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    }
    return fetch(this.url + path, { headers, ...(json !== undefined && { body: JSON.stringify(json) }), ...init })
  }

  /** Logs in; throws unless the host agrees. */
  async logIn(email: string, password: string): Promise<string> {
    const body = new URLSearchParams({ email, password })
    const answer = await this.call('/api/auth/login', { method: 'POST', body })
    if (answer.status !== 200) throw new Error(`${email} may not log in: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { token: string }).token
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL')
  }
}

/** How a host is started: as `npm start` does, or from one file, which takes half the time. */
interface HowToStart {
  readonly from?: 'sources' | 'one file'
  /** A checkout of another version, whose sources are run. */
  readonly root?: string
}

/** Starts a host and waits until it says that it is ready. */
export async function runHost(env: HostEnv, how?: HowToStart): Promise<Host> {
  const process = await start(env, how)
  // The host writes its welcome, accounts included, at once.
  const ended = await Promise.race([process.says('Login page'), process.ended])
  const url = /API +(\S+)\/api$/m.exec(process.output)?.[1]
  if (ended || url === undefined) throw new Error(`The host ended with ${ended?.code}:\n${process.output}`)
  return new Host(process, url)
}

/** Starts a host that is not going to be ready, and ends it with SIGTERM once it has said something. */
export async function runToEnd(env: HostEnv, endAfter?: string): Promise<Ended> {
  const { child, ended, says } = await start(env)
  if (endAfter !== undefined) void says(endAfter).then(() => child.kill('SIGTERM'))
  return ended
}

interface Starting {
  readonly child: ChildProcess
  readonly output: string
  readonly ended: Promise<Ended>
  /** Resolves when the text has been printed. */
  says(text: string): Promise<void>
}

async function start(env: HostEnv, { from = 'one file', root = ROOT }: HowToStart = {}): Promise<Starting> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const args = argumentsIn(root)
  const [flags, source] = [args.slice(0, -1), args.at(-1)!]
  const isSource = from === 'sources' || root !== ROOT
  const program = isSource ? source : await bundled(pathToFileURL(join(ROOT, source)))
  const known = { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0' }
  const child = spawn(process.execPath, [...flags, program], { cwd: root, env: { ...known, ...env } })
  // Neither a host nor its database outlives a test run that is interrupted.
  const { DATA_DIR } = env
  const callOff = stopWithProcess({
    pid: child.pid,
    ...(DATA_DIR !== undefined && { folder: join(DATA_DIR, 'postgres'), isKept: true }),
  })
  child.once('exit', callOff)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      child.emit('said')
    })
  }
  return {
    child,
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal, output }) as Ended),
    async says(text) {
      while (!output.includes(text)) await once(child, 'said')
    },
    get output() {
      return output
    },
  }
}
