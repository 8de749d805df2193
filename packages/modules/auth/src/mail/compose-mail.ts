import { html, type Locale, type Mail, type Texts, toHeaderText } from '@plinth/core/http'
import type { MailText, MailTexts } from './texts.ts'

/** The contents of an email with a link. Names are text, never markup. */
export interface MailParts {
  readonly texts: MailTexts
  /** The texts of the platform, which win. */
  readonly translations: Texts
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
export function composeMail({ to, tenantName, inviter = '', detail = '', link, ...told }: MailParts): Mail {
  const { locale } = told
  const texts = toTexts(told)
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

/** The texts in a language: as the platform translates them, else the mail's own, else in English. */
function toTexts({ texts, translations, locale }: Pick<MailParts, 'texts' | 'translations' | 'locale'>): MailText {
  const { en, [locale]: own = en } = texts
  const tell = (part: keyof MailText) =>
    translations.has(locale, en[part]) ? translations.in(locale, en[part]) : own[part]
  return {
    subject: tell('subject'),
    greeting: tell('greeting'),
    body: tell('body'),
    action: tell('action'),
    closing: tell('closing'),
  }
}
