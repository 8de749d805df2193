import { composition, type Context, defineJob, mailer } from '@plinth/core'
import { texts, toLocale } from '@plinth/core/http'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { credentials } from '../credentials.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { mailTexts } from '../mail/texts.ts'
import { LocaleName } from '../messages.ts'
import { loadAccount } from '../sessions/account.ts'

const Notice = z.object({
  userId: z.uuid(),
  kind: z.enum(['factorAdded', 'factorRemoved', 'factorsReset', 'recoveryCodeUsed', 'newDevice']),
  locale: LocaleName.default('en'),
  /** What the text names: a factor, a device. */
  detail: z.string().max(400).default(''),
})

/** Tells the owner of an account about a change to its sign-in, in case somebody else made the change. */
export const mailNotice = defineJob({
  id: 'auth.mail-notice',
  payload: Notice,
  // As for links, retries cover 45 minutes of an unavailable email server.
  retries: 12,
  async run(ctx) {
    const { payload, inject } = ctx
    const { userId, kind, locale: requested, detail } = payload
    const account = await loadAccount(ctx, userId)
    const tenant = account && (await inject(tenants).find(account.tenantId))
    if (!tenant) return
    const { language: locale } = toLocale([account.locale, tenant.locale], requested)
    const link = `${inject(composition).origin}${inject(credentials).loginPath}`
    await inject(mailer).send(
      composeMail({
        texts: mailTexts[kind],
        translations: inject(texts),
        locale,
        to: account.email,
        tenantName: tenant.name,
        detail,
        link,
      }),
    )
  },
})

/** Queues such an email in the transaction of a command. */
export function sendNotice({ enqueue }: Pick<Context, 'enqueue'>, notice: z.input<typeof Notice>): void {
  enqueue(mailNotice, notice)
}
