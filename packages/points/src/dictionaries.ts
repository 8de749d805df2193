import { type CommandContext, composition, type Context, definePoint, defineService } from '@plinth/core'

/** A dictionary that the caller may read. */
export interface FoundDictionary {
  readonly id: string
  readonly key: string
  readonly name: string
}

/** Dictionaries, for modules that store their values. */
export interface Dictionaries {
  /** The dictionaries with these ids that the caller may read, by id. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, FoundDictionary>>
  /** The texts that are values of the dictionary, ignoring case, each with the value as the dictionary spells it. */
  values(dictionaryId: string, sent: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** What people see of the values of the dictionary, by value; none of one that the caller may not read. */
  labels(dictionaryId: string): Promise<ReadonlyMap<string, string>>
}

/** Implemented by `@plinth/dictionaries`. Use `findDictionaries` in modules that also work without it. */
export const dictionaries = defineService<Dictionaries>('points.dictionaries')

/** Something that refers to dictionaries. A dictionary that is referred to cannot be deleted. */
export interface DictionaryUse {
  readonly id: string
  /** What uses the dictionary, in words: `the custom field "Size"`; null if nothing does. */
  readonly find: (ctx: CommandContext, dictionaryId: string) => Promise<string | null>
}

/** What refers to dictionaries. */
export const dictionaryUses = definePoint<DictionaryUse>({
  id: 'dictionaries.uses',
  title: 'Use of dictionaries',
  name: ({ id }) => id,
})

/** Dictionaries, if a composed module provides them. */
export function findDictionaries({ inject }: Pick<Context, 'inject'>): Dictionaries | null {
  const isProvided = inject(composition).modules.some(({ services = [] }) =>
    services.some(({ id }) => id === dictionaries.id),
  )
  return isProvided ? inject(dictionaries) : null
}
