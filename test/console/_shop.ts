import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, lines, resource, Scoped } from '@plinth/core'
import { consolePages } from '@plinth/points'

const features = defineFeatures('shop', { view: 'View orders', manage: 'Manage orders' })

const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: Scoped,
  properties: { name: p.string() },
})

const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: Scoped,
  properties: {
    title: p.string(),
    dueOn: p.date().nullable(),
    meetAt: p.datetime().nullable(),
    customer: () => p.manyToOne(Customer).nullable(),
    total: p.decimal().precision(12).scale(2).default('0'),
  },
})

const Item = defineEntity({
  name: 'OrderItem',
  tableName: 'order_items',
  extends: Scoped,
  properties: {
    order: () => p.manyToOne(Order),
    position: p.integer(),
    product: p.string(),
    quantity: p.integer(),
    price: p.decimal().precision(12).scale(2),
    amount: p.decimal().precision(12).scale(2).generated('quantity * price'),
  },
})

const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  extends: Scoped,
  properties: {
    order: () => p.manyToOne(Order),
    sentOn: p.date(),
    isExpress: p.boolean().default(true),
    condition: p.enum(['intact', 'damaged']).default('intact'),
  },
})

const tables = defineMigration(
  'shop.tables',
  `select plinth.scoped_table('customers', 'name text not null');
   select plinth.scoped_table('orders', $$title text not null, due_on date, meet_at timestamptz, customer_id uuid,
     total numeric(12, 2) not null default 0, foreign key (tenant_id, customer_id) references customers (tenant_id, id)$$);
   create index on orders (tenant_id, customer_id);
   select plinth.scoped_table('order_items', $$order_id uuid not null, position integer not null, product text not null,
     quantity integer not null, price numeric(12, 2) not null,
     amount numeric(12, 2) generated always as (quantity * price) stored$$);
   select plinth.scoped_table('deliveries', $$order_id uuid not null, sent_on date not null, is_express boolean not null default true,
     condition text not null default 'intact' check (condition in ('intact', 'damaged')),
     foreign key (tenant_id, order_id) references orders (tenant_id, id) on delete cascade$$);
   create index on deliveries (tenant_id, order_id);
   select plinth.lines('order_items', 'order_id', 'orders', '{"total": "amount"}');`,
)

const access = { read: features.view, write: features.manage }
const customers = resource('/customers', Customer, {
  access,
  input: input(Customer, ['name']),
  list: { select: ['id', 'name'], search: ['name'] },
})
const orders = resource('/orders', Order, {
  access,
  input: input(Order, ['title', 'dueOn', 'meetAt', 'customer']),
  lines: {
    items: lines(Item, {
      parent: 'order',
      input: input(Item, ['product', 'quantity', 'price']),
      order: 'position',
      sums: { total: 'amount' },
    }),
  },
  list: {
    select: ['id', 'title', 'dueOn', 'meetAt', 'total', 'updatedAt'],
    expand: { customer: ['id', 'name'] },
    sort: ['title', 'dueOn'],
    filter: ['dueOn', 'meetAt'],
  },
  files: true,
})

/** A module with a page for records with lines, dates, files and a relation. */
const deliveries = resource('/deliveries', Delivery, {
  access,
  input: input(Delivery, ['order', 'sentOn', 'isExpress', 'condition']),
})

export const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  features,
  migrations: [tables],
  resources: [customers, orders, deliveries],
  roles: { admin: ['shop.*'] },
  translations: { de: { Condition: 'Zustand', Intact: 'Unversehrt' } },
  contributes: [
    consolePages.of({
      path: 'orders',
      title: 'Orders',
      resource: '/orders',
      kind: 'shop.order',
      references: { customer: '/customers' },
      access: features.view,
    }),
    consolePages.of({ resource: deliveries, path: 'deliveries' }),
  ],
})
