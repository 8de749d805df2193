import { badInput, composition, type Context, type Module } from '@plinth/core'
import { texts } from '@plinth/core/http'
import { findMailProblems, kindOf, type MailProblem, mails, type MailSpec, type MailText } from '@plinth/points'
import { readMarkup } from './mail-html.ts'

/** An email, and the module that declares it. */
export interface ListedMail {
  readonly module: Pick<Module, 'title'>
  readonly value: MailSpec
}

/** The emails whose texts tenants may edit, in the order of the modules. */
export const listMails = ({ inject }: Pick<Context, 'inject'>): readonly ListedMail[] =>
  mails.from(inject(composition).modules)

/** The email with that id; undefined if no composed module declares it. */
export const findMail = (ctx: Pick<Context, 'inject'>, id: string): MailSpec | undefined =>
  listMails(ctx).find(({ value }) => value.id === id)?.value

/** Throws 400 for a language that the platform does not have. */
export function assertLanguage({ inject }: Pick<Context, 'inject'>, language: string): void {
  if (!inject(texts).languages.includes(language)) throw invalid('language', 'The platform does not have this language')
}

/** 400 for one field. */
export const invalid = (field: string, message: string) =>
  badInput(message, {
    fieldErrors: { [field]: message },
    details: [{ path: [field], message, code: 'custom' }],
  })

/** The text as it is stored. Throws 400 with the lines and columns of what is wrong. */
export async function checkText(mail: MailSpec, { subject, text, html: source }: MailText): Promise<MailText> {
  const problems = [...findMailProblems(mail, { subject, text, html: source })]
  const links = new Set(Object.entries(mail.values.shape).flatMap(([name, of]) => (kindOf(of) === 'link' ? name : [])))
  const { markup, problems: refused } = await readMarkup(source ?? '', links)
  problems.push(...refused)
  if (problems.length > 0) throw refuse(problems)
  return { subject, text, html: source ? markup : null }
}

function refuse(problems: readonly MailProblem[]) {
  const fieldErrors: Record<string, string> = {}
  for (const { part, message } of problems) fieldErrors[part] ??= message
  const details = problems
    .slice(0, MAX_DETAILS)
    .map(({ part, ...problem }) => ({ path: [part], code: 'invalid_template', ...problem }))
  return badInput('The template has errors', { fieldErrors, details })
}

const MAX_DETAILS = 50
