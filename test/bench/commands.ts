import { createPlatform, systemSession } from '@plinth/core'
import { tenantA } from '@plinth/core/testing'
import pg from 'pg'
import { createItem, labModule } from '../core/_lab/lab-module.ts'

/** Commands a second beside what bare `pg` does when it writes the same rows in one transaction. */
export interface CommandRate {
  readonly name: string
  readonly perSecond: number
  readonly floorPerSecond: number
}

const SECONDS = 2

/** A command that writes one row, its recorded change and its entry, with one writer and with eight, on an empty database. */
export async function commandRates(url: string): Promise<readonly CommandRate[]> {
  await using platform = await createPlatform({
    modules: [labModule()],
    database: { url, poolSize: 8 },
    secret: 'x'.repeat(32),
  })
  await platform.migrate()
  await platform.start({ workers: false })
  const session = systemSession('bench', {
    tenantId: tenantA.id,
    organizationId: tenantA.organization,
    organizationIds: null,
  })
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  const run = () => platform.as(session, ({ run }) => run(createItem, { name: crypto.randomUUID() }))
  const rates: CommandRate[] = []
  for (const writers of [1, 8]) {
    const command = () => rateOf(writers, run)
    const floor = () => rateOf(writers, () => writeBare(pool))
    // One after the other, twice, so that what the machine does meanwhile meets both.
    const [first, second, third, fourth] = [await floor(), await command(), await command(), await floor()]
    const [perSecond, floorPerSecond] = [(second + third) / 2, (first + fourth) / 2]
    rates.push({ name: `command with its log entry, ${writers} writers`, perSecond, floorPerSecond })
  }
  await pool.end()
  return rates
}

async function rateOf(writers: number, write: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1_000
  let written = 0
  const writer = async () => {
    for (; performance.now() < until; written++) await write()
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return written / SECONDS
}

const TEXTS = {
  item: `insert into items (id, tenant_id, created_at, updated_at, organization_id, name, secret) values ($1, $2, $3, $4, $5, $6, $7)`,
  change: `insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after) values ($1, $2, $3, $4, $5, $6)`,
  entry: `insert into plinth.action_log (tenant_id, id, organization_id, command_id, action_label, actor_id, resource_kind,
    resource_id, undo_token_hash, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

async function writeBare(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const [id, entryId, now] = [crypto.randomUUID(), crypto.randomUUID(), new Date()]
  const row = {
    id,
    tenant_id: tenantA.id,
    created_at: now,
    updated_at: now,
    organization_id: tenantA.organization,
    name: id,
    secret: null,
  }
  await client.query('begin')
  await client.query({ name: 'item', text: TEXTS.item, values: Object.values(row) })
  await client.query({
    name: 'change',
    text: TEXTS.change,
    values: [tenantA.id, entryId, 'items', id, null, JSON.stringify(row)],
  })
  const entry = [
    tenantA.id,
    entryId,
    tenantA.organization,
    'lab.items.create',
    'Create item',
    'system:bench',
    'lab.item',
    id,
    entryId,
    now,
  ]
  await client.query({ name: 'entry', text: TEXTS.entry, values: entry })
  await client.query('commit')
  client.release()
}
