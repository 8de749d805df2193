import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { defineEntity, p } from '@mikro-orm/core'
import {
  type Command,
  conflict,
  type Context,
  createPlatform,
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  Id,
  input,
  lines,
  Ok,
  type Platform,
  resource,
  Scoped,
  sql,
} from '@plinth/core'
import { directory } from '@plinth/directory'
import { numbering, numbers, numberSeries, series } from '@plinth/numbers'
import { settings, settingsModule } from '@plinth/settings'
import { z } from 'zod'
import { type BenchDatabase, organizationId, tenantId } from '../database.ts'
import { compare } from '../load.ts'
import type { Result } from '../result.ts'

const secret = 'bench'.repeat(8)
const caller = {
  actor: 'platform',
  reason: 'bench',
  scope: { tenantId, organizationId },
  userId: '30000000-0000-4000-8000-000000000001',
} as const
const features = defineFeatures('bench', { use: 'Use' })
const access = { read: features.use, write: features.use }

const Contract = defineEntity({
  name: 'Contract',
  tableName: 'bench_contracts',
  extends: Scoped,
  properties: { title: p.string(), status: p.enum(['open', 'closed']).default('open') },
})
const contracts = resource('/bench/contracts', Contract, {
  access,
  input: input(Contract, ['title']),
  list: { select: ['id', 'title', 'status'] },
  states: {
    property: 'status',
    values: { open: { label: 'Open' }, closed: { label: 'Closed' } },
    initial: 'open',
    transitions: { close: { from: 'open', to: 'closed' }, reopen: { from: 'closed', to: 'open' } },
  },
})
/** What an author writes without states. */
const move = (from: 'open' | 'closed', to: 'open' | 'closed') =>
  defineCommand({
    id: `bench.contracts.move_to_${to}`,
    access: features.use,
    resource: 'bench.contract',
    entity: Contract,
    input: Id,
    output: Ok,
    async run(ctx) {
      const row = await ctx.from.lock(Contract, ctx.input.id)
      if (row.status !== from) throw conflict(`Not possible in the state ${row.status}`)
      await ctx.from.change(Contract, row, { status: to })
      return { ok: true as const }
    },
  })
const [close, reopen] = [move('open', 'closed'), move('closed', 'open')]

const Order = defineEntity({
  name: 'Order',
  tableName: 'bench_orders',
  extends: Scoped,
  properties: { title: p.string(), total: p.integer().default(0) },
})
const OrderItem = defineEntity({
  name: 'OrderItem',
  tableName: 'bench_order_items',
  extends: Scoped,
  properties: { order: () => p.manyToOne(Order), position: p.integer(), product: p.string(), quantity: p.integer() },
})
const orders = resource('/bench/orders', Order, {
  access,
  input: input(Order, ['title']),
  list: { select: ['id', 'title', 'total'] },
  lines: {
    items: lines(OrderItem, {
      parent: 'order',
      input: input(OrderItem, ['product', 'quantity']),
      order: 'position',
      sums: { total: 'quantity' },
    }),
  },
})
/** The same without lines: tables of its own without their triggers, and one statement for the changed items and one for the order. */
const saveOrder = defineCommand({
  id: 'bench.orders.save',
  access: features.use,
  resource: 'bench.plain_order',
  input: Id.extend({
    items: z.array(z.object({ id: z.uuid(), product: z.string().trim().min(1).max(255), quantity: z.int() })).max(1000),
  }),
  output: Ok,
  async run({ db, now, input: { id, items }, scope: { tenantId: tenant } }) {
    await sql`select from bench_plain_orders where tenant_id = ${tenant} and id = ${id} for update`.execute(db)
    const { rows } = await sql<{ id: string }>`select id from bench_plain_order_items
      where tenant_id = ${tenant} and order_id = ${id} for update`.execute(db)
    const known = new Set(rows.map((row) => row.id))
    if (items.length !== known.size || !items.every((item) => known.has(item.id))) throw conflict('Other items')
    const sent = JSON.stringify(items.map((item, index) => ({ ...item, position: index + 1 })))
    await sql`update bench_plain_order_items i
      set product = s.product, quantity = s.quantity, position = s.position, updated_at = ${now().toISOString()}
      from jsonb_to_recordset(${sent}::jsonb) as s (id uuid, product text, quantity integer, position integer)
      where i.tenant_id = ${tenant} and i.id = s.id`.execute(db)
    await sql`update bench_plain_orders set updated_at = ${now().toISOString()}, total =
        (select sum(quantity) from bench_plain_order_items where tenant_id = ${tenant} and order_id = ${id})
      where tenant_id = ${tenant} and id = ${id}`.execute(db)
    return { ok: true as const }
  },
})

