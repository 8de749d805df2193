import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { stopWithProcess } from '../_setup/stop-with-process.ts'

const exec = promisify(execFile)

const BRIDGE = 'plinth0'

/** Connects this process to the machines that are started from now on. Its network has to be its own (`unshare --net`). */
export async function joinNetwork(address: string): Promise<void> {
  await exec('ip', ['link', 'add', BRIDGE, 'type', 'bridge'])
  await exec('ip', ['address', 'add', `${address}/24`, 'dev', BRIDGE])
  await exec('ip', ['link', 'set', BRIDGE, 'up'])
}

export interface MachineOptions {
  readonly name: string
  readonly address: string
  /** What it keeps while it is off. */
  readonly folder: string
  /** Where its folders are, by the path at which it sees them, beside those of its own. */
  readonly shared: Readonly<Record<string, string>>
  /** Texts of files by path. */
  readonly files: Readonly<Record<string, string>>
}

/** Folders of its own, with their owners. */
const FOLDERS = {
  '/etc/patroni': 'root',
  '/var/lib/postgresql': 'postgres',
  '/run/postgresql': 'postgres',
  '/var/lib/etcd': 'etcd',
  '/var/spool/pgbackrest': 'postgres',
  '/var/log/pgbackrest': 'postgres',
  '/tmp': 'root',
} as const

/** As the first process: it also waits for those that have lost their parent. */
const INIT = `
set -e
while read -r from to; do mount --bind "$from" "$to"; done <<< "$1"
ip link set lo up
echo ready
while sleep 1000; do :; done
`

/** What systemd does with the services of the page. */
const SYSTEMCTL = `#!/bin/bash
case $2 in
  etcd) user=etcd; program='set -a; . /etc/default/etcd; exec etcd' ;;
  patroni) user=postgres; program='exec patroni /etc/patroni/config.yml' ;;
esac
pid=/tmp/$2.pid
if [ $1 != start ] && [ -f $pid ]; then
  kill $(cat $pid) 2>/dev/null
  while kill -0 $(cat $pid) 2>/dev/null; do sleep 0.1; done
fi
if [ $1 != stop ]; then
  setsid setpriv --reuid=$user --regid=$user --init-groups bash -c "$program" >> /tmp/$2.log 2>&1 < /dev/null &
  echo $! > $pid
fi
`

/** Processes with files and a network of their own, which end together. Needs root (Linux). */
export class Machine implements AsyncDisposable {
  readonly name: string
  readonly address: string
  readonly #options: MachineOptions
  #process: ChildProcess | undefined
  #init = 0
  #callOff = () => {}

  private constructor(options: MachineOptions) {
    this.name = options.name
    this.address = options.address
    this.#options = options
  }

  static async create(options: MachineOptions): Promise<Machine> {
    const machine = new Machine(options)
    for (const [path, owner] of Object.entries(FOLDERS)) {
      await mkdir(machine.pathOf(path), { recursive: true })
      await exec('chown', [`${owner}:${owner}`, machine.pathOf(path)])
    }
    await chmod(machine.pathOf('/tmp'), 0o1777)
    for (const [path, text] of Object.entries(options.files)) {
      await mkdir(dirname(machine.pathOf(path)), { recursive: true })
      await writeFile(machine.pathOf(path), text)
    }
    await writeFile(machine.pathOf('/systemctl'), SYSTEMCTL, { mode: 0o755 })
    await machine.powerOn()
    return machine
  }

  /** Where this process sees a file of its own. */
  pathOf(path: string): string {
    return join(this.#options.folder, path)
  }

  async powerOn(): Promise<void> {
    const { name, address, files, shared } = this.#options
    const own = [...Object.keys(FOLDERS), ...Object.keys(files).filter((path) => !isBelowOwn(path))]
    const mounts = own.map((path) => `${this.pathOf(path)} ${path}`)
    for (const [path, folder] of Object.entries(shared)) mounts.push(`${folder} ${path}`)
    const flags = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
    const child = spawn('unshare', [...flags, 'bash', '-c', INIT, 'init', mounts.join('\n')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#process = child
    this.#callOff = stopWithProcess({ pid: child.pid })
    const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    if (!String(said).startsWith('ready')) throw new Error(`${name} does not start: ${said}`)
    this.#init = Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'))
    await exec('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(this.#init)])
    await exec('ip', ['link', 'set', name, 'master', BRIDGE, 'up'])
    await this.run(`ip address add ${address}/24 dev eth0 && ip link set eth0 up`)
  }

  /** All its processes are gone at once, and nobody hears of it. */
  async powerOff(): Promise<void> {
    this.#callOff()
    const child = this.#process
    this.#process = undefined
    if (!child) return
    const ended = once(child, 'exit')
    process.kill(this.#init, 'SIGKILL')
    await ended
    // The kernel would remove the cable, too, but in its own time.
    await exec('ip', ['link', 'delete', this.name]).catch(() => undefined)
  }

  /** Pulls the cable, or puts it back. */
  async setCable(state: 'up' | 'down'): Promise<void> {
    await exec('ip', ['link', 'set', this.name, state])
  }

  /** Runs lines of a shell as root; returns what they print. */
  async run(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const namespaces = ['--target', String(this.#init), '--net', '--mount', '--pid']
    const { stdout } = await exec('nsenter', [...namespaces, 'bash', '-eo', 'pipefail', '-c', script], {
      cwd: '/',
      env: { ...env, PATH: `${this.#options.folder}:${process.env['PATH']}`, LANG: 'C.UTF-8' },
    })
    return stdout
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.powerOff()
  }
}

const isBelowOwn = (path: string) => Object.keys(FOLDERS).some((folder) => path.startsWith(`${folder}/`))
