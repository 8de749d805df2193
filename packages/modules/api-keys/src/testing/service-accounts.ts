import type { Client } from '@plinth/testing'

/** Creates a service account and returns its id. */
export async function addServiceAccount(client: Client, fields: object = {}): Promise<string> {
  const answer = await client.post('/api_keys/service-accounts', { name: `Program ${crypto.randomUUID()}`, ...fields })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body.id
}

/** Creates a service account with a key. */
export async function addServiceKey(
  client: Client,
  fields: object = {},
): Promise<{ readonly id: string; readonly keyId: string; readonly secret: string }> {
  const serviceAccountId = await addServiceAccount(client, fields)
  const answer = await client.post('/api_keys/service-accounts/keys', { serviceAccountId, name: 'Key' })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return { id: serviceAccountId, keyId: answer.body.id, secret: answer.body.secret }
}
