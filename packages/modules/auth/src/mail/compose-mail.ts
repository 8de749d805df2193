import { html, type Locale, type Mail, toHeaderText } from '@plinth/core/http'
import type { MailText } from './texts.ts'

/** The contents of an email with a link. Names are text, never markup. */
export interface MailParts {
  readonly texts: MailText
  readonly locale: Locale
  readonly to: string
  readonly tenantName: string
  /** Who sent the invitation, for texts that mention it. */
  readonly inviter?: string | undefined
  /** What the email is about, for texts that mention it. */
  readonly detail?: string | undefined
  readonly link: string
}

/** Composes an email with a link, as text and HTML. */
export function composeMail({ texts, locale, to, tenantName, inviter = '', detail = '', link }: MailParts): Mail {
  const parts: Readonly<Record<string, string>> = { tenant: tenantName, inviter, detail }
  const fill = (text: string) => text.replace(/\{(tenant|inviter|detail)\}/g, (_, name: string) => parts[name] ?? '')
  const { greeting, action, closing } = texts
  const body = fill(texts.body)
  const paragraphs = [greeting, body, html`<a href="${link}">${action}</a>`, link, closing]
  return {
    to,
    // Prevents header injection by a name.
    subject: toHeaderText(fill(texts.subject)),
    text: `${greeting}\n\n${body}\n\n${link}\n\n${closing}\n`,
    html: html`<!doctype html>
      <html lang="${locale}">
        <body>
          ${paragraphs.map((text) => html`<p>${text}</p> `)}
        </body>
      </html> `.markup,
  }
}
