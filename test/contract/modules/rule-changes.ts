import { group } from '../_frame/group.ts'
import { exactly, says, uuid } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom, type Visitor } from '../_frame/visitor.ts'
import { newRule, rule, RULES, SETS } from './_rules.ts'
import { raw, unknown } from './_words.ts'

const put = (admin: Visitor, id: string, fields: object) => admin.put(RULES, { id, ...fields })

const FULL = {
  description: 'Said',
  ruleCategory: 'limits',
  eventType: 'beforeSave',
  enabled: false,
  priority: 7,
  version: 3,
  effectiveFrom: '2026-01-01T00:00:00.000Z',
  effectiveTo: '2026-12-31T00:00:00.000Z',
}

export const ruleChanges = group(
  'Changing, reading and deleting rules',
  {
    async scenario(host) {
      const { admin } = host
      const full = await newRule(admin, FULL)
      const setId = await idFrom(admin.post(SETS, { setId: 'S-1', setName: 'Set' }))
      const gone = await newRule(admin, { ruleId: 'GONE' })
      await bodyFrom(admin.post(`${SETS}/${setId}/members`, { ruleId: gone }))
      const other = await addTenant(host, 'Changes')
      return {
        full,
        plain: await newRule(admin, { ruleId: 'PLAIN' }),
        setId,
        gone,
        foreign: await newRule(other.admin),
        other,
      }
    },
  },
  {
    'PUT /business_rules/rules': ({ admin, full, plain, foreign, other }) => [
      says('answers ok', put(admin, full, { ruleName: 'Renamed' }), 200, exactly({ ok: true })),
      says('leaves what was not said', admin.get(`${RULES}/${full}`), 200, { ...FULL, ruleName: 'Renamed' }),
      says('notes who changed it', admin.get(`${RULES}/${full}`), 200, { updatedBy: uuid, createdBy: uuid }),
      says(
        'carries the header of what can be undone',
        put(admin, full, { priority: 8 }),
        200,
        { ok: true },
        { 'x-om-operation': /^omop:/ },
      ),
      ...['nonsense', 7].map((value) =>
        says(
          `refuses ${JSON.stringify(value)} as an end`,
          put(admin, full, { effectiveTo: value }),
          400,
          /Invalid date/,
        ),
      ),
      ...[null, ''].flatMap((value) => [
        says(`takes ${JSON.stringify(value)} for no end`, put(admin, full, { effectiveTo: value }), 200),
        says(`and tells none after ${JSON.stringify(value)}`, admin.get(`${RULES}/${full}`), 200, {
          effectiveTo: null,
          effectiveFrom: FULL.effectiveFrom,
        }),
      ]),
      says(
        'takes null for what may be null',
        put(admin, full, { description: null, ruleCategory: null, eventType: null }),
        200,
      ),
      says('and tells it', admin.get(`${RULES}/${full}`), 200, {
        description: null,
        ruleCategory: null,
        eventType: null,
        enabled: false,
        priority: 8,
        version: 3,
      }),
      says(
        'ignores who made it, where it is and its times',
        put(admin, full, { createdBy: 'x', organizationId: undefined, createdAt: '2000-01-01', tenantId: null }),
        200,
      ),
      says('which stay', admin.get(`${RULES}/${full}`), 200, { createdBy: uuid }),
      ...[undefined, null, '', 0, false].map((id) =>
        says(
          `refuses the id ${JSON.stringify(id) ?? 'left out'}`,
          admin.put(RULES, { id, ruleName: 'x' }),
          400,
          'Rule id is required',
        ),
      ),
      ...['x', '7', `${unknown}0`, 'b0000000-0000-9000-8000-000000000000'].map((id) =>
        says(`refuses the id '${id}'`, admin.put(RULES, { id }), 400, /^Validation failed: id: /),
      ),
      says('wants the id before anything else', admin.put(RULES, { ruleType: 'x' }), 400, 'Rule id is required'),
      ...['', '{'].map((body) =>
        says(`refuses the body '${body}'`, admin.send('PUT', RULES, raw(body)), 400, 'Invalid JSON body'),
      ),
      ...['null', '[]', '7'].map((body) => says(`refuses the JSON ${body}`, admin.send('PUT', RULES, raw(body)), 400)),
      says('looks before it finds', put(admin, unknown, { ruleType: 'x' }), 400, /^Validation failed: ruleType: /),
      ...[
        ['ruleId', ''],
        ['ruleName', 'n'.repeat(201)],
        ['ruleType', 'x'],
        ['priority', 10_000],
        ['enabled', 'yes'],
        ['version', 0],
        ['entityType', null],
      ].map(([field, value]) =>
        says(
          `refuses ${String(field)} ${JSON.stringify(value)?.slice(0, 20)}`,
          put(admin, plain, { [String(field)]: value }),
          400,
          new RegExp(`^Validation failed: ${String(field)}: `),
        ),
      ),
      says('takes the id of the rule itself', put(admin, plain, { ruleId: 'PLAIN' }), 200),
      says('refuses one that another rule has', put(admin, plain, { ruleId: 'GONE' }), 400, {
        fieldErrors: { ruleId: 'Already in use' },
      }),
      says('knows nothing of an unknown id', put(admin, unknown, {}), 404, 'Rule not found'),
      says('nor of a rule of another tenant', put(admin, foreign, { ruleName: 'Mine' }), 404, 'Rule not found'),
      says('which is as it was', other.admin.get(`${RULES}/${foreign}`), 200, { ruleName: 'Orders stay small' }),
      says(
        'lets nobody name another tenant',
        put(admin, plain, { tenantId: other.tenantId }),
        403,
        'Not authorized to target this tenant.',
      ),
    ],
    'GET /business_rules/rules/{id}': ({ admin, full, foreign, employee, anonymous }) => [
      says('tells condition and actions beside the members of lists', admin.get(`${RULES}/${full}`), 200, {
        id: full,
        conditionExpression: null,
        successActions: null,
        failureActions: null,
        createdBy: uuid,
        updatedBy: uuid,
      }),
      says('takes an id in capitals', admin.get(`${RULES}/${full.toUpperCase()}`), 200, { id: full }),
      ...['x', '7', 'R-1'].map((id) =>
        says(`refuses the id '${id}'`, admin.get(`${RULES}/${id}`), 400, 'Invalid rule id'),
      ),
      says('knows nothing of an unknown one', admin.get(`${RULES}/${unknown}`), 404, 'Rule not found'),
      says('nor of one of another tenant', admin.get(`${RULES}/${foreign}`), 404, 'Rule not found'),
      says(
        'is not for employees',
        employee.get(`${RULES}/${full}`),
        403,
        exactly({ error: 'Forbidden', requiredFeatures: ['business_rules.view'] }),
      ),
      says('nor for strangers', anonymous.get(`${RULES}/x`), 401, 'Unauthorized'),
    ],
    'DELETE /business_rules/rules': ({ admin, gone, setId, foreign }) => [
      says('needs an id', admin.del(RULES), 400, 'Rule id is required'),
      says('an empty one is none', admin.del(`${RULES}?id=`), 400, 'Rule id is required'),
      says('refuses what is none', admin.del(`${RULES}?id=x`), 400, /^Validation failed: id: /),
      says('knows nothing of an unknown one', admin.del(`${RULES}?id=${unknown}`), 404, 'Rule not found'),
      says('nor of one of another tenant', admin.del(`${RULES}?id=${foreign}`), 404, 'Rule not found'),
      says('deletes', admin.del(`${RULES}?id=${gone}`), 200, exactly({ ok: true }), { 'x-om-operation': /^omop:/ }),
      says('what is deleted is not found again', admin.del(`${RULES}?id=${gone}`), 404, 'Rule not found'),
      says('nor read', admin.get(`${RULES}/${gone}`), 404, 'Rule not found'),
      says('nor changed', put(admin, gone, {}), 404, 'Rule not found'),
      says('nor listed', admin.get(`${RULES}?ruleId=GONE`), 200, { total: 0 }),
      says('nor executed', admin.post(`/business_rules/execute/${gone}`, {}), 404, { error: 'Rule not found' }),
      says('stays where it is in sets', admin.get(`${SETS}/${setId}`), 200, { members: [{ ruleId: gone }] }),
      says('lets go of its business id', admin.post(RULES, rule({ ruleId: 'GONE' })), 201),
    ],
  },
)
