import { defineJob, mailer } from '@plinth/core'
import { people } from '@plinth/core/acl'
import { z } from 'zod'
import { countSending } from '../commands/count-sending.ts'
import { addressesOf } from '../recipients.ts'

const Payload = z.object({ to: z.string(), subject: z.string(), message: z.string() })

/**
 * Emails a rule's message to one recipient. A role is expanded into the people who hold it now, with one job each; a recipient
 * who can no longer be reached is reported in the log.
 */
export const sendNotice = defineJob({
  id: 'business_rules.send-notice',
  concurrency: 4,
  payload: Payload,
  async run(ctx) {
    const { payload, inject, run, enqueue, log, scope } = ctx
    const addresses = (await addressesOf(ctx, [payload.to])).get(payload.to) ?? []
    const facts = { tenantId: scope.tenantId, recipient: payload.to.slice(0, 100) }
    if (addresses.length === 0) return log.warn(facts, 'nobody to notify')
    if (addresses.length > 1) return addresses.forEach((to) => enqueue(sendNotice, { ...payload, to }))
    const { isLeft } = await run(countSending, { kind: 'mail' })
    if (!isLeft) return
    const subject = payload.subject.replace(/\s+/g, ' ').slice(0, MAX_SUBJECT)
    const footer = `Sent by a rule of ${(await inject(people).tenantName()).replace(/\s+/g, ' ')}.`
    await inject(mailer).send({
      to: addresses[0]!,
      subject,
      text: `${payload.message}\n\n-- \n${footer}\n`,
      html: `<p>${escapeHtml(payload.message)}</p>\n<hr>\n<p><small>${escapeHtml(footer)}</small></p>`,
    })
  },
})

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>')
}

const MAX_SUBJECT = 200
