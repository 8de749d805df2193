import { fieldsOfList, fieldUses, MOST_USES } from '@plinth/points'
import { ScheduledExport } from './entities.ts'

/** The fields by which scheduled exports filter and sort, with their owners. */
export const exportFieldUses = fieldUses.of({
  id: 'transfer.exports',
  async find({ from, inject }) {
    const exports = await from(ScheduledExport, 'x')
      .select(['x.id', 'x.name', 'x.list', 'x.query', 'x.ownerId'])
      .orderBy('x.id')
      .limit(MOST_USES)
      .execute()
    const uses = []
    for (const { id, name, list, query, ownerId } of exports) {
      const named = await fieldsOfList({ inject }, list, new URLSearchParams(query))
      if (named) uses.push({ kind: 'transfer.export', id, name, userId: ownerId, ...named })
    }
    return uses
  },
})
