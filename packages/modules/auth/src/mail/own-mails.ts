import { mails } from '@plinth/points'
import { z } from 'zod'
import { linkMail } from './link-mail.ts'
import { letterTexts, type NoticeMail } from './texts.ts'

export const invitation = linkMail({
  id: 'auth.invitation',
  title: 'Invitation',
  texts: letterTexts.invitation,
})

export const invitationBy = linkMail({
  id: 'auth.invitation_by',
  title: 'Invitation by a person',
  values: { inviter: z.string() },
  sample: { inviter: 'Ada Lovelace (ada@acme.example)' },
  texts: letterTexts.invitationBy,
})

export const passwordReset = linkMail({
  id: 'auth.password_reset',
  title: 'Link to choose a new password',
  texts: letterTexts.reset,
})

/** What the former address of an account is told. */
export const formerAddressMails = {
  addressChanged: linkMail({
    id: 'auth.address_changed',
    title: 'Notice to the former email address',
    texts: letterTexts.addressChanged,
  }),
  resetElsewhere: linkMail({
    id: 'auth.reset_elsewhere',
    title: 'Notice of a password reset at the new email address',
    texts: letterTexts.resetElsewhere,
  }),
}

const notice = (id: string, title: string, kind: NoticeMail) =>
  linkMail({
    id,
    title,
    values: { detail: z.string() },
    sample: { detail: 'Firefox, Linux' },
    texts: letterTexts[kind],
    needsLink: false,
  })

/** What the owner of an account is told about changes of its sign-in. */
export const noticeMails = {
  factorAdded: notice('auth.factor_added', 'A second factor was added', 'factorAdded'),
  factorRemoved: notice('auth.factor_removed', 'A second factor was removed', 'factorRemoved'),
  factorsReset: notice('auth.factors_reset', 'The second factors were reset', 'factorsReset'),
  recoveryCodeUsed: notice('auth.recovery_code_used', 'A recovery code was used', 'recoveryCodeUsed'),
  newDevice: notice('auth.new_device', 'A sign-in from a new device', 'newDevice'),
}

/** The emails of this module, whose texts tenants may edit. */
export const ownMails = mails.of(
  invitation,
  invitationBy,
  passwordReset,
  ...Object.values(formerAddressMails),
  ...Object.values(noticeMails),
)
