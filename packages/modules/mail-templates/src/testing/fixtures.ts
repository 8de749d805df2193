import type { ModuleFixtures, Persona, Sample, TestPlatform, UndoExample } from '@plinth/testing'
import { templates } from '../resources/templates.ts'

const manager: Persona = { features: ['mail_templates.*'], email: 'ann@example.com' }
const confined: Persona = { ...manager, organizationIds: ['a1000000-0000-4000-8000-000000000000'] }
const unknown = '99999999-9999-4999-8999-999999999999'

const mail = 'mail_templates.invalid'
const text = { subject: 'Look at {tenant}', text: '{templates}', html: '<p>{templates}</p>' }
const draft = { mail, language: 'pl', ...text }

/** The emails of this module are few, so a text that is there already makes room. */
async function fresh(app: TestPlatform, language = 'pl'): Promise<object> {
  await app.sql('delete from mail_templates where mail = $1 and language = $2', [mail, language])
  return { ...draft, language }
}

/** Creates a text and returns its id. */
async function add(app: TestPlatform, language?: string): Promise<string> {
  const answer = await app.as(manager).post('/mail_templates/templates', await fresh(app, language))
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

const send = (body: object | ((app: TestPlatform) => Promise<object>)): NonNullable<Sample['request']> =>
  typeof body === 'function' ? async (app) => ({ body: await body(app) }) : { body }

const path = '/mail_templates/templates'
const samples: readonly Sample[] = [
  { route: 'GET /mail_templates/mails', as: manager, expect: 200 },
  { route: 'GET /mail_templates/mails/{mail}', as: manager, request: { params: { mail } }, expect: 200 },
  { route: 'GET /mail_templates/mails/{mail}', as: manager, request: { params: { mail: 'nothing' } }, expect: 404 },
  { route: `GET ${path}`, as: manager, expect: 200 },
  { route: `POST ${path}`, as: manager, request: send((app) => fresh(app, 'es')), expect: 201 },
  {
    route: `POST ${path}`,
    as: manager,
    request: send(async (app) => {
      await add(app)
      return draft
    }),
    expect: 400,
  },
  { route: `POST ${path}`, as: manager, request: send({ ...draft, text: '{templates} {x}' }), expect: 400 },
  { route: `PUT ${path}`, as: manager, request: send(async (app) => ({ id: await add(app), ...text })), expect: 200 },
  { route: `PUT ${path}`, as: confined, request: send(async (app) => ({ id: await add(app), ...text })), expect: 403 },
  { route: `PUT ${path}`, as: manager, request: send({ id: unknown, ...text }), expect: 404 },
  {
    route: `DELETE ${path}`,
    as: manager,
    request: async (app: TestPlatform) => ({ query: { id: await add(app) } }),
    expect: 200,
  },
  { route: `DELETE ${path}`, as: manager, request: { query: { id: unknown } }, expect: 404 },
  { route: 'POST /mail_templates/preview', as: manager, request: send(draft), expect: 200 },
  { route: 'POST /mail_templates/preview', as: manager, request: send({ ...draft, mail: 'nothing' }), expect: 404 },
  { route: 'POST /mail_templates/test', as: manager, request: send(draft), expect: 200 },
  { route: 'POST /mail_templates/test', as: manager, request: send({ ...draft, mail: 'nothing' }), expect: 404 },
]

/** Each in a language of its own, because the row of one makes room for that of another. */
const examples: readonly UndoExample[] = [
  { command: templates.create, input: (app: TestPlatform) => fresh(app, 'es') },
  { command: templates.update, input: async (app: TestPlatform) => ({ id: await add(app), subject: 'Other' }) },
  { command: templates.delete, input: async (app: TestPlatform) => ({ id: await add(app, 'de') }) },
]

/** Test fixtures of email templates. */
export const mailTemplatesFixtures: ModuleFixtures = {
  contract: {
    open: [],
    samples,
    // The mailer of tests takes everything, and nothing is limited there.
    provenElsewhere: { 'POST /mail_templates/test': [429, 502] },
  },
  isolation: {
    unreached: {
      'GET /mail_templates/mails/{mail}': 'an attack names an email by the id of a row; see mail-templates.test.ts',
    },
    // Those of other languages are made by samples.
    rows: {
      mail_templates: ({ name }) => ({
        mail,
        language: name === 'sibling' ? 'de' : 'en',
        html: null,
        reported_at: null,
      }),
    },
  },
  undo: { examples },
}
