import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Load, type Written } from './_load.ts'
import { makeProduct, type Product, type ProductHost, type Source } from './_product.ts'

/** Seconds of load in each phase. */
const SECONDS = Number(process.env['UPGRADE_SECONDS'] ?? 5)
const CLIENTS = 4
const PASSWORD = 'Secret-123'

const SOURCES: readonly Source[] = process.env['UPGRADE_LINKED'] === undefined ? ['npm', 'pnpm'] : ['sources']

describe.each(SOURCES)('a product with packages of %s', (source) => {
  const opened = new AsyncDisposableStack()
  let product: Product
  let env: Record<string, string>
  let sql: (text: string) => Promise<readonly Record<string, unknown>[]>

  beforeAll(async () => {
    product = opened.use(await makeProduct(join(import.meta.dirname, 'versions'), source))
    const name = `rental_${source}_${process.pid}`
    const admin = new pg.Client(inject('postgresUrl'))
    await admin.connect()
    // The logins that the documentation recommends: one owns the tables, the other one may do nothing by itself.
    const { output } = await product.plinth('v1', ['database', 'roles', name])
    for (const statement of output.split(/;\n(?!exception|  |end)/))
      await admin.query(statement).catch((error: { code?: string }) => {
        // The roles of the platform are there already.
        if (error.code !== '42710') throw error
      })
    const server = new URL(inject('postgresUrl'))
    const [, owner = '', host = ''] = /MIGRATION_DATABASE_URL=(\S+)[^]*DATABASE_URL=(\S+)/
      .exec(output)!
      .map((url) => url.replace('SERVER', server.host))
    env = {
      PORT: '0',
      DATABASE_URL: host,
      MIGRATION_DATABASE_URL: owner,
      JWT_SECRET: 'the same secret for every host of the product',
      SEED_PASSWORD: PASSWORD,
      RATE_LIMIT_ENABLED: 'false',
      DRAIN_SECONDS: '2',
      LOG_LEVEL: 'error',
    }
    server.pathname = `/${name}`
    const reader = new pg.Client(server.href)
    await reader.connect()
    sql = async (text) => (await reader.query(text)).rows as readonly Record<string, unknown>[]
    opened.defer(async () => {
      await reader.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    })
  }, 1_200_000)
  afterAll(() => opened.disposeAsync())

  const start = (version: string) => product.start(version, env)

  /** Lists the migrations of a version by their files. */
  async function listMigrations(version: string, isListed: (file: string) => boolean): Promise<void> {
    const folder = join(product.folder, version, 'migrations')
    const files = (await readdir(folder)).filter((file) => /^\d/.test(file) && isListed(file)).toSorted()
    const names = await Promise.all(
      files.map(async (file) => /export const (\w+)/.exec(await readFile(join(folder, file), 'utf8'))![1]!),
    )
    const imports = files.map((file, at) => `import { ${names[at]} } from './${file}'`)
    await writeFile(
      join(folder, 'index.ts'),
      `${imports.join('\n')}\n\nexport const migrations = [${names.join(', ')}]\n`,
    )
  }

  test(
    'a version is rolled out over two hosts under load, rolled back, and rolled out again',
    { timeout: 3_600_000 },
    async () => {
      const pair = [await start('v1'), await start('v1')]
      const body = new URLSearchParams({ email: 'admin@acme.com', password: PASSWORD })
      const login = await fetch(`${pair[0]!.url}/api/auth/login`, { method: 'POST', body })
      const { token } = (await login.json()) as { token: string }
      const load = new Load({ token, clients: CLIENTS, hosts: pair })
      const phases: Record<string, Written[]> = {}
      let seen = 0
      /** Replaces one host after the other, as a deployment does. */
      const roll = async (phase: string, version: string) => {
        for (const at of [0, 1]) {
          const next: ProductHost = await start(version)
          load.hosts.add(next)
          load.hosts.delete(pair[at]!)
          await sleep(500)
          expect(await pair[at]!.end()).toBe(0)
          pair[at] = next
          await sleep(SECONDS * 1_000)
        }
        phases[phase] = load.written.slice(seen)
        seen = load.written.length
        console.log(phase, JSON.stringify(load.answers))
        expect(pair.flatMap((host) => host.errors())).toEqual([])
        expect(load.failures).toEqual([])
      }
      await sleep(SECONDS * 1_000)
      const former = load.written.slice()

      const renames = ['--rename', 'customers.name:title', '--rename', 'customers.price:exact_price']
      const written = await product.plinth('v2', ['migration', 'next', ...renames, '--split', 'customers:addresses'], {
        ...env,
        DATABASE_URL: inject('postgresUrl'),
        MIGRATION_DATABASE_URL: '',
      })
      expect(written).toMatchObject({ code: 0, output: expect.stringContaining('nextNextRelease') })
      await listMigrations('v2', (file) => !file.includes('next-release'))
      await roll('version 2', 'v2')
      // A part of the former entries is undone by each version.
      const undone: Record<string, number> = {}
      const undo = async (host: ProductHost, entries: readonly Written[]) => {
        for (const entry of entries.toReversed()) {
          const result = `${entry.version} by ${host.version}: ${await load.undo(host, entry)}`
          undone[result] = (undone[result] ?? 0) + 1
        }
      }
      const third = Math.floor(former.length / 3)
      const left = new Set(load.written)
      const take = (entries: readonly Written[]) => entries.filter((entry) => left.delete(entry))
      await undo(pair[0]!, take(former.slice(-third)))
      await roll('back to version 1', 'v1')
      await undo(pair[1]!, take(former.slice(-2 * third, -third)))
      await roll('version 2 again', 'v2')
      await listMigrations('v2', () => true)
      await roll('next release', 'v2')
      await load.stop()

      expect(
        await sql(`select column_name from information_schema.columns where table_name = 'customers'
    and column_name in ('name', 'price', 'street', 'city')`),
      ).toEqual([])
      // Every other entry, the newest first: undone, or refused with its reason.
      const rest = load.written.filter((entry) => left.has(entry) || !former.includes(entry))
      await undo(pair[0]!, rest)
      console.log(JSON.stringify(undone, null, 2))
      expect(load.failures).toEqual([])
      const refused = Object.keys(undone).filter((result) => !result.endsWith(': 200'))
      // What others have changed since, or undone themselves.
      for (const result of refused)
        expect(result).toMatch(/: 400 (Later changes are in the way|Undo token not available)$/)
      expect(await sql(`select deadlocks::int from pg_stat_database where datname = current_database()`)).toEqual([
        { deadlocks: 0 },
      ])
    },
  )
})
