import { p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, defineScopedEntity, input, lines, resource } from '@plinth/core'
import { money, quantity } from '@plinth/core/money'
import { consolePages } from '@plinth/points'

const features = defineFeatures('billing', { view: 'View invoices', manage: 'Manage invoices' })

const Invoice = defineScopedEntity('billing.invoice', {
  title: p.string(),
  currency: p.string().length(3),
  net: money({ currency: 'currency' }).default('0'),
})

const Item = defineScopedEntity('billing.invoice_item', {
  invoice: () => p.manyToOne(Invoice),
  position: p.integer(),
  text: p.string(),
  weight: quantity({ unit: 'kilogram' }).nullable(),
  price: money({ currency: 'currency' }),
  discount: money({ fixed: 'EUR' }).nullable(),
  currency: p.string().length(3),
})

const tables = defineMigration(
  'billing.tables',
  `select plinth.scoped_table('billing_invoice', 'title text not null, currency text not null, net numeric(19, 4) not null default 0');
   select plinth.scoped_table('billing_invoice_item', $$invoice_id uuid not null, position integer not null, text text not null,
     weight numeric(19, 4), price numeric(19, 4) not null, discount numeric(19, 4), currency text not null$$);
   select plinth.lines('billing_invoice_item', 'invoice_id', 'billing_invoice', '{"net": "price"}');`,
)

const invoices = resource('/billing/invoices', Invoice, {
  access: { read: features.view, write: features.manage },
  input: input(Invoice, ['title', 'currency']),
  lines: {
    items: lines(Item, {
      parent: 'invoice',
      input: input(Item, ['text', 'weight', 'price', 'discount', 'currency']),
      order: 'position',
      sums: { net: 'price' },
      defaults: { currency: 'invoice.currency' },
    }),
  },
})

/** A module with amounts of money and quantities in lines. */
export const billing = defineModule({
  id: 'billing',
  title: 'Billing',
  features,
  roles: { admin: ['billing.*'] },
  migrations: [tables],
  resources: [invoices],
  contributes: [consolePages.of({ resource: invoices, path: 'invoices', title: 'Invoices' })],
})
