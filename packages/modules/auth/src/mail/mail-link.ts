import { composition, type Context, mailer, systemCaller } from '@plinth/core'
import { texts, toLocale } from '@plinth/core/http'
import { randomToken } from '@plinth/core/security'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { issuePasswordLink } from '../commands/issue-password-link.ts'
import { credentials } from '../credentials.ts'
import { User } from '../entities.ts'
import { LocaleName } from '../messages.ts'
import { loadAccount } from '../sessions/account.ts'
import { composeMail } from './compose-mail.ts'
import { mailTexts } from './texts.ts'

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
  const { inject, within } = ctx
  const account = await loadAccount(ctx, userId)
  const tenant = account && (await inject(tenants).find(account.tenantId))
  if (!tenant) return
  const { organizationId, email: to } = account
  const { language: locale } = toLocale([account.locale, tenant.locale], requested)
  const token = randomToken()
  const link = `${inject(composition).origin}/reset/${token}`
  const inviter = kind === 'invitation' && invitedBy ? await nameOf(ctx, invitedBy) : undefined
  await inject(mailer).send(
    composeMail({
      texts: mailTexts[inviter === undefined ? kind : 'invitationBy'],
      translations: inject(texts),
      locale,
      to,
      tenantName: tenant.name,
      inviter,
      link,
    }),
  )
  const scope = { tenantId: tenant.id, organizationId, organizationIds: null }
  const tokenHash = inject(credentials).hash(token)
  await within(systemCaller('password link', scope, userId), ({ run }) =>
    run(issuePasswordLink, { userId, tokenHash, minutes: MINUTES[kind] }),
  )
}

/** The name of an account, or its address if it has none. The inviter may belong to another tenant. */
async function nameOf({ asSystem }: Context, userId: string): Promise<string | undefined> {
  const account = await asSystem('name who invites', ({ from }) =>
    from(User, 'u').select(['u.name', 'u.email']).where('u.id', '=', userId).executeTakeFirst(),
  )
  return account && (account.name ? `${account.name} (${account.email})` : account.email)
}
