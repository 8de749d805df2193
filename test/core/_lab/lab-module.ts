import { defineEntity, p } from '@mikro-orm/core'
import {
  badInput,
  type CommandContext,
  defineCommand,
  defineMigration,
  defineModule,
  defineService,
  Id,
  type Module,
  open,
  Scoped,
  sql,
} from '@plinth/core'
import { z } from 'zod'

/** A table with every kind of column that recording has to survive. */
export const Item = defineEntity({
  name: 'Item',
  tableName: 'items',
  extends: Scoped,
  properties: {
    name: p.string(),
    amount: p.decimal().nullable(),
    data: p.json<Record<string, unknown>>().nullable(),
    labels: p.array().nullable(),
    bytes: p.blob().nullable(),
    secret: p.string().nullable(),
  },
})

export const itemsTable = defineMigration(
  'lab.items',
  `select plinth.scoped_table('items', $$
    name text not null, amount numeric, data jsonb, labels text[], bytes bytea, secret text,
    shouted text generated always as (upper(name)) stored,
    unique (tenant_id, name)$$, '{secret}');
  select plinth.scoped_table('parts', $$
    item_id uuid not null, note text,
    foreign key (tenant_id, item_id) references items (tenant_id, id) on delete cascade$$);
  create index on parts (tenant_id, item_id);`,
)

type Run = (ctx: CommandContext<{ id?: string; name?: string }>) => Promise<unknown>

/** A command whose body a test writes on the spot. */
export function command(verb: string, run: Run, more: Partial<Parameters<typeof defineCommand>[0]> = {}) {
  return defineCommand({
    id: `lab.items.${verb}`,
    access: open,
    resource: 'lab.item',
    input: z.object({ id: z.string().optional(), name: z.string().optional() }),
    output: z.unknown(),
    ...more,
    run: run as never,
  })
}

export const shelf = defineService('lab.shelf', ({ from, db }) => ({
  count: async () => (await from(Item, 'i').select('i.id').execute()).length,
  names: async () => (await sql<{ name: string }>`select name from items order by name`.execute(db)).rows,
}))

export const createItem = defineCommand({
  id: 'lab.items.create',
  label: 'Create item',
  access: open,
  resource: 'lab.item',
  input: z.object({ name: z.string(), secret: z.string().optional() }),
  output: Id,
  async run({ from, input }) {
    if (input.name === 'forbidden') throw badInput('Not this one')
    const item = await from.create(Item, input)
    return { id: item.id }
  },
})

export const renameItem = defineCommand({
  id: 'lab.items.rename',
  access: open,
  resource: 'lab.item',
  input: z.object({ id: z.uuid(), name: z.string() }),
  output: Id,
  async run({ from, input: { id, name } }) {
    await from.change(Item, id, { name })
    return { id }
  },
})

/** The module of the core's own tests; `more` adds what one test needs. */
export function labModule(more: Partial<Parameters<typeof defineModule>[0]> = {}): Module {
  return defineModule({
    id: 'lab',
    title: 'Lab',
    entities: [Item],
    migrations: [itemsTable],
    ...more,
    services: [shelf, ...(more.services ?? [])],
    commands: [createItem, renameItem, ...(more.commands ?? [])],
  })
}
