import { bodyFrom, type Call, type Visitor } from '../_frame/visitor.ts'

export const KEYS = '/api_keys/keys'

export const createKey = (who: Visitor, fields: object = {}): Call => who.post(KEYS, { name: 'Key', ...fields })

/** The id of a role, as somebody sees it. */
export async function roleOf(who: Visitor, name: string): Promise<string> {
  const { items } = await bodyFrom(who.get('/auth/roles?pageSize=100'))
  return items.find((role: { name: string }) => role.name === name).id
}
