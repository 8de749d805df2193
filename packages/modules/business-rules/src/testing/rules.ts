import type { Client } from '@plinth/testing'

export const rulesPath = '/business_rules/rules'
export const setsPath = '/business_rules/sets'

/** The minimal rule. */
export const guardRule = { ruleId: 'R-1', ruleName: 'Orders stay small', ruleType: 'GUARD', entityType: 'Order' }

/** Creates a resource and returns its id. */
export async function create(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(path, body)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body.id
}
