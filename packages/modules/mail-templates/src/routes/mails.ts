import { type Context, get, notFound } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { type Locale, texts } from '@plinth/core/http'
import { declaredText, findMailProblems, kindOf, type MailSpec } from '@plinth/points'
import { z } from 'zod'
import { findMail, listMails } from '../check-template.ts'
import { features } from '../contract.ts'
import { MailTemplate } from '../entities.ts'

const Problem = z.object({
  part: z.enum(['subject', 'text', 'html']),
  line: z.number().int(),
  column: z.number().int(),
  message: z.string(),
})

const MailView = z.object({
  id: z.string(),
  title: z.string(),
  /** The title of the module that sends it. */
  module: z.string(),
  /** The languages in which the tenant has written its own text. */
  languages: z.array(z.string()),
  /** Those whose text no longer fits the email, so that the declared one is sent. */
  invalid: z.array(z.string()),
})

/** All emails whose texts the tenant can edit. */
export const listMailsRoute = get(
  '/mail_templates/mails',
  {
    operation: 'listMails',
    access: features.view,
    summary: 'List the emails whose texts can be edited.',
    response: z.object({ items: z.array(MailView) }),
  },
  async (ctx) => {
    const { language, own } = await read(ctx)
    return {
      items: listMails(ctx).map(({ module, value: mail }) => {
        const rows = own.filter((row) => row.mail === mail.id)
        return {
          id: mail.id,
          title: ctx.inject(texts).in(language, mail.title),
          module: ctx.inject(texts).in(language, module.title),
          languages: rows.map((row) => row.language),
          invalid: rows.filter((row) => findMailProblems(mail, row).length > 0).map((row) => row.language),
        }
      }),
    }
  },
)

const TextView = z.object({ subject: z.string(), text: z.string(), html: z.string().nullable() })

const MailDetails = z.object({
  id: z.string(),
  title: z.string(),
  values: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['text', 'number', 'moment', 'day', 'link']),
      isRequired: z.boolean(),
    }),
  ),
  /** The feature with which a preview can show the values of a record; null if the email is not about one. */
  canPreviewRecords: z.boolean(),
  texts: z.array(
    z.object({
      language: z.string(),
      /** The text that is sent without a template, in the language or else in English. */
      declared: TextView,
      template: TextView.extend({ id: z.uuid(), updatedAt: z.string(), problems: z.array(Problem) }).nullable(),
    }),
  ),
})

/** One email: its values, and its texts in all languages. */
export const readMail = get(
  '/mail_templates/mails/{mail}',
  {
    operation: 'getMail',
    access: features.view,
    summary: 'Read the values and the texts of an email.',
    params: z.object({ mail: z.string().max(100) }),
    response: MailDetails,
    errors: [404],
  },
  async (ctx) => {
    const { inject, actor, params } = ctx
    const mail = findMail(ctx, params.mail)
    if (!mail) throw notFound('Email')
    const { language, own } = await read(ctx, mail.id)
    const translations = inject(texts)
    return {
      id: mail.id,
      title: translations.in(language, mail.title),
      values: Object.entries(mail.values.shape).map(([name, schema]) => ({
        name,
        kind: kindOf(schema)!,
        isRequired: mail.required?.includes(name) ?? false,
      })),
      canPreviewRecords: mail.record !== undefined && hasAccess(actor, mail.record.access),
      texts: translations.languages.map((one) => {
        const row = own.find((stored) => stored.language === one)
        return {
          language: one,
          declared: toDeclared(ctx, mail, one),
          template: row ? { ...row, problems: [...findMailProblems(mail, row)] } : null,
        }
      }),
    }
  },
)

function toDeclared({ inject }: Pick<Context, 'inject'>, mail: MailSpec, language: Locale): z.output<typeof TextView> {
  const translations = inject(texts)
  const { subject, text, html } = declaredText(mail, language, translations) ?? declaredText(mail, 'en', translations)!
  return { subject, text, html: html ?? null }
}

/** The tenant's own texts, of one email or of all, and the language of the caller. */
async function read({ from, locale }: Pick<Context, 'from' | 'locale'>, mailId?: string) {
  let query = from(MailTemplate, 't')
    .select(['t.id', 't.mail', 't.language', 't.subject', 't.text', 't.html', 't.updatedAt'])
    .orderBy('t.language')
  if (mailId !== undefined) query = query.where('t.mail', '=', mailId)
  return { own: await query.execute(), language: (await locale()).language }
}
