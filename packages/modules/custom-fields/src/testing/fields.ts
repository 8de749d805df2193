import type { Client } from '@plinth/testing'

/** Defines a field, and returns its key. */
export async function defineField(
  client: Client,
  entityId: string,
  { key = uniqueKey(), kind = 'text', isActive = true, ...configJson }: FieldOptions = {},
): Promise<string> {
  const { status, text } = await client.post('/entities/definitions', { entityId, key, kind, isActive, configJson })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return key
}

interface FieldOptions {
  readonly key?: string
  readonly kind?: string
  readonly isActive?: boolean
  readonly [setting: string]: unknown
}

/** A key that no other field has. */
export const uniqueKey = (): string => `f${crypto.randomUUID().replaceAll('-', '_')}`

/** Registers a custom entity with a field `name`, and returns its id. */
export async function addEntity(client: Client, fields: object = {}): Promise<string> {
  const entity = { entityId: `shop:${uniqueKey()}`, label: 'Vehicle', labelField: 'name', ...fields }
  const { entityId } = entity
  const { status, text } = await client.post('/entities/entities', entity)
  if (status !== 200) throw new Error(`${status} ${text}`)
  await defineField(client, entityId, { key: 'name' })
  return entityId
}

/** Creates a record, of a new entity unless one is given. */
export async function addRecord(
  client: Client,
  { entityId, values = { name: 'Van' } }: { readonly entityId?: string; readonly values?: object } = {},
): Promise<{ readonly entityId: string; readonly recordId: string }> {
  const within = entityId ?? (await addEntity(client))
  const { status, text, body } = await client.post('/entities/records', { entityId: within, values })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return { entityId: within, recordId: body.item.recordId }
}
