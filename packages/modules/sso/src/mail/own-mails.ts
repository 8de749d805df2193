import { linkMail } from '@plinth/auth'
import { mails } from '@plinth/points'
import { z } from 'zod'
import { letterTexts, type LinkNews } from './texts.ts'

const news = (id: string, title: string, kind: LinkNews) =>
  linkMail({
    id,
    title,
    values: { detail: z.string() },
    sample: { detail: 'Acme Login' },
    texts: letterTexts[kind],
    needsLink: false,
  })

/** What the owner of an account is told about its links to identities. */
export const linkMails = {
  linked: news('sso.linked', 'An account was linked to an identity', 'linked'),
  unlinked: news('sso.unlinked', 'An account is no longer linked to an identity', 'unlinked'),
}

/** The emails of this module, whose texts tenants may edit. */
export const ownMails = mails.of(linkMails.linked, linkMails.unlinked)
