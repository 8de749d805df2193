import { type Caller, composition, type Context } from '@plinth/core'
import { rowPolicies } from '@plinth/core/acl'
import { conditionsOfOthers, findCustomRecords, findDeleted } from '@plinth/core/data'
import { kindOf } from './subscribable-events.ts'

interface Deletion {
  readonly event: string
  readonly recordId: string
}

/**
 * Which deletions a person may be told of: those of records that their row policies let them read, as they were before. The records
 * themselves cannot be asked for any more.
 */
export async function findToldDeletions<D extends Deletion>(
  { inject, widenScope }: Pick<Context, 'inject' | 'widenScope'>,
  deletions: readonly D[],
  caller: Caller,
): Promise<ReadonlySet<D>> {
  if (deletions.length === 0 || !caller.actor.layers) return new Set(deletions)
  const { modules } = inject(composition)
  const records = findCustomRecords(modules)
  const entityOf = (kind: string) => (kind === records?.kind ? records.entity : inject(rowPolicies).entityOf(kind))
  const reason = 'tell of deleted records'
  return widenScope('allTenants', reason, ({ actAs }) =>
    actAs({ ...caller, reason }, async (own) => {
      const told = new Set<D>()
      for (const [kind, group] of Map.groupBy(deletions, ({ event }) => kindOf(event))) {
        const entity = entityOf(kind)
        const isHidden =
          entity && (own.from.isRestricted(entity) || conditionsOfOthers(modules, entity)(own, 't').length > 0)
        const ids =
          isHidden &&
          (await findDeleted(
            own,
            entity,
            group.map(({ recordId }) => recordId),
          ))
        for (const one of group) if (!ids || ids.has(one.recordId)) told.add(one)
      }
      return told
    }),
  )
}
