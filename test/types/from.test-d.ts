import { defineEntity, p } from '@mikro-orm/core'
import { type Context, defineService, input, Scoped, TenantScoped, view } from '@plinth/core'
import type { NewRow, Row } from '@plinth/core/data'
import type { z } from 'zod'
import { type Equal, expectType } from './_expect-type.ts'

const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: TenantScoped,
  properties: { name: p.string(), rating: p.decimal('number').nullable() },
})
const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: {
    title: p.string(),
    status: p.enum(['open', 'closed']),
    customer: () => p.manyToOne(Customer),
    dueAt: p.datetime().nullable(),
    size: p.bigint(),
    price: p.decimal(),
    data: p.json<{ note: string }>(),
    labels: p.array<string>().columnType('text[]'),
    isUrgent: p.boolean().default(false),
    draft: p.string().persist(false),
  },
})

expectType<
  Equal<
    Row<(typeof Ticket)['~entity']>,
    {
      id: string
      tenantId: string
      organizationId: string | null
      createdAt: string
      updatedAt: string
      title: string
      status: 'open' | 'closed'
      customer: string
      dueAt: string | null
      size: number
      price: string
      data: { note: string }
      labels: string[]
      isUrgent: boolean
    }
  >
>()

const all = ({ from }: Context) => from(Ticket, 't').select(['t.id', 't.dueAt', 'title']).executeTakeFirstOrThrow()
expectType<Equal<Awaited<ReturnType<typeof all>>, { id: string; dueAt: string | null; title: string }>>()

const joined = ({ from }: Context) =>
  from(Ticket, 't', { customer: 'c' }).select(['t.size', 'c.rating', 'c.name as who']).executeTakeFirstOrThrow()
expectType<Equal<Awaited<ReturnType<typeof joined>>, { size: number; rating: number | null; who: string | null }>>()

const counted = ({ from }: Context) =>
  from(Customer, 'c')
    .select((eb) => [
      'c.id',
      eb
        .selectFrom(from.table(Ticket, 't'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('t.customer', '=', 'c.id')
        .as('tickets'),
    ])
    .executeTakeFirstOrThrow()
expectType<Equal<Awaited<ReturnType<typeof counted>>, { id: string; tickets: number | null }>>()

defineService('types.from', ({ from }) => {
  // @ts-expect-error no such column
  from(Ticket, 't').select('t.colour')
  // @ts-expect-error columns are named by their property
  from(Ticket, 't').select('t.due_at')
  // @ts-expect-error a property without a column
  from(Ticket, 't').select('t.draft')
  // @ts-expect-error a number is no title
  from(Ticket, 't').where('t.title', '=', 5)
  // @ts-expect-error no such status
  from(Ticket, 't').where('t.status', '=', 'lost')
  // @ts-expect-error instants are ISO 8601 text
  from(Ticket, 't').where('t.dueAt', '<', new Date())
  // @ts-expect-error an alias that the query does not know
  from(Ticket, 't').select('x.id')
  // @ts-expect-error an alias is needed
  from(Ticket)
  // @ts-expect-error no such relation
  from(Ticket, 't', { owner: 'o' })
  // @ts-expect-error a property that is no relation
  from(Ticket, 't', { title: 'o' })
  // @ts-expect-error the joined row has no such column
  from(Ticket, 't', { customer: 'c' }).select('c.title')
  // @ts-expect-error queries read
  void from(Ticket, 't').deleteFrom
  // @ts-expect-error a string is no entity
  from('tickets', 't')
  return null
})

const added = ({ from }: Context) =>
  from
    .insert(Ticket, {
      title: 'a',
      status: 'open',
      customer: 'c',
      size: 1n,
      price: '1',
      data: { note: 'n' },
      labels: [],
    })
    .returning(['stored.id', 'dueAt'])
    .executeTakeFirstOrThrow()
expectType<Equal<Awaited<ReturnType<typeof added>>, { id: string; dueAt: string | null }>>()

defineService('types.insert', ({ from, widenScope }) => {
  const customer = { name: 'Ada', rating: 4.5 }
  from.insert(Customer, customer)
  from.insert(Customer, { name: 'Ada', rating: null, createdAt: new Date() })
  from.insert(Customer, { name: 'Ada', createdAt: '2026-01-31T12:00:00Z' })
  void widenScope('allTenants', 'types', async (system) => system.from.insert(Customer, { ...customer, tenantId: 't' }))
  // @ts-expect-error a name is needed
  from.insert(Customer, { rating: 4.5 })
  // @ts-expect-error a number is no name
  from.insert(Customer, { name: 5 })
  // @ts-expect-error no such property
  from.insert(Customer, { name: 'Ada', colour: 'red' })
  const spread = { ...customer, colour: 'red' }
  // @ts-expect-error nor where it is spread
  from.insert(Customer, { ...spread, rating: null })
  // @ts-expect-error the tenant is the one that is worked in
  from.insert(Customer, { name: 'Ada', tenantId: 't' })
  // @ts-expect-error a property without a column
  from.insert(Ticket, { ...ticket, draft: 'x' })
  // @ts-expect-error no such status
  from.insert(Ticket, { ...ticket, status: 'lost' })
  // @ts-expect-error the row is said once
  void from.insert(Customer, customer).values
  // @ts-expect-error no such property to return
  from.insert(Customer, customer).returning('colour')
  return null
})
declare const ticket: NewRow<(typeof Ticket)['~entity']>

const TicketView = view(Ticket, ['id', 'status', 'dueAt', 'customer'])
expectType<
  Equal<z.output<typeof TicketView>, { id: string; status: 'open' | 'closed'; dueAt: string | null; customer: string }>
>()
// @ts-expect-error no such property
view(Ticket, ['colour'])

const Fields = input(Ticket, ['title', 'status', 'dueAt', 'isUrgent', 'customer'])
expectType<
  Equal<
    z.input<typeof Fields>,
    {
      title: string
      status: 'open' | 'closed'
      customer: string
      dueAt?: string | null | undefined
      isUrgent?: boolean | undefined
    }
  >
>()
expectType<Equal<z.output<typeof Fields>['dueAt'], Date | null | undefined>>()
const Changes = Fields.partial()
expectType<Equal<z.input<typeof Changes>['title'], string | undefined>>()
// @ts-expect-error no such property
input(Ticket, ['colour'])
