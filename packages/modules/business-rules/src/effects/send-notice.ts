import { defineJob } from '@plinth/core'
import { people } from '@plinth/core/acl'
import { mail, mails, sendMail } from '@plinth/points'
import { z } from 'zod'
import { countSending } from '../commands/count-sending.ts'
import { addressesOf } from '../recipients.ts'

const Payload = z.object({ to: z.string(), subject: z.string(), message: z.string() })

const noticeText = (origin: string) => ({
  subject: '{subject}',
  text: `{message}\n\n-- \n${origin}\n`,
  html: `<p>{message}</p>\n<hr>\n<p><small>${origin}</small></p>`,
})

const noticeMail = mail({
  id: 'business_rules.notice',
  title: 'Notice of a rule',
  values: z.object({ subject: z.string(), message: z.string(), tenant: z.string() }),
  sample: { subject: 'Large order', message: 'Order 1042 is above the limit.', tenant: 'Acme' },
  required: ['message'],
  texts: {
    en: noticeText('Sent by a rule of {tenant}.'),
    de: noticeText('Von einer Regel von {tenant} gesendet.'),
    es: noticeText('Enviado por una regla de {tenant}.'),
    pl: noticeText('Wysłane przez regułę ({tenant}).'),
  },
})

/** The emails of this module, whose texts tenants may edit. */
export const ownMails = mails.of(noticeMail)

/**
 * Emails a rule's message to one recipient. A role is expanded into the people who hold it now, with one job each; a recipient
 * who can no longer be reached is reported in the log.
 */
export const sendNotice = defineJob({
  id: 'business_rules.send-notice',
  concurrency: 4,
  payload: Payload,
  async run(ctx) {
    const { payload, inject, run, enqueue, log, scope, locale } = ctx
    const addresses = (await addressesOf(ctx, [payload.to])).get(payload.to) ?? []
    const facts = { tenantId: scope.tenantId, recipient: payload.to.slice(0, 100) }
    if (addresses.length === 0) return log.warn(facts, 'nobody to notify')
    if (addresses.length > 1) return addresses.forEach((to) => enqueue(sendNotice, { ...payload, to }))
    const { isLeft } = await run(countSending, { kind: 'mail' })
    if (!isLeft) return
    const subject = payload.subject.replace(/\s+/g, ' ').slice(0, MAX_SUBJECT)
    const tenant = (await inject(people).tenantName()).replace(/\s+/g, ' ')
    const { language } = await locale()
    await sendMail(ctx, noticeMail, {
      to: addresses[0]!,
      language,
      values: { subject, message: payload.message, tenant },
    })
  },
})

const MAX_SUBJECT = 200
