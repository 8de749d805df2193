import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { freePort } from '../../packages/host/src/database/free-port.ts'
import { choosePostgresAccount } from '../../packages/host/src/database/account.ts'
import { stopWithProcess } from './stop-with-process.ts'

/** A running PgBouncer, with the settings that it comes with but for the mode. */
export interface PgBouncer extends AsyncDisposable {
  /** Where it answers for any database of its server, for any login without a password. */
  readonly url: string
}

/** Where PgBouncer is installed (Debian: `apt install pgbouncer`), if it is. */
export async function findPgBouncer(): Promise<string | undefined> {
  for (const folder of ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]) {
    const program = join(folder, 'pgbouncer')
    if (await stat(program).catch(() => undefined)) return program
  }
  return undefined
}

/** Starts one before the server of `url`; it logs in there with the name and password of that URL. */
export async function startPgBouncer(
  program: string,
  url: string,
  { mode = 'transaction', more = '' }: { readonly mode?: 'transaction' | 'session'; readonly more?: string } = {},
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(url)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'plinth-pgbouncer-'))
  const settings = join(folder, 'pgbouncer.ini')
  const login = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${more}
`,
  )
  const account = await choosePostgresAccount([folder])
  if (account.owner) await chown(settings, account.owner.uid, account.owner.gid)
  await chmod(folder, 0o755)
  const { file, args, ...owner } = account.command(program, [settings])
  const child = spawn(file, args, { stdio: 'ignore', ...owner })
  const callOff = stopWithProcess({ pid: child.pid })
  const own = new URL(url)
  own.port = String(port)
  await untilReady(own.href)
  return {
    url: own.href,
    async [Symbol.asyncDispose]() {
      callOff()
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}
