import { group } from '../_frame/group.ts'
import { exactly, says, time, without } from '../_frame/statement.ts'
import { ask, count, DATA, dataScenario, issues, PRODUCTS } from './_widget-data.ts'
import { raw, show } from './_words.ts'

const RULES = 'business_rules:rules'

export const widgetData = group(
  'Numbers of widgets',
  { scenario: dataScenario },
  {
    'A request': ({ admin, all, employee, anonymous, other }) => {
      const minimal = ask(admin)
      return [
        says(
          'answers a number',
          minimal,
          200,
          exactly({ value: all, data: [], metadata: { fetchedAt: time, recordCount: 1 } }),
        ),
        says('of one’s own tenant', ask(other.admin), 200, { value: 1 }),
        says('of what one may see', employee.post(DATA, { entityType: RULES, metric: count }), 403, 'Forbidden'),
        says('needs a login', anonymous.post(DATA, {}), 401, 'Unauthorized'),
        ...['', '{', 'x'].map((body) =>
          says(`refuses the body '${body}'`, admin.send('POST', DATA, raw(body)), 400, 'Invalid JSON body'),
        ),
        ...[
          {},
          { entityType: PRODUCTS },
          { metric: count },
          { entityType: '', metric: count },
          { entityType: PRODUCTS, metric: { field: 'id' } },
          { entityType: PRODUCTS, metric: { field: 'id', aggregate: 'median' } },
          { entityType: PRODUCTS, metric: { field: '', aggregate: 'count' } },
        ].map((body) =>
          says(`refuses ${show(body)}`, admin.post(DATA, body), 400, { error: 'Invalid request payload', issues }),
        ),
        ...[
          { groupBy: {} },
          { groupBy: { field: 'status', limit: 0 } },
          { groupBy: { field: 'status', limit: 101 } },
          { groupBy: { field: 'createdAt', granularity: 'hour' } },
          { filters: {} },
          { filters: [{ field: 'status' }] },
          { filters: [{ field: 'status', operator: 'like' }] },
          { dateRange: { field: 'createdAt' } },
          { dateRange: { field: 'createdAt', preset: 'tomorrow' } },
          { comparison: {} },
          { comparison: { type: 'before' } },
        ].map((more) =>
          says(`refuses ${show(more)}`, ask(admin, more), 400, { error: 'Invalid request payload', issues }),
        ),
        ...['x', 'orders', 'constructor', 'catalog'].map((entityType) =>
          says(`knows nothing of ${entityType}`, ask(admin, { entityType }), 400, `Invalid entity type: ${entityType}`),
        ),
        ...['x', 'constructor', '__proto__', 'tenantId'].map((field) =>
          says(
            `measures no ${field}`,
            ask(admin, { metric: { field, aggregate: 'count' } }),
            400,
            new RegExp(`^Invalid metric field: ${field} for entity type: ${PRODUCTS}`),
          ),
        ),
        ...['sum', 'avg', 'min', 'max'].flatMap((aggregate) =>
          ['id', 'name', 'createdAt'].map((field) =>
            says(
              `has no ${aggregate} of ${field}`,
              ask(admin, { metric: { field, aggregate } }),
              400,
              /^Invalid metric field: /,
            ),
          ),
        ),
        ...['x', 'constructor', 'createdAt.x'].map((field) =>
          says(`groups by no ${field}`, ask(admin, { groupBy: { field } }), 400, `Invalid groupBy field: ${field}`),
        ),
        ...['x', 'constructor'].map((field) =>
          says(`filters by no ${field}`, ask(admin, { filters: [{ field, operator: 'eq', value: 1 }] }), 400, {
            error: /^Invalid filter field/,
          }),
        ),
        ...['x', 'name'].map((field) =>
          says(`has no days of ${field}`, ask(admin, { dateRange: { field, preset: 'today' } }), 400, {
            error: /^Invalid dateRange field/,
          }),
        ),
      ]
    },
    Aggregates: ({ admin }) => {
      const of = (aggregate: string, more: object = {}) =>
        admin.post(DATA, { entityType: RULES, metric: { field: 'priority', aggregate }, ...more })
      const nothing = { filters: [{ field: 'ruleType', operator: 'eq', value: 'none' }] }
      return [
        ...(
          [
            ['count', 3],
            ['sum', 90],
            ['avg', 30],
            ['min', 10],
            ['max', 60],
          ] as const
        ).map(([aggregate, value]) => says(`${aggregate} is ${value}`, of(aggregate), 200, { value })),
        ...(
          [
            ['count', 0],
            ['sum', 0],
            ['avg', 0],
            ['min', null],
            ['max', null],
          ] as const
        ).map(([aggregate, value]) =>
          says(`${aggregate} of nothing is ${value}`, of(aggregate, nothing), 200, { value }),
        ),
        says('nothing at all is no record', of('min', nothing), 200, { metadata: { recordCount: 0 } }),
        says(
          'count of another field counts values',
          admin.post(DATA, { entityType: RULES, metric: { field: 'ruleCategory', aggregate: 'count' } }),
          200,
          { value: 1 },
        ),
        says('groups are listed by their value, largest first', of('sum', { groupBy: { field: 'ruleType' } }), 200, {
          value: 90,
          data: [
            { groupKey: 'ACTION', value: 60 },
            { groupKey: 'GUARD', value: 30 },
          ],
          metadata: { recordCount: 2 },
        }),
        says('avg of all is not the sum of groups', of('avg', { groupBy: { field: 'ruleType' } }), 200, { value: 30 }),
        says('a limit lists fewer', of('sum', { groupBy: { field: 'ruleType', limit: 1 } }), 200, {
          value: 90,
          data: [{ groupKey: 'ACTION' }],
        }),
        says('null is a group', of('count', { groupBy: { field: 'ruleCategory' } }), 200, {
          data: [
            { groupKey: null, value: 2 },
            { groupKey: 'a', value: 1 },
          ],
        }),
        says('without labels unless asked', of('count', { groupBy: { field: 'ruleType' } }), 200, {
          data: [without('groupLabel'), without('groupLabel')],
        }),
        says(
          'where nothing resolves them the key is the label',
          of('sum', { groupBy: { field: 'ruleType', resolveLabels: true } }),
          200,
          { data: [{ groupLabel: 'ACTION' }, { groupLabel: 'GUARD' }] },
        ),
      ]
    },
    Filters: ({ admin, all }) => {
      const finds = (
        operator: string,
        value: unknown,
        ...[expected, field = 'name']: [expected: number, field?: string]
      ) =>
        says(
          `${field} ${operator} ${show(value)} is ${expected}`,
          ask(admin, { filters: [{ field, operator, ...(value !== undefined && { value }) }] }),
          200,
          { value: expected },
        )
      return [
        finds('eq', '2026-07-14', 2),
        finds('neq', '2026-07-14', all - 2),
        finds('gt', '2026-07-14', 1),
        finds('gte', '2026-07-14', 3),
        finds('lt', '2025-07-15', 1),
        finds('lte', '2025-07-15', 3),
        finds('in', ['2026-07-14', '2026-06-30', 'x'], 5),
        finds('not_in', ['2026-07-14', '2026-06-30'], all - 5),
        finds('is_null', undefined, 0),
        finds('is_not_null', undefined, all),
        finds('eq', false, 1, 'status'),
        finds('eq', true, all - 1, 'status'),
        ...['2026-07-15', '2026-07-15T00:00', '2026-07-15T00:00:00Z', '2026-07-15T02:00:00+02:00'].map((moment) =>
          finds('gte', moment, 1, 'createdAt'),
        ),
        says(
          'all of several count',
          ask(admin, {
            filters: [
              { field: 'name', operator: 'eq', value: '2026-06-30' },
              { field: 'productType', operator: 'eq', value: 'bundle' },
            ],
          }),
          200,
          { value: 2 },
        ),
        ...[
          ['status', 'x'],
          ['createdAt', 'yesterday'],
          ['name', 7],
        ].map(([field, value]) =>
          says(
            `refuses ${show(value)} for ${String(field)}`,
            ask(admin, { filters: [{ field, operator: 'eq', value }] }),
            400,
            { error: /^Invalid filter value/ },
          ),
        ),
      ]
    },
  },
)
