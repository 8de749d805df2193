import { fieldPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX } from '@plinth/core/data'
import { fieldsOfList, fieldUses, MOST_USES } from '@plinth/points'
import { ListView } from '../entities.ts'

/** The fields that saved views of lists filter, sort and show. What a view of one person is called is theirs. */
export const viewFieldUses = fieldUses.of({
  id: 'auth.list_views',
  async find({ from, inject }) {
    const views = await from(ListView, 'v')
      .select(['v.id', 'v.name', 'v.list', 'v.settings', 'v.isShared', 'v.userId', 'v.createdBy'])
      .orderBy('v.id')
      .limit(MOST_USES)
      .execute()
    const uses = []
    for (const { id, name, list, settings, isShared, userId, createdBy } of views) {
      const { path, fixed } = toList(list)
      const { sort, ...query } = settings.query
      const parameters = new URLSearchParams({ ...query, ...(sort !== undefined && { sortField: sort }), ...fixed })
      const named = await fieldsOfList({ inject }, path, parameters)
      if (!named) continue
      // Clients have names of their own for some columns.
      const known = inject(fieldPolicies).namesOf(named.of[0]!)
      const all = new Set([...named.fields, ...Object.keys(settings.shown), ...settings.order])
      const fields = [...all].filter((one) => known.has(one) || one.startsWith(CUSTOM_PREFIX))
      uses.push({
        kind: 'auth.list_view',
        id,
        name: isShared ? name : null,
        userId: userId ?? createdBy,
        ...named,
        fields,
      })
    }
    return uses
  },
})

/** The path of a list, and the parameters that it always has: `/entities/records {"entityId":"fleet:vehicle"}`. */
function toList(name: string): { readonly path: string; readonly fixed: Readonly<Record<string, string>> } {
  const [path = '', ...rest] = name.split(' ')
  try {
    const fixed = Object.entries(JSON.parse(rest.join(' ')) as object).filter(([, value]) => typeof value === 'string')
    return { path, fixed: Object.fromEntries(fixed) }
  } catch {
    return { path, fixed: {} }
  }
}
