import { auditLogs } from '@plinth/audit-logs'
import { catalog, createProduct, updateProduct } from '@plinth/catalog'
import type { TestPlatform } from '@plinth/testing'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'

/** What is written here is as dense as on a day of 100,000 reads by 50 people; `GROWTH_SCALE=50` writes such a day. */
const SCALE = Number(process.env['GROWTH_SCALE'] ?? 1)
const PEOPLE = Math.max(1, Math.round(SCALE))
const READS = 2_000 * SCALE
const COMMANDS = Math.max(400, 20 * SCALE)
const START = new Date('2030-05-15T08:00:00Z')
const DAY = 86_400_000

const KINDS = ['auth.user', 'auth.role', 'catalog.product', 'catalog.category', 'directory.organization', 'files.file']
const FIELDS = Array.from({ length: 12 }, (_, number) => `someField${number}`)

/** Answers about one record each, as routes tell the log of them. */
async function read(app: TestPlatform): Promise<void> {
  const records = Array.from({ length: 500 }, () => crypto.randomUUID())
  for (let person = 0; person < PEOPLE; person++)
    await app.platform.actAs(app.callerOf({ userId: crypto.randomUUID() }), async (ctx) => {
      app.clock.set(START)
      for (let n = 0; n < READS / PEOPLE; n++) {
        app.clock.advance((DAY / 3 / READS) * PEOPLE)
        const resourceKind = KINDS[n % KINDS.length]!
        const id = records[(n * 7919) % records.length]!
        const asked =
          n % 3 === 0 ? { queryKeys: [], path: `/api/things/${id}` } : { queryKeys: ['id'], path: '/api/things' }
        auditLogs.onRead!(ctx, {
          resourceKind,
          resourceIds: [id],
          resultCount: 1,
          accessType: 'read:item',
          fields: FIELDS,
          ...asked,
        })
      }
    })
  await app.settled()
}

/** Bytes of tables and their indexes, partitions included. */
async function bytes(app: TestPlatform, ...tables: string[]): Promise<number> {
  const [row] = await app.sql<{ size: string }>(
    `select sum(pg_total_relation_size(relid))::text as size
    from unnest($1::text[]) name, pg_partition_tree(('plinth.' || name)::regclass)`,
    [tables],
  )
  return Number(row!.size)
}

async function job(app: TestPlatform, id: string): Promise<void> {
  const found = auditLogs.jobs!.find((one) => one.id === id)!
  await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(found, {}))
  await app.platform.runJobs()
}

test(
  'a year of 1,000 commands and 100,000 reads a day takes less than 3 GB of the database',
  { timeout: 900_000 },
  async () => {
    await using app = await authApp({ modules: [progress, catalog, auditLogs], startAt: START })
    const empty = await bytes(app, 'access_log', 'access_packs')
    await read(app)
    const single = ((await bytes(app, 'access_log')) - empty) / READS
    app.clock.set(new Date(START.getTime() + DAY))
    const unpacked = await bytes(app, 'access_packs')
    await job(app, 'audit_logs.retain-accesses')
    const packed = ((await bytes(app, 'access_packs')) - unpacked) / READS
    expect(await app.sql(`select sum(cardinality(line_ids))::int as lines from plinth.access_packs`)).toEqual([
      { lines: READS },
    ])

    const LOG = ['action_log', 'changes', 'seals', 'turns', 'checkpoints', 'entry_effects', 'kept_secrets']
    const caller = app.callerOf({ features: ['*'] })
    const description =
      'A thing that people buy, told in a sentence or two, as products are told of in a shop. '.repeat(3)
    const write = async (count: number) => {
      const { id } = await app.platform.actAs(caller, ({ run }) => run(createProduct, { title: 'Thing', description }))
      for (let n = 1; n < count; n++)
        await app.platform.actAs(caller, ({ run }) => run(updateProduct, { id, title: `Thing ${n}` }))
      await job(app, 'audit_logs.seal-trail')
    }
    await write(200)
    const before = await bytes(app, ...LOG)
    await write(COMMANDS)
    const command = ((await bytes(app, ...LOG)) - before) / COMMANDS
    // Lines are packed the night after, and months go when the last day of theirs is 90 days old.
    const reads = 100_000 * ((90 + 31) * packed + 2 * single)
    const commands = 365 * 1_000 * command
    const measured = {
      single,
      packed,
      command,
      reads: reads / 1e9,
      commands: commands / 1e9,
      total: (reads + commands) / 1e9,
    }
    expect(measured.total, JSON.stringify(measured)).toBeLessThan(3)
    expect(packed, JSON.stringify(measured)).toBeLessThan(single / 5)
  },
)
