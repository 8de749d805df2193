import axios from 'axios'
import { createApiClient } from './api'
import { baseUrl, walk } from './walk'

const axiosInstance = axios.create()
const client = createApiClient(baseUrl, { axiosInstance })
let operation: string | null = null
axiosInstance.interceptors.response.use((response) => {
  operation = (response.headers['x-om-operation'] as string | undefined) ?? null
  return response
})

await walk({
  async logIn(email, password) {
    const { token } = await client.authLogin({ email, password })
    axiosInstance.defaults.headers.common['authorization'] = `Bearer ${token}`
  },
  async listRoles(search) {
    const { items } = await client.authListRoles({ queries: { search } })
    return items.map(({ name }) => name)
  },
  async createRole(name) {
    await client.authCreateRole({ name })
    return operation
  },
  async createRule(ruleId) {
    const field = { field: 'total', operator: '>' as const, value: 5 }
    const { id } = await client.businessRulesCreateRule({
      ruleId,
      ruleName: ruleId,
      ruleType: 'GUARD',
      entityType: 'WalkOrder',
      conditionExpression: { operator: 'AND', rules: [field, { operator: 'NOT', rules: [field] }] },
      successActions: [{ type: 'SHOW_INFO', config: { message: 'Fine' } }],
    })
    const { conditionExpression: read } = await client.businessRulesGetRule({ params: { id } })
    const rules = read && 'rules' in read ? (read.rules as { operator: string }[]) : []
    return String(rules[1]?.operator)
  },
  async undo(undoToken) {
    const { ok } = await client.auditLogsUndoAction({ undoToken })
    return ok
  },
})
