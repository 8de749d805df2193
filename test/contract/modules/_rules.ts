import { type Call, idFrom, type Visitor } from '../_frame/visitor.ts'

export const RULES = '/business_rules/rules'
export const SETS = '/business_rules/sets'
export const EXECUTE = '/business_rules/execute'
export const LOGS = '/business_rules/logs'

let count = 0

/** The body of a rule with a business id of its own. */
export const rule = (fields: object = {}) => ({
  ruleId: `R-${++count}`,
  ruleName: 'Orders stay small',
  ruleType: 'GUARD',
  entityType: 'Order',
  ...fields,
})

export const newRule = (writer: Visitor, fields: object = {}): Promise<string> =>
  idFrom(writer.post(RULES, rule(fields)))

/** A dry run of a rule made for it: what its condition says of the body's data. */
export const judged = (writer: Visitor, conditionExpression: unknown, body: object = {}): Call => ({
  request: `a dry run of ${JSON.stringify(conditionExpression)} with ${JSON.stringify(body)}`,
  answer: async () => {
    const id = await newRule(writer, { conditionExpression })
    return writer.post(`${EXECUTE}/${id}`, { dryRun: true, ...body }).answer()
  },
})
