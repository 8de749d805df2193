import { members } from '../texts/late/members.ts'
import { memberName, toldName } from './i18n.ts'

/** What a member of a record is called, also one that no form or list shows. */
export function recordMember(name: string): string {
  const told = toldName(name)
  if (told !== undefined) return told
  const known = members(name as Parameters<typeof members>[0])
  return known === name ? memberName(name) : known
}
