import { badInput, type CommandContext } from '@plinth/core'
import { Dictionary, DictionaryEntry } from './entities.ts'

/** Maximum number of entries per dictionary. */
export const MAX_ENTRIES = 5_000

/** Maximum number of dictionaries per tenant. */
const MAX_DICTIONARIES = 2_000

type Counter = Pick<CommandContext, 'asTenant'>

/** Throws 400 if the tenant already has the maximum number of dictionaries. */
export async function assertRoomForDictionary({ asTenant }: Counter): Promise<void> {
  const count = await asTenant('count the dictionaries of a tenant', ({ from }) =>
    from(Dictionary, 'd')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  if (count.count >= MAX_DICTIONARIES) throw badInput(`A tenant can have at most ${MAX_DICTIONARIES} dictionaries`)
}

/** Throws 400 if the dictionary is full. */
export async function assertRoomForEntry({ asTenant }: Counter, dictionaryId: string): Promise<void> {
  const count = await asTenant('count the entries of a dictionary', ({ from }) =>
    from(DictionaryEntry, 'e')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('e.dictionaryId', '=', dictionaryId)
      .executeTakeFirstOrThrow(),
  )
  if (count.count >= MAX_ENTRIES) throw badInput(`A dictionary can have at most ${MAX_ENTRIES} entries`)
}
