import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, uuid } from '../_frame/statement.ts'
import { bodyFrom, idFrom, type Visitor } from '../_frame/visitor.ts'
import { EXECUTE, newRule, rule, RULES } from './_rules.ts'

const about = (detail: string) => new RegExp(`^Validation failed: successActions: Invalid actions: .*${detail}`)
const action = (type: string, config?: object) => ({ type, ...(config && { config }) })

const create = (admin: Visitor, ...successActions: unknown[]) => admin.post(RULES, rule({ successActions }))
const takes = (admin: Visitor, what: string, ...actions: unknown[]): Statement =>
  says(`takes ${what}`, create(admin, ...actions), 201, exactly({ id: uuid }))
const refuses = (admin: Visitor, what: string, ...[one, text]: [action: unknown, text: string]): Statement =>
  says(`refuses ${what}`, create(admin, one), 400, { error: about(`Action 1: ${text}`) })

const message = 'Too much'
const recipients = ['admin@acme.com']

/** What each type cannot do without, and what is said of it. */
const LACKING = [
  ['LOG', {}, 'message is required'],
  ['SHOW_ERROR', {}, 'message is required'],
  ['SHOW_WARNING', { message: '' }, 'message is required'],
  ['SHOW_INFO', { message: 7 }, 'message is required'],
  ['NOTIFY', { recipients }, 'message is required'],
  ['NOTIFY', { message }, 'recipients is required'],
  ['NOTIFY', { message, recipients: 'admin@acme.com' }, 'recipients is required'],
  ['NOTIFY', { message, recipients: [] }, 'recipients must not be empty'],
  ['NOTIFY', { message, recipients: [7] }, 'recipients must be texts'],
  ['SET_FIELD', { value: 1 }, 'field is required'],
  ['SET_FIELD', { field: ' ', value: 1 }, 'field is required'],
  ['SET_FIELD', { field: 'a' }, 'value is required'],
  ['SET_FIELD', { field: '__proto__.x', value: 1 }, 'field cannot be set'],
  ['SET_FIELD', { field: 'a..b', value: 1 }, 'field cannot be set'],
  ['CALL_WEBHOOK', {}, 'url is required'],
  ['CALL_WEBHOOK', { url: ' ' }, 'url is required'],
  ['CALL_WEBHOOK', { url: 'https://a.example', method: 'TRACE' }, 'method must be one of'],
  ['EMIT_EVENT', {}, 'eventName is required'],
] as const

/** What this host never sends. */
const IMPOSSIBLE = [
  ['http://a.example', 'Webhooks go to https only'],
  ['https://10.0.0.1/x', 'The address of the webhook is not public'],
  ['https://b.example/x', 'Webhooks may not go to b.example; this host allows a.example'],
] as const

const WELL = [
  ['ALLOW_TRANSITION', undefined],
  ['BLOCK_TRANSITION', undefined],
  ['BLOCK_TRANSITION', { message }],
  ['LOG', { message, level: 'warn' }],
  ['SHOW_ERROR', { message }],
  ['SHOW_WARNING', { message }],
  ['SHOW_INFO', { message }],
  ['SET_FIELD', { field: 'a.b', value: 'x' }],
  ['SET_FIELD', { field: 'a', value: 0 }],
  ['SET_FIELD', { field: 'a', value: false }],
  ['SET_FIELD', { field: 'a', value: '' }],
  ['SET_FIELD', { field: 'a', value: null }],
  ['CALL_WEBHOOK', { url: 'https://a.example' }],
  ['CALL_WEBHOOK', { url: 'https://a.example', method: 'patch', headers: { a: 'b' }, body: { c: 1 } }],
] as const

