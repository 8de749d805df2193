import type { TestPlatform, UndoExample } from '@plinth/testing'
import { addSetMember } from '../commands/add-set-member.ts'
import { createRule } from '../commands/create-rule.ts'
import { createSet } from '../commands/create-set.ts'
import { deleteRule } from '../commands/delete-rule.ts'
import { deleteSet } from '../commands/delete-set.ts'
import { removeSetMember } from '../commands/remove-set-member.ts'
import { updateRule } from '../commands/update-rule.ts'
import { updateSetMember } from '../commands/update-set-member.ts'
import { updateSet } from '../commands/update-set.ts'
import { create, guardRule, rulesPath, setsPath } from './rules.ts'

const manager = { isSuperAdmin: true, features: ['*'] }
const unique = () => crypto.randomUUID().slice(0, 8)
const rule = (app: TestPlatform, fields: object = {}) =>
  create(app.as(manager), rulesPath, { ...guardRule, ruleId: `R-${unique()}`, ...fields })
const set = (app: TestPlatform) => create(app.as(manager), setsPath, { setId: `S-${unique()}`, setName: 'A set' })

/** Creates a set with one rule in it. */
async function filledSet(app: TestPlatform): Promise<{ id: string; memberId: string }> {
  const id = await set(app)
  const memberId = await create(app.as(manager), `${setsPath}/${id}/members`, { ruleId: await rule(app), sequence: 3 })
  return { id, memberId }
}

const condition = { operator: 'NOT', rules: [{ field: 'a', operator: 'IN', value: [1, '2', null] }] }
const actions = [{ type: 'SET_FIELD', config: { field: 'a', value: [0, null, { b: 'ä' }] } }]

/** Undo examples for all undoable commands of the module. */
export const examples: readonly UndoExample[] = [
  {
    command: createRule,
    input: () => ({ ...guardRule, ruleId: `R-${unique()}`, conditionExpression: condition, successActions: actions }),
  },
  {
    command: updateRule,
    input: async (app: TestPlatform) => ({
      id: await rule(app, { conditionExpression: condition, successActions: actions }),
      ruleName: 'Changed',
      conditionExpression: null,
      successActions: null,
      enabled: false,
      effectiveTo: '2030-01-01T00:00:00Z',
    }),
  },
  { command: deleteRule, input: async (app: TestPlatform) => ({ id: await rule(app) }) },
  { command: createSet, input: () => ({ setId: `S-${unique()}`, setName: 'New' }) },
  {
    command: updateSet,
    input: async (app: TestPlatform) => ({ id: await set(app), setName: 'Changed', enabled: false }),
  },
  { command: deleteSet, input: async (app: TestPlatform) => ({ id: (await filledSet(app)).id }) },
  {
    command: addSetMember,
    input: async (app: TestPlatform) => ({ id: await set(app), ruleId: await rule(app), sequence: 1 }),
  },
  {
    command: updateSetMember,
    input: async (app: TestPlatform) => ({ ...(await filledSet(app)), sequence: 4, enabled: false }),
  },
  { command: removeSetMember, input: filledSet },
]
