import { type VerifyOptions, verifyTrail } from '@plinth/audit-logs'
import { platformKeys } from '@plinth/core/security'
import { tenantA, type TestPlatform } from '@plinth/testing'

export const nobody = { actor: 'platform', reason: 'verify', scope: { tenantId: tenantA.id } } as const

/** Leaves an entry in the log. */
export const write = (app: TestPlatform, name: string, tenantId: string = tenantA.id) =>
  app.as({ features: ['*'], tenantId }).post('/auth/roles', { name })

/** What a verification finds an hour later. */
export async function verify(app: TestPlatform, options: Pick<VerifyOptions, 'tenantId' | 'sink'> = {}) {
  const { keys, at } = await app.platform.actAs(nobody, async ({ inject, now }) => ({
    keys: inject(platformKeys),
    at: new Date(now().getTime() + 3_600_000),
  }))
  return verifyTrail(app.platform, { keys, at, ...options })
}
