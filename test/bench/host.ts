import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../packages/host/src/database/free-port.ts'
import { ARGUMENTS, ROOT } from '../host/_run-host.ts'
import { stopWithProcess } from '../_setup/stop-with-process.ts'
import { PASSWORD } from './database.ts'

const SAMPLE_MS = 200

/** The example host as a user starts it: its lines of requests go to a file. */
export interface ShippedHost extends AsyncDisposable {
  /** Where its API is. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A folder that goes with it. */
  readonly folder: string
  /** Its resident memory in MiB, now. */
  memory(): Promise<number>
  /** The most memory that it had since it was ready, in MiB. */
  peak(): number
}

/** Starts it on a database of its own and logs in as its administrator. */
export async function startShippedHost(databaseUrl: string): Promise<ShippedHost> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-host-'))
  const lines = await open(join(folder, 'lines.log'), 'a')
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: folder, SEED_PASSWORD: PASSWORD, PORT: String(port) }
  const host = spawn(process.execPath, ARGUMENTS, {
    cwd: ROOT,
    env: { PATH, HOME, ...own },
    stdio: ['ignore', lines.fd, 'inherit'],
  })
  const callOff = stopWithProcess({ pid: host.pid })
  const origin = `http://127.0.0.1:${port}`
  while (!(await isReady(origin))) {
    if (host.exitCode !== null) throw new Error(`The host ended with ${host.exitCode}`)
    await sleep(SAMPLE_MS)
  }
  const memory = async () => {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(host.pid)])
    return Number(stdout) / 1024
  }
  let peak = 0
  const sampling = setInterval(() => void memory().then((now) => (peak = Math.max(peak, now))), SAMPLE_MS)
  const credentials = new URLSearchParams({ email: 'admin@acme.com', password: PASSWORD })
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', body: credentials })
  const { token } = (await answer.json()) as { token: string }
  return {
    url: `${origin}/api`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    folder,
    memory,
    peak: () => peak,
    async [Symbol.asyncDispose]() {
      const ended = once(host, 'exit')
      clearInterval(sampling)
      callOff()
      host.kill('SIGKILL')
      await ended
      await lines.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
