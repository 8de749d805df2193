import { businessRules } from '@plinth/business-rules'
import type { TestPlatform, TestPlatformOptions } from '@plinth/testing'
import { testApp } from '../../_setup/app.ts'

export { create, guardRule, rulesPath, setsPath } from '@plinth/business-rules/testing'

/** A platform with nothing but rules. */
export function rulesApp(options: Partial<Omit<TestPlatformOptions, 'postgresUrl'>> = {}): Promise<TestPlatform> {
  return testApp({ modules: [businessRules()], ...options })
}
