import { html, type Texts } from '@plinth/core/http'
import { mail, type MailSpec, type MailText } from '@plinth/points'
import { z } from 'zod'
import type { LetterText, LetterTexts } from './texts.ts'

/** What every email with a link names. */
const Shape = { tenant: z.string(), link: z.url() }

/** An email with a link. */
export interface LinkMail<V extends z.ZodRawShape> {
  /** Begins with the id of the module. */
  readonly id: string
  readonly title: string
  readonly texts: LetterTexts
  /** What its texts name besides `tenant` and `link`, and examples of it. */
  readonly values?: V
  readonly sample?: z.input<z.ZodObject<V>>
  /** Whether the email would be useless without the link. Default: true. */
  readonly needsLink?: boolean
}

/** Declares an email that leads to a page, with the parts of its text in each language. */
export function linkMail<V extends z.ZodRawShape = {}>({
  id,
  title,
  texts,
  values,
  sample,
  needsLink = true,
}: LinkMail<V>): MailSpec<typeof Shape & V> {
  return mail({
    id,
    title,
    values: z.object({ ...Shape, ...values }) as z.ZodObject<typeof Shape & V>,
    sample: { tenant: 'Acme', link: 'https://acme.example/link', ...sample } as z.input<z.ZodObject<typeof Shape & V>>,
    required: needsLink ? ['link'] : [],
    texts: (language, translations) => toText(texts, language, translations),
  })
}

/** The text in a language: as the platform translates its parts, else the email's own. */
function toText(texts: LetterTexts, language: string, translations: Texts): MailText | undefined {
  const { en } = texts
  const own = Object.hasOwn(texts, language) ? texts[language] : undefined
  const parts = Object.keys(en) as (keyof LetterText)[]
  if (!own && !parts.some((part) => translations.has(language, en[part]))) return undefined
  const tell = (part: keyof LetterText) =>
    translations.has(language, en[part]) ? translations.in(language, en[part]) : (own ?? en)[part]
  const [greeting, body, action, closing] = [tell('greeting'), tell('body'), tell('action'), tell('closing')]
  const paragraphs = [greeting, body, html`<a href="{link}">${action}</a>`, '{link}', closing]
  return {
    subject: tell('subject'),
    text: `${greeting}\n\n${body}\n\n{link}\n\n${closing}\n`,
    html: paragraphs.map((paragraph) => html`<p>${paragraph}</p>`.markup).join('\n'),
  }
}
