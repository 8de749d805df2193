import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, resource, Scoped } from '@plinth/core'

const features = defineFeatures('desk', { view: 'View tickets', manage: 'Manage tickets' })

export const Customer = defineEntity({
  name: 'DeskCustomer',
  tableName: 'policy_customers',
  extends: Scoped,
  properties: { name: p.string(), ownerId: p.uuid().nullable() },
})

export const Ticket = defineEntity({
  name: 'DeskTicket',
  tableName: 'policy_tickets',
  extends: Scoped,
  properties: {
    title: p.string(),
    amount: p.integer().default(0),
    price: p.decimal('number').nullable(),
    dueAt: p.datetime().nullable(),
    isOpen: p.boolean().default(true),
    customer: () => p.manyToOne(Customer),
  },
})

const tables = defineMigration(
  'desk.tables',
  `select plinth.scoped_table('policy_customers', 'name text not null, owner_id uuid');
   select plinth.scoped_table('policy_tickets', $$title text not null, amount integer not null default 0, price numeric,
     due_at timestamptz, is_open boolean not null default true,
     customer_id uuid not null, foreign key (tenant_id, customer_id) references policy_customers (tenant_id, id)$$);
   create index on policy_tickets (tenant_id, customer_id);`,
)

const access = { read: features.view, write: features.manage }

const customers = resource('/desk/customers', Customer, {
  kind: 'desk.customer',
  access,
  input: input(Customer, ['name', 'ownerId']),
  list: { select: ['id', 'name', 'ownerId'] },
})

const tickets = resource('/desk/tickets', Ticket, {
  kind: 'desk.ticket',
  access,
  input: input(Ticket, ['title', 'amount', 'price', 'dueAt', 'isOpen', 'customer']),
  list: { select: ['id', 'title', 'amount'], expand: { customer: ['id', 'name'] }, sort: ['title'] },
})

/** Tickets of customers, each of whom somebody owns. */
export const desk = defineModule({
  id: 'desk',
  title: 'Desk',
  entities: [Customer, Ticket],
  migrations: [tables],
  features,
  commands: [...customers.commands, ...tickets.commands],
  routes: [...customers.routes, ...tickets.routes],
})
