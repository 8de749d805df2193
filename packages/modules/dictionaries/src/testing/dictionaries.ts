import type { Client } from '@plinth/testing'

/** Creates a dictionary with a unique key, and returns its id. */
export async function addDictionary(client: Client, fields: object = {}): Promise<string> {
  const key = `d${crypto.randomUUID()}`
  const { status, text, body } = await client.post('/dictionaries', { key, name: 'Colors', ...fields })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return body.id
}

/** Creates an entry, in a new dictionary unless one is given. */
export async function addEntry(
  client: Client,
  { dictionaryId, ...fields }: { readonly dictionaryId?: string; readonly [name: string]: unknown } = {},
): Promise<{ readonly id: string; readonly dictionaryId: string }> {
  const within = dictionaryId ?? (await addDictionary(client))
  const { status, text, body } = await client.post(`/dictionaries/${within}/entries`, {
    value: crypto.randomUUID(),
    ...fields,
  })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return { id: body.id, dictionaryId: within }
}
