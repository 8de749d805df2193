import { group } from '../_frame/group.ts'
import { says, type Statement } from '../_frame/statement.ts'
import { bodyFrom, type Visitor } from '../_frame/visitor.ts'
import { judged } from './_rules.ts'

const TRUE = { field: 'total', operator: '=', value: 1 }
const FALSE = { field: 'total', operator: '=', value: 2 }
const data = { total: 1 }

const by = (operator: string, ...rules: unknown[]) => ({ operator, rules })
const is = (field: string, value: unknown, more: object = {}) => ({ field, operator: '=', value, ...more })
const isEmpty = (field: string) => ({ field, operator: 'IS_EMPTY', value: null })

const yields = (
  admin: Visitor,
  text: string,
  [condition, conditionResult, body = { data }]: readonly [condition: unknown, verdict: boolean, body?: object],
): Statement => says(text, judged(admin, condition, body), 200, { success: true, conditionResult })

const nested = {
  items: [{ quantity: 3 }, { quantity: 5 }],
  customer: { name: 'Ann', address: null },
  'a.b': 1,
  tags: [],
}

/** Groups, paths, and what tokens stand for. */
export const ruleLogic = group(
  'Groups, paths and tokens of conditions',
  {
    async scenario({ admin, app, visitor, organizationId }) {
      const profile = await bodyFrom(admin.get('/auth/profile'))
      const { userId } = await bodyFrom(admin.post('/auth/feature-check', { features: [] }))
      const key = await bodyFrom(admin.post('/api_keys/keys', { name: 'Rules', organizationId, roles: ['admin'] }))
      const program = visitor({ 'x-api-key': key.secret })
      return {
        userId: String(userId),
        email: String(profile.email),
        now: app.clock.now,
        program,
        keyId: String(key.id),
      }
    },
  },
  {
    Groups: ({ admin }) => [
      yields(admin, 'AND holds when all hold', [by('AND', TRUE, TRUE), true]),
      yields(admin, 'AND does not hold when the last does not', [by('AND', TRUE, FALSE), false]),
      yields(admin, 'AND does not hold when the first does not', [by('AND', FALSE, TRUE), false]),
      yields(admin, 'OR holds when the last holds', [by('OR', FALSE, TRUE), true]),
      yields(admin, 'OR holds when the first holds', [by('OR', TRUE, FALSE), true]),
      yields(admin, 'OR does not hold when none holds', [by('OR', FALSE, FALSE), false]),
      yields(admin, 'NOT of what holds does not hold', [by('NOT', TRUE), false]),
      yields(admin, 'NOT of what does not hold holds', [by('NOT', FALSE), true]),
      yields(admin, 'NOT of several negates all of them together', [by('NOT', TRUE, FALSE), true]),
      yields(admin, 'NOT of several that hold does not hold', [by('NOT', TRUE, TRUE), false]),
      yields(admin, 'groups stand in groups', [by('AND', TRUE, by('OR', FALSE, by('NOT', FALSE))), true]),
      yields(admin, 'five groups deep', [by('AND', by('AND', by('AND', by('AND', by('AND', TRUE))))), true]),
      ...[undefined, null, 0, '', false].map((condition) =>
        yields(admin, `${JSON.stringify(condition) ?? 'no condition'} always holds`, [condition, true]),
      ),
      yields(admin, 'no data is data that has no field', [isEmpty('total'), true, {}]),
      ...[null, [], 'text', 7].map((given) =>
        yields(admin, `neither has ${JSON.stringify(given)}`, [isEmpty('total'), true, { data: given }]),
      ),
    ],
    Paths: ({ admin }) => {
      const reads = (text: string, condition: unknown, verdict = true) =>
        yields(admin, text, [condition, verdict, { data: nested }])
      return [
        reads('keys stand between dots', is('customer.name', 'Ann')),
        reads('an index stands in brackets', is('items[1].quantity', 5)),
        reads('or like a key', is('items.1.quantity', 5)),
        reads('lists have a length', is('items.length', 2)),
        reads('texts have a length', is('customer.name.length', 3)),
        reads('what leads through null is missing', isEmpty('customer.address.city')),
        reads('what leads through nothing is missing', isEmpty('supplier.name.first')),
        reads('what leads through a number is missing', isEmpty('items[0].quantity.unit')),
        reads('beyond the end of a list is nothing', isEmpty('items[2]')),
        reads('a key with a dot cannot be named', isEmpty('a.b')),
        reads('there are no wildcards', isEmpty('items.quantity')),
        ...['constructor', 'constructor.name', 'toString', '__proto__', 'items.map', 'customer.hasOwnProperty'].map(
          (path) => reads(`nothing is inherited: ${path}`, isEmpty(path)),
        ),
        reads(
          'a value field is read from the data',
          is('items[0].quantity', null, { valueField: 'items[0].quantity' }),
        ),
        reads('and not the value beside it', is('items[0].quantity', 3, { valueField: 'items[1].quantity' }), false),
        reads('an empty value field counts for nothing', is('items[0].quantity', 3, { valueField: '' })),
      ]
    },
    Tokens: ({ admin, program, userId, email, now, keyId }) => {
      const about = { entityType: 'Order', entityId: 'o-1', eventType: 'beforeCreate' }
      const stands = (token: string, value: unknown) =>
        yields(admin, `${token} is ${String(value)}`, [is('value', token), true, { ...about, data: { value } }])
      const isMissing = (token: string, who = admin, text = `${token} is missing`) =>
        yields(who, text, [is('nothing', token), true, { data: { a: 1, nothing: null } }])
      return [
        stands('{{today}}', now.toISOString().slice(0, 10)),
        stands('{{now}}', now.toISOString()),
        stands('{{user.id}}', userId),
        stands('{{user.email}}', email),
        stands('{{entityType}}', 'Order'),
        stands('{{entityId}}', 'o-1'),
        stands('{{eventType}}', 'beforeCreate'),
        stands('{{ user.id }}', userId),
        ...['user.role', 'tenant.id', 'tenant.name', 'organization.id', 'data.a', 'a', 'other', 'user.password'].map(
          (name) => isMissing(`{{${name}}}`),
        ),
        yields(admin, 'a text with two tokens is one look-up, which fails', [is('nothing', '{{a}}-{{b}}'), true, {}]),
        yields(admin, 'a token that is not the whole text is text', [
          is('value', 'x{{today}}'),
          true,
          { data: { value: 'x{{today}}' } },
        ]),
        yields(admin, 'tokens in lists are text', [
          { field: 'value', operator: 'IN', value: ['{{user.id}}'] },
          false,
          { data: { value: userId } },
        ]),
        yields(program, 'the user of an API key is the key', [
          is('value', '{{user.id}}'),
          true,
          { data: { value: `api_key:${keyId}` } },
        ]),
        isMissing('{{user.email}}', program, 'an API key has no e-mail'),
      ]
    },
  },
)
