import { apiKeys } from '@plinth/api-keys'
import { addServiceKey } from '@plinth/api-keys/testing'
import { auditLogs } from '@plinth/audit-logs'
import { addRole, superAdminOf } from '@plinth/auth/testing'
import { scim } from '@plinth/scim'
import type { Client, TestPlatform } from '@plinth/testing'
import { authApp, bearer } from '../auth/_accounts.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

export const scimApp = () => authApp({ modules: [apiKeys, auditLogs, scim] })

/** An identity provider with a key of its service account. */
export async function connect(app: TestPlatform, features: readonly string[] = ['scim.*', 'auth.*']): Promise<Client> {
  const role = await addRole(superAdminOf(app), `Provider ${crypto.randomUUID()}`, { features })
  const { secret } = await addServiceKey(superAdminOf(app), { roles: [role] })
  return bearer(app, secret)
}
