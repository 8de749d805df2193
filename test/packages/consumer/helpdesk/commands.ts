import { defineCommand, defineJob, Id } from '@plinth/core'
import { z } from 'zod'
import { events, features } from './contract.ts'
import { Comment, Ticket } from './entities.ts'
import { ticketRules } from './rules.ts'

/** What the outside world was told, for the checks to see. */
export const toldOutside: string[] = []

export const tell = defineJob({
  id: 'helpdesk.tell',
  payload: z.object({ what: z.string() }),
  run: ({ payload }) => void toldOutside.push(payload.what),
})

/** Closes at night what nobody needs. */
export const countOpen = defineJob({
  id: 'helpdesk.count_open',
  payload: z.object({}),
  schedule: '0 3 * * *',
  run: () => void toldOutside.push('counted'),
})

export const addComment = defineCommand({
  id: 'helpdesk.comments.add',
  access: features.answer,
  resource: 'helpdesk.comment',
  input: z.object({ ticketId: z.uuid(), text: z.string().trim().min(1).max(1_000) }),
  output: Id,
  async run({ input, from, enqueue }) {
    const ticket = await from.lock(Ticket, input.ticketId)
    const comment = await from.create(Comment, { ...input, organizationId: ticket.organizationId })
    enqueue(tell, { what: `added ${input.text}` })
    return { id: comment.id }
  },
  undo: ({ input, enqueue }) => enqueue(tell, { what: `withdrawn ${input.text}` }),
})

/** Runs another command, which has an effect of its own. */
export const closeTicket = defineCommand({
  id: 'helpdesk.tickets.close',
  access: features.answer,
  resource: 'helpdesk.ticket',
  rules: ticketRules.update,
  input: Id.extend({ answer: z.string().trim().min(1).max(1_000) }),
  output: Id,
  async run({ input: { id, answer }, from, run, emit, enqueue }) {
    const ticket = await from.lock(Ticket, id)
    await run(addComment, { ticketId: id, text: answer })
    await from.change(Ticket, ticket, { status: 'closed' })
    enqueue(tell, { what: 'closed' })
    emit(events['ticket.closed'], { id })
    return { id }
  },
  undo: ({ enqueue }) => enqueue(tell, { what: 'opened again' }),
})
