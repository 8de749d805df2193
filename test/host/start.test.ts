import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { runHost, runToEnd } from './_run-host.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-host-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('on a server of its own', { timeout: 120_000 }, () => {
  test('the first start seeds and prints, every other one keeps the data and prints no password', async () => {
    await using database = await emptyDatabase()
    const env = { DATA_DIR: join(folder, 'seeded'), DATABASE_URL: database.url }
    await using first = await runHost(env, { from: 'sources' })
    expect(first.output).toContain('Loading the modules …')
    expect(first.output).toContain('Migrating the database …')
    expect(first.output).toContain(`API            ${first.url}/api\n  API reference  ${first.url}/docs\n`)
    expect(first.output).toContain(`Login page     ${first.url}/login\n`)
    const [beforeGreeting] = first.output.split(' is ready')
    expect(beforeGreeting).not.toMatch(/^\{/m)
    expect(Array.from(first.accounts.keys())).toEqual(['superadmin@acme.com', 'admin@acme.com', 'employee@acme.com'])
    expect(new Set(first.accounts.values()).size).toBe(3)
    for (const [email, password] of first.accounts) await first.logIn(email, password)
    const { code, output } = await first.end('SIGTERM')
    expect([code, output]).toEqual([0, expect.stringContaining('"clean":true')])
    expect(output).toMatch(/^\{.*"msg":"seeded the first tenant"/m)

    await using second = await runHost(env)
    expect(second.accounts.size).toBe(0)
    const token = await second.logIn('admin@acme.com', first.accounts.get('admin@acme.com')!)
    const profile = (await (await second.call('/api/auth/profile', { token })).json()) as { roles: string[] }
    expect(profile.roles).toEqual(['admin'])
    const seeds = await database.sql("select from plinth.action_log where command_id = 'host.seed'")
    expect(seeds).toHaveLength(1)
    expect((await second.end('SIGINT')).code).toBe(0)
    for (const password of first.accounts.values()) expect(second.output).not.toContain(password)
  })
})

describe('what cannot start', { timeout: 120_000 }, () => {
  test('the built-in prototypes are locked before anything else happens', async () => {
    const look = `process.on('exit', () => console.log('locked', [Object, Array, String].every(({ prototype }) => !Object.isExtensible(prototype))))`
    const { output } = await runToEnd({
      DATA_DIR: join(folder, 'locked'),
      PORT: '70000',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(look).replaceAll("'", '%27')}`,
    })
    expect(output).toContain('locked true')
  })

  test('a wrong environment names every wrong variable, and no secret', async () => {
    const { code, output } = await runToEnd({
      DATA_DIR: join(folder, 'wrong'),
      PORT: '70000',
      LOG_LEVEL: 'loud',
      JWT_SECRET: 'tooshort',
      DATABASE_URL: 'mysql://root:hidden@db.example/x',
    })
    expect(code).toBe(1)
    expect(output).toContain('Invalid environment variables:\n')
    expect(output).toContain('  PORT: expected a whole number from 0 to 65535 (it is "70000")\n')
    for (const name of ['DATABASE_URL', 'JWT_SECRET', 'LOG_LEVEL']) expect(output).toContain(`  ${name}: expected `)
    expect(output).not.toMatch(/tooshort|hidden|at file:/)
  })

  test('a port in use is said before a database is touched', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, output } = await runToEnd({ DATA_DIR: join(folder, 'in use'), PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is in use; set PORT to another one, or to 0 for any that is free`)
    expect(output).not.toMatch(/PostgreSQL|at file:/)
  })

  test('a database that does not answer, or does not let the host in, is said in a sentence', async () => {
    await using database = await emptyDatabase()
    const wrong = new URL(database.url)
    wrong.password = 'wrong-password'
    const DATA_DIR = join(folder, 'no database')
    const [silent, refusing] = await Promise.all([
      runToEnd({ DATA_DIR, DATABASE_URL: 'postgres://a:hidden@127.0.0.1:1/x' }),
      runToEnd({ DATA_DIR, DATABASE_URL: wrong.href }),
    ])
    expect(silent.output).toContain(
      'The database does not answer (connect ECONNREFUSED 127.0.0.1:1); check DATABASE_URL',
    )
    expect(refusing.output).toContain(
      'The database rejected the connection (password authentication failed for user "postgres")',
    )
    expect([silent.code, refusing.code]).toEqual([1, 1])
    expect(silent.output + refusing.output).not.toMatch(/hidden|wrong-password|at file:/)
  })
})
