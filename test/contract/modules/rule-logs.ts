import { z } from 'zod'
import { group } from '../_frame/group.ts'
import { exactly, says, time, uuid, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, type Visitor } from '../_frame/visitor.ts'
import { EXECUTE, LOGS, newRule, RULES } from './_rules.ts'
import { unknown } from './_words.ts'

const small = { field: 'total', operator: '<', value: 100 }
const broken = { field: 'name', operator: 'MATCHES', value: null, valueField: 'pattern' }

/** Data with secrets by their names, and five levels of objects. */
const SECRETS = [
  'password',
  'Passwd',
  'userPwd',
  'clientSecret',
  'accessToken',
  'api_key',
  'API-KEY',
  'apikey',
  'author',
  'credit_card',
  'cardNumber',
  'CVV',
  'ssn',
  'social-security',
  'taxId',
  'driver_license',
  'passportNo',
]
const DATA = {
  total: 5,
  ...Object.fromEntries(SECRETS.map((name) => [name, 'hidden'])),
  inner: { secret: 'hidden', list: [{ token: 'hidden', kept: 'password is kept in texts' }] },
  one: { two: { three: { four: { five: { six: { seven: 1 } } } } } },
}

const ITEM = {
  id: /^\d+$/,
  ruleId: uuid,
  ruleName: 'Renamed',
  ruleType: 'GUARD',
  entityId: 'o-1',
  entityType: 'Order',
  executionResult: 'SUCCESS',
  executionTimeMs: z.number().int(),
  executedAt: time,
  tenantId: uuid,
  organizationId: uuid,
  executedBy: uuid,
  errorMessage: null,
}

async function run(admin: Visitor, id: string, body: object): Promise<string> {
  return (await bodyFrom(admin.post(`${EXECUTE}/${id}`, body))).logId
}

