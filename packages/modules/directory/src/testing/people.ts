import type { Client } from '@plinth/testing'
import { features } from '../contract.ts'

export const manager = {
  features: [features['organizations.view'], features['organizations.manage'], features['settings.manage']],
}
/** A manager who belongs to no organization, and may therefore delete any. */
export const homeless = { ...manager, organizationId: null }
export const superAdmin = { isSuperAdmin: true, organizationId: null }

/** Creates an organization and returns its id. */
export async function createBelow(client: Client, name: string, parentId: string | null = null): Promise<string> {
  const { status, body } = await client.post('/directory/organizations', { name, parentId })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.id
}
