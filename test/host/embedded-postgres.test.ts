import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '@plinth/host'
import { findPostmaster } from '../../packages/host/src/database/postmaster.ts'

let dataFolder: string
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'plinth-embedded-'))
})
afterAll(() => rm(dataFolder, { recursive: true }))

const cluster = () => join(dataFolder, 'cluster')

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A process that starts the database and then waits to be killed. */
async function hostProcess(): Promise<{ kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<unknown> }> {
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(
    new URL('../../packages/host/src/database/embedded-postgres.ts', import.meta.url).href,
  )}
    await startEmbeddedPostgres({ dataFolder: ${JSON.stringify(dataFolder)} })
    process.once('SIGTERM', () => process.exit())
    setInterval(() => undefined, 1000)
    console.log('up')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    kill(signal) {
      child.kill(signal)
      return ended
    },
  }
}

test('data and port survive a restart; several users share one server, the last one stops it', async () => {
  const messages: string[] = []
  const onProgress = (message: string) => void messages.push(message)
  const [one, two] = await Promise.all([
    startEmbeddedPostgres({ dataFolder, onProgress }),
    startEmbeddedPostgres({ dataFolder, onProgress }),
  ])
  expect(two.url).toBe(one.url)
  expect(messages).toEqual(['Creating the database (only the first time)', 'Starting the database'])
  await query(one.url, 'create table note as select 1 as kept')
  await one.stop()
  expect(await query(two.url, 'select kept from note')).toEqual([{ kept: 1 }])
  await two.stop()
  await two.stop()
  expect(findPostmaster(cluster())).toBeUndefined()

  const again = await startEmbeddedPostgres({ dataFolder })
  expect(again.url).toBe(one.url)
  expect(await query(again.url, 'select kept from note')).toEqual([{ kept: 1 }])
  const settings = await query(
    again.url,
    `select current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets,
      datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`,
  )
  const locale = { provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' }
  expect(settings).toEqual([{ listen: '127.0.0.1', sockets: '', ...locale }])
  await expect(startEmbeddedPostgres({ dataFolder, port: 1 })).rejects.toThrow(/already runs on port/)
  await again.stop()
})

test('only who knows the generated password gets in', async () => {
  const server = await startEmbeddedPostgres({ dataFolder })
  const stranger = new URL(server.url)
  stranger.password = 'guess'
  await expect(query(stranger.href, 'select 1')).rejects.toThrow(/authentication failed/)
  expect((await stat(join(dataFolder, 'password'))).mode & 0o777).toBe(0o600)
  await server.stop()
})

test('a server left behind by a killed process is taken over, and stopped in the end', async () => {
  const host = await hostProcess()
  const left = findPostmaster(cluster())
  await host.kill('SIGKILL')
  const server = await startEmbeddedPostgres({ dataFolder })
  expect(findPostmaster(cluster())?.pid).toBe(left?.pid)
  await server.stop()
  expect(findPostmaster(cluster())).toBeUndefined()
})

test('a process that just exits takes its server with it', async () => {
  const host = await hostProcess()
  await host.kill('SIGTERM')
  const server = await startEmbeddedPostgres({ dataFolder })
  expect(await query(server.url, 'select kept from note')).toEqual([{ kept: 1 }])
  await server.stop()
})

test('after a power cut the process id in the file may belong to somebody else', async () => {
  const host = await hostProcess()
  const pidFile = join(cluster(), 'postmaster.pid')
  process.kill(Number.parseInt(await readFile(pidFile, 'utf8'), 10), 'SIGKILL')
  await host.kill('SIGKILL')
  const lines = (await readFile(pidFile, 'utf8')).split('\n')
  await writeFile(pidFile, [process.ppid, ...lines.slice(1)].join('\n'))
  const server = await startEmbeddedPostgres({ dataFolder })
  expect(await query(server.url, 'select kept from note')).toEqual([{ kept: 1 }])
  await server.stop()
})

test('a missing password and data of another version are explained', async () => {
  const passwordFile = join(dataFolder, 'password')
  const password = await readFile(passwordFile, 'utf8')
  await rm(passwordFile)
  await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(/password is missing/)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await writeFile(join(cluster(), 'PG_VERSION'), '15\n')
  await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(/written by PostgreSQL 15/)
})
