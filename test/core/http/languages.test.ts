import { conflict, defineCommand, defineFeatures, defineModule, post } from '@plinth/core'
import type { Translations } from '@plinth/core/http'
import { type Client, missingTexts, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('desk', { manage: 'Manage tickets', view: 'View tickets' })

const closeTicket = defineCommand({
  id: 'desk.tickets.close',
  label: 'Close a ticket',
  access: features.manage,
  input: z.object({
    many: z.array(z.string()).max(1_000).optional(),
    title: z.string().min(3),
    state: z.string(),
    note: z.email('Must be the address of a person').optional(),
  }),
  output: z.object({}),
  async run({ input: { state, title } }) {
    if (state === 'field') throw conflict('It is taken', { fieldErrors: { title: 'Already in use' } })
    throw conflict(state === 'closed' ? `The ticket ${title} is ${state}` : 'Not yet')
  },
})

const translations: Translations = {
  de: {
    Desk: 'Schalter',
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
  commands: [closeTicket],
  routes: [post('/desk/tickets/close', closeTicket, { summary: 'Close a ticket.' })],
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

test('errors of modules are told in the caller’s language, with their values', async () => {
  const clerk = app.as({ features: ['desk.*'] })
  const rows: [language: string, body: object, error: string][] = [
    ['en', { title: 'Printer', state: 'closed' }, 'The ticket Printer is closed'],
    ['de', { title: 'Printer', state: 'closed' }, 'closed ist das Ticket Printer schon'],
    ['de-AT,en;q=0.5', { title: 'Big printer', state: 'closed' }, 'closed ist das Ticket Big printer schon'],
    // Nobody has told it in German, and nobody has a catalog of Polish here.
    ['de', { title: 'Printer', state: 'open' }, 'Not yet'],
    ['pl', { title: 'Printer', state: 'open' }, 'Not yet'],
    // The product wins over the module.
    ['fr', { title: 'Printer', state: 'open' }, 'Pas encore'],
  ]
  for (const [language, body, error] of rows) {
    const response = await close(clerk, body, language)
    expect([language, response.status, await response.json()]).toEqual([language, 409, { error }])
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
  expect(await ofDesk('fr')).toEqual(['Desk', 'View tickets', 'Close a ticket'])
  await expect(missingTexts(app.platform, 'pl')).rejects.toThrow("does not have the language 'pl'")
})
