import { defineEntity } from '@mikro-orm/core'
import {
  createPlatform,
  defineCache,
  defineEvents,
  defineFeatures,
  defineJob,
  defineMigration,
  defineModule,
  definePoint,
  defineService,
  extensible,
  get,
  type Module,
  on,
  open,
  post,
  Scoped,
} from '@plinth/core'
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

const { x: gone } = defineFeatures('gone', { x: 'X' })
const known = defineFeatures('m0', { see: 'See' })
const shelves = definePoint<string>({
  id: 'm0.shelves',
  title: 'Shelf',
  name: (shelf) => shelf,
  features: (shelf) => (shelf === 'locked' ? [gone] : []),
  check: (shelf, { modules }) => (shelf === '' ? `has no letters, in ${modules.length} module` : undefined),
})

const pointOf = (settable: 'name'[] = []) =>
  defineRulePoint('m0:item', { title: 'I', data: z.object({ name: z.string() }), settable, load: async () => null })
const ruled = (verb: string, point: RulePoint, input: z.ZodType = z.object({ name: z.string() })) =>
  command(verb, async () => {}, { rules: point.create, input })

const Filed = defineEntity({
  name: 'Filed',
  tableName: 'filed',
  extends: Scoped,
  properties: { custom: extensible('lab:typo') },
})

const faults: Record<string, [Partial<Module>[], string]> = {
  'custom fields that no command takes': [
    [{ id: 'lab', entities: [Filed], commands: [command('file', async () => {}, { resource: 'lab.filed' })] }],
    "An entity of module 'lab' is `extensible('lab:typo')`, but no command has the resource 'lab.typo'",
  ],
  'a schedule that is none': [
    [{ jobs: [{ ...job, schedule: 'every day' }] }],
    "The schedule 'every day' of job 'm0.job' is not a cron expression",
  ],
  'a schedule whose job asks for more': [
    [{ jobs: [{ ...job, schedule: '0 3 * * *', payload: z.object({ id: z.string() }) }] }],
    "Job 'm0.job' has a schedule, so its payload must fit {}",
  ],
  'a route for other sites that is not public': [
    [{ features: known, routes: [route('/x', { access: known.see, http: { fromOtherSites: true } })] }],
    'Route GET /x takes requests from other sites, so it must be public',
  ],
  'an event to emit that nobody lists': [
    [{ emits: [events.happened] }],
    "Module 'm0' emits 'm0.happened', which no composed module lists in `events`",
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
  'two points of one id': [
    [{ contributes: [shelves.of('a')] }, { contributes: [definePoint({ ...shelves.spec }).of('b')] }],
    "Two extension points have the id 'm0.shelves': is its package installed twice?",
  ],
  'two contributions of one name': [
    [{ contributes: [shelves.of('a')] }, { contributes: [shelves.of('b', 'a')] }],
    "Shelf 'a' of module 'm1' has the same name as one of module 'm0'",
  ],
  'a contribution that its point refuses': [
    [{ contributes: [shelves.of('')] }],
    "Shelf '' of module 'm0' has no letters, in 1 module",
  ],
  'a contribution behind what nobody lists': [
    [{ contributes: [shelves.of('locked')] }],
    "Shelf 'locked' of module 'm0' asks for 'gone.x', which no composed module lists in `features`",
  ],
  'a route twice': [
    [{ routes: [route('/x/{id}')] }, { routes: [route('/x/{name}')] }],
    "Two routes have the id 'GET /x/{}'",
  ],
  'a route without an access': [
    [{ routes: [route('/x', { access: undefined })] }],
    'Route GET /x does not declare who may call it; set `access: open` for a public route',
  ],
  'an option of a route that does not exist': [
    [{ routes: [route('/x', { takesCookies: false } as object)] }],
    "Route GET /x has an option 'takesCookies' that does not exist",
  ],
  'an option of HTTP that does not exist': [
    [{ routes: [route('/x', { http: { stream: true } as object })] }],
    "Route GET /x has an option 'stream' that does not exist",
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
    "Module 'm0' grants 'm0.sea' to the role 'clerk', but the grant matches no feature of the composed modules",
  ],
  'a role with a prefix of no feature': [
    [{ features: known, roles: { clerk: ['*', 'm1.*'] } }],
    "Module 'm0' grants 'm1.*' to the role 'clerk', but the grant matches no feature of the composed modules",
  ],
  'a base path in a path': [[{ routes: [route('/api/x')] }], "must begin with '/', but not with '/api/'"],
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

test('what a point collects comes in the order of the modules, and of each as it is listed', async () => {
  const kinds = definePoint<string>({ id: 'm.kinds', title: 'Kind', name: (kind) => kind })
  await using platform = await compose(
    { id: 'late', requires: ['early'], contributes: [kinds.of('c'), shelves.of('x'), kinds.of('a')] },
    { id: 'early', contributes: [kinds.of('d', 'b')] },
  )
  expect(kinds.from(platform.modules).map(({ module, value }) => `${module.id}: ${value}`)).toEqual([
    'early: d',
    'early: b',
    'late: c',
    'late: a',
  ])
})

test('a migration twice and a short secret are refused', async () => {
  const twice = [defineMigration('m.one', 'select 1'), defineMigration('m.one', 'select 2')]
  await expect(compose({ migrations: twice })).rejects.toThrow("Two migrations have the id 'm.one'")
  await expect(createPlatform({ modules: [], database: { url: 'postgres://x' }, secret: 'short' })).rejects.toThrow(
    'at least 32 characters',
  )
})
