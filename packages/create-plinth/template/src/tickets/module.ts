import { defineEntity, p } from '@mikro-orm/core'
import { defineEvents, defineFeatures, defineModule, Id, input, resource, Scoped, StateChange } from '@plinth/core'
import { consolePages } from '@plinth/points'
import { tables } from './migrations/0001-tables.ts'

export const features = defineFeatures('tickets', { view: 'View tickets', manage: 'Manage tickets' })
export const events = defineEvents('tickets', { 'ticket.created': Id, 'ticket.moved': StateChange })

export const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: {
    title: p.string().length(200),
    body: p.text().nullable(),
    status: p.enum(['open', 'closed']).default('open'),
  },
})

/**
 * `GET`, `POST`, `PUT` and `DELETE /tickets`, `POST /tickets/close` and `/tickets/reopen`, each with permissions, undo and an entry in the
 * API reference.
 */
export const ticketed = resource('/tickets', Ticket, {
  access: { read: features.view, write: features.manage },
  input: input(Ticket, ['title', 'body']),
  onWritten: ({ emit }, { id }, what) => what === 'created' && emit(events['ticket.created'], { id }),
  list: {
    select: ['id', 'title', 'body', 'status'],
    search: ['title'],
    sort: ['title'],
    defaultSort: { field: 'title' },
  },
  states: {
    property: 'status',
    values: { open: { color: 'green' }, closed: {} },
    initial: 'open',
    editable: ['open'],
    transitions: { close: { from: 'open', to: 'closed' }, reopen: { from: 'closed', to: 'open' } },
    event: events['ticket.moved'],
  },
})

/** The list, form and history of tickets in the console. */
const page = consolePages.of({
  path: 'tickets',
  resource: '/tickets',
  title: 'Tickets',
  icon: 'tag',
  access: features.view,
  columns: ['title', 'status', 'body'],
})

export const tickets = defineModule({
  id: 'tickets',
  title: 'Tickets',
  features,
  events,
  contributes: [page],
  roles: { admin: ['tickets.*'], employee: [features.view] },
  entities: [Ticket],
  migrations: [tables],
  commands: ticketed.commands,
  routes: ticketed.routes,
})
