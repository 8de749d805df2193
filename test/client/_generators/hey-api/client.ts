import { client } from './api/client.gen'
import {
  auditLogsUndoAction,
  authCreateRole,
  authListRoles,
  authLogin,
  businessRulesCreateRule,
  businessRulesGetRule,
} from './api'
import { baseUrl, walk } from './walk'

client.setConfig({ baseUrl, throwOnError: true })

await walk({
  async logIn(email, password) {
    const { data } = await authLogin({ body: { email, password }, throwOnError: true })
    client.setConfig({ auth: data.token })
  },
  async listRoles(search) {
    const { data } = await authListRoles({ query: { search }, throwOnError: true })
    return data.items.map(({ name }) => name)
  },
  async createRole(name) {
    const { response } = await authCreateRole({ body: { name }, throwOnError: true })
    return response.headers.get('x-om-operation')
  },
  async createRule(ruleId) {
    const field = { field: 'total', operator: '>', value: 5 } as const
    const inner = { operator: 'NOT', rules: [field] } as const
    const { data } = await businessRulesCreateRule({
      body: {
        ruleId,
        ruleName: ruleId,
        ruleType: 'GUARD',
        entityType: 'WalkOrder',
        conditionExpression: { operator: 'AND', rules: [field, { ...inner, rules: [...inner.rules] }] },
        successActions: [{ type: 'SHOW_INFO', config: { message: 'Fine' } }],
      },
      throwOnError: true,
    })
    const { data: rule } = await businessRulesGetRule({ path: { id: data.id }, throwOnError: true })
    const { conditionExpression: read } = rule
    const second = read && 'rules' in read && Array.isArray(read.rules) ? read.rules[1] : undefined
    return String(second?.operator)
  },
  async undo(undoToken) {
    const { data } = await auditLogsUndoAction({ body: { undoToken }, throwOnError: true })
    return data.ok
  },
})
