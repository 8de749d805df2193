import { defineEntity, p } from '@mikro-orm/core'
import {
  badInput,
  type Command,
  type CommandContext,
  conflict,
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  Id,
  mailer,
  type Module,
  notFound,
  post,
  Scoped,
} from '@plinth/core'
import { z } from 'zod'

// A small product as an outside author writes it with docs/3-commands.md at hand: no word about locks or versions.

export const features = defineFeatures('desk', { manage: 'Manage tickets' })

export const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'desk_tickets',
  extends: Scoped,
  properties: { title: p.string(), status: p.string(), total: p.integer(), lines: p.integer() },
})

export const Line = defineEntity({
  name: 'Line',
  tableName: 'desk_lines',
  extends: Scoped,
  properties: { ticketId: p.uuid(), amount: p.integer() },
})

const tables = defineMigration(
  'desk.tables',
  `select plinth.scoped_table('desk_tickets', $$ title text not null, status text not null default 'open',
      total int not null default 0, lines int not null default 0 $$);
   select plinth.scoped_table('desk_lines', $$ ticket_id uuid not null, amount int not null,
      foreign key (tenant_id, ticket_id) references desk_tickets (tenant_id, id) on delete cascade $$);
   create index on desk_lines (tenant_id, ticket_id);`,
)

const about = { access: features.manage, resource: 'desk.ticket', output: Id } as const

export const createTicket = defineCommand({
  ...about,
  id: 'desk.tickets.create',
  input: z.object({ title: z.string() }),
  async run({ input: { title }, from }) {
    const { id } = await from.create(Ticket, { title, status: 'open', total: 0, lines: 0 })
    return { id }
  },
})

const move = (verb: string, to: string) =>
  defineCommand({
    ...about,
    id: `desk.tickets.${verb}`,
    input: Id,
    async run({ input: { id }, from, inject, actor }) {
      const ticket = await from.lock(Ticket, id)
      if (ticket.status !== 'open') throw conflict(`The ticket is ${ticket.status}`)
      await from.change(Ticket, ticket, { status: to })
      await inject(mailer).send({ to: `${actor.id}@acme.example`, subject: `Ticket ${to}`, text: to, html: to })
      return { id }
    },
  })
export const closeTicket = move('close', 'closed')
export const cancelTicket = move('cancel', 'cancelled')

const LineInput = Id.extend({ amount: z.int() })

/** Locks the ticket first, then adds a line and writes the sum of all. */
export const addLine = defineCommand({
  ...about,
  id: 'desk.lines.add',
  input: LineInput,
  async run({ input: { id, amount }, from }) {
    const ticket = await from.lock(Ticket, id)
    if (ticket.status !== 'open') throw conflict(`The ticket is ${ticket.status}`)
    await from.create(Line, { ticketId: id, amount })
    const lines = await from.lockAll(Line, { ticketId: id })
    const total = lines.reduce((sum, line) => sum + line.amount, 0)
    await from.change(Ticket, ticket, { total, lines: lines.length })
    return { id }
  },
})

/** Adds a line where the ticket is open, and leaves the ticket alone. */
export const addBareLine = defineCommand({
  ...about,
  id: 'desk.lines.add_bare',
  input: LineInput,
  async run({ input: { id, amount }, from }) {
    const ticket = await from.lock(Ticket, id)
    if (ticket.status !== 'open') throw conflict(`The ticket is ${ticket.status}`)
    await from.create(Line, { ticketId: id, amount })
    return { id }
  },
})

/** Reads the sum before it touches the ticket. */
export const addSummedLine = defineCommand({
  ...about,
  id: 'desk.lines.add_summed',
  input: LineInput,
  async run({ input: { id, amount }, from }) {
    await from.create(Line, { ticketId: id, amount })
    const { total, lines } = await from(Line, 'l')
      .select(({ fn }) => [fn.sum<number>('l.amount').as('total'), fn.countAll<number>().as('lines')])
      .where('l.ticketId', '=', id)
      .executeTakeFirstOrThrow()
    await from.change(Ticket, id, { total: Number(total), lines })
    return { id }
  },
})

/** Sums inside of a statement that changes the ticket. */
export const addSetLine = defineCommand({
  ...about,
  id: 'desk.lines.add_set',
  input: LineInput,
  async run({ input: { id, amount }, from }) {
    await from.insert(Line, { ticketId: id, amount }).execute()
    const sumOf = from(Line, 'l')
      .select(({ fn }) => fn.sum<number>('l.amount').as('total'))
      .where('l.ticketId', '=', id)
    const countOf = from(Line, 'l')
      .select(({ fn }) => fn.countAll<number>().as('lines'))
      .where('l.ticketId', '=', id)
    const { numUpdatedRows } = await from
      .update(Ticket, 't')
      .set({ total: sumOf as never, lines: countOf as never })
      .where('t.id', '=', id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw notFound('Ticket')
    return { id }
  },
})

const readTotal = async ({ from }: Pick<CommandContext, 'from'>, { id, amount }: z.output<typeof LineInput>) => {
  const ticket = await from(Ticket, 't').select(['t.id', 't.total']).where('t.id', '=', id).executeTakeFirst()
  if (!ticket) throw notFound('Ticket')
  if (ticket.total + amount > 1000) throw badInput('Too much')
  return ticket
}

/** Reads without a lock, decides, and writes with a statement. */
export const raise = defineCommand({
  ...about,
  id: 'desk.tickets.raise',
  input: LineInput,
  async run(ctx) {
    const { id, amount } = ctx.input
    const { total } = await readTotal(ctx, ctx.input)
    await ctx.from
      .update(Ticket, 't')
      .set({ total: total + amount })
      .where('t.id', '=', id)
      .execute()
    return { id }
  },
})

/** Reads without a lock, decides, and changes the row. */
export const raiseRow = defineCommand({
  ...about,
  id: 'desk.tickets.raise_row',
  input: LineInput,
  async run(ctx) {
    const ticket = await readTotal(ctx, ctx.input)
    await ctx.from.change(Ticket, ticket, { total: ticket.total + ctx.input.amount })
    return { id: ticket.id }
  },
})

/** Adds to a counter of a locked row. */
export const count = defineCommand({
  ...about,
  id: 'desk.tickets.count',
  input: Id,
  async run({ input: { id }, from }) {
    const ticket = await from.lock(Ticket, id)
    await from.change(Ticket, ticket, { total: ticket.total + 1 })
    return { id }
  },
})

const commands: readonly Command[] = [
  createTicket,
  closeTicket,
  cancelTicket,
  addLine,
  addBareLine,
  addSummedLine,
  addSetLine,
  raise,
  raiseRow,
  count,
]

/** The module, and more commands where a test brings some. Each command has the route `POST /desk/<what>/<verb>`. */
export const desk = (more: readonly Command[] = []): Module =>
  defineModule({
    id: 'desk',
    title: 'Desk',
    features,
    roles: { admin: ['desk.*'] },
    entities: [Ticket, Line],
    migrations: [tables],
    commands: [...commands, ...more],
    routes: [...commands, ...more].map((one) => post(pathOf(one), one, { errors: [404, 409] })),
  })

/** The route of a command of the module. */
export const pathOf = ({ id }: Pick<Command, 'id'>): string => `/${id.replaceAll('.', '/').replaceAll('_', '-')}`