const Invoice = defineEntity({
  name: 'Invoice',
  tableName: 'bench_invoices',
  extends: Scoped,
  properties: { number: p.string() },
})
const invoiceNumbers = numberSeries({
  id: 'bench.invoices',
  title: 'Invoices',
  pattern: 'RE-{yyyy}-{00000}',
  period: 'year',
  gapless: true,
})
const numbered = { access: features.use, resource: 'bench.invoice', input: z.object({}), output: Id } as const
const createInvoice = defineCommand({
  ...numbered,
  id: 'bench.invoices.create',
  run: async ({ from, inject }) => from.create(Invoice, { number: await inject(numbers).next(invoiceNumbers) }),
})
/** With a row that counts. */
const countInvoice = defineCommand({
  ...numbered,
  id: 'bench.invoices.count',
  async run({ from, db, now, scope: { tenantId: tenant } }) {
    const { rows } = await sql<{ last: number }>`
      update bench_counters set last = last + 1 where tenant_id = ${tenant} returning last`.execute(db)
    return from.create(Invoice, { number: `RE-${now().getFullYear()}-${String(rows[0]!.last).padStart(5, '0')}` })
  },
})

const benchSettings = settings({
  id: 'bench.settings',
  schema: z.object({ deposit: z.int().min(0).max(100), remindAfterDays: z.int().min(1) }),
  defaults: { deposit: 20, remindAfterDays: 7 },
  access: { write: features.use },
})

const bench = defineModule({
  id: 'bench',
  title: 'Bench',
  features,
  requires: ['numbers', 'settings'],
  entities: [Contract, Order, OrderItem, Invoice],
  commands: [
    ...contracts.commands,
    close,
    reopen,
    ...orders.commands,
    saveOrder,
    createInvoice,
    countInvoice,
    ...benchSettings.commands,
  ],
  routes: [...contracts.routes, ...orders.routes, ...benchSettings.routes],
  contributes: [series.of(invoiceNumbers)],
  migrations: [
    defineMigration(
      'bench.records',
      `select plinth.scoped_table('bench_contracts',
         $$title text not null, status text not null default 'open' check (status in ('open', 'closed'))$$);
       select plinth.scoped_table('bench_orders', 'title text not null, total integer not null default 0');
       select plinth.scoped_table('bench_order_items',
         'order_id uuid not null, position integer not null, product text not null, quantity integer not null');
       select plinth.lines('bench_order_items', 'order_id', 'bench_orders', '{"total": "quantity"}');
       select plinth.scoped_table('bench_plain_orders', 'title text not null, total integer not null default 0');
       select plinth.scoped_table('bench_plain_order_items', $$order_id uuid not null, position integer not null,
         product text not null, quantity integer not null,
         foreign key (tenant_id, order_id) references bench_plain_orders (tenant_id, id) on delete cascade$$);
       create index on bench_plain_order_items (tenant_id, order_id);
       select plinth.scoped_table('bench_invoices', 'number text not null');
       select plinth.scoped_table('bench_counters', 'last integer not null default 0')`,
    ),
  ],
})

interface Opened extends AsyncDisposable {
  readonly platform: Platform
  /** Runs a command by itself. */
  run<C extends Command>(command: C, input: unknown): Promise<unknown>
}

async function open({ url }: BenchDatabase): Promise<Opened> {
  const platform = await createPlatform({
    database: { url, privilegedLogin: true },
    modules: [directory, auth({ secret }), auditLogs, numbering, settingsModule, bench],
    secret,
  })
  await platform.migrate()
  await platform.start({ workers: false })
  return {
    platform,
    run: (command, given) => platform.actAs(caller, (ctx) => ctx.run(command, given as never)),
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  }
}

/** A transition, against a command that checks the state and sets it. */
export async function* transitions(database: BenchDatabase): AsyncGenerator<Result> {
  await using opened = await open(database)
  const { run } = opened
  const ids: string[] = []
  for (let count = 0; count < 100; count++)
    ids.push(((await run(contracts.create, { title: 'A contract' })) as { id: string }).id)
  const there = (first: Command, second: Command) => async () => {
    for (const id of ids) await run(first, { id })
    for (const id of ids) await run(second, { id })
  }
  const byHand = there(close, reopen)
  const declared = there(contracts.actions.close, contracts.actions.reopen)
  const calls = 2 * ids.length
  yield {
    name: 'a transition, against checking and setting the state by hand',
    unit: 'commands/s of CPU',
    ...(await compare(15, perCpuSecond(calls, byHand), perCpuSecond(calls, declared))),
    target: 0.95,
  }
  yield {
    name: '  by the clock',
    unit: 'commands/s',
    ...(await compare(15, perSecond(calls, byHand), perSecond(calls, declared))),
    target: 0.95,
  }
}

