import type { Context, Locale } from '@plinth/core'
import { mailPasswordLink } from './jobs/mail-password-link.ts'

/**
 * Invites an account without a password: a mail with a link that works for 48 hours (section 7.18). Call it inside the
 * command that creates the account; the mail is a job of its transaction, so an account that is rolled back gets none.
 *
 * @example
 * if (input.sendInviteEmail) sendInvitation(ctx, { id: user.id })
 */
export function sendInvitation(
  { enqueue }: Pick<Context, 'enqueue'>,
  { id, locale = 'en' }: { readonly id: string; readonly locale?: Locale | undefined },
): void {
  enqueue(mailPasswordLink, { userId: id, kind: 'invitation', locale })
}
