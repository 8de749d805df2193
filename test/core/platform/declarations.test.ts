import {
  createPlatform,
  defineCache,
  defineEvents,
  defineFeatures,
  defineJob,
  defineMigration,
  defineModule,
  definePage,
  defineService,
  get,
  type Module,
  on,
  open,
  post,
  signedIn,
} from '@plinth/core'
import type { AnalyticsEntity } from '@plinth/core/data'
import { definePrompt, defineTool } from '@plinth/core/http'
import { defineRulePoint, type RulePoint } from '@plinth/core/rules'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { command } from '../_lab/lab-module.ts'

const compose = (...modules: Partial<Module>[]) =>
  createPlatform({
    modules: modules.map((module, index) => defineModule({ id: `m${index}`, title: 'M', ...module })),
    database: { url: 'postgres://nobody@localhost:1/none' },
    secret: 'x'.repeat(32),
  })

const route = (path: string, more = {}) => get(path, { access: open, response: z.object({}), ...more }, () => ({}))
const events = defineEvents('m0', { happened: z.object({}) })
const job = defineJob({ id: 'm0.job', payload: z.object({}), run: () => {} })

const tool = defineTool({
  name: 'm0_look',
  description: 'Looks.',
  access: signedIn,
  input: z.object({}),
  output: z.object({}),
  run: () => ({}),
})
const prompt = definePrompt({ name: 'm0_begin', description: 'Begins.', access: signedIn, text: () => 'Begin.' })
const page = definePage({ name: 'start', title: 'Start', access: signedIn, text: '# Start' })

const { x: gone } = defineFeatures('gone', { x: 'X' })
const known = defineFeatures('m0', { see: 'See' })
const rows: AnalyticsEntity = {
  id: 'm0:rows',
  features: [known.see],
  table: 'rows',
  fields: { id: { column: 'id', type: 'uuid' } },
}
const analytics = (...entities: AnalyticsEntity[]): Partial<Module>[] => [{ features: known, analytics: entities }]

const pointOf = (settable: 'name'[] = []) =>
  defineRulePoint('m0:item', { title: 'I', data: z.object({ name: z.string() }), settable, load: async () => null })
const ruled = (verb: string, point: RulePoint, input: z.ZodType = z.object({ name: z.string() })) =>
  command(verb, async () => {}, { rules: point.create, input })

