import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { access, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './_pages.ts'

const exec = promisify(execFile)

/** A machine with nothing but Node, npm and git: nothing of this repository or of the run is in its environment. */
export interface Machine extends AsyncDisposable {
  /** A new folder, in which the folders of the commands are. */
  readonly folder: string
  /** Runs commands in a folder below it, and answers what they print. Throws with it if they fail, unless `mayFail`. */
  run(
    place: string,
    commands: string,
    options?: { readonly mayFail?: boolean; readonly env?: Variables },
  ): Promise<string>
  /** Runs commands of which the last one goes on, until it has printed `said`; answers what was printed, and stops it. */
  untilSaid(
    place: string,
    commands: string,
    options: { readonly said: string; readonly env?: Variables },
  ): Promise<string>
}

type Variables = Readonly<Record<string, string>>

/** Whether the commands need a Node that runs products, or any that can install this repository. */
export async function openMachine(node: 'for products' | 'as installed'): Promise<Machine> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'plinth-machine-')))
  const bin = join(folder, '.bin')
  await mkdir(bin)
  const installed = (process.env['PATH'] ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
  if (node === 'for products') await symlink(process.execPath, join(bin, 'node'))
  const base = {
    PATH: [bin, ...installed].join(delimiter),
    HOME: process.env['HOME'] ?? folder,
    LANG: 'C.UTF-8',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'Somebody',
    GIT_CONFIG_KEY_1: 'user.email',
    GIT_CONFIG_VALUE_1: 'somebody@example.com',
  }
  const children: ChildProcess[] = []
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // npm passes no signals on, so that its whole group is ended.
    process.kill(-child.pid!, 'SIGTERM')
    await ended
  }
  const place = async (name: string) => {
    await mkdir(join(folder, name), { recursive: true })
    return join(folder, name)
  }
  return {
    folder,
    async run(name, commands, { mayFail = false, env = {} } = {}) {
      const options = { cwd: await place(name), env: { ...base, ...env }, maxBuffer: 2 ** 28 }
      try {
        const { stdout, stderr } = await exec('bash', ['-eo', 'pipefail', '-c', commands], options)
        return stdout + stderr
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
        if (mayFail) return stdout + stderr
        throw new Error(`${commands}\nfailed:\n${stdout}\n${stderr}`, { cause: error })
      }
    },
    async untilSaid(name, commands, { said, env = {} }) {
      const options = { cwd: await place(name), env: { ...base, ...env }, detached: true }
      const child = spawn('bash', ['-eo', 'pipefail', '-c', commands], {
        ...options,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      let output = ''
      await new Promise<void>((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => {
            output += text
            if (output.includes(said)) resolve()
          })
        child.once('exit', (code) => reject(new Error(`${commands}\nended with ${code}:\n${output}`)))
      })
      await end(child)
      return output
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(children.map(end))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A clone of what is committed, in the folder `plinth` of a machine. */
export async function cloneOnto({ folder }: Machine): Promise<void> {
  await access(join(ROOT, '.git'))
  await exec('git', ['clone', '--quiet', '--no-hardlinks', ROOT, join(folder, 'plinth')])
}
