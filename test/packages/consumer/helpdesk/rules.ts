import { sql } from '@plinth/core'
import { defineRulePoint } from '@plinth/core/rules'
import { z } from 'zod'

const Data = z.object({ subject: z.string(), status: z.string() })

/** Rules may refuse what becomes of a ticket: `before.status` is what it was. */
export const ticketRules = defineRulePoint('helpdesk:ticket', {
  title: 'Ticket',
  data: Data,
  settable: [],
  async load({ db, scope }, id) {
    const { rows } = await sql<z.output<typeof Data>>`select subject, status from tickets
      where tenant_id = ${scope.tenantId} and id = ${id}`.execute(db)
    return rows[0] ?? null
  },
})
