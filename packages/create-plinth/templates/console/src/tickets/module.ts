import { p } from '@mikro-orm/core'
import {
  defineEvents,
  defineFeatures,
  defineModule,
  defineScopedEntity,
  Id,
  input,
  resource,
  StateChange,
} from '@plinth/core'
import { consolePages } from '@plinth/points'
import { tables } from './migrations/0001-tables.ts'

export const features = defineFeatures('tickets', { view: 'View tickets', manage: 'Manage tickets' })
export const events = defineEvents('tickets', { 'ticket.created': Id, 'ticket.moved': StateChange })

export const Ticket = defineScopedEntity('tickets.ticket', {
  title: p.string().length(200),
  body: p.text().nullable(),
  status: p.enum(['open', 'closed']).default('open'),
})

/**
 * `GET`, `POST`, `PUT` and `DELETE /tickets`, `POST /tickets/close` and `/tickets/reopen`, each with permissions, undo and an entry in the
 * API reference.
 */
export const ticketed = resource('/tickets', Ticket, {
  access: { read: features.view, write: features.manage },
  input: input(Ticket, ['title', 'body']),
  onWritten: ({ emit }, { id }, what) => what === 'created' && emit(events['ticket.created'], { id }),
  states: {
    property: 'status',
    values: { open: { color: 'green' }, closed: {} },
    initial: 'open',
    editable: ['open'],
    transitions: { close: { from: 'open', to: 'closed' }, reopen: { from: 'closed', to: 'open' } },
    event: events['ticket.moved'],
  },
})

export const tickets = defineModule({
  id: 'tickets',
  title: 'Tickets',
  features,
  events,
  contributes: [consolePages.of({ resource: ticketed, icon: 'tag' })],
  roles: { admin: ['tickets.*'], employee: [features.view] },
  migrations: [tables],
  resources: [ticketed],
})
