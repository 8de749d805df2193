import { group } from '../_frame/group.ts'
import { exactly, says, uuid } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom, type Visitor } from '../_frame/visitor.ts'
import { newRule, RULES } from './_rules.ts'
import { raw, unknown } from './_words.ts'

const ACTIONS = '/audit_logs/audit-logs/actions'
const UNDO = `${ACTIONS}/undo`
const REDO = `${ACTIONS}/redo`

/** What an answer's header says of what was done. */
async function operationOf(call: ReturnType<Visitor['post']>) {
  const { operation, text } = await call.answer()
  if (!operation) throw new Error(`${call.request}: ${text}`)
  return operation
}

/** Every kind of write that can be taken back, as a request of an administrator, and its command. */
const WRITES = (ruleId: string, roleId: string, productId: string) =>
  [
    ['POST', '/auth/roles', { name: 'Temporary' }, 'auth.roles.create', 'auth.role'],
    ['PUT', '/auth/roles', { id: roleId, name: 'Other' }, 'auth.roles.update', 'auth.role'],
    ['PUT', '/auth/roles/acl', { roleId, features: ['auth.users.list'] }, 'auth.role_acls.update', 'auth.role_acl'],
    [
      'POST',
      RULES,
      { ruleId: 'U-1', ruleName: 'Undone', ruleType: 'GUARD', entityType: 'X' },
      'business_rules.rules.create',
      'business_rules.rule',
    ],
    ['PUT', RULES, { id: ruleId, priority: 5 }, 'business_rules.rules.update', 'business_rules.rule'],
    [
      'POST',
      '/business_rules/sets',
      { setId: 'U-1', setName: 'Undone' },
      'business_rules.sets.create',
      'business_rules.set',
    ],
    ['POST', '/catalog/products', { title: 'Undone' }, 'catalog.products.create', 'catalog.product'],
    ['PUT', '/catalog/products', { id: productId, title: 'Changed' }, 'catalog.products.update', 'catalog.product'],
    ['POST', '/catalog/categories', { name: 'Undone' }, 'catalog.categories.create', 'catalog.category'],
    ['POST', '/catalog/variants', { productId, name: 'Undone' }, 'catalog.variants.create', 'catalog.variant'],
    [
      'POST',
      '/catalog/prices',
      { productId, currencyCode: 'EUR', unitPrice: 1 },
      'catalog.prices.create',
      'catalog.price',
    ],
    ['PUT', '/dashboards/layout', { items: [] }, 'dashboards.layouts.save', 'dashboards.layout'],
    [
      'POST',
      '/attachments/partitions',
      { code: 'undone', title: 'Undone' },
      'attachments.partitions.create',
      'attachments.partition',
    ],
    ['PUT', '/audit_logs/audit-logs/settings', { accessDays: 30 }, 'audit_logs.settings.update', null],
  ] as const

