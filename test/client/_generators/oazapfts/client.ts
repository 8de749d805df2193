import {
  auditLogsUndoAction,
  authCreateRole,
  authListRoles,
  authLogin,
  businessRulesCreateRule,
  businessRulesGetRule,
  defaults,
  type RuleCondition,
} from './api'
import { baseUrl, walk } from './walk'

defaults.baseUrl = baseUrl

await walk({
  async logIn(email, password) {
    const response = await authLogin({ authLoginBody: { email, password } })
    if (response.status === 200) defaults.headers = { authorization: `Bearer ${response.data.token}` }
  },
  async listRoles(search) {
    const response = await authListRoles({ search })
    return response.status === 200 ? response.data.items.map(({ name }) => name) : []
  },
  async createRole(name) {
    const { headers } = await authCreateRole({ authCreateRoleBody: { name } })
    return headers.get('x-om-operation')
  },
  async createRule(ruleId) {
    const field: RuleCondition = { field: 'total', operator: '>', value: 5 }
    const created = await businessRulesCreateRule({
      businessRulesCreateRuleBody: {
        ruleId,
        ruleName: ruleId,
        ruleType: 'GUARD',
        entityType: 'WalkOrder',
        conditionExpression: { operator: 'AND', rules: [field, { operator: 'NOT', rules: [field] }] },
        successActions: [{ type: 'SHOW_INFO', config: { message: 'Fine' } }],
      },
    })
    if (created.status !== 201) throw new Error(created.data.error)
    const rule = await businessRulesGetRule({ id: created.data.id })
    const read = rule.status === 200 ? rule.data.conditionExpression : null
    const rules = read && 'rules' in read ? (read.rules as RuleCondition[]) : []
    return String(rules[1]?.operator)
  },
  async undo(undoToken) {
    const response = await auditLogsUndoAction({ auditLogsUndoActionBody: { undoToken } })
    return response.status === 200 && response.data.ok
  },
})