/** A save of an order with changed items, against one command that knows its tables. */
export async function* savedLines(database: BenchDatabase): AsyncGenerator<Result> {
  await using opened = await open(database)
  const { run } = opened
  for (const [size, turns] of [
    [20, 15],
    [1000, 7],
  ] as const) {
    const [declared, plain] = [
      await makeOrder(database, 'bench_', size),
      await makeOrder(database, 'bench_plain_', size),
    ]
    let quantity = 1
    const saved = ({ id, ids }: { readonly id: string; readonly ids: readonly string[] }) => ({
      id,
      items: ids.map((item) => ({ id: item, product: 'A4', quantity: quantity })),
    })
    const save = (command: Command, order: typeof plain) => async () => {
      for (let count = 0; count < (size > 100 ? 1 : 20); count++) {
        quantity++
        await run(command, saved(order))
      }
    }
    const calls = size > 100 ? 1 : 20
    const pairs = [perSecond(calls, save(saveOrder, plain)), perSecond(calls, save(orders.update, declared))] as const
    const measured = await compare(turns, ...pairs)
    yield {
      name: `save of an order with ${size} changed items, against one by hand`,
      unit: 'saves/s',
      ...measured,
      ...(size === 20 && {
        target: 0.95,
        knownMiss: 'lines are read whole to be compared, and triggers keep sums and organizations whatever writes',
      }),
    }
    if (size === 1000)
      yield { name: '  which takes', unit: 'ms', subject: 1000 / measured.subject, target: 400, atMost: true }
  }
}

async function makeOrder({ query }: BenchDatabase, prefix: string, size: number) {
  const values = [tenantId, organizationId]
  const made = await query(
    `insert into ${prefix}orders (id, tenant_id, organization_id, title)
      values (gen_random_uuid(), $1, $2, 'Paper') returning id`,
    values,
  )
  const id = made.rows[0].id as string
  const { rows } = await query(
    `insert into ${prefix}order_items (id, tenant_id, organization_id, order_id, position, product, quantity)
      select gen_random_uuid(), $1, $2, $3, i, 'A4', 1 from generate_series(1, ${size}) i returning id`,
    [...values, id],
  )
  return { id, ids: rows.map((row) => row.id as string) }
}

/** Gapless numbers of 16 callers at once, against a row that counts. */
export async function* gaplessNumbers(database: BenchDatabase): AsyncGenerator<Result> {
  await using opened = await open(database)
  await database.query(
    `insert into bench_counters (id, tenant_id, organization_id) values (gen_random_uuid(), $1, $2)`,
    [tenantId, organizationId],
  )
  const [callers, calls] = [16, 400]
  const take = (command: Command) => async () => {
    let left = calls
    const taking = async () => {
      while (left-- > 0) await opened.run(command, {})
    }
    await Promise.all(Array.from({ length: callers }, taking))
  }
  yield {
    name: `a gapless number for each of ${callers} callers, against a row that counts`,
    unit: 'commands/s',
    ...(await compare(9, perSecond(calls, take(countInvoice)), perSecond(calls, take(createInvoice)))),
    target: 0.9,
    knownMiss: 'a row for each number, by which nobody gets it twice and undo gives it back',
  }
}

/** What it costs to read a setting again. */
export async function* readSettings(database: BenchDatabase): AsyncGenerator<Result> {
  await using opened = await open(database)
  const reads = 1000
  const read = (ctx: Context) => async () => {
    let sum = 0
    for (let count = 0; count < reads; count++) sum += (await benchSettings.of(ctx)).deposit
    if (sum !== reads * 20) throw new Error(`The sum is ${sum}`)
  }
  const times: number[] = []
  for (let turn = 0; turn < 300; turn++)
    await opened.platform.actAs(caller, async (ctx) => {
      const begun = performance.now()
      await read(ctx)()
      times.push(performance.now() - begun)
    })
  const median = times.slice(100).toSorted((a, b) => a - b)[100]!
  yield {
    name: `a setting, read ${reads} times in a request`,
    unit: 'µs',
    subject: (median * 1000) / reads,
    target: 0.1,
    atMost: true,
  }
}

const perSecond = (calls: number, work: () => Promise<unknown>) => async () => {
  const begun = performance.now()
  await work()
  return (calls * 1000) / (performance.now() - begun)
}

const perCpuSecond = (calls: number, work: () => Promise<unknown>) => async () => {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return (calls * 1e6) / (user + system)
}
