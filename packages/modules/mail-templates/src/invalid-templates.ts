import { composition, type Context, defineCommand, defineJob, sql, type SystemContext } from '@plinth/core'
import { people } from '@plinth/core/acl'
import { anyOf } from '@plinth/core/data'
import { findMailProblems, mail, mails, type MailSpec, type MailText, sendMail } from '@plinth/points'
import { z } from 'zod'
import { findMail } from './check-template.ts'
import { features } from './contract.ts'
import { MailTemplate } from './entities.ts'

const invalidMail = mail({
  id: 'mail_templates.invalid',
  title: 'Email templates that no longer fit',
  values: z.object({ tenant: z.string(), templates: z.string(), link: z.url() }),
  sample: { tenant: 'Acme', templates: 'Invitation (de)', link: 'https://acme.example/backend' },
  required: ['templates'],
  texts: {
    en: {
      subject: 'Email templates of {tenant} no longer fit',
      text: 'Hello,\n\nafter an update, these email templates of {tenant} name values that are gone. Until you change them, the default texts are sent:\n\n{templates}\n\n{link}\n',
    },
    de: {
      subject: 'E-Mail-Vorlagen von {tenant} passen nicht mehr',
      text: 'Guten Tag,\n\nnach einer Aktualisierung nennen diese E-Mail-Vorlagen von {tenant} Werte, die es nicht mehr gibt. Bis Sie sie ändern, werden die Standardtexte verschickt:\n\n{templates}\n\n{link}\n',
    },
    es: {
      subject: 'Las plantillas de correo de {tenant} ya no son válidas',
      text: 'Hola:\n\nTras una actualización, estas plantillas de correo de {tenant} nombran valores que ya no existen. Hasta que las cambie, se envían los textos predeterminados:\n\n{templates}\n\n{link}\n',
    },
    pl: {
      subject: 'Szablony wiadomości {tenant} już nie pasują',
      text: 'Dzień dobry,\n\npo aktualizacji te szablony wiadomości {tenant} zawierają wartości, których już nie ma. Dopóki ich nie zmienisz, wysyłane są teksty domyślne:\n\n{templates}\n\n{link}\n',
    },
  },
})

/** The emails of this module. */
export const ownMails = mails.of(invalidMail)

/** Tells one administrator which templates no longer fit. */
export const tellAdministrator = defineJob({
  id: 'mail_templates.tell-administrator',
  payload: z.object({ to: z.string(), templates: z.string() }),
  retries: 12,
  async run(ctx) {
    const { payload, inject, locale } = ctx
    const { to, templates } = payload
    const { language } = await locale()
    const values = { tenant: await inject(people).tenantName(), templates, link: inject(composition).origin }
    await sendMail(ctx, invalidMail, { to, language, values })
  },
})

/** Remembers that administrators are told of templates that no longer fit, and tells them. */
export const reportInvalid = defineCommand({
  id: 'mail_templates.templates.report',
  label: 'Report email templates that no longer fit',
  access: features.manage,
  resource: 'mail_templates.template',
  undoable: { because: 'administrators have been told' },
  target: () => ({ id: null }),
  input: z.object({ ids: z.array(z.uuid()).max(10_000) }),
  output: z.object({}),
  async run({ input, from, inject, now, enqueue }) {
    const rows = await from
      .update(MailTemplate, 't')
      .set({ reportedAt: now().toISOString() })
      .where('t.id', '=', anyOf(input.ids))
      .where('t.reportedAt', 'is', null)
      .returning(['t.mail', 't.language'])
      .execute()
    if (rows.length === 0) return {}
    const titleOf = (id: string) => findMail({ inject }, id)?.title ?? id
    const templates = rows.map((row) => `${titleOf(row.mail)} (${row.language})`).join('\n')
    for (const { email } of (await inject(people).find(['admin'])).get('admin') ?? [])
      enqueue(tellAdministrator, { to: email, templates })
    return {}
  },
})

/** Reports, once, the templates that a new version of the modules has made invalid. */
export async function reportAfterUpgrade({ from, actAs }: SystemContext, inject: Context['inject']): Promise<void> {
  let after = FIRST
  for (;;) {
    const rows = await from(MailTemplate, 't')
      .select(['t.id', 't.tenantId', 't.mail', 't.subject', 't.text', 't.html'])
      .where('t.reportedAt', 'is', null)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('t.tenantId', 't.id'),
          '>',
          tuple(sql<string>`${after.tenantId}::uuid`, sql<string>`${after.id}::uuid`),
        ),
      )
      .orderBy('t.tenantId')
      .orderBy('t.id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const [tenantId, some] of Map.groupBy(rows, (row) => row.tenantId)) {
      const ids = some.filter(({ mail: id, ...text }) => !fits(findMail({ inject }, id), text)).map(({ id }) => id)
      const scope = { tenantId, organizationId: null, organizationIds: null }
      if (ids.length > 0)
        await actAs({ actor: 'platform', reason: 'templates of a new version', scope }, ({ run }) =>
          run(reportInvalid, { ids }),
        )
    }
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!
  }
}

/** The text of an email that no composed module sends is nobody's concern. */
const fits = (declared: MailSpec | undefined, text: MailText) =>
  declared === undefined || findMailProblems(declared, text).length === 0

const FIRST = { tenantId: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' }
const ROWS_AT_ONCE = 100
