import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, time, uuid } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom, type Visitor } from '../_frame/visitor.ts'
import { newRule, RULES, SETS } from './_rules.ts'
import { raw, show, unknown } from './_words.ts'

const ITEM = {
  id: uuid,
  setId: 'A-1',
  setName: 'Alpha set',
  description: 'First',
  enabled: true,
  tenantId: uuid,
  organizationId: uuid,
  createdBy: uuid,
  updatedBy: null,
  createdAt: time,
  updatedAt: time,
}

const finds = (admin: Visitor, query: string, ...setIds: readonly string[]): Statement =>
  says(`${query || 'no filter'} finds ${setIds.join(', ') || 'nothing'}`, admin.get(`${SETS}?${query}`), 200, {
    items: setIds.map((setId) => ({ setId })),
    total: setIds.length,
  })

let count = 0
const set = (fields: object = {}) => ({ setId: `S-${++count}`, setName: 'Set', ...fields })
const refuses = (admin: Visitor, field: string, value: unknown): Statement =>
  says(
    `refuses ${field} ${show(value)}`,
    admin.post(SETS, set({ [field]: value })),
    400,
    new RegExp(`^Validation failed: ${field}: `),
  )
const takes = (admin: Visitor, field: string, value: unknown): Statement =>
  says(`takes ${field} ${show(value)}`, admin.post(SETS, set({ [field]: value })), 201, exactly({ id: uuid }))

