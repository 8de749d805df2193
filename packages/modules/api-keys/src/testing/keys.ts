import type { Client } from '@plinth/testing'

export interface CreatedKey {
  readonly id: string
  readonly secret: string
  readonly keyPrefix: string
  readonly organizationId: string | null
  readonly roles: readonly { readonly id: string; readonly name: string }[]
}

/** Creates a key and returns it. */
export async function addKey(client: Client, fields: object = {}): Promise<CreatedKey> {
  const answer = await client.post('/api_keys/keys', { name: 'Key', ...fields })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body
}
