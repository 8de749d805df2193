import { hrefOf } from './location.ts'

/** The page of an entry of the action log. */
export const pathOfAction = (id: string) => hrefOf(`/audit-logs?entry=${encodeURIComponent(id)}`)

/** The page with the whole history of a record. */
export const pathOfHistory = (kind: string, id: string) =>
  hrefOf(`/audit-logs?resourceKind=${encodeURIComponent(kind)}&resourceId=${encodeURIComponent(id)}`)

/** Members that records are called by, the most usual one first. */
export const NAMES = ['name', 'title', 'label', 'subject', 'number', 'email', 'code', 'ruleName', 'setName', 'fileName']

/** What a record is called. */
export const nameOf = (row: Readonly<Record<string, unknown>>): string =>
  String(NAMES.map((name) => row[name]).find(Boolean) ?? row['id'] ?? '')

/** What a record is called where one of many is chosen: people of one name are told apart by their addresses. */
export function foundAs(row: Readonly<Record<string, unknown>>): string {
  const { email } = row
  const name = nameOf(row)
  return typeof email === 'string' && email !== name ? `${name} (${email})` : name
}
