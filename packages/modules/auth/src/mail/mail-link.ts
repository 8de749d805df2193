import { composition, type Context } from '@plinth/core'
import { toLocale } from '@plinth/core/http'
import { randomToken } from '@plinth/core/security'
import { tenants } from '@plinth/directory'
import { sendMail } from '@plinth/points'
import { z } from 'zod'
import { issuePasswordLink } from './issue-password-link.ts'
import { credentials } from '../credentials.ts'
import { User } from '../entities.ts'
import { LocaleName } from '../messages.ts'
import { loadAccount } from '../users/account.ts'
import { invitation, invitationBy, passwordReset } from './own-mails.ts'

/** The recipient, purpose and language of a mailed link. */
export const LinkOrder = z.object({ userId: z.uuid(), kind: z.enum(['invitation', 'reset']), locale: LocaleName })

/** Like `LinkOrder`, with the account that sent the invitation if a person sent it. */
export const MailOrder = LinkOrder.extend({ invitedBy: z.uuid().nullish() })

/** Minutes for which a link is valid. */
const MINUTES = { invitation: 48 * 60, reset: 60 }

/**
 * Mails an account the link for choosing its password. Each attempt creates a new token, so that no token is stored in plain
 * text. A link becomes valid when its email has been handed over, which revokes the earlier links.
 */
export async function mailLink(
  ctx: Context,
  { userId, kind, locale: requested, invitedBy }: z.output<typeof MailOrder>,
): Promise<void> {
  const { inject, actAs } = ctx
  const account = await loadAccount(ctx, userId)
  const tenant = account && (await inject(tenants).find(account.tenantId))
  if (!tenant) return
  const { organizationId, email: to } = account
  const { language } = toLocale([account.locale, tenant.locale], requested)
  const token = randomToken()
  const link = `${inject(composition).origin}/reset/${token}`
  const inviter = kind === 'invitation' && invitedBy ? await nameOf(ctx, invitedBy) : undefined
  const order = { to, language, tenantId: tenant.id }
  const values = { tenant: tenant.name, link }
  if (inviter !== undefined) await sendMail(ctx, invitationBy, { ...order, values: { ...values, inviter } })
  else await sendMail(ctx, kind === 'reset' ? passwordReset : invitation, { ...order, values })
  const scope = { tenantId: tenant.id, organizationId, organizationIds: null }
  const tokenHash = inject(credentials).hash(token)
  await actAs({ actor: 'platform', reason: 'password link', scope, userId }, ({ run }) =>
    run(issuePasswordLink, { userId, tokenHash, minutes: MINUTES[kind] }),
  )
}

/** The name of an account, or its address if it has none. The inviter may belong to another tenant. */
async function nameOf({ widenScope }: Context, userId: string): Promise<string | undefined> {
  const account = await widenScope('allTenants', 'name who invites', ({ from }) =>
    from(User, 'u').select(['u.name', 'u.email']).where('u.id', '=', userId).executeTakeFirst(),
  )
  return account && (account.name ? `${account.name} (${account.email})` : account.email)
}
