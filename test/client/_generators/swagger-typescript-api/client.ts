import { Api, type RuleCondition } from './api'
import { baseUrl, walk } from './walk'

const { auth, auditLogs, businessRules, setSecurityData } = new Api<string>({
  baseUrl,
  securityWorker: (token) => (token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
})

await walk({
  async logIn(email, password) {
    const { data } = await auth.authLogin({ email, password })
    setSecurityData(data.token)
  },
  async listRoles(search) {
    const { data } = await auth.authListRoles({ search })
    return data.items.map(({ name }) => name)
  },
  async createRole(name) {
    const { headers } = await auth.authCreateRole({ name })
    return headers.get('x-om-operation')
  },
  async createRule(ruleId) {
    const field: RuleCondition = { field: 'total', operator: '>', value: 5 }
    const { data } = await businessRules.businessRulesCreateRule({
      ruleId,
      ruleName: ruleId,
      ruleType: 'GUARD',
      entityType: 'WalkOrder',
      conditionExpression: { operator: 'AND', rules: [field, { operator: 'NOT', rules: [field] }] },
      successActions: [{ type: 'SHOW_INFO', config: { message: 'Fine' } }],
    })
    const { data: rule } = await businessRules.businessRulesGetRule(data.id)
    const read = rule.conditionExpression
    const rules = read && 'rules' in read ? (read.rules as RuleCondition[]) : []
    return String(rules[1]?.operator)
  },
  async undo(undoToken) {
    const { data } = await auditLogs.auditLogsUndoAction({ undoToken })
    return data.ok
  },
})
