import { composition, type Context, mailer, systemCaller } from '@plinth/core'
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

/** Whom a link is mailed to, for what, and in which language. */
export const LinkOrder = z.object({ userId: z.uuid(), kind: z.enum(['invitation', 'reset']), locale: LocaleName })

/** The same, and the account of whoever invites, where it is a person's. */
export const MailOrder = LinkOrder.extend({ invitedBy: z.uuid().nullish() })

/** Minutes a link works. */
const MINUTES = { invitation: 48 * 60, reset: 60 }

/**
 * Mails an account the link by which its password is chosen. Each attempt makes a token of its own, so that none is
 * stored readably. A link works as soon as its mail has been handed over, and ends the earlier ones.
 */
export async function mailLink(
  ctx: Context,
  { userId, kind, locale, invitedBy }: z.output<typeof MailOrder>,
): Promise<void> {
  const { inject, within } = ctx
  const account = await loadAccount(ctx, userId)
  const tenant = account && (await inject(tenants).find(account.tenantId))
  if (!tenant) return
  const { organizationId, email: to } = account
  const token = randomToken()
  const link = `${inject(composition).origin}/reset/${token}`
  const inviter = kind === 'invitation' && invitedBy ? await nameOf(ctx, invitedBy) : undefined
  const texts = mailTexts[inviter === undefined ? kind : 'invitationBy'][locale]
  await inject(mailer).send(composeMail({ texts, locale, to, tenantName: tenant.name, inviter, link }))
  const scope = { tenantId: tenant.id, organizationId, organizationIds: null }
  const tokenHash = inject(credentials).hash(token)
  await within(systemCaller('password link', scope, userId), ({ run }) =>
    run(issuePasswordLink, { userId, tokenHash, minutes: MINUTES[kind] }),
  )
}

/** What an account is called, its address where it has no name. Who invites may be of another tenant. */
async function nameOf({ asSystem }: Context, userId: string): Promise<string | undefined> {
  const account = await asSystem('name who invites', ({ from }) =>
    from(User, 'u').select(['u.name', 'u.email']).where('u.id', '=', userId).executeTakeFirst(),
  )
  return account && (account.name ? `${account.name} (${account.email})` : account.email)
}
