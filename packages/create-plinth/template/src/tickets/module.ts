import { defineEntity, p } from '@mikro-orm/core'
import { defineEvents, defineFeatures, defineModule, Id, input, resource, Scoped } from '@plinth/core'
import { consolePages } from '@plinth/points'
import { tables } from './migrations/0001-tables.ts'

export const features = defineFeatures('tickets', { view: 'View tickets', manage: 'Manage tickets' })
export const events = defineEvents('tickets', { 'ticket.created': Id })

export const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: { title: p.string().length(200), body: p.text().nullable() },
})

/** `GET`, `POST`, `PUT` and `DELETE /tickets`, each with permissions, undo, search and an entry in the API reference. */
export const ticketed = resource('/tickets', Ticket, {
  access: { read: features.view, write: features.manage },
  input: input(Ticket, ['title', 'body']),
  onWritten: ({ emit }, { id }, what) => what === 'created' && emit(events['ticket.created'], { id }),
  list: { select: ['id', 'title', 'body'], search: ['title'], sort: ['title'], defaultSort: { field: 'title' } },
})

/** The list, form and history of tickets in the console. */
const page = consolePages.of({
  path: 'tickets',
  resource: '/tickets',
  kind: 'tickets.ticket',
  title: 'Tickets',
  icon: 'tag',
  access: features.view,
  columns: ['title', 'body'],
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