const faults: Record<string, [Partial<Module>[], string]> = {
  'a schedule that is none': [
    [{ jobs: [{ ...job, schedule: 'every day' }] }],
    "The schedule 'every day' of job 'm0.job' is no cron expression",
  ],
  'a schedule whose job asks for more': [
    [{ jobs: [{ ...job, schedule: '0 3 * * *', payload: z.object({ id: z.string() }) }] }],
    "Job 'm0.job' has a schedule, so its payload must fit {}",
  ],
  'a tool whose name cannot be called': [
    [{ tools: [{ ...tool, name: 'a b' }] }],
    "Tool 'a b' must have a name of at most 64 letters, digits, '_' and '-'",
  ],
  'two tools of one name': [[{ tools: [tool] }, { tools: [tool] }], "Two tools have the id 'm0_look'"],
  'a tool that does not say for whom it is': [
    [{ tools: [{ ...tool, access: undefined as never }] }],
    "Tool 'm0_look' does not say who may use it; what everybody may use says `access: signedIn`",
  ],
  'a prompt for holders of what nobody lists': [
    [{ prompts: [{ ...prompt, access: gone }] }],
    "Prompt 'm0_begin' asks for 'gone.x', which no composed module lists in `features`",
  ],
  'two prompts of one name': [[{ prompts: [prompt] }, { prompts: [prompt] }], "Two prompts have the id 'm0_begin'"],
  'a page for an empty list of features': [
    [{ pages: [{ ...page, access: [] }] }],
    "Page 'start' of module 'm0' does not say who may use it; what everybody may use says `access: signedIn`",
  ],
  'two pages of one name': [[{ pages: [page, page] }], "Two pages have the id 'm0/start'"],
  'an event to emit that nobody lists': [
    [{ emits: [events.happened] }],
    "Module 'm0' is to emit 'm0.happened', which no composed module lists in `events`",
  ],
  'an event that nobody lists': [
    [{ subscribers: [on(events.happened, () => {})] }],
    "Module 'm0' subscribes to 'm0.happened', which no composed module lists in `events`",
  ],
  'a field that rules may set behind a transformation': [
    [
      {
        id: 'lab',
        commands: [
          ruled(
            'create',
            pointOf(['name']),
            z.object({}).transform((input) => input),
          ),
        ],
      },
    ],
    "Rules may set 'name' of 'm0:item', which command 'lab.items.create' does not take",
  ],
  'a missing requirement': [[{ requires: ['gone'] }], "Module 'm0' requires 'gone', which is not composed"],
  'a circle': [
    [
      { id: 'a', requires: ['b'] },
      { id: 'b', requires: ['c'] },
      { id: 'c', requires: ['a'] },
    ],
    'Modules require each other: a → b → c → a',
  ],
  'a circle behind a door': [
    [
      { id: 'a', requires: ['b'] },
      { id: 'b', requires: ['b'] },
    ],
    'Modules require each other: b → b',
  ],
  'a module twice': [[{ id: 'a' }, { id: 'a' }], "Two modules have the id 'a'"],
  'a command twice': [
    [{ id: 'lab', commands: [command('x', async () => ({})), command('x', async () => ({}))] }],
    "Two commands have the id 'lab.items.x'",
  ],
  'a job twice': [[{ jobs: [job] }, { jobs: [job] }], "Two jobs have the id 'm0.job'"],
  'a subscriber named like a job': [
    [{ events, jobs: [job], subscribers: [on(events.happened, () => {}, { durable: 'm0.job' })] }],
    "Two jobs have the id 'm0.job'",
  ],
  'an event twice': [[{ events }, { events }], "Two events have the id 'm0.happened'"],
  'a cache twice': [[{ caches: [defineCache('c')] }, { caches: [defineCache('c')] }], "Two caches have the id 'c'"],
  'a service twice': [
    [{ services: [defineService('s', () => 1)] }, { services: [defineService('s', () => 2)] }],
    "Two services have the id 's'",
  ],
  'a feature twice': [
    [{ features: defineFeatures('m0', { a: 'A' }) }, { features: defineFeatures('m0', { a: 'A' }) }],
    "Two features have the id 'm0.a'",
  ],
  'a route twice': [
    [{ routes: [route('/x/{id}')] }, { routes: [route('/x/{name}')] }],
    "Two routes have the id 'GET /x/{}'",
  ],
  'a route without an access': [
    [{ routes: [route('/x', { access: undefined })] }],
    'Route GET /x does not say who may enter; a public one says `access: open`',
  ],
  'an empty list of features': [
    [{ routes: [route('/x', { access: [] })] }],
    'Route GET /x asks for an empty list of features',
  ],
  'a feature that nobody lists': [
    [{ routes: [route('/x', { access: gone })] }],
    "Route GET /x asks for 'gone.x', which no composed module lists in `features`",
  ],
  'a command that nobody lists': [
    [
      {
        routes: [
          post(
            '/x',
            command('x', async () => ({})),
          ),
        ],
      },
    ],
    "Route POST /x runs 'lab.items.x', which no composed module lists in `commands`",
  ],
  'a role with a grant of no feature': [
    [{ features: known, roles: { clerk: ['m0.*', known.see, 'm0.sea'] } }],
    "Module 'm0' grants 'm0.sea' to the role 'clerk', which fits no feature",
  ],
  'a role with a prefix of no feature': [
    [{ features: known, roles: { clerk: ['*', 'm1.*'] } }],
    "Module 'm0' grants 'm1.*' to the role 'clerk', which fits no feature",
  ],
  'a base path in a path': [[{ routes: [route('/api/x')] }], "must begin with '/' and leave '/api' out"],
  'a widget twice': [
    [
      { id: 'a', widgets: [{ id: 'a.w', title: 'W' }] },
      { id: 'b', widgets: [{ id: 'a.w', title: 'W' }] },
    ],
    "Two widgets have the id 'a.w'",
  ],
  'a widget of another module': [
    [{ widgets: [{ id: 'a.w', title: 'W' }] }],
    "'a.w' is declared by module 'm0', so it must begin with 'm0.'",
  ],
  'a widget behind an unknown feature': [
    [{ widgets: [{ id: 'm0.w', title: 'W', features: [gone] }] }],
    "Widget 'm0.w' asks for the feature 'gone.x', which no composed module has",
  ],
  'a widget of unknown rows': [
    [{ widgets: [{ id: 'm0.w', title: 'W', data: rows }] }],
    "Widget 'm0.w' shows 'm0:rows', which no composed module declares",
  ],
  'rows twice': [analytics(rows, rows), "Two analytics entities have the id 'm0:rows'"],
  'rows of another module': [analytics({ ...rows, id: 'a:rows' }), "so it must begin with 'm0:'"],
  'rows for everybody': [analytics({ ...rows, features: [] }), 'asks for an empty list of features'],
  'rows behind an unknown feature': [analytics({ ...rows, features: [gone] }), "asks for the feature 'gone.x'"],
  'rows of no table': [analytics({ ...rows, table: 'x; drop' }), "names no table: 'x; drop'"],
  'a column that is an expression': [
    analytics({ ...rows, fields: { id: { column: 'now()', type: 'time' } } }),
    "names no column: 'now()'",
  ],
  'a condition that is an expression': [
    analytics({ ...rows, only: { '1=1 or x': null } }),
    "names no column: '1=1 or x'",
  ],
  'a sum of texts': [
    analytics({ ...rows, fields: { name: { column: 'name', type: 'text', aggregates: ['sum'] } } }),
    "lets more than numbers be summed up: 'name'",
  ],
  'a field with dots': [
    analytics({ ...rows, fields: { 'a.b': { column: 'a', type: 'json' } } }),
    "has a field 'a.b' with dots",
  ],
  'a day that begins nowhere': [analytics({ ...rows, timeZone: 'Mars/Base' }), "lies in no time zone: 'Mars/Base'"],
  'two rule points of one name': [
    [{ id: 'lab', commands: [ruled('a', pointOf()), ruled('b', pointOf())] }],
    "Two rule points have the name 'm0:item'",
  ],
  'a field for rules to set that no input takes': [
    [{ id: 'lab', commands: [ruled('a', pointOf(['name']), z.object({ id: z.string() }))] }],
    "Rules may set 'name' of 'm0:item', which command 'lab.items.a' does not take",
  ],
  'an update that fills in what is absent': [
    [
      {
        id: 'lab',
        commands: [command('a', async () => {}, { input: z.object({ n: z.number().default(1) }).partial() })],
      },
    ],
    "The command 'lab.items.a' fills in 1 where 'n' is absent",
  ],
  "another module's name": [
    [{ features: defineFeatures('other', { a: 'A' }) }],
    "'other.a' is declared by module 'm0', so it must begin with 'm0.'",
  ],
}

test.each(Object.entries(faults))('%s is refused before anything is opened', async (_name, [modules, message]) => {
  await expect(compose(...modules)).rejects.toMatchObject({
    code: 'broken_setup',
    message: expect.stringContaining(message),
  })
})

test('modules run in the order of what they require', async () => {
  await using platform = await compose({ id: 'c', requires: ['a', 'b'] }, { id: 'b', requires: ['a'] }, { id: 'a' })
  expect(platform.modules.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a migration twice and a short secret are refused', async () => {
  const twice = [defineMigration('m.one', 'select 1'), defineMigration('m.one', 'select 2')]
  await expect(compose({ migrations: twice })).rejects.toThrow("Two migrations have the id 'm.one'")
  await expect(createPlatform({ modules: [], database: { url: 'postgres://x' }, secret: 'short' })).rejects.toThrow(
    'at least 32 characters',
  )
})
