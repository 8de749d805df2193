import { defineModule, input, post, resource } from '@plinth/core'
import { addComment, closeTicket, countOpen, tell } from './commands.ts'
import { events, features } from './contract.ts'
import { Comment, Ticket } from './entities.ts'
import { descriptions, tables } from './migrations.ts'

export const tickets = resource('/tickets', Ticket, {
  access: { read: features.view, write: features.answer },
  input: input(Ticket, ['subject', 'description', 'priority']),
  list: {
    select: ['id', 'subject', 'description', 'status', 'priority'],
    search: ['subject', 'description'],
    sort: ['subject'],
    defaultSort: { field: 'subject' },
  },
})

export const helpdesk = defineModule({
  id: 'helpdesk',
  title: 'Helpdesk',
  features,
  events,
  roles: { admin: ['helpdesk.*'], agent: [features.view, features.answer, features.merge] },
  entities: [Ticket, Comment],
  migrations: [tables, descriptions],
  commands: [...tickets.commands, addComment, closeTicket],
  jobs: [tell, countOpen],
  routes: [...tickets.routes, post('/tickets/{id}/close', closeTicket, { errors: [404] })],
})
