const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the database accepts the value as a UUID; claims, cookies and bodies can contain anything. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** Session variables are inlined into SQL text, so only UUIDs may pass. */
export function uuid(value: string): string {
  if (!isUuid(value)) throw new TypeError('A scope can only contain UUIDs')
  return value
}
