import {
  conflict,
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  defineScopedEntity,
  input,
  notFound,
  post,
  resource,
} from '@plinth/core'
import { personalLocales, type Translations } from '@plinth/core/http'
import { type Client, missingApiTexts, missingTexts, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { p } from '@mikro-orm/core'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('desk', { manage: 'Manage tickets', view: 'View tickets' })

const closeTicket = defineCommand({
  id: 'desk.tickets.close',
  label: 'Close a ticket',
  access: features.manage,
  input: z.object({
    many: z.array(z.string()).max(1_000).optional(),
    title: z.string().min(3).describe('What the ticket is about.'),
    state: z.string(),
    note: z.email('Must be the address of a person').optional(),
  }),
  output: z.object({}),
  async run({ input: { state, title } }) {
    if (state === 'gone') throw notFound('Ticket')
    if (state === 'early') throw conflict('Close the ticket first')
    if (state === 'reason') throw conflict(title)
    if (state === 'field') throw conflict('It is taken', { fieldErrors: { title: 'Already in use' } })
    throw conflict(state === 'closed' ? `The ticket ${title} is ${state}` : 'Not yet')
  },
})

const Ticket = defineScopedEntity('desk.ticket', { subject: p.string().length(200) })

const ticketed = resource('/desk/tickets', Ticket, {
  access: { read: features.view, write: features.manage },
  input: input(Ticket, ['subject']),
  actions: {
    print: { run: () => {} },
    file: { label: 'Create ticket', run: () => {} },
    check: { label: 'Check ticket', run: () => {} },
  },
})

const translations: Translations = {
  de: {
    Desk: 'Schalter',
    Ticket: 'Vorgang',
    'Print {record}': '{record} drucken',
    'Check {record}': '{record} geprüft',
    'button|Check ticket': 'Vorgang prüfen',
    'Close tickets of the desk.': 'Tickets des Schalters schließen.',
    'What the ticket is about.': 'Worum es geht.',
    'Manage tickets': 'Tickets verwalten',
    'View tickets': 'Tickets ansehen',
    'Close a ticket': 'Ticket schließen',
    'The ticket {title} is {state}': '{state} ist das Ticket {title} schon',
    'Must be the address of a person': 'Muss die Adresse einer Person sein',
    'It is taken': 'Vergeben',
    'Already in use': 'Schon benutzt',
  },
  fr: { 'Manage tickets': 'Gérer les tickets', 'Not yet': 'du module' },
}

const desk = defineModule({
  id: 'desk',
  title: 'Desk',
  features,
  roles: { admin: ['desk.*'] },
  resources: [ticketed],
  migrations: [defineMigration('desk.tables', "select plinth.scoped_table('desk_ticket', $$subject text not null$$)")],
  commands: [closeTicket],
  routes: [post('/desk/tickets/close', closeTicket, { summary: 'Close tickets of the desk.' })],
  translations,
})

let app: TestPlatform

beforeAll(async () => {
  app = await testApp({
    modules: [desk],
    languages: ['en', 'de', 'fr'],
    translations: { fr: { 'Not yet': 'Pas encore', Forbidden: 'Interdit' } },
  })
})

afterAll(() => app[Symbol.asyncDispose]())

const close = (client: Client, body: object, language: string) =>
  client.fetch('/desk/tickets/close', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
  })

test('a button says what it does, and the log what somebody did', async () => {
  const clerk = app.as({ features: ['desk.*'] })
  const labels = async (language: string) =>
    (await clerk.get('/desk/tickets/actions', { headers: { 'accept-language': language } })).body.actions.map(
      ({ label }: { label: string }) => label,
    )
  expect(await labels('de')).toEqual(['Vorgang drucken', 'Vorgang anlegen', 'Vorgang prüfen'])
  expect(await labels('en')).toEqual(['Print ticket', 'Create ticket', 'Check ticket'])
  const known = app.platform.texts
  expect(['Create ticket', 'Check ticket'].map((label) => known.in('de', label))).toEqual([
    'Vorgang angelegt',
    'Vorgang geprüft',
  ])
})

