import { composition, type Context, isUuid } from '@plinth/core'
import { anyOf, type Declared, findExtensions } from '@plinth/core/data'
import { findDictionaries } from '@plinth/points'
import { EntityRecord } from '../entities.ts'
import { isOffered } from './is-offered.ts'
import { findCustomEntity } from '../definitions/custom-entities.ts'
import type { CompiledField } from './compile.ts'

/** The elements that a record has already, by their text. */
export type KnownElements = ReadonlyMap<string, unknown>

/** A value that differs from that of the record. */
export interface SentValue {
  readonly field: CompiledField
  readonly value: unknown
  readonly known: KnownElements
}

/** The result of looking up values: those that are wrong, and those that are stored in a different form. */
interface LookedUp {
  readonly problems: ReadonlyMap<string, string>
  readonly values: ReadonlyMap<string, unknown>
}

/**
 * Checks that dictionaries have the values, and that related records exist where the caller sees them. Elements that the record has
 * already are not looked up.
 */
export async function findMissing(ctx: Context, sent: readonly SentValue[]): Promise<LookedUp> {
  const problems = new Map<string, string>()
  const values = new Map<string, unknown>()
  for (const { field, value, known } of sent) {
    const { kind } = field.definition
    const elements = (Array.isArray(value) ? value : [value]) as readonly string[]
    const all = elements.filter((one) => one !== null && !known.has(one))
    if (all.length === 0) continue
    if (kind === 'dictionary') {
      const spelled = await spellings(ctx, field, all)
      if (!spelled) problems.set(field.key, 'Must be a value of the dictionary')
      else values.set(field.key, field.isMulti ? elements.map((one) => spelled.get(one) ?? one) : spelled.get(all[0]!))
    } else if (kind === 'relation' || kind === 'attachment') {
      const stored = await storedIds(ctx, field, all)
      if (!stored) problems.set(field.key, 'Must be the id of a record that exists')
      else values.set(field.key, field.isMulti ? elements.map((one) => stored.get(one) ?? one) : stored.get(all[0]!))
    }
  }
  return { problems, values }
}

/** The values as the dictionary spells them; undefined if it lacks any of them. */
async function spellings(ctx: Context, { definition }: CompiledField, all: readonly string[]) {
  const { dictionaryId } = definition.config
  const dictionaries = findDictionaries(ctx)
  if (dictionaryId === undefined || !dictionaries) return undefined
  const found = await dictionaries.values(dictionaryId, all)
  return all.every((value) => found.has(value)) ? found : undefined
}

const ATTACHMENTS = 'attachments:attachment'

/**
 * The ids as the database spells them; undefined if any of them does not belong to a record that the caller can see. Those of entities
 * of other systems cannot be checked, and stay as they are.
 */
async function storedIds(
  { from, inject, cached, widenScope, scope }: Context,
  { definition }: CompiledField,
  all: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const unchecked = new Map(all.map((id) => [id, id]))
  const { kind, config } = definition
  const entityId = kind === 'attachment' ? ATTACHMENTS : config.relatedEntityId
  if (entityId === undefined) return unchecked
  const stored = new Map(all.map((id) => [id, id.toLowerCase()]))
  const ids = [...new Set(stored.values())]
  const extension = [...findExtensions(inject(composition).modules).values()].find((one) => one.entityId === entityId)
  if (extension) {
    if (!ids.every(isUuid)) return undefined
    const rows = await from(extension.entity as Declared<{ id: string }>, 'r')
      .select('r.id' as never)
      .where('r.id' as never, '=', anyOf(ids) as never)
      .where(isOffered(extension, scope))
      .execute()
    return rows.length === ids.length ? stored : undefined
  }
  if (kind === 'attachment') return unchecked
  const registered = await findCustomEntity({ cached, widenScope, scope }, entityId)
  // An entity that nobody has registered here belongs to another system.
  if (!registered) return unchecked
  if (!ids.every(isUuid)) return undefined
  const records = await from(EntityRecord, 'r')
    .select('r.id')
    .where('r.entityId', '=', entityId)
    .where('r.deletedAt', 'is', null)
    .where('r.id', '=', anyOf(ids))
    .execute()
  return records.length === ids.length ? stored : undefined
}
