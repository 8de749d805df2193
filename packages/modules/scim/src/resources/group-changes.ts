import { isUuid } from '@plinth/core'
import { invalidValue, scimError } from '../errors.ts'
import { applySteps } from '../protocol/apply.ts'
import { equalities, matches } from '../protocol/match.ts'
import type { Step } from '../protocol/operations.ts'
import type { Filter } from '../protocol/parse-filter.ts'
import { type Attribute, GROUPS } from '../protocol/schema.ts'
import { type Attributes, isAttributes, type Json, memberOf } from '../protocol/values.ts'

/** Maximum members of a group, and of a request. */
export const MAX_MEMBERS = 10_000
/** Maximum characters of the name of a group, and of its id at the provider. */
const MAX_NAME = 300
const MAX_EXTERNAL_ID = 500

/** What a group is, except for its members. */
export interface GroupFields {
  readonly displayName: string
  readonly externalId: string | null
}

/** What happens to the members of a group: everybody leaves it first, or those in `removed` do, and then others join. */
export interface MemberChange {
  readonly isReplaced: boolean
  readonly added: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

/** The fields of a group after a change. Throws 400 for a group without a name. */
export function changedFields(before: Partial<GroupFields>, steps: readonly Step[]): GroupFields {
  const content: Attributes = {
    ...(before.displayName !== undefined && { displayName: before.displayName }),
    ...(before.externalId != null && { externalId: before.externalId }),
  }
  const after = applySteps(
    GROUPS,
    content,
    steps.filter((step) => !isOfMembers(step)),
  )
  const displayName = String(memberOf(after, 'displayName') ?? '').trim()
  const externalId = memberOf(after, 'externalId')
  if (displayName === '') throw invalidValue('A group needs a displayName.')
  if (displayName.length > MAX_NAME) throw invalidValue(`displayName has at most ${MAX_NAME} characters.`)
  if (String(externalId ?? '').length > MAX_EXTERNAL_ID)
    throw invalidValue(`externalId has at most ${MAX_EXTERNAL_ID} characters.`)
  return { displayName, externalId: externalId === undefined ? null : String(externalId) }
}

const isOfMembers = ({ extension, attribute }: Step) => extension === null && attribute?.name === 'members'

/**
 * The change of members that steps make one after the other. Reads the members only if a path chooses them by something else
 * than their ids.
 */
export async function memberChange(
  steps: readonly Step[],
  readMembers: () => Promise<readonly string[]>,
): Promise<MemberChange> {
  let isReplaced = false
  const added = new Set<string>()
  const removed = new Set<string>()
  const add = (id: string) => {
    added.add(id)
    removed.delete(id)
  }
  const remove = (id: string) => {
    added.delete(id)
    removed.add(id)
  }
  const clear = () => {
    isReplaced = true
    added.clear()
    removed.clear()
  }
  let former: Promise<ReadonlySet<string>> | undefined
  const formerMembers = async () =>
    isReplaced ? new Set<string>() : await (former ??= readMembers().then((ids) => new Set(ids)))
  const currentMembers = async () => [...[...(await formerMembers())].filter((id) => !removed.has(id)), ...added]
  const assertChosen = async (chosen: readonly string[]) => {
    const stayed = await formerMembers()
    if (!chosen.some((id) => added.has(id) || (stayed.has(id) && !removed.has(id))))
      throw scimError('bad_input', 'No member matches the path.', 'noTarget')
  }
  for (const { op, attribute, filter, sub, value } of steps.filter(isOfMembers)) {
    if (sub !== null) throw scimError('bad_input', 'A member is added or removed, not changed.', 'mutability')
    if (filter !== null) {
      const chosen =
        idsIn(attribute!, filter) ??
        (await currentMembers()).filter((id) => matches(attribute!, { value: id, type: 'User' }, filter))
      if (op === 'replace') await assertChosen(chosen)
      if (op !== 'add') chosen.filter(isUuid).forEach(remove)
      if (op !== 'remove') toIds(value).forEach(add)
    } else if (op === 'remove') {
      // Some providers name those to remove in the value.
      if (value === undefined || value === null) clear()
      else namesIn(value).filter(isUuid).forEach(remove)
    } else {
      if (op === 'replace') clear()
      toIds(value).forEach(add)
    }
    if (added.size + removed.size > MAX_MEMBERS) throw invalidValue(`A request changes at most ${MAX_MEMBERS} members.`)
  }
  return { isReplaced, added, removed }
}

/** The ids that a filter names: `value eq "…" or value eq "…"`. Null for any other filter. */
function idsIn(attribute: Attribute, filter: Filter): string[] | null {
  const filters = filter.kind === 'or' ? filter.filters : [filter]
  const ids: string[] = []
  for (const one of filters) {
    const wanted = one.kind === 'compare' ? equalities(attribute, one) : null
    const id = wanted?.get('value')
    if (typeof id !== 'string') return null
    ids.push(id.toLowerCase())
  }
  return ids
}

/** The ids of the people in a value: an object with `value`, a text, or a list of either. */
function toIds(value: unknown): string[] {
  if (listOf(value).some((one) => isAttributes(one) && isOtherType(find(one, 'type')))) throw unknownMember()
  const ids = namesIn(value)
  if (!ids.every(isUuid)) throw unknownMember()
  return ids
}

/** The same for people who leave: whoever has no id of ours is no member. */
function namesIn(value: unknown): string[] {
  return listOf(value).map((one) => {
    const id = isAttributes(one) ? (find(one, 'value') ?? idIn(find(one, '$ref'))) : one
    if (typeof id !== 'string') throw unknownMember()
    return id.toLowerCase()
  })
}

/** The id at the end of the address of a user, by which some providers name members. */
const idIn = (address: Json | undefined) =>
  typeof address === 'string' ? /(?:^|\/)Users\/([^/?#]+)$/i.exec(address)?.[1] : undefined

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

const find = (member: Attributes, wanted: string): Json | undefined =>
  Object.entries(member).find(([name]) => name.toLowerCase() === wanted)?.[1]

/** Groups contain people only. */
const isOtherType = (type: Json | undefined) => typeof type === 'string' && !/^(user)?$/i.test(type)

export const unknownMember = () => invalidValue('A member is not a user of this provider. Groups contain no groups.')