test('errors of modules are told in the caller’s language, with their values', async () => {
  const clerk = app.as({ features: ['desk.*'] })
  const rows: [language: string, body: object, error: string][] = [
    ['en', { title: 'Printer', state: 'closed' }, 'The ticket Printer is closed'],
    ['de', { title: 'Printer', state: 'closed' }, 'closed ist das Ticket Printer schon'],
    ['de-AT,en;q=0.5', { title: 'Big printer', state: 'closed' }, 'closed ist das Ticket Big printer schon'],
    ['de;q=0,*', { title: 'Printer', state: 'closed' }, 'The ticket Printer is closed'],
    // What is behind the first 512 characters is not read, and no half of a language.
    [`${'xx,'.repeat(170)}delaware`, { title: 'Printer', state: 'closed' }, 'The ticket Printer is closed'],
    // Nobody has told it in German, and nobody has a catalog of Polish here.
    ['de', { title: 'Printer', state: 'open' }, 'Not yet'],
    ['pl', { title: 'Printer', state: 'open' }, 'Not yet'],
    ['de', { title: 'Printer', state: 'gone' }, 'Vorgang nicht gefunden'],
    // 'Close {record}' is a form of labels, not of sentences.
    ['de', { title: 'Printer', state: 'early' }, 'Close the ticket first'],
    // The core has '{name} is required', and names are no sentences.
    ['de', { title: 'reason is required', state: 'reason' }, 'reason ist erforderlich'],
    ['de', { title: 'A reason for this is required', state: 'reason' }, 'A reason for this is required'],
    // Nobody knows which of them is the title.
    ['de', { title: 'What is it', state: 'closed' }, 'The ticket What is it is closed'],
    // Data is never a text of its own.
    ['de', { title: '{record} $& $1 {state}', state: 'closed' }, 'closed ist das Ticket {record} $& $1 {state} schon'],
    // The product wins over the module.
    ['fr', { title: 'Printer', state: 'open' }, 'Pas encore'],
  ]
  for (const [language, body, error] of rows) {
    const response = await close(clerk, body, language)
    const { error: told } = (await response.json()) as { error: string }
    expect([language, response.status, told]).toEqual([language, error.endsWith('gefunden') ? 404 : 409, error])
  }
  const field = await close(clerk, { title: 'Printer', state: 'field' }, 'de')
  expect(await field.json()).toEqual({ error: 'Vergeben', fieldErrors: { title: 'Schon benutzt' } })
  expect(await (await close(app.as({ features: [] }), {}, 'fr')).json()).toMatchObject({ error: 'Interdit' })
})

test('issues of schemas are told in the caller’s language', async () => {
  const clerk = app.as({ features: ['desk.*'] })
  const messagesIn = async (language: string) => {
    const response = await close(clerk, { title: 'No', note: 'nobody' }, language)
    const { details } = (await response.json()) as { details: { path: string[]; message: string }[] }
    expect(response.status).toBe(400)
    return Object.fromEntries(details.map(({ path, message }) => [path.join('.'), message]))
  }
  expect(await messagesIn('en')).toEqual({
    title: 'Too small: expected string to have >=3 characters',
    state: 'Invalid input: expected string, received undefined',
    note: 'Must be the address of a person',
  })
  expect(await messagesIn('de')).toMatchObject({
    title: expect.stringMatching(/^Zu klein/),
    state: expect.stringMatching(/^Ungültige Eingabe/),
    note: 'Muss die Adresse einer Person sein',
  })
  expect(await messagesIn('fr')).toMatchObject({ title: expect.stringMatching(/^Trop petit/) })
})

test('hundreds of issues are not translated', async () => {
  const response = await close(app.as({ features: ['desk.*'] }), { many: Array.from({ length: 500 }, () => 1) }, 'de')
  const { details } = (await response.json()) as { details: { message: string }[] }
  expect([response.status, details.length, details[0]!.message]).toEqual([
    400,
    502,
    expect.stringMatching(/^Invalid input/),
  ])
})

test.each([
  [['pt-BR'], 'ISO 639'],
  [['English'], 'ISO 639'],
  [[], 'at least one'],
])('the languages %j are refused at the start', async (languages, reason) => {
  await expect(testApp({ modules: [desk], languages })).rejects.toThrow(reason)
})