export const ruleLogs = group(
  'Logs of executed rules',
  {
    async scenario(host) {
      const { app, signIn } = host
      app.clock.set(new Date('2030-01-01T00:00:00Z'))
      const [admin, employee] = [await signIn('admin@acme.com'), await signIn('employee@acme.com')]
      const other = await addTenant(host, 'Logs')
      const acting = {
        successActions: [
          { type: 'SHOW_INFO', config: { message: 'Hi' } },
          { type: 'SET_FIELD', config: { field: 'total.x', value: 1 } },
        ],
      }
      const rule = await newRule(admin, { ruleId: 'B-rule', conditionExpression: small, ...acting })
      const failing = await newRule(admin, {
        ruleId: 'A-rule',
        ruleType: 'VALIDATION',
        entityType: 'Invoice',
        conditionExpression: broken,
      })
      const success = await run(admin, rule, { entityId: 'o-1', eventType: 'beforeSave', data: DATA })
      app.clock.advance(60_000)
      const failure = await run(admin, rule, { data: { total: 500 } })
      app.clock.advance(60_000)
      const error = await run(admin, failing, { entityId: 'i 1/ä', data: { name: 'a', pattern: '(?=a)' } })
      const foreign = await run(other.admin, await newRule(other.admin), { data: {} })
      await bodyFrom(admin.put(RULES, { id: rule, ruleName: 'Renamed' }))
      return { admin, employee, rule, failing, success, failure, error, foreign }
    },
  },
  {
    'GET /business_rules/logs': ({ admin, rule, failing, success, failure, error, foreign }) => {
      const finds = (query: string, ...ids: string[]) =>
        says(
          `${query || 'no filter'} finds ${ids.map((id) => ({ [success]: 'the success', [failure]: 'the failure', [error]: 'the error' })[id]).join(', ') || 'nothing'}`,
          admin.get(`${LOGS}?${query}`),
          200,
          { items: ids.map((id) => ({ id })), total: ids.length },
        )
      return [
        says('tells every log with these members', admin.get(`${LOGS}?id=${success}`), 200, {
          items: [ITEM],
          total: 1,
          totalPages: 1,
        }),
        finds('', error, failure, success),
        finds('sortDir=asc', success, failure, error),
        finds('sortField=id&sortDir=asc', success, failure, error),
        finds('sortField=entityType&sortDir=asc', error, success, failure),
        finds('sortField=executionResult&sortDir=asc', error, failure, success),
        finds('sortField=ruleId&sortDir=asc', error, success, failure),
        finds('sortField=nonsense', error, failure, success),
        finds(`id=${failure}`, failure),
        finds(`id=${foreign}`),
        finds('id=7'),
        finds(`ruleId=${rule}`, failure, success),
        finds(`ruleId=${failing}`, error),
        finds(`ruleId=${unknown}`),
        finds('entityId=o-1', success),
        finds('entityId=unknown', failure),
        finds(`entityId=${encodeURIComponent('i 1/ä')}`, error),
        finds('entityType=Order', failure, success),
        finds('entityType=order'),
        ...(['SUCCESS', 'FAILURE', 'ERROR'] as const).map((result, index) =>
          finds(`executionResult=${result}`, [success, failure, error][index]!),
        ),
        finds(`executedBy=${unknown}`),
        finds('executedAtFrom=2030-01-01T00:01:00Z', error, failure),
        finds('executedAtTo=2030-01-01T00:01:00Z', failure, success),
        finds('executedAtFrom=2030-01-01T00:00:30Z&executedAtTo=2030-01-01T00:01:30Z', failure),
        ...[
          '2030-01-01',
          '2030-01',
          '2030',
          '2030-01-01T00:00',
          '2030-01-01T00:00:00',
          '2030-01-01T00:00:00.000Z',
          '2030-01-01T01:00:00%2B01:00',
          '2029-12-31T19:00-05:00',
        ].map((moment) => finds(`executedAtFrom=${moment}`, error, failure, success)),
        finds('executedAtTo=2030-01-01T00:00', success),
        finds('entityId=&executionResult=&executedAtFrom=', error, failure, success),
        says('cuts pages', admin.get(`${LOGS}?page=2&pageSize=2`), 200, {
          items: [{ id: success }],
          total: 3,
          totalPages: 2,
        }),
        says(
          'has one page of nothing',
          admin.get(`${LOGS}?entityType=x`),
          200,
          exactly({ items: [], total: 0, totalPages: 1 }),
        ),
        ...[
          'id=x',
          'id=-1',
          'id=99999999999999999999',
          'page=0',
          'pageSize=101',
          'ruleId=R-1',
          'executionResult=success',
          'executedAtFrom=x',
          'executedAtTo=2030-13-01',
          'sortDir=up',
        ].map((query) => says(`refuses ${query}`, admin.get(`${LOGS}?${query}`), 400, 'Invalid query parameters')),
      ]
    },
    'GET /business_rules/logs/{id}': ({ admin, success, foreign, rule, employee }) => {
      const log = admin.get(`${LOGS}/${success}`)
      return [
        says('tells the rule beside the members of lists', log, 200, {
          id: success,
          entityId: 'o-1',
          rule: { id: rule, ruleId: 'B-rule', ruleName: 'Renamed', ruleType: 'GUARD', entityType: 'Order' },
        }),
        says('and not in them', log, 200, without('ruleId', 'ruleName', 'ruleType')),
        ...['x', '1.5', '-1', unknown].map((id) =>
          says(`refuses the id '${id}'`, admin.get(`${LOGS}/${id}`), 400, 'Invalid log id'),
        ),
        ...['7', '9'.repeat(30)].map((id) =>
          says(`knows nothing of ${id}`, admin.get(`${LOGS}/${id}`), 404, 'Log entry not found'),
        ),
        says('nor of that of another tenant', admin.get(`${LOGS}/${foreign}`), 404, 'Log entry not found'),
        says(
          'is not for employees',
          employee.get(`${LOGS}/${success}`),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['business_rules.view_logs'] }),
        ),
      ]
    },
    'What a log holds': ({ admin, success, failure, error }) => {
      const log = admin.get(`${LOGS}/${success}`)
      return [
        says('the event and who asked', log, 200, { inputContext: { eventType: 'beforeSave', user: { id: uuid } } }),
        says('and nothing else of them', log, 200, { inputContext: { user: without('email') } }),
        says('what became of actions', log, 200, {
          outputContext: {
            conditionResult: true,
            actionsExecuted: [
              { type: 'SHOW_INFO', success: true },
              { type: 'SET_FIELD', success: false, error: /./ },
            ],
          },
        }),
        ...SECRETS.map((name) =>
          says(`nothing of ${name}`, log, 200, { inputContext: { data: { [name]: '[REDACTED]' } } }),
        ),
        says('nothing of secrets further in', log, 200, {
          inputContext: {
            data: {
              inner: { secret: '[REDACTED]', list: [{ token: '[REDACTED]', kept: 'password is kept in texts' }] },
            },
          },
        }),
        says('nothing deeper than five levels', log, 200, {
          inputContext: {
            data: { total: 5, one: { two: { three: { four: { five: { six: '[Max depth exceeded]' } } } } } },
          },
        }),
        says('no output where no action ran', admin.get(`${LOGS}/${failure}`), 200, {
          executionResult: 'FAILURE',
          outputContext: null,
        }),
        says('`unknown` without an id', admin.get(`${LOGS}/${failure}`), 200, { entityId: 'unknown' }),
        says('why there is no verdict', admin.get(`${LOGS}/${error}`), 200, {
          executionResult: 'ERROR',
          errorMessage: /^Condition evaluation failed: /,
          outputContext: null,
        }),
        says('any text as an id', admin.get(`${LOGS}/${error}`), 200, { entityId: 'i 1/ä' }),
      ]
    },
    'What writes none': async ({ admin, rule }) => {
      await bodyFrom(admin.post(`${EXECUTE}/${rule}`, { dryRun: true, entityId: 'dry', data: {} }))
      await bodyFrom(admin.post(EXECUTE, { entityType: 'Order', entityId: 'dry', dryRun: true, data: {} }))
      const off = await newRule(admin, { enabled: false })
      await bodyFrom(admin.post(`${EXECUTE}/${off}`, {}))
      const last = await run(admin, rule, { data: {} })
      return [
        says('dry runs', admin.get(`${LOGS}?entityId=dry`), 200, { total: 0 }),
        says('disabled rules', admin.get(`${LOGS}?ruleId=${off}`), 200, { total: 0 }),
        says('an id of an answer can be read at once', admin.get(`${LOGS}?id=${last}`), 200, { total: 1 }),
        says('logs of a deleted rule stay', admin.del(`${RULES}?id=${rule}`), 200),
        says('with its name', admin.get(`${LOGS}?ruleId=${rule}`), 200, {
          total: 3,
          items: [1, 2, 3].map(() => ({ ruleName: 'Renamed' })),
        }),
      ]
    },
  },
)
