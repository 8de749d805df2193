import { businessRules } from '@plinth/business-rules'
import type { Client, TestPlatform, TestPlatformOptions } from '@plinth/core/testing'
import { testApp } from '../../_setup/app.ts'

/** A platform with nothing but rules. */
export function rulesApp(options: Partial<Omit<TestPlatformOptions, 'postgresUrl'>> = {}): Promise<TestPlatform> {
  return testApp({ modules: [businessRules()], ...options })
}

export const rulesPath = '/business_rules/rules'
export const setsPath = '/business_rules/sets'

/** The least that a rule needs. */
export const guard = { ruleId: 'R-1', ruleName: 'Orders stay small', ruleType: 'GUARD', entityType: 'Order' }

/** Creates something and answers its id. */
export async function create(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(path, body)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body.id
}