test('what a language lacks is listed', async () => {
  const ofDesk = async (language: string) =>
    (await missingTexts(app.platform, language)).filter(({ module }) => module === 'desk').map(({ text }) => text)
  expect(await ofDesk('de')).toEqual([])
  expect(await ofDesk('fr')).toEqual([
    'Desk',
    'View tickets',
    'Create ticket',
    'Update ticket',
    'Delete ticket',
    'Print ticket',
    'Check ticket',
    'Close a ticket',
  ])
  await expect(missingTexts(app.platform, 'pl')).rejects.toThrow("does not have the language 'pl'")
})

test('what the API document lacks in a language is listed', () => {
  expect(missingApiTexts(app.platform, 'en')).toEqual([])
  expect(missingApiTexts(app.platform, 'de')).toEqual([])
  expect(missingApiTexts(app.platform, 'fr').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Close tickets of the desk.', 'What the ticket is about.', 'Requires `desk.view`.']),
  )
})

test('the API document is in the reader’s language, and otherwise unchanged', async () => {
  const english = app.platform.document() as unknown as Document
  const read = async (language?: string) => {
    const headers = new Headers(language === undefined ? [] : [['accept-language', language]])
    const response = await app.fetch('/api/openapi.json', { headers })
    return { text: await response.text(), language: response.headers.get('content-language') }
  }
  for (const language of [undefined, 'en', '*', 'pl'])
    expect(await read(language)).toEqual({ text: JSON.stringify(english), language: null })

  const { text, language } = await read('de-AT')
  const german = JSON.parse(text) as Document
  expect(language).toBe('de')
  const summaries = (path: string) =>
    Object.values(german.paths[path]!).map(({ summary, description }) => [summary, description])
  expect(summaries('/desk/tickets/close')).toEqual([['Tickets des Schalters schließen.', 'Erfordert `desk.manage`.']])
  expect(
    summaries('/desk/tickets')
      .slice(1)
      .map(([summary]) => summary),
  ).toEqual(['Vorgang anlegen.', 'Vorgang ändern.', 'Vorgang löschen.'])
  expect(summaries('/desk/tickets/print')[0]![0]).toBe('Vorgang drucken.')
  expect(summaries('/desk/tickets/file')[0]![0]).toBe('Vorgang anlegen.')
  expect(german.tags.find(({ name }) => name === 'Desk')).toEqual({ name: 'Desk', 'x-displayName': 'Schalter' })
  expect(text).toContain('"description":"Worum es geht."')
  // Whatever programs use is the same.
  expect(withoutTexts(german)).toEqual(withoutTexts(english))
  expect(await (await app.fetch('/api/docs/markdown', { headers: { 'accept-language': 'de' } })).text()).toContain(
    'Tickets des Schalters schließen.',
  )
})

test('the API document is in the language that a person has chosen', async () => {
  app.platform.override(personalLocales, {
    of: async () => ({ language: 'de', timeZone: null, weekStart: null }),
  } as never)
  const headers = { 'accept-language': 'fr' }
  const body = (await (await app.as('admin').fetch('/openapi.json', { headers })).json()) as Document
  expect(body.paths['/desk/tickets/close']!['post']!.summary).toBe('Tickets des Schalters schließen.')
  // Pages show it in the language that they are in themselves.
  const caller = app.callerOf('admin')
  for (const [language, summary] of [
    [undefined, 'Tickets des Schalters schließen.'],
    ['en', 'Close tickets of the desk.'],
  ] as const) {
    const read = (await app.platform.documentFor(caller, language)) as unknown as Document
    expect(read.paths['/desk/tickets/close']!['post']!.summary).toBe(summary)
  }
})

interface Document {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly summary?: string; readonly description: string }>>>
  >
}

const withoutTexts = (document: unknown): unknown =>
  JSON.parse(
    JSON.stringify(document, (name, value: unknown) =>
      name === 'x-displayName' || (typeof value === 'string' && (name === 'summary' || name === 'description'))
        ? undefined
        : value,
    ),
  )
