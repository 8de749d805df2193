import { businessRules } from '@plinth/business-rules'
import type { TestPlatform, UndoExample } from '@plinth/core/testing'
import { create, guard, rulesPath, setsPath } from './_rules.ts'

type App = TestPlatform

const { commands = [] } = businessRules()
const commandOf = (id: string) => commands.find((command) => command.id === `business_rules.${id}`)!
const manager = { isSuperAdmin: true, features: ['*'] }
const unique = () => crypto.randomUUID().slice(0, 8)
const rule = (app: App, fields: object = {}) =>
  create(app.as(manager), rulesPath, { ...guard, ruleId: `R-${unique()}`, ...fields })
const set = (app: App) => create(app.as(manager), setsPath, { setId: `S-${unique()}`, setName: 'A set' })

/** A set with one rule in it. */
async function filledSet(app: App): Promise<{ id: string; memberId: string }> {
  const id = await set(app)
  const memberId = await create(app.as(manager), `${setsPath}/${id}/members`, { ruleId: await rule(app), sequence: 3 })
  return { id, memberId }
}

const condition = { operator: 'NOT', rules: [{ field: 'a', operator: 'IN', value: [1, '2', null] }] }
const actions = [{ type: 'SET_FIELD', config: { field: 'a', value: [0, null, { b: 'ä' }] } }]

/** Every undoable command of business rules. */
export const examples: readonly UndoExample[] = [
  {
    command: commandOf('rules.create'),
    input: () => ({ ...guard, ruleId: `R-${unique()}`, conditionExpression: condition, successActions: actions }),
  },
  {
    command: commandOf('rules.update'),
    input: async (app: App) => ({
      id: await rule(app, { conditionExpression: condition, successActions: actions }),
      ruleName: 'Changed',
      conditionExpression: null,
      successActions: null,
      enabled: false,
      effectiveTo: '2030-01-01T00:00:00Z',
    }),
  },
  { command: commandOf('rules.delete'), input: async (app: App) => ({ id: await rule(app) }) },
  { command: commandOf('sets.create'), input: () => ({ setId: `S-${unique()}`, setName: 'New' }) },
  {
    command: commandOf('sets.update'),
    input: async (app: App) => ({ id: await set(app), setName: 'Changed', enabled: false }),
  },
  { command: commandOf('sets.delete'), input: async (app: App) => ({ id: (await filledSet(app)).id }) },
  {
    command: commandOf('set_members.add'),
    input: async (app: App) => ({ id: await set(app), ruleId: await rule(app), sequence: 1 }),
  },
  {
    command: commandOf('set_members.update'),
    input: async (app: App) => ({ ...(await filledSet(app)), sequence: 4, enabled: false }),
  },
  { command: commandOf('set_members.remove'), input: filledSet },
]
