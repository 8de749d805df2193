import { badInput, type Context, forbidden, mailer, notFound, PlatformError, post } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { defineRateLimit } from '@plinth/core/http'
import { composeMail } from '@plinth/points'
import { z } from 'zod'
import { assertLanguage, checkText, findMail } from '../check-template.ts'
import { features } from '../contract.ts'
import { DraftText } from '../fields.ts'

/** Shows what would be sent. */
export const preview = post(
  '/mail_templates/preview',
  {
    operation: 'preview',
    access: features.view,
    inView: true,
    summary: 'Show an email with examples or the values of a record. Nothing is stored or sent.',
    body: DraftText,
    response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
    errors: [404],
  },
  (ctx) => compose(ctx, ctx.body),
)

/** Every test sends an email, so a network is limited to thirty in ten minutes. */
const testLimit = defineRateLimit({
  name: 'mail-template-tests',
  points: 30,
  window: 600,
  block: 600,
  key: ({ network }) => network,
})

/** Sends what would be sent to the caller. */
export const sendTest = post(
  '/mail_templates/test',
  {
    operation: 'sendTest',
    access: features.manage,
    summary: 'Send an email that is not stored yet to yourself.',
    body: DraftText,
    response: z.object({ to: z.string() }),
    isTool: false,
    rateLimits: [testLimit],
    errors: [404, 502],
  },
  async (ctx) => {
    const { actor, inject, body } = ctx
    if (actor.email === null) throw badInput('A test is sent to the email address of an account.')
    const composed = await compose(ctx, body)
    try {
      await inject(mailer).send({ to: actor.email, ...composed })
    } catch (cause) {
      throw new PlatformError('upstream_failed', 'The email could not be handed over.', { cause })
    }
    return { to: actor.email }
  },
)

async function compose(ctx: Context, { mail: id, language, recordId, ...text }: z.output<typeof DraftText>) {
  const mail = findMail(ctx, id)
  if (!mail) throw notFound('Email')
  assertLanguage(ctx, language)
  const checked = await checkText(mail, text)
  let values: unknown = mail.sample
  if (recordId) {
    if (!mail.record) throw badInput('This email is not about a record.')
    if (!hasAccess(ctx.actor, mail.record.access)) throw forbidden()
    values = await mail.record.find(ctx, recordId)
    if (!values) throw notFound('Record')
  }
  return composeMail(ctx, mail, { text: checked, language, values })
}
