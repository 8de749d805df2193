import { composition, type Context, definePoint, defineService, type Feature, mailer } from '@plinth/core'
import { html, type Locale, type Mail, type Texts, texts as platformTexts, toHeaderText } from '@plinth/core/http'
import { z } from 'zod'
import { type DeclaredValues, fillPlaces, findMisplaced, type MailProblem } from './mail-places.ts'
import { kindOf, writeValue } from './mail-values.ts'

/** The text of an email in one language. `{name}` stands for a declared value. */
export interface MailText {
  /** One line. */
  readonly subject: string
  readonly text: string
  /** What stands within `<body>`. Without it, the paragraphs and links of `text` are used. */
  readonly html?: string | null | undefined
}

/** An email that a module sends, whose texts tenants may edit. */
export interface MailSpec<V extends z.ZodRawShape = z.ZodRawShape> {
  /** Begins with the id of the module: `rental.reminder`. */
  readonly id: string
  /** What people call it, in English: `Reminder of a return`. */
  readonly title: string
  /** What texts may contain: texts, numbers, dates and, as `z.url()`, links. Nothing else can be named. */
  readonly values: z.ZodObject<V>
  /** Values for previews and test emails. */
  readonly sample: z.input<z.ZodObject<V>>
  /** Values without which the email would be useless, such as a link. Texts that lack one are refused. */
  readonly required?: readonly (keyof V & string)[]
  /** At least in English. A function may derive texts of other languages; it returns undefined for those it has none in. */
  readonly texts:
    | (Readonly<Record<Locale, MailText>> & { readonly en: MailText })
    | ((language: Locale, translations: Texts) => MailText | undefined)
  /** For previews with a record: who may see its values, and how they are read as that person. */
  readonly record?: {
    readonly access: Feature
    readonly find: (ctx: Context, id: string) => Promise<z.input<z.ZodObject<V>> | null>
  }
}

/** Declares an email. Send it with `sendMail`, and list it with `mails.of` so that tenants can edit its texts. */
export const mail = <V extends z.ZodRawShape>(spec: MailSpec<V>): MailSpec<V> => Object.freeze(spec)

/** Texts of emails that tenants have written. */
export interface MailTemplates {
  /** The stored texts of an email, by language. */
  find(tenantId: string, mailId: string, languages: readonly Locale[]): Promise<ReadonlyMap<Locale, MailText>>
}

/** Implemented by `@plinth/mail-templates`. */
export const mailTemplates = defineService<MailTemplates>('points.mail-templates')

/** Emails whose texts tenants may edit. */
export const mails = definePoint<MailSpec>({
  id: 'mail_templates.mails',
  title: 'Email',
  name: ({ id }) => id,
  features: ({ record }) => (record ? [record.access] : []),
  check(value, { module }) {
    if (!value.id.startsWith(`${module.id}.`)) return `must have an id that begins with '${module.id}.'`
    if (value.title.trim() === '') return 'has no title'
    const unknown = Object.entries(value.values.shape).find(([, schema]) => kindOf(schema) === undefined)
    if (unknown) return `has a value '${unknown[0]}' that is neither a text, a number, a date nor a link`
    const { error } = value.values.safeParse(value.sample)
    if (error) return `has a sample that does not fit its values: ${error.issues[0]?.message}`
    if (!declaredText(value, 'en', UNTRANSLATED)) return 'has no English text'
    const languages = typeof value.texts === 'function' ? ['en'] : Object.keys(value.texts)
    for (const language of languages) {
      const [problem] = findMailProblems(value, declaredText(value, language, UNTRANSLATED)!)
      if (problem) return `has a problem in its ${language} ${problem.part}: ${problem.message}`
    }
    return undefined
  },
})

const UNTRANSLATED: Texts = {
  languages: [],
  in: (_, english) => english,
  message: (_, english) => english,
  has: () => false,
}

/** The text that a module declares in a language; undefined if it has none. Translations of the platform win. */
export function declaredText({ texts }: MailSpec, language: Locale, translations: Texts): MailText | undefined {
  if (typeof texts === 'function') return texts(language, translations)
  const { en } = texts
  const own = Object.hasOwn(texts, language) ? texts[language] : undefined
  const told = [en.subject, en.text, en.html ?? ''].some((text) => translations.has(language, text))
  if (!told) return own
  const tell = (text: string) => translations.in(language, text)
  return { subject: tell(en.subject), text: tell(en.text), html: en.html ? tell(en.html) : undefined }
}

/** What a text contains that the email does not declare, and what it lacks. */
export function findMailProblems(type: MailSpec, { subject, text, html: markup }: MailText): readonly MailProblem[] {
  const values = declaredValues(type)
  return [
    ...findMisplaced('subject', subject, values),
    ...findMisplaced('text', text, values),
    ...(markup ? findMisplaced('html', markup, values) : []),
  ]
}

function declaredValues({ values, required = [] }: MailSpec): DeclaredValues {
  const names = Object.keys(values.shape)
  return {
    names: new Set(names),
    links: new Set(names.filter((name) => kindOf(values.shape[name]!) === 'link')),
    required,
  }
}

/** An email to one person. */
export interface MailOrder<V extends z.ZodRawShape = z.ZodRawShape> {
  readonly to: string
  /** `de`; a region such as that of `de-AT` is left aside. */
  readonly language: Locale
  readonly values: z.input<z.ZodObject<V>>
  /** The tenant whose texts are used; null for the texts that modules declare. Default: that of the scope. */
  readonly tenantId?: string | null
}

