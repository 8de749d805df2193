import { randomUUID } from 'node:crypto'

/**
 * The id of a new entry: a UUID of version 7. It starts with the time, so entries are stored in order, in the partition of their
 * month.
 */
export function newEntryId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
