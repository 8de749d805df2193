import { createPlatform, defineFeatures, defineModule, type Module, signedIn } from '@plinth/core'
import {
  analytics,
  type AnalyticsEntity,
  definePage,
  definePrompt,
  defineTool,
  navigation,
  type NavigationEntry,
  pages,
  prompts,
  tools,
  widgets,
} from '@plinth/points'
import { expect, test } from 'vitest'
import { z } from 'zod'

const compose = (...modules: Partial<Module>[]) =>
  createPlatform({
    modules: modules.map((module, index) => defineModule({ id: `m${index}`, title: 'M', ...module })),
    database: { url: 'postgres://nobody@localhost:1/none' },
    secret: 'x'.repeat(32),
  })

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

const entry: NavigationEntry = { group: { id: 'm0', name: 'M' }, href: '/backend/m', title: 'M', access: signedIn }

const { x: gone } = defineFeatures('gone', { x: 'X' })
const known = defineFeatures('m0', { see: 'See' })
const rows: AnalyticsEntity = {
  id: 'm0:rows',
  features: [known.see],
  table: 'rows',
  fields: { id: { column: 'id', type: 'uuid' } },
}
const summed = (...entities: AnalyticsEntity[]): Partial<Module>[] => [
  { features: known, contributes: [analytics.of(...entities)] },
]

const faults: Record<string, [Partial<Module>[], string]> = {
  'a tool whose name cannot be called': [
    [{ contributes: [tools.of({ ...tool, name: 'a b' })] }],
    "Tool 'a b' of module 'm0' must have a name of at most 64 letters, digits, '_' and '-'",
  ],
  'two tools of one name': [
    [{ contributes: [tools.of(tool)] }, { contributes: [tools.of(tool)] }],
    "Tool 'm0_look' of module 'm1' has the same name as one of module 'm0'",
  ],
  'a tool that does not say for whom it is': [
    [{ contributes: [tools.of({ ...tool, access: undefined as never })] }],
    "Tool 'm0_look' of module 'm0' does not declare who may use it; set `access: signedIn` if everybody may",
  ],
  'a prompt for holders of what nobody lists': [
    [{ contributes: [prompts.of({ ...prompt, access: gone })] }],
    "Prompt 'm0_begin' of module 'm0' asks for 'gone.x', which no composed module lists in `features`",
  ],
  'two prompts of one name': [
    [{ contributes: [prompts.of(prompt)] }, { contributes: [prompts.of(prompt)] }],
    "Prompt 'm0_begin' of module 'm1' has the same name as one of module 'm0'",
  ],
  'a page for an empty list of features': [
    [{ contributes: [pages.of({ ...page, access: [] })] }],
    "Page 'm0/start' of module 'm0' does not declare who may use it; set `access: signedIn` if everybody may",
  ],
  'two pages of one name': [
    [{ contributes: [pages.of(page, page)] }],
    "Page 'm0/start' of module 'm0' has the same name as one of module 'm0'",
  ],
  'a widget twice': [
    [
      { id: 'a', contributes: [widgets.of({ id: 'a.w', title: 'W' })] },
      { id: 'b', contributes: [widgets.of({ id: 'a.w', title: 'W' })] },
    ],
    "Widget 'a.w' of module 'b' has the same name as one of module 'a'",
  ],
  'a widget of another module': [
    [{ contributes: [widgets.of({ id: 'a.w', title: 'W' })] }],
    "Widget 'a.w' of module 'm0' must have an id that begins with 'm0.'",
  ],
  'a widget behind an unknown feature': [
    [{ contributes: [widgets.of({ id: 'm0.w', title: 'W', features: [gone] })] }],
    "Widget 'm0.w' of module 'm0' asks for 'gone.x', which no composed module lists in `features`",
  ],
  'a widget of unknown rows': [
    [{ contributes: [widgets.of({ id: 'm0.w', title: 'W', data: rows })] }],
    "Widget 'm0.w' of module 'm0' shows 'm0:rows', which no composed module contributes",
  ],
  'rows twice': [
    summed(rows, rows),
    "Analytics entity 'm0:rows' of module 'm0' has the same name as one of module 'm0'",
  ],
  'rows of another module': [summed({ ...rows, id: 'a:rows' }), "must have an id that begins with 'm0:'"],
  'rows for everybody': [summed({ ...rows, features: [] }), 'asks for an empty list of features'],
  'rows behind an unknown feature': [summed({ ...rows, features: [gone] }), "asks for 'gone.x'"],
  'rows of no table': [summed({ ...rows, table: 'x; drop' }), "has a `table` that is not a table name: 'x; drop'"],
  'a column that is an expression': [
    summed({ ...rows, fields: { id: { column: 'now()', type: 'time' } } }),
    "names something that is not a column name: 'now()'",
  ],
  'a condition that is an expression': [
    summed({ ...rows, only: { '1=1 or x': null } }),
    "names something that is not a column name: '1=1 or x'",
  ],
  'a sum of texts': [
    summed({ ...rows, fields: { name: { column: 'name', type: 'text', aggregates: ['sum'] } } }),
    "has an aggregate other than count for a field that is not a number: 'name'",
  ],
  'a field with dots': [
    summed({ ...rows, fields: { 'a.b': { column: 'a', type: 'json' } } }),
    "has a field 'a.b' with dots",
  ],
  'a day that begins nowhere': [summed({ ...rows, timeZone: 'Mars/Base' }), "has an unknown time zone: 'Mars/Base'"],
  'an entry of the navigation for holders of what nobody lists': [
    [{ contributes: [navigation.of({ ...entry, access: gone })] }],
    "Navigation entry 'main /backend/m' of module 'm0' asks for 'gone.x', which no composed module lists in `features`",
  ],
  'an entry of the navigation twice': [
    [{ contributes: [navigation.of(entry)] }, { contributes: [navigation.of({ ...entry, area: 'main' })] }],
    "Navigation entry 'main /backend/m' of module 'm1' has the same name as one of module 'm0'",
  ],
}

test.each(Object.entries(faults))('%s is refused before anything is opened', async (_name, [modules, message]) => {
  await expect(compose(...modules)).rejects.toMatchObject({
    code: 'broken_setup',
    message: expect.stringContaining(message),
  })
})