/** Decisions: Every write is a command; Undo and redo; Undo tokens; Undo with current permissions. */
export const undoRedo = group(
  'Undo and redo',
  {
    async scenario(host) {
      const { admin } = host
      const other = await addTenant(host, 'Undo')
      const ruleId = await newRule(admin)
      const roleId = await idFrom(admin.post('/auth/roles', { name: 'Clerk' }))
      const productId = await idFrom(admin.post('/catalog/products', { title: 'Lamp' }))
      return { other, ruleId, roleId, productId }
    },
  },
  {
    'The header x-om-operation': ({ admin, ruleId, roleId, productId }) => {
      const made = admin.post('/auth/roles', { name: 'Header' })
      const header =
        /^omop:%7B%22id%22%3A%22[^%]+%22%2C%22undoToken%22%3A%22[^%]+%22%2C%22commandId%22%3A%22auth\.roles\.create%22%2C%22actionLabel%22%3A%22Create%20role%22%2C%22resourceKind%22%3A%22auth\.role%22%2C%22resourceId%22%3A%22[^%]+%22%2C%22executedAt%22%3A%22\d{4}-/
      return [
        says('is a prefix and JSON in this order', made, 201, { id: uuid }, { 'x-om-operation': header }),
        ...WRITES(ruleId, roleId, productId).map(([method, path, body, commandId]) =>
          says(
            `is on the answer of ${method} ${path}`,
            admin.send(method, path, raw(JSON.stringify(body))),
            method === 'POST' ? 201 : 200,
            undefined,
            { 'x-om-operation': new RegExp(`%22commandId%22%3A%22${commandId.replaceAll('.', '\\.')}%22`) },
          ),
        ),
        says('is on no read', admin.get('/auth/roles'), 200, undefined, { 'x-om-operation': null }),
        says('nor on a refusal', admin.post('/auth/roles', {}), 400, undefined, { 'x-om-operation': null }),
        says(
          'nor where nothing can be taken back',
          admin.post('/progress/jobs', { jobType: 'x', name: 'X' }),
          201,
          undefined,
          { 'x-om-operation': null },
        ),
      ]
    },
    'POST /audit_logs/audit-logs/actions/undo': async ({ admin, employee, other, anonymous }) => {
      const made = await operationOf(admin.post('/auth/roles', { name: 'Fleeting' }))
      const undone = admin.post(UNDO, { undoToken: ` ${made.undoToken} ` })
      return [
        ...[
          '',
          '{',
          'null',
          '[]',
          '{}',
          '{"undoToken":""}',
          '{"undoToken":"  "}',
          '{"undoToken":7}',
          '{"undoToken":["a"]}',
          '{"undoToken":null}',
        ].map((body) =>
          says(
            `refuses the body ${body || 'of nothing'}`,
            admin.send('POST', UNDO, raw(body)),
            400,
            'Invalid undo token',
          ),
        ),
        says(
          'refuses a token of more than 200 characters',
          admin.post(UNDO, { undoToken: 'x'.repeat(201) }),
          400,
          'Invalid undo token',
        ),
        ...['x', unknown, made.id].map((undoToken) =>
          says(
            `knows nothing of ${undoToken === made.id ? 'the id of an entry' : undoToken}`,
            admin.post(UNDO, { undoToken }),
            400,
            'Undo token not available',
          ),
        ),
        says('is nobody else’s', employee.post(UNDO, { undoToken: made.undoToken }), 400, 'Undo token not available'),
        says(
          'nor another tenant’s',
          other.admin.post(UNDO, { undoToken: made.undoToken }),
          400,
          'Undo token not available',
        ),
        says('needs a login', anonymous.post(UNDO, { undoToken: made.undoToken }), 401, 'Unauthorized'),
        says('takes back, spaces around the token or not', undone, 200, exactly({ ok: true, logId: made.id }), {
          'x-om-operation': null,
        }),
        says('once', admin.post(UNDO, { undoToken: made.undoToken }), 400, 'Undo token not available'),
        says('what was created is gone', admin.get(`/auth/roles?id=${made.resourceId}`), 200, { total: 0 }),
        says('the entry is undone, without its token', admin.get(`${ACTIONS}?resourceId=${made.resourceId}`), 200, {
          items: [
            {
              commandId: 'auth.roles.create',
              executionState: 'done',
              undoToken: null,
              context: { historyAction: 'undo', sourceLogId: made.id, sourceCommandId: 'auth.roles.create' },
            },
            { id: made.id, executionState: 'undone', undoToken: null },
          ],
        }),
      ]
    },
    'The newest first': async ({ admin, ruleId }) => {
      const first = await operationOf(admin.put(RULES, { id: ruleId, ruleName: 'One' }))
      const second = await operationOf(admin.put(RULES, { id: ruleId, priority: 77 }))
      const elsewhere = await operationOf(admin.post('/auth/roles', { name: 'Elsewhere' }))
      return [
        says('an older change of the same record has to wait', admin.post(UNDO, { undoToken: first.undoToken }), 400, {
          error: 'Undo token not available',
        }),
        says('one of another record has not', admin.post(UNDO, { undoToken: second.undoToken }), 200, {
          logId: second.id,
        }),
        says('then it is its turn', admin.post(UNDO, { undoToken: first.undoToken }), 200, { logId: first.id }),
        says('all is as before', admin.get(`${RULES}/${ruleId}`), 200, { ruleName: 'Orders stay small', priority: 5 }),
        says('and what was done elsewhere stands', admin.get(`/auth/roles?id=${elsewhere.resourceId}`), 200, {
          total: 1,
        }),
      ]
    },
    'What is taken back': async ({ admin }) => {
      const id = await newRule(admin, { ruleId: 'BACK', description: 'Before' })
      const deleted = await operationOf(admin.del(`${RULES}?id=${id}`))
      const product = await idFrom(admin.post('/catalog/products', { title: 'Chair', sku: 'C-1' }))
      const gone = await operationOf(admin.del(`/catalog/products?id=${product}`))
      const key = await operationOf(admin.post('/api_keys/keys', { name: 'Back', roles: [] }))
      return [
        says('a deletion', admin.post(UNDO, { undoToken: deleted.undoToken }), 200, { ok: true }),
        says('with the same id and all that was said', admin.get(`${RULES}/${id}`), 200, {
          ruleId: 'BACK',
          description: 'Before',
        }),
        says('a product', admin.post(UNDO, { undoToken: gone.undoToken }), 200, { ok: true }),
        says('with its id', admin.get(`/catalog/products?id=${product}`), 200, { total: 1, items: [{ sku: 'C-1' }] }),
        says('the creation of a key', admin.post(UNDO, { undoToken: key.undoToken }), 200, { ok: true }),
        says('which is listed no more', admin.get('/api_keys/keys?search=Back'), 200, { total: 0 }),
      ]
    },
    'POST /audit_logs/audit-logs/actions/redo': async ({ admin, employee, other, anonymous }) => {
      const made = await operationOf(admin.post('/auth/roles', { name: 'Again' }))
      const standing = await operationOf(admin.post('/auth/roles', { name: 'Standing' }))
      await bodyFrom(admin.post(UNDO, { undoToken: made.undoToken }))
      const redone = admin.post(REDO, { logId: made.id })
      return [
        ...['', '{', 'null', '[]', '{}', '{"logId":""}', '{"logId":"7"}', '{"logId":7}', '{"logId":null}'].map((body) =>
          says(`refuses the body ${body || 'of nothing'}`, admin.send('POST', REDO, raw(body)), 400, 'Invalid log id'),
        ),
        says(
          'knows nothing of an unknown entry',
          admin.post(REDO, { logId: unknown }),
          400,
          'Redo target not available',
        ),
        says('nor of one that stands', admin.post(REDO, { logId: standing.id }), 400, 'Redo target not available'),
        says(
          'employees may not',
          employee.post(REDO, { logId: made.id }),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['audit_logs.redo_self'] }),
        ),
        says('nor may another tenant', other.admin.post(REDO, { logId: made.id }), 400, 'Redo target not available'),
        says('needs a login', anonymous.post(REDO, { logId: made.id }), 401, 'Unauthorized'),
        says(
          'does again what was undone',
          redone,
          200,
          { ok: true, logId: uuid, undoToken: /./ },
          { 'x-om-operation': /^omop:%7B%22id%22.*auth\.roles\.create/ },
        ),
        says('with the same id', admin.get(`/auth/roles?id=${made.resourceId}`), 200, {
          total: 1,
          items: [{ name: 'Again' }],
        }),
        says('once', admin.post(REDO, { logId: made.id }), 400, 'Redo target not available'),
        says('the entry is redone, and the new one done', admin.get(`${ACTIONS}?resourceId=${made.resourceId}`), 200, {
          items: [
            { executionState: 'done', undoToken: /./, context: { historyAction: 'redo', sourceLogId: made.id } },
            { context: { historyAction: 'undo' } },
            { executionState: 'redone', undoToken: null },
          ],
        }),
        says(
          'which can be taken back in its turn',
          admin.post(UNDO, { undoToken: (await bodyFrom(redone)).undoToken }),
          200,
          { ok: true },
        ),
      ]
    },
  },
)