export const ruleSets = group(
  'Rule sets',
  {
    async scenario(host) {
      const { admin, app } = host
      const first = await idFrom(admin.post(SETS, { setId: 'A-1', setName: 'Alpha set', description: 'First' }))
      app.clock.advance(1_000)
      await bodyFrom(admin.post(SETS, { setId: 'B_2', setName: 'beta 50%', enabled: false }))
      app.clock.advance(1_000)
      await bodyFrom(admin.post(SETS, { setId: 'C-3', setName: 'Alpha too' }))
      const other = await addTenant(host, 'Sets')
      const foreign = await idFrom(other.admin.post(SETS, set()))
      return { first, other, foreign, foreignRule: await newRule(other.admin) }
    },
  },
  {
    'GET /business_rules/sets': ({ admin, first, foreign }) => [
      says(
        'tells every set with these members',
        admin.get(`${SETS}?id=${first}`),
        200,
        exactly({ items: [ITEM], total: 1, totalPages: 1 }),
      ),
      finds(admin, '', 'A-1', 'B_2', 'C-3'),
      finds(admin, 'sortDir=desc', 'C-3', 'B_2', 'A-1'),
      finds(admin, 'sortField=setName', 'A-1', 'C-3', 'B_2'),
      finds(admin, 'sortField=enabled', 'B_2', 'A-1', 'C-3'),
      finds(admin, 'sortField=createdAt&sortDir=desc', 'C-3', 'B_2', 'A-1'),
      finds(admin, 'sortField=nonsense', 'A-1', 'B_2', 'C-3'),
      finds(admin, 'setId=_', 'B_2'),
      finds(admin, 'setId=a', 'A-1'),
      finds(admin, 'search=alpha', 'A-1', 'C-3'),
      finds(admin, 'search=%25', 'B_2'),
      finds(admin, 'search=First'),
      finds(admin, 'enabled=true', 'A-1', 'C-3'),
      finds(admin, 'enabled=false', 'B_2'),
      finds(admin, 'enabled=', 'A-1', 'B_2', 'C-3'),
      finds(admin, `id=${foreign}`),
      finds(admin, `id=${unknown}`),
      says(
        'cuts pages',
        admin.get(`${SETS}?page=2&pageSize=2`),
        200,
        exactly({
          items: [{ ...ITEM, setId: 'C-3', setName: 'Alpha too', description: null }],
          total: 3,
          totalPages: 2,
        }),
      ),
      says(
        'has one page of nothing',
        admin.get(`${SETS}?setId=zzz`),
        200,
        exactly({ items: [], total: 0, totalPages: 1 }),
      ),
      ...['page=0', 'pageSize=101', 'pageSize=0', 'id=x', 'enabled=1', 'sortDir=up', 'page=x'].map((query) =>
        says(`refuses ${query}`, admin.get(`${SETS}?${query}`), 400, 'Invalid query parameters'),
      ),
    ],
    'POST /business_rules/sets': ({ admin, other }) => [
      takes(admin, 'setId', 's'.repeat(50)),
      takes(admin, 'setName', 'n'.repeat(200)),
      takes(admin, 'description', 'd'.repeat(5000)),
      takes(admin, 'description', null),
      takes(admin, 'enabled', false),
      ...['setId', 'setName'].flatMap((field) => [undefined, null, '', 7].map((value) => refuses(admin, field, value))),
      refuses(admin, 'setId', 's'.repeat(51)),
      refuses(admin, 'setName', 'n'.repeat(201)),
      refuses(admin, 'description', 'd'.repeat(5001)),
      ...['true', 1, null].map((value) => refuses(admin, 'enabled', value)),
      ...['', '{'].map((body) =>
        says(`refuses the body '${body}'`, admin.send('POST', SETS, raw(body)), 400, 'Invalid JSON body'),
      ),
      says('refuses an id that the tenant has', admin.post(SETS, set({ setId: 'A-1' })), 400, {
        error: 'Validation failed: setId: Already in use',
      }),
      says('lets other tenants have it', other.admin.post(SETS, set({ setId: 'A-1' })), 201),
      says(
        'refuses another tenant',
        admin.post(SETS, set({ tenantId: other.tenantId })),
        403,
        'Not authorized to target this tenant.',
      ),
      says(
        'answers with the header of what can be undone',
        admin.post(SETS, set()),
        201,
        { id: uuid },
        { 'x-om-operation': /^omop:/ },
      ),
      says(
        'is enabled by default, made by the caller',
        admin.get(`${SETS}?sortField=createdAt&sortDir=desc&pageSize=1`),
        200,
        { items: [{ enabled: true, createdBy: uuid, updatedBy: null }] },
      ),
    ],
    'PUT and DELETE /business_rules/sets': ({ admin, first, foreign }) => [
      says('changes what is said', admin.put(SETS, { id: first, setName: 'Renamed' }), 200, exactly({ ok: true }), {
        'x-om-operation': /^omop:/,
      }),
      says('and nothing else', admin.get(`${SETS}/${first}`), 200, {
        setName: 'Renamed',
        setId: 'A-1',
        description: 'First',
        enabled: true,
        updatedBy: uuid,
      }),
      says('switches off', admin.put(SETS, { id: first, enabled: false }), 200),
      says('and a later change leaves it off', admin.put(SETS, { id: first, description: null, createdBy: 'x' }), 200),
      says('as is told', admin.get(`${SETS}/${first}`), 200, { enabled: false, description: null, createdBy: uuid }),
      ...[undefined, null, ''].map((id) =>
        says(`refuses the id ${show(id)}`, admin.put(SETS, { id }), 400, 'Rule set id is required'),
      ),
      says('refuses an id that is none', admin.put(SETS, { id: 'x' }), 400, /^Validation failed: id: /),
      says(
        'refuses a member that is wrong',
        admin.put(SETS, { id: first, setId: '' }),
        400,
        /^Validation failed: setId: /,
      ),
      says('refuses an id that another set has', admin.put(SETS, { id: first, setId: 'C-3' }), 400, {
        fieldErrors: { setId: 'Already in use' },
      }),
      ...['', '{'].map((body) =>
        says(`refuses the body '${body}'`, admin.send('PUT', SETS, raw(body)), 400, 'Invalid JSON body'),
      ),
      says('knows nothing of an unknown one', admin.put(SETS, { id: unknown }), 404, 'Rule set not found'),
      says('nor of one of another tenant', admin.put(SETS, { id: foreign }), 404, 'Rule set not found'),
      says('deletes nothing without an id', admin.del(SETS), 400, 'Rule set id is required'),
      says('nor what is no id', admin.del(`${SETS}?id=x`), 400, /^Validation failed: id: /),
      says('nor what is unknown', admin.del(`${SETS}?id=${unknown}`), 404, 'Rule set not found'),
      says('nor what another tenant has', admin.del(`${SETS}?id=${foreign}`), 404, 'Rule set not found'),
      says('deletes', admin.del(`${SETS}?id=${first}`), 200, exactly({ ok: true })),
      says('once', admin.del(`${SETS}?id=${first}`), 404, 'Rule set not found'),
      says('what is deleted is not read', admin.get(`${SETS}/${first}`), 404, 'Rule set not found'),
      says('and its business id is free', admin.post(SETS, set({ setId: 'A-1' })), 201),
    ],
    'GET /business_rules/sets/{id}': async ({ admin, foreign }) => {
      const id = await idFrom(admin.post(SETS, set()))
      return [
        says('tells a set with nothing in it', admin.get(`${SETS}/${id}`), 200, { id, members: [] }),
        says('takes an id in capitals', admin.get(`${SETS}/${id.toUpperCase()}`), 200, { id }),
        ...['x', '7', 'A-1'].map((one) =>
          says(`refuses the id '${one}'`, admin.get(`${SETS}/${one}`), 400, 'Invalid rule set id'),
        ),
        says('knows nothing of an unknown one', admin.get(`${SETS}/${unknown}`), 404, 'Rule set not found'),
        says('nor of one of another tenant', admin.get(`${SETS}/${foreign}`), 404, 'Rule set not found'),
      ]
    },
    Members: async ({ admin, foreign, foreignRule }) => {
      const id = await idFrom(admin.post(SETS, set()))
      const path = `${SETS}/${id}/members`
      const [one, two, three] = [await newRule(admin, { ruleName: 'One' }), await newRule(admin), await newRule(admin)]
      const added = admin.post(path, { ruleId: one, sequence: 2 })
      const memberId = await idFrom(added)
      const second = await idFrom(admin.post(path, { ruleId: two, sequence: 1, enabled: false }))
      return [
        says('adds a rule', added, 201, exactly({ id: uuid }), { 'x-om-operation': /^omop:/ }),
        says('tells members in their order, with the database ids of rules', admin.get(`${SETS}/${id}`), 200, {
          members: [
            { id: second, ruleId: two, ruleName: 'Orders stay small', ruleType: 'GUARD', sequence: 1, enabled: false },
            { id: memberId, ruleId: one, ruleName: 'One', ruleType: 'GUARD', sequence: 2, enabled: true },
          ],
        }),
        says('takes a rule once', admin.post(path, { ruleId: one }), 409, 'Rule is already a member of this set'),
        says('knows no other rules', admin.post(path, { ruleId: unknown }), 404, 'Rule not found'),
        says('nor those of other tenants', admin.post(path, { ruleId: foreignRule }), 404, 'Rule not found'),
        ...[
          {},
          { ruleId: 'x' },
          { ruleId: three, sequence: -1 },
          { ruleId: three, sequence: 1.5 },
          { ruleId: three, enabled: 'no' },
        ].map((body) => says(`refuses ${show(body)}`, admin.post(path, body), 400, /^Validation failed: /)),
        ...['', '{'].map((body) =>
          says(`refuses the body '${body}'`, admin.send('POST', path, raw(body)), 400, 'Invalid JSON body'),
        ),
        says(
          'refuses an id of a set that is none',
          admin.post(`${SETS}/x/members`, { ruleId: one }),
          400,
          'Invalid rule set id',
        ),
        ...['{}', '{'].map((body) =>
          says(
            `finds the set before it reads '${body}'`,
            admin.send('POST', `${SETS}/${unknown}/members`, raw(body)),
            404,
            'Rule set not found',
          ),
        ),
        says(
          'and none of another tenant',
          admin.post(`${SETS}/${foreign}/members`, { ruleId: one }),
          404,
          'Rule set not found',
        ),
        says('begins with sequence 0, enabled', admin.post(path, { ruleId: three }), 201),
        says('as is told', admin.get(`${SETS}/${id}`), 200, {
          members: [{ ruleId: three, sequence: 0, enabled: true }, { ruleId: two }, { ruleId: one }],
        }),
        says('moves a member', admin.put(path, { memberId, sequence: 0 }), 200, exactly({ ok: true })),
        says('leaving it enabled', admin.get(`${SETS}/${id}`), 200, {
          members: [{ sequence: 0 }, { sequence: 0, enabled: true }, { sequence: 1 }],
        }),
        says('switches one on', admin.put(path, { memberId: second, enabled: true }), 200),
        says('leaving it at its place', admin.get(`${SETS}/${id}`), 200, {
          members: [{}, {}, { id: second, sequence: 1, enabled: true }],
        }),
        ...[{}, { memberId: 'x' }, { memberId, sequence: -1 }].map((body) =>
          says(`refuses the change ${show(body)}`, admin.put(path, body), 400, /^Validation failed: /),
        ),
        says('changes no unknown member', admin.put(path, { memberId: unknown }), 404, 'Member not found'),
        says('has no list of its own', admin.get(path), 404, 'Not Found'),
        says('lists members whose rule is disabled', admin.put(RULES, { id: two, enabled: false }), 200),
        says('or deleted', admin.del(`${RULES}?id=${three}`), 200),
        says('all three', admin.get(`${SETS}/${id}`), 200, { members: [{}, {}, {}] }),
        says('removes nothing without an id', admin.del(path), 400, 'Member id is required'),
        says('nor what is no id', admin.del(`${path}?memberId=x`), 400),
        says('nor what is unknown', admin.del(`${path}?memberId=${unknown}`), 404, 'Member not found'),
        says('removes a member', admin.del(`${path}?memberId=${memberId}`), 200, exactly({ ok: true })),
        says('once', admin.del(`${path}?memberId=${memberId}`), 404, 'Member not found'),
        says('and leaves the rule', admin.get(`${RULES}/${one}`), 200, { id: one }),
      ]
    },
  },
)
