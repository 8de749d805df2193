import {
  auditLogsUndoAction,
  authCreateRole,
  authListRoles,
  authLogin,
  businessRulesCreateRule,
  businessRulesGetRule,
  type RuleCondition,
} from './api'
import { baseUrl, walk } from './walk'

// The functions call `fetch` with a path; `--override` names another function.
const send = globalThis.fetch
let token = ''
globalThis.fetch = (path, init) => {
  const headers = new Headers(init?.headers)
  if (token !== '') headers.set('authorization', `Bearer ${token}`)
  return send(`${baseUrl}${String(path)}`, { ...init, headers })
}

await walk({
  async logIn(email, password) {
    const { data, status } = await authLogin({ email, password })
    if (status === 200) token = data.token
  },
  async listRoles(search) {
    const { data, status } = await authListRoles({ search })
    return status === 200 ? data.items.map(({ name }) => name) : []
  },
  async createRole(name) {
    const { headers } = await authCreateRole({ name })
    return headers.get('x-om-operation')
  },
  async createRule(ruleId) {
    const field: RuleCondition = { field: 'total', operator: '>', value: 5 }
    const { data, status } = await businessRulesCreateRule({
      ruleId,
      ruleName: ruleId,
      ruleType: 'GUARD',
      entityType: 'WalkOrder',
      conditionExpression: { operator: 'AND', rules: [field, { operator: 'NOT', rules: [field] }] },
      successActions: [{ type: 'SHOW_INFO', config: { message: 'Fine' } }],
    })
    if (status !== 201) throw new Error(data.error)
    const rule = await businessRulesGetRule(data.id)
    const read = rule.status === 200 ? rule.data.conditionExpression : null
    const rules = read && 'rules' in read ? (read.rules as RuleCondition[]) : []
    return String(rules[1]?.operator)
  },
  async undo(undoToken) {
    const { data, status } = await auditLogsUndoAction({ undoToken })
    return status === 200 && data.ok
  },
})
