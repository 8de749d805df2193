import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, time, uuid } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { type Visitor } from '../_frame/visitor.ts'
import { newRule, rule, RULES } from './_rules.ts'
import { unknown } from './_words.ts'

const INVALID_QUERY = exactly({ error: 'Invalid query parameters' })

const ITEM = {
  id: uuid,
  ruleId: 'A-1',
  ruleName: 'Alpha rule',
  description: 'First',
  ruleType: 'VALIDATION',
  ruleCategory: 'limits',
  entityType: 'Order',
  eventType: 'beforeCreate',
  enabled: true,
  priority: 300,
  version: 2,
  effectiveFrom: '2026-01-01T00:00:00.000Z',
  effectiveTo: null,
  tenantId: uuid,
  organizationId: uuid,
  createdBy: uuid,
  updatedBy: null,
  createdAt: time,
  updatedAt: time,
}

/** Three rules that differ in everything that lists look at. */
const ROWS = [
  {
    ...rule(),
    ruleId: 'A-1',
    ruleName: 'Alpha rule',
    description: 'First',
    ruleType: 'VALIDATION',
    ruleCategory: 'limits',
    eventType: 'beforeCreate',
    priority: 300,
    version: 2,
    effectiveFrom: '2026-01-01',
  },
  {
    ...rule(),
    ruleId: 'b%_1',
    ruleName: 'beta 100%_\\',
    ruleType: 'GUARD',
    entityType: 'Invoice',
    eventType: '',
    priority: 200,
    enabled: false,
  },
  {
    ...rule(),
    ruleId: 'C-3',
    ruleName: 'Gamma rule',
    ruleType: 'ACTION',
    entityType: 'order',
    priority: 200,
    ruleCategory: 'Limits',
  },
]

/** A list that finds these rules in this order. */
const finds = (admin: Visitor, query: string, ...ruleIds: readonly string[]): Statement =>
  says(`${query || 'no filter'} finds ${ruleIds.join(', ') || 'nothing'}`, admin.get(`${RULES}?${query}`), 200, {
    items: ruleIds.map((ruleId) => ({ ruleId })),
    total: ruleIds.length,
  })
const refusesQuery = (admin: Visitor, query: string): Statement =>
  says(`refuses ${query}`, admin.get(`${RULES}?${query}`), 400, INVALID_QUERY)

export const ruleList = group(
  'Lists of rules',
  {
    async scenario(host) {
      const { admin, app } = host
      const ids: string[] = []
      for (const row of ROWS) {
        ids.push(await newRule(admin, row))
        app.clock.advance(1_000)
      }
      const other = await addTenant(host, 'List')
      return { first: ids[0]!, foreign: await newRule(other.admin), other }
    },
  },
  {
    'GET /business_rules/rules': ({ admin, first, foreign, other }) => [
      says(
        'tells every rule with these members',
        admin.get(`${RULES}?id=${first}`),
        200,
        exactly({ items: [ITEM], total: 1, totalPages: 1 }),
      ),
      says('and neither its condition nor its actions', admin.get(RULES), 200, {
        items: [1, 2, 3].map(() => ({ id: uuid })),
      }),
      finds(admin, '', 'A-1', 'b%_1', 'C-3'),
      says(
        'takes empty parameters as absent',
        admin.get(`${RULES}?page=&pageSize=&id=&ruleId=&search=&ruleType=&entityType=&enabled=&sortDir=`),
        200,
        { total: 3 },
      ),
      finds(admin, 'ruleId=a-', 'A-1'),
      finds(admin, 'ruleId=1', 'A-1', 'b%_1'),
      finds(admin, 'ruleId=%25_', 'b%_1'),
      finds(admin, 'ruleId=zzz'),
      finds(admin, 'search=ALPHA', 'A-1'),
      finds(admin, 'search=rule', 'A-1', 'C-3'),
      finds(admin, 'search=100%25_', 'b%_1'),
      finds(admin, 'search=%5C', 'b%_1'),
      finds(admin, 'search=First'),
      finds(admin, 'ruleType=GUARD', 'b%_1'),
      finds(admin, 'entityType=Order', 'A-1'),
      finds(admin, 'entityType=order', 'C-3'),
      finds(admin, 'eventType=beforeCreate', 'A-1'),
      finds(admin, 'eventType=before'),
      finds(admin, 'ruleCategory=limits', 'A-1'),
      finds(admin, 'ruleCategory=Limits', 'C-3'),
      finds(admin, 'enabled=true', 'A-1', 'C-3'),
      finds(admin, 'enabled=false', 'b%_1'),
      finds(admin, `id=${first}`, 'A-1'),
      finds(admin, `id=${unknown}`),
      finds(admin, `id=${foreign}`),
      finds(admin, 'sortDir=asc', 'b%_1', 'C-3', 'A-1'),
      finds(admin, 'sortField=ruleId&sortDir=asc', 'A-1', 'b%_1', 'C-3'),
      finds(admin, 'sortField=ruleId&sortDir=desc', 'C-3', 'b%_1', 'A-1'),
      finds(admin, 'sortField=ruleType&sortDir=asc', 'C-3', 'b%_1', 'A-1'),
      finds(admin, 'sortField=createdAt', 'C-3', 'b%_1', 'A-1'),
      finds(admin, 'sortField=updatedAt&sortDir=asc', 'A-1', 'b%_1', 'C-3'),
      finds(admin, 'sortField=nonsense', 'A-1', 'b%_1', 'C-3'),
      says('cuts pages of the size that is asked for', admin.get(`${RULES}?pageSize=2`), 200, {
        items: [{ ruleId: 'A-1' }, { ruleId: 'b%_1' }],
        total: 3,
        totalPages: 2,
      }),
      says('goes on with the next', admin.get(`${RULES}?pageSize=2&page=2`), 200, {
        items: [{ ruleId: 'C-3' }],
        total: 3,
      }),
      says(
        'tells the total beyond the end',
        admin.get(`${RULES}?page=9`),
        200,
        exactly({ items: [], total: 3, totalPages: 1 }),
      ),
      says(
        'has one page of nothing',
        admin.get(`${RULES}?search=zzz`),
        200,
        exactly({ items: [], total: 0, totalPages: 1 }),
      ),
      says('takes fractions of pages', admin.get(`${RULES}?page=1.5&pageSize=2.5`), 200, {
        items: [{ ruleId: 'A-1' }, { ruleId: 'b%_1' }],
      }),
      says('takes a page of 100', admin.get(`${RULES}?pageSize=100`), 200, { total: 3 }),
      ...['page=0', 'page=-1', 'page=x', 'pageSize=0', 'pageSize=101', 'pageSize=x', 'id=x', 'id=7'].map((query) =>
        refusesQuery(admin, query),
      ),
      ...['ruleType=guard', 'ruleType=x', 'enabled=1', 'enabled=yes', 'enabled=TRUE', 'sortDir=up', 'sortDir=DESC'].map(
        (query) => refusesQuery(admin, query),
      ),
      refusesQuery(admin, 'id=99999999-9999-9999-8999-999999999999'),
      says('shows another tenant its own', other.admin.get(RULES), 200, { total: 1, items: [{ id: foreign }] }),
    ],
  },
)
