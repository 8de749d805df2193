import createClient from 'openapi-fetch'
import type { components, paths } from './api'
import { baseUrl, walk } from './walk'

const client = createClient<paths>({ baseUrl })
type Condition = components['schemas']['RuleCondition']

await walk({
  async logIn(email, password) {
    const { data } = await client.POST('/auth/login', {
      body: { email, password },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    client.use({ onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${data?.token}`) })
  },
  async listRoles(search) {
    const { data } = await client.GET('/auth/roles', { params: { query: { search } } })
    return data!.items.map(({ name }) => name)
  },
  async createRole(name) {
    const { response } = await client.POST('/auth/roles', { body: { name } })
    return response.headers.get('x-om-operation')
  },
  async createRule(ruleId) {
    const field: Condition = { field: 'total', operator: '>', value: 5 }
    const conditionExpression: Condition = { operator: 'AND', rules: [field, { operator: 'NOT', rules: [field] }] }
    const { data } = await client.POST('/business_rules/rules', {
      body: {
        ruleId,
        ruleName: ruleId,
        ruleType: 'GUARD',
        entityType: 'WalkOrder',
        conditionExpression,
        successActions: [{ type: 'SHOW_INFO', config: { message: 'Fine' } }],
      },
    })
    const { data: rule } = await client.GET('/business_rules/rules/{id}', { params: { path: { id: data!.id } } })
    const read = rule!.conditionExpression
    const rules = read && 'rules' in read ? (read.rules as Condition[]) : []
    return String(rules[1]?.operator)
  },
  async undo(undoToken) {
    const { data } = await client.POST('/audit_logs/audit-logs/actions/undo', { body: { undoToken } })
    return data!.ok
  },
})
