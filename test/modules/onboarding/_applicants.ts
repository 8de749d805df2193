import { auditLogs } from '@plinth/audit-logs'
import type { TestPlatform, TestPlatformOptions } from '@plinth/testing'
import { onboarding, type OnboardingOptions } from '@plinth/onboarding'
import { authApp } from '../auth/_accounts.ts'

export { applicant, apply, browse, onboardingForm, linkOf, PATH } from '@plinth/onboarding/testing'

/** A platform with the accounts of the auth tests, on which strangers may found tenants. */
export function onboardingApp({
  settings,
  ...options
}: Partial<TestPlatformOptions> & { settings?: OnboardingOptions } = {}): Promise<TestPlatform> {
  return authApp({ ...options, modules: [auditLogs, onboarding(settings), ...(options.modules ?? [])] })
}
