import {
  type CommandContext,
  defineCache,
  defineCommand,
  defineEvents,
  defineJob,
  Id,
  on,
  open,
  sql,
} from '@plinth/core'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { Item, labModule } from './lab-module.ts'

/** Attempts at jobs leave a line here: what ran, where, and how it went. */
const attempt = defineCommand({
  id: 'lab.items.attempt',
  access: open,
  input: z.object({ name: z.string() }),
  output: z.object({}),
  async run({ from, input }) {
    await from.create(Item, { name: `${input.name} ${process.pid} ${crypto.randomUUID()}` })
    return {}
  },
})

export const work = defineJob({
  id: 'lab.work',
  payload: z.object({ name: z.string(), milliseconds: z.number().default(0), failures: z.number().default(0) }),
  async run({ payload: { name, milliseconds, failures }, run, db, signal }) {
    const before = await sql`select from items where name like ${`began ${name} %`}`.execute(db)
    await run(attempt, { name: `began ${name}` })
    if (before.rows.length < failures) throw new Error(`failure of ${name}`)
    await setTimeout(milliseconds, undefined, { signal })
    await run(attempt, { name: `ended ${name}` })
  },
})

const events = defineEvents('lab', { 'item.made': z.object({ name: z.string() }) })

const hear = on(
  events['item.made'],
  async ({ payload, deliveryId, run }) => void (await run(attempt, { name: `heard ${payload.name} ${deliveryId}` })),
  { durable: 'lab.hear' },
)

export const names = defineCache<readonly string[]>('lab.names')

/** A write with everything that a write can have: rows, a secret, an event, a job, an invalidation. */
export const makeItem = defineCommand({
  id: 'lab.items.make',
  access: open,
  resource: 'lab.item',
  input: z.object({ name: z.string(), wide: z.boolean().default(false), job: z.boolean().default(false) }),
  output: Id,
  async run({
    from,
    db,
    input,
    emit,
    enqueue,
    invalidate,
    scope,
  }: CommandContext<{ name: string; wide: boolean; job: boolean }>) {
    const item = await from.create(Item, { name: input.name, secret: `secret of ${input.name}` })
    await sql`insert into parts (id, tenant_id, item_id) values (gen_random_uuid(), ${scope.tenantId}, ${item.id})`.execute(
      db,
    )
    await from.change(Item, item, { data: { touched: true } })
    if (input.job) {
      enqueue(work, { name: input.name })
      emit(events['item.made'], { name: input.name })
    }
    invalidate('items')
    if (input.wide) invalidate(...Array.from({ length: 1_000 }, (_, index) => `wide ${index} ${'x'.repeat(20)}`))
    return { id: item.id }
  },
})

/** What hosts in processes of their own are composed of. */
export const crewModule = labModule({
  commands: [attempt, makeItem],
  events,
  caches: [names],
  jobs: [work],
  subscribers: [hear],
})
