import { defineEntity, p } from '@mikro-orm/core'
import { Scoped } from '@plinth/core'

export const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: {
    subject: p.string().length(100),
    description: p.string().length(5_000),
    status: p.string().length(20).default('open'),
    priority: p.string().length(20).default('normal'),
  },
})

export const Comment = defineEntity({
  name: 'Comment',
  tableName: 'ticket_comments',
  extends: Scoped,
  properties: { ticketId: p.uuid(), text: p.string().length(1_000) },
})
