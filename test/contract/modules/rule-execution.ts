import { z } from 'zod'
import { group } from '../_frame/group.ts'
import { exactly, says, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, type Visitor } from '../_frame/visitor.ts'
import { EXECUTE, LOGS, newRule, RULES } from './_rules.ts'
import { raw, unknown } from './_words.ts'

const number = z.number()
const small = { field: 'total', operator: '<', value: 100 }
/** A condition that cannot be judged: its pattern comes from the data. */
const broken = { field: 'name', operator: 'MATCHES', value: null, valueField: 'pattern' }
const unsearchable = { name: 'a', pattern: '(?=a)' }

const run = (who: Visitor, entityType: string, more: object = {}) =>
  who.post(EXECUTE, { entityType, data: {}, ...more })
const ran = (...ruleIds: string[]) => ({ executedRules: ruleIds.map((ruleId) => ({ ruleId })) })
const day = (offset: number, now: Date) => new Date(now.getTime() + offset * 86_400_000).toISOString()

/** Decision: Results of rules. */
export const ruleExecution = group(
  'Executing rules',
  {
    async scenario(host) {
      const { admin, app } = host
      const make = (entityType: string, ruleId: string, fields: object = {}) =>
        newRule(admin, { entityType, ruleId, ...fields })
      const now = app.clock.now
      await make('Found', 'F-b', { priority: 50 })
      await make('Found', 'F-a', { priority: 50, eventType: 'beforeCreate' })
      await make('Found', 'F-high', { priority: 900, eventType: 'afterCreate' })
      await make('Found', 'F-off', { enabled: false })
      await make('Found', 'F-later', { effectiveFrom: day(1, now) })
      await make('Found', 'F-over', { effectiveTo: day(-1, now) })
      await make('Found', 'F-from-now', { effectiveFrom: now.toISOString(), priority: 10 })
      await make('Found', 'F-to-now', { effectiveTo: now.toISOString(), priority: 5 })
      await bodyFrom(admin.del(`${RULES}?id=${await make('Found', 'F-gone')}`))
      const types = ['GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT']
      for (const ruleType of types)
        await make(`Only ${ruleType}`, `T-${ruleType}`, { ruleType, conditionExpression: small })
      await make('Two', 'G-1', { conditionExpression: small, priority: 2 })
      await make('Two', 'G-2', { conditionExpression: { ...small, value: 1000 }, priority: 1 })
      await make('Broken', 'B-1', { conditionExpression: broken })
      await make('Chain', 'C-1', {
        ruleType: 'ASSIGNMENT',
        priority: 200,
        successActions: [{ type: 'SET_FIELD', config: { field: 'total', value: 5 } }],
      })
      await make('Chain', 'C-2', { conditionExpression: { ...small, value: 10 } })
      const other = await addTenant(host, 'Execution')
      await newRule(other.admin, { entityType: 'Found', ruleId: 'F-foreign' })
      return {
        types,
        one: await make('Single', 'ONE', { conditionExpression: small, eventType: 'beforeSave' }),
        off: await make('Single', 'OFF', { enabled: false }),
        later: await make('Single', 'LATER', { effectiveFrom: '2099-01-01' }),
        over: await make('Single', 'OVER', { effectiveTo: '2000-01-01' }),
        failing: await make('Single', 'FAILING', { conditionExpression: broken }),
        foreign: await newRule(other.admin),
        nowhere: admin.with({ cookie: 'om_selected_org=__all__' }),
      }
    },
  },
  {
    'Which rules apply': ({ admin }) => [
      says(
        'without an event those of all events, by priority, then by id',
        run(admin, 'Found'),
        200,
        ran('F-high', 'F-a', 'F-b', 'F-from-now', 'F-to-now'),
      ),
      says(
        'an empty event is none',
        run(admin, 'Found', { eventType: '' }),
        200,
        ran('F-high', 'F-a', 'F-b', 'F-from-now', 'F-to-now'),
      ),
      says(
        'with an event only those of that event',
        run(admin, 'Found', { eventType: 'beforeCreate' }),
        200,
        ran('F-a'),
      ),
      says('of another event that one', run(admin, 'Found', { eventType: 'afterCreate' }), 200, ran('F-high')),
      says('an event is compared as it is', run(admin, 'Found', { eventType: 'beforecreate' }), 200, ran()),
      says('an entity type, too', run(admin, 'found'), 200, ran()),
      says(
        'nothing applies to what no rule is about',
        run(admin, 'Nothing'),
        200,
        exactly({ allowed: true, executedRules: [], totalExecutionTime: number }),
      ),
    ],
    'What is allowed': ({ admin, types }) => [
      ...types.map((type) =>
        says(`${type} that holds allows`, run(admin, `Only ${type}`, { data: { total: 1 } }), 200, {
          allowed: true,
          executedRules: [{ ruleType: type, conditionResult: true }],
        }),
      ),
      ...types.map((type) =>
        says(
          `${type} that does not hold ${type === 'GUARD' ? 'forbids' : 'allows, too'}`,
          run(admin, `Only ${type}`, { data: { total: 500 } }),
          200,
          { allowed: type !== 'GUARD', executedRules: [{ ruleType: type, conditionResult: false }] },
        ),
      ),
      says('every GUARD has to hold', run(admin, 'Two', { data: { total: 500 } }), 200, {
        allowed: false,
        executedRules: [{ conditionResult: false }, { conditionResult: true }],
      }),
      says('a failing one does not stop the next', run(admin, 'Two', { data: { total: 5000 } }), 200, {
        executedRules: [{ ruleId: 'G-1' }, { ruleId: 'G-2' }],
      }),
      says('all that hold allow', run(admin, 'Two', { data: { total: 5 } }), 200, { allowed: true }),
      says('one that cannot be judged forbids', run(admin, 'Broken', { data: unsearchable }), 200, {
        allowed: false,
        executedRules: [{ conditionResult: false, actionsExecuted: null, error: /^Condition evaluation failed: / }],
      }),
      says('and is told among the errors', run(admin, 'Broken', { data: unsearchable }), 200, {
        errors: [/^Rule execution failed \[ruleId=B-1, type=GUARD, entityType=Broken\]: Condition evaluation failed/],
      }),
      says('what one assigns the next one reads', run(admin, 'Chain', { data: { total: 50 } }), 200, {
        allowed: true,
        data: { total: 5 },
        executedRules: [{ ruleId: 'C-1' }, { ruleId: 'C-2', conditionResult: true }],
      }),
    ],
    'POST /business_rules/execute': ({ admin, nowhere }) => {
      const answer = run(admin, 'Two', { data: { total: 5 }, entityId: 'o-1' })
      return [
        says('tells each rule with its verdict, time and log', answer, 200, {
          executedRules: [1, 2].map(() => ({
            ruleName: 'Orders stay small',
            ruleType: 'GUARD',
            conditionResult: true,
            actionsExecuted: null,
            executionTime: number,
            logId: /^\d+$/,
          })),
          totalExecutionTime: number,
          logIds: [/^\d+$/, /^\d+$/],
        }),
        says('leaves out what has no value', answer, 200, without('errors', 'messages', 'decisions', 'data')),
        says('a dry run writes no log', run(admin, 'Two', { dryRun: true }), 200, without('logIds')),
        says(
          'and names none',
          run(admin, 'Only GUARD', { dryRun: true, data: { total: 1 } }),
          200,
          exactly({
            allowed: true,
            executedRules: [
              {
                ruleId: 'T-GUARD',
                ruleName: 'Orders stay small',
                ruleType: 'GUARD',
                conditionResult: true,
                actionsExecuted: null,
                executionTime: number,
              },
            ],
            totalExecutionTime: number,
          }),
        ),
        says('ignores other members', run(admin, 'Nothing', { surprise: 1, tenantId: null }), 200),
        ...[{}, { entityType: '' }, { entityType: 7 }, { entityType: null }].map((body) =>
          says(`refuses ${JSON.stringify(body)}`, admin.post(EXECUTE, body), 400, /^Validation failed: entityType: /),
        ),
        ...[{ entityId: 7 }, { eventType: 7 }, { dryRun: 'yes' }, { dryRun: null }].map((more) =>
          says(
            `refuses ${JSON.stringify(more)}`,
            run(admin, 'Two', more),
            400,
            /^Validation failed: (entityId|eventType|dryRun): /,
          ),
        ),
        ...['', '{'].map((body) =>
          says(`refuses the body '${body}'`, admin.send('POST', EXECUTE, raw(body)), 400, 'Invalid JSON body'),
        ),
        ...['null', '[]', '7'].map((body) =>
          says(`refuses the JSON ${body}`, admin.send('POST', EXECUTE, raw(body)), 400, /^Validation failed: : /),
        ),
        says(
          'needs an organization',
          run(nowhere, 'Two'),
          400,
          'Invalid execution context: organizationId: organizationId must be a valid UUID',
        ),
      ]
    },
    'POST /business_rules/execute/{ruleId}': ({ admin, one, off, later, over, failing, foreign, nowhere }) => {
      const path = `${EXECUTE}/${one}`
      return [
        says(
          'executes whatever event it is for',
          admin.post(path, { data: { total: 5 }, eventType: 'other', entityType: 'Another' }),
          200,
          {
            success: true,
            ruleId: 'ONE',
            ruleName: 'Orders stay small',
            conditionResult: true,
            actionsExecuted: null,
            executionTime: number,
            logId: /^\d+$/,
          },
        ),
        says('success means that nothing went wrong', admin.post(path, { data: { total: 500 } }), 200, {
          success: true,
          conditionResult: false,
        }),
        says('an empty object is enough', admin.post(path, {}), 200, { success: true }),
        says('takes an id in capitals', admin.post(`${EXECUTE}/${one.toUpperCase()}`, {}), 200, { ruleId: 'ONE' }),
        says('a dry run has no log', admin.post(path, { dryRun: true }), 200, without('logId')),
        says('entity and event are the rule’s own by default', admin.post(`${EXECUTE}/${one}`, { data: {} }), 200, {
          success: true,
        }),
        says('as its log tells', admin.get(`${LOGS}?ruleId=${one}&pageSize=1`), 200, {
          items: [{ entityType: 'Single', inputContext: { eventType: 'beforeSave' } }],
        }),
        says('is disabled', admin.post(`${EXECUTE}/${off}`, {}), 200, {
          success: false,
          ruleId: 'OFF',
          conditionResult: false,
          actionsExecuted: null,
          error: 'Rule is disabled',
        }),
        says('is not yet effective', admin.post(`${EXECUTE}/${later}`, {}), 200, {
          success: false,
          error: 'Rule is not yet effective (starts 2099-01-01T00:00:00.000Z)',
        }),
        says('has expired', admin.post(`${EXECUTE}/${over}`, {}), 200, {
          success: false,
          error: 'Rule has expired (ended 2000-01-01T00:00:00.000Z)',
        }),
        says('what is not executed has no log', admin.get(`${LOGS}?ruleId=${off}`), 200, { total: 0 }),
        says('cannot be judged', admin.post(`${EXECUTE}/${failing}`, { data: unsearchable }), 200, {
          success: false,
          conditionResult: false,
          error: /^Condition evaluation failed: /,
          logId: /^\d+$/,
        }),
        ...[unknown, foreign].map((id, index) =>
          says(`is not found: ${['unknown', 'of another tenant'][index]}`, admin.post(`${EXECUTE}/${id}`, {}), 404, {
            success: false,
            ruleId: id,
            ruleName: 'Unknown',
            error: 'Rule not found',
          }),
        ),
        ...['x', '7', 'ONE'].map((id) =>
          says(`refuses the id '${id}'`, admin.post(`${EXECUTE}/${id}`, {}), 400, 'Invalid rule ID'),
        ),
        ...['', '{'].map((body) =>
          says(`refuses the body '${body}'`, admin.send('POST', path, raw(body)), 400, 'Invalid JSON body'),
        ),
        ...[{ dryRun: 1 }, { entityType: '' }, { entityId: 7 }].map((body) =>
          says(`refuses ${JSON.stringify(body)}`, admin.post(path, body), 400, /^Validation failed: /),
        ),
        says('needs an organization', nowhere.post(path, {}), 400, /^Invalid execution context: organizationId/),
      ]
    },
  },
)
