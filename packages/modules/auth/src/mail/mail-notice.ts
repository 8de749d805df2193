import { composition, type Context, defineJob } from '@plinth/core'
import { toLocale } from '@plinth/core/http'
import { tenants } from '@plinth/directory'
import { sendMail } from '@plinth/points'
import { z } from 'zod'
import { credentials } from '../credentials.ts'
import { noticeMails } from './own-mails.ts'
import { LocaleName } from '../messages.ts'
import { loadAccount } from '../users/account.ts'

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
    const { language } = toLocale([account.locale, tenant.locale], requested)
    const link = `${inject(composition).origin}${inject(credentials).loginPath}`
    const values = { tenant: tenant.name, detail, link }
    await sendMail(ctx, noticeMails[kind], { to: account.email, language, tenantId: tenant.id, values })
  },
})

/** Queues such an email in the transaction of a command. */
export function sendNotice({ enqueue }: Pick<Context, 'enqueue'>, notice: z.input<typeof Notice>): void {
  enqueue(mailNotice, notice)
}
