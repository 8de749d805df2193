import { defineJob, mailer } from '@plinth/core'
import { z } from 'zod'

const Payload = z.object({ to: z.string(), subject: z.string(), message: z.string() })

/** Mails what a rule has to say to one recipient. */
export const sendNotice = defineJob({
  id: 'business_rules.send-notice',
  payload: Payload,
  async run({ payload: { to, subject, message }, get }) {
    const line = subject.replace(/\s+/g, ' ').slice(0, MAX_SUBJECT)
    await get(mailer).send({ to, subject: line, text: message, html: `<p>${escapeHtml(message)}</p>` })
  },
})

/** Whether NOTIFY can reach a recipient. */
export function isEmail(recipient: string): boolean {
  return z.email().max(320).safeParse(recipient).success
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>')
}

const MAX_SUBJECT = 200
