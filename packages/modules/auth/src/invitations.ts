import type { Context } from '@plinth/core'
import type { Locale } from '@plinth/core/http'
import { mailPasswordLink } from './mail/mail-password-link.ts'
import { mailLink } from './mail/mail-link.ts'

/** The published message of a response whose email could not be handed over. */
export const UNSENT = 'invite_email_failed' as const

interface Invitation {
  readonly id: string
  readonly locale?: Locale | undefined
}

/** Milliseconds that the job waits while the caller tries to mail the invitation. */
const HEAD_START = 60_000

/**
 * Invites an account that has no password. The mail names the inviter and contains a link that is valid for 48 hours. Call it
 * inside the command that creates the account: the mail is a job of the same transaction, so nothing is sent if the account is
 * rolled back. Callers that use `tryInvitation` after the command say so, and the job waits to see whether it is still needed.
 *
 * @example
 * if (input.sendInviteEmail) sendInvitation(ctx, { id: user.id })
 */
export function sendInvitation(
  { enqueue, now, actor }: Pick<Context, 'enqueue' | 'now' | 'actor'>,
  { id, locale = 'en', isTried = false }: Invitation & { readonly isTried?: boolean },
): void {
  const order = { userId: id, kind: 'invitation' as const, locale, invitedBy: actor.userId }
  if (!isTried) return enqueue(mailPasswordLink, order)
  const at = now()
  const startAfter = new Date(at.getTime() + HEAD_START)
  enqueue(mailPasswordLink, { ...order, unlessMailedSince: at.toISOString() }, { startAfter })
}

const MAIL_TIMEOUT = 10_000

/**
 * Emails an invitation now and returns whether the email was handed over. If not, the job queued by `sendInvitation` tries
 * again.
 */
export async function tryInvitation(ctx: Context, { id, locale = 'en' }: Invitation): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server takes too long')), MAIL_TIMEOUT)
  })
  try {
    await Promise.race([
      mailLink(ctx, { userId: id, kind: 'invitation', locale, invitedBy: ctx.actor.userId }),
      tooLong,
    ])
    return true
  } catch (error) {
    ctx.log.warn({ err: error, requestId: ctx.requestId, userId: id }, 'an invitation could not be mailed yet')
    return false
  } finally {
    clearTimeout(timer)
  }
}
