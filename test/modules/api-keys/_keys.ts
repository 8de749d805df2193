import { setTimeout as sleep } from 'node:timers/promises'
import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import type { Client, TestPlatform, TestPlatformOptions } from '@plinth/testing'
import { authApp, withHeaders } from '../auth/_accounts.ts'

export { addKey } from '@plinth/api-keys/testing'

/** A platform with the accounts of the auth tests and API keys. */
export function keysApp(options: Partial<TestPlatformOptions> = {}): Promise<TestPlatform> {
  return authApp({ ...options, modules: [apiKeys, auditLogs] })
}

/** Somebody who shows a key. */
export const withKey = (app: TestPlatform, secret: string, headers: Record<string, string> = {}): Client =>
  withHeaders(app, { 'x-api-key': secret, ...headers })

/** What somebody may do of what is asked. */
export async function granted(client: Client, features: readonly string[]): Promise<string[] | number> {
  const answer = await client.post('/auth/feature-check', { features })
  return answer.status === 200 ? answer.body.granted : answer.status
}

/** Waits until a host has heard its own notices, which make stale what it has loaded since it wrote. */
export const noticesHeard = (): Promise<void> => sleep(500)