/** Decision: Rules that could never run. */
export const ruleActions = group(
  'Actions of rules',
  {
    async scenario({ admin }) {
      const { userId } = await bodyFrom(admin.post('/auth/feature-check', { features: [] }))
      const roles = await bodyFrom(admin.get('/auth/roles?search=admin'))
      const roleId: string = roles.items.find(({ name }: { name: string }) => name === 'admin').id
      const kept = { type: 'LOG', config: { message, other: { deep: [1] } } }
      const acting = {
        conditionExpression: { field: 'total', operator: '<', value: 100 },
        successActions: [action('SHOW_INFO', { message: 'Total {{data.total}} of {{ruleName}}, {{total}}' })],
        failureActions: [
          action('SHOW_ERROR', { message: '{{data.who}} asks for {{ data.total }}' }),
          action('SET_FIELD', { field: 'who.name', value: 'x' }),
          action('SET_FIELD', { field: 'capped', value: '{{data.total}}' }),
          action('SET_FIELD', { field: 'plain', value: 'is {{data.total}}' }),
          action('BLOCK_TRANSITION'),
          action('ALLOW_TRANSITION', { message: 'After all' }),
          action('SHOW_WARNING', { message: 'Last' }),
        ],
      }
      return {
        userId: String(userId),
        roleId,
        kept,
        keptId: await idFrom(create(admin, { ...kept, extra: 1 })),
        ruleId: await newRule(admin, acting),
        calm: await newRule(admin, { ruleType: 'ACTION', successActions: [action('BLOCK_TRANSITION')] }),
      }
    },
  },
  {
    Writing: ({ admin }) => [
      ...WELL.map(([type, config]) => takes(admin, `${type} with ${JSON.stringify(config)}`, action(type, config))),
      takes(admin, 'a hundred of them', ...Array<unknown>(100).fill(action('ALLOW_TRANSITION'))),
      takes(admin, 'none'),
      says('takes null for none', admin.post(RULES, rule({ successActions: null, failureActions: null })), 201),
      ...IMPOSSIBLE.map(([url, why]) =>
        says(
          `refuses a webhook to ${url}`,
          admin.post(RULES, rule({ successActions: [action('CALL_WEBHOOK', { url })] })),
          400,
          { error: `Validation failed: successActions: Invalid actions: Action 1: CALL_WEBHOOK: ${why}` },
        ),
      ),
      ...LACKING.map(([type, config, text]) =>
        refuses(admin, `${type} with ${JSON.stringify(config)}`, action(type, config), `${type}: ${text}`),
      ),
      ...['allow_transition', 'LOG_MESSAGE', 'x'].map((type) =>
        refuses(admin, `the type ${type}`, action(type), 'Unknown action type'),
      ),
      refuses(admin, 'an action without a type', { config: {} }, 'type is required'),
      refuses(admin, 'a type that is no text', { type: 7 }, 'type is required'),
      refuses(admin, 'a config that is no object', { type: 'LOG', config: 'x' }, 'config must be an object'),
      ...[7, 'LOG', null, ['LOG']].map((one) => refuses(admin, JSON.stringify(one), one, 'must be an object')),
      ...[{}, 'LOG', 7].map((successActions) =>
        says(
          `refuses ${JSON.stringify(successActions)} as actions`,
          admin.post(RULES, rule({ successActions })),
          400,
          about(''),
        ),
      ),
      says('tells all faulty ones by their numbers', create(admin, {}, action('ALLOW_TRANSITION'), action('x')), 400, {
        error: about('Action 1: [^;]*; Action 3: '),
      }),
      says(
        'names failure actions by theirs',
        admin.post(RULES, rule({ failureActions: [action('LOG')] })),
        400,
        /^Validation failed: failureActions: Invalid actions: Action 1: LOG/,
      ),
    ],
    'What could never run (decision: Rules that could never run)': ({ admin, userId, roleId, ruleId }) => [
      ...['admin@acme.com', 'ADMIN@acme.com', userId, 'admin', 'employee', roleId].map((recipient) =>
        takes(admin, `the recipient ${recipient}`, action('NOTIFY', { message, recipients: [recipient] })),
      ),
      ...['nobody@acme.com', 'captain', '99999999-9999-4999-8999-999999999999', '{{user.email}}', ''].map((recipient) =>
        refuses(
          admin,
          `the recipient '${recipient}'`,
          action('NOTIFY', { message, recipients: ['admin', recipient] }),
          'NOTIFY: .*is no person, role or confirmed address',
        ),
      ),
      ...['auth.user.created', 'orders.order.paid', 'x'].map((eventName) =>
        refuses(admin, `the event ${eventName}`, action('EMIT_EVENT', { eventName }), 'EMIT_EVENT: Rules may not emit'),
      ),
      refuses(
        admin,
        'an event by its other name',
        action('EMIT_EVENT', { event: 'x' }),
        'EMIT_EVENT: Rules may not emit',
      ),
      says(
        'refuses them in a change with their place',
        admin.put(RULES, { id: ruleId, failureActions: [action('EMIT_EVENT', { eventName: 'x' })] }),
        400,
        { error: /^Validation failed: failureActions: Invalid actions: Action 1: EMIT_EVENT/ },
      ),
    ],
    'What is kept': ({ admin, keptId, kept }) => [
      says('drops members beside type and config, keeps config as it is', admin.get(`${RULES}/${keptId}`), 200, {
        successActions: [kept],
        failureActions: null,
      }),
      says(
        'replaces the list as a whole',
        admin.put(RULES, { id: keptId, successActions: [action('BLOCK_TRANSITION')] }),
        200,
      ),
      says('with nothing of before', admin.get(`${RULES}/${keptId}`), 200, {
        successActions: [{ type: 'BLOCK_TRANSITION' }],
      }),
      says('null takes it away', admin.put(RULES, { id: keptId, successActions: null }), 200),
      says('and is told', admin.get(`${RULES}/${keptId}`), 200, { successActions: null }),
    ],
    'Carrying out': ({ admin, ruleId, calm }) => {
      const low = admin.post(`${EXECUTE}/${ruleId}`, { data: { total: 7 } })
      const high = admin.post(`${EXECUTE}/${ruleId}`, { data: { total: 500, who: 'Ann' } })
      const said = { severity: 'info', message: 'Total 7 of Orders stay small, {{total}}' }
      return [
        says('success actions run when the condition holds', low, 200, {
          conditionResult: true,
          actionsExecuted: { success: true, results: [{ type: 'SHOW_INFO', success: true }] },
        }),
        says('texts name data, rule and context; what is not found stays', low, 200, { messages: [said] }),
        says('failure actions run when it does not, in their order', high, 200, {
          conditionResult: false,
          actionsExecuted: {
            results: [
              { type: 'SHOW_ERROR', success: true },
              { type: 'SET_FIELD', success: false, error: /cannot be set/ },
              { type: 'SET_FIELD', success: true },
              { type: 'SET_FIELD', success: true },
              { type: 'BLOCK_TRANSITION', success: true },
              { type: 'ALLOW_TRANSITION', success: true },
              { type: 'SHOW_WARNING', success: true },
            ],
          },
        }),
        says('one that fails makes the whole no success', high, 200, { actionsExecuted: { success: false } }),
        says('which is no error of the rule', high, 200, { success: true }),
        says('messages are told with their severity', high, 200, {
          messages: [
            { severity: 'error', message: 'Ann asks for 500' },
            { severity: 'warning', message: 'Last' },
          ],
        }),
        says('decisions are told with their usual words', high, 200, {
          decisions: [
            { allowed: false, message: 'Transition blocked' },
            { allowed: true, message: 'After all' },
          ],
        }),
        says('SET_FIELD keeps the type of a token, and any other text as it is', high, 200, {
          data: { total: 500, capped: 500, plain: 'is {{data.total}}' },
        }),
        says('a decision is told of whatever rule', admin.post(`${EXECUTE}/${calm}`, { data: {}, dryRun: true }), 200, {
          decisions: [{ allowed: false }],
        }),
        says('no action forbids by itself', admin.post(EXECUTE, { entityType: 'Order', data: { total: 1 } }), 200, {
          allowed: true,
        }),
      ]
    },
  },
)
