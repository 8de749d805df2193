import { defineEntity, p } from '@mikro-orm/core'
import { defineModule, input, resource, Scoped } from '@plinth/core'
import { features } from './contract.ts'
import { tables } from './migrations.ts'
import { helpdesk } from './module.ts'

const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: { subject: p.string().length(100), body: p.string().length(5_000), status: p.string().default('open') },
})

export const firstTickets = resource('/tickets', Ticket, {
  access: { read: features.view, write: features.answer },
  input: input(Ticket, ['subject', 'body']),
  list: { select: ['id', 'subject', 'body'], sort: ['subject'], defaultSort: { field: 'subject' } },
})

/** The helpdesk as it was released first. */
export const firstHelpdesk = defineModule({
  ...helpdesk,
  roles: { agent: [features.view, features.answer] },
  entities: [Ticket],
  migrations: [tables],
  commands: firstTickets.commands,
  jobs: [],
  routes: firstTickets.routes,
})
