import type { Context } from '@plinth/core'
import type { Locale } from '@plinth/core/http'
import { mailPasswordLink } from './jobs/mail-password-link.ts'
import { mailLink } from './mail/mail-link.ts'

/** The message of an answer whose mail was not handed over, as published. */
export const UNSENT = 'invite_email_failed' as const

interface Invitation {
  readonly id: string
  readonly locale?: Locale | undefined
}

/** Time for a caller who tries to mail an invitation, before the job does it. */
const HEAD_START = 60_000

/**
 * Invites an account without a password: a mail that says who invites, with a link that works for 48 hours. Call it inside the
 * command that creates the account; the mail is a job of its transaction, so an account that is rolled back gets none.
 * Whoever calls `tryInvitation` after the command says so, and the job waits to see whether it is needed.
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
 * Mails an invitation now, and returns whether it was handed over. Where it has not, the job that
 * `sendInvitation` has queued tries again.
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