/**
 * Sends an email in the recipient's language. The text is the tenant's in that language, else the declared one, else the tenant's in
 * English. A stored text that no longer fits what the module declares is left aside. Rejects if the message could not be handed over.
 *
 * @example
 * await sendMail(ctx, reminder, { to: customer.email, language: 'de', values: { customer: customer.name, dueAt } })
 */
export async function sendMail<V extends z.ZodRawShape>(
  ctx: Pick<Context, 'inject' | 'scope' | 'log' | 'locale'>,
  type: MailSpec<V>,
  { to, language: requested, values, tenantId = ctx.scope.tenantId }: MailOrder<V>,
): Promise<void> {
  const { inject } = ctx
  const language = toLanguage(requested)
  const spec: MailSpec = type
  const translations = inject(platformTexts)
  const stored = tenantId === null ? new Map<Locale, MailText>() : await findStored(ctx, { spec, tenantId, language })
  const candidates = [language, 'en'].flatMap((one) => [
    { isStored: true, language: one, text: stored.get(one) },
    { isStored: false, language: one, text: declaredText(spec, one, translations) },
  ])
  for (const { isStored, text, language: own } of candidates) {
    const composed = text && (await attempt(ctx, { spec, isStored, filled: { text, language: own, values } }))
    if (composed) return inject(mailer).send({ to, ...composed })
  }
}

/** The language of a tag such as `de-AT`: those of platforms have no regions. */
const toLanguage = (tag: Locale): Locale => tag.toLowerCase().split(/[-_]/)[0]!

interface Attempt {
  readonly spec: MailSpec
  readonly isStored: boolean
  readonly filled: FilledText
}

/** The composed email; undefined if a stored text does not fit it any more. */
async function attempt(ctx: Pick<Context, 'log' | 'locale'>, { spec, isStored, filled }: Attempt) {
  if (!isStored) return composeMail(ctx, spec, filled)
  try {
    const [problem] = findMailProblems(spec, filled.text)
    if (problem) throw new Error(problem.message)
    return await composeMail(ctx, spec, filled)
  } catch (err) {
    ctx.log.warn({ err, mail: spec.id, language: filled.language }, 'the text of an email was left aside')
    return undefined
  }
}

async function findStored(
  { inject }: Pick<Context, 'inject'>,
  { spec, tenantId, language }: { readonly spec: MailSpec; readonly tenantId: string; readonly language: Locale },
): Promise<ReadonlyMap<Locale, MailText>> {
  const { modules } = inject(composition)
  const isStored = modules.some(({ services = [] }) => services.some(({ id }) => id === mailTemplates.id))
  const isListed = isStored && mails.from(modules).some(({ value }) => value.id === spec.id)
  return isListed ? inject(mailTemplates).find(tenantId, spec.id, [...new Set([language, 'en'])]) : new Map()
}

/** A text and what to put into it. */
export interface FilledText {
  readonly text: MailText
  readonly language: Locale
  readonly values: unknown
}

/**
 * Composes a subject, a text and a page from a text and its values. Values are text, never markup; dates and numbers are written as
 * the language does. Throws if the values do not fit the declared ones, or if a link does not begin with `http:`, `https:` or `mailto:`.
 */
export async function composeMail(
  { locale }: Pick<Context, 'locale'>,
  { values: schema }: MailSpec,
  { text: { subject, text, html: markup }, language, values }: FilledText,
): Promise<Omit<Mail, 'to'>> {
  const given: Readonly<Record<string, unknown>> = schema.parse(values)
  const { timeZone } = await locale()
  const names = Object.keys(schema.shape)
  const written = new Map(
    names.map((name) => [name, writeValue(schema.shape[name]!, given[name], { language, timeZone })]),
  )
  const links = names.filter((name) => kindOf(schema.shape[name]!) === 'link')
  const escaped = new Map([...written].map(([name, value]) => [name, escape(value)]))
  const body = fillPlaces(markup || toMarkup(text, links), escaped)
  return {
    subject: toSubject(fillPlaces(subject, written)),
    text: fillPlaces(text, written),
    html: `<!doctype html>\n<html lang="${escape(language)}"${isRightToLeft(language) ? ' dir="rtl"' : ''}>\n<body>\n${body}\n</body>\n</html>\n`,
  }
}

/** Whether a language is written from right to left, as Arabic is. TypeScript does not know the method yet. */
const isRightToLeft = (language: Locale) =>
  (new Intl.Locale(language) as Intl.Locale & { getTextInfo(): { direction: string } }).getTextInfo().direction ===
  'rtl'

/** Servers refuse lines of more than 998 characters, and a long word cannot be folded. */
const MAX_SUBJECT = 250

/** One line, so that a value cannot add a header. */
function toSubject(text: string): string {
  const line = [...toHeaderText(text)]
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1).join('')}…` : line.join('')
}

const escape = (text: string) => html`${text}`.markup.replaceAll(/\r?\n/g, '<br>')

/** The paragraphs of a text, with its links. */
function toMarkup(text: string, links: readonly string[]): string {
  const paragraphs = text.trim().split(/\n\s*\n/)
  const markup = paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join('\n')
  return links.reduce((before, name) => before.replaceAll(`{${name}}`, `<a href="{${name}}">{${name}}</a>`), markup)
}
