import { compareIn } from '@plinth/core/data'
import type { Context } from '@plinth/core'
import { visibleEntities } from './custom-entities.ts'

/** Maximum number of custom entities in a sidebar. */
const MAX_SHOWN = 200

/** The custom entities of the sidebar where the caller works, by label. */
export async function sidebarEntities(ctx: Context) {
  const all = [...(await visibleEntities(ctx)).values()].filter(({ showInSidebar }) => showInSidebar)
  const compare = compareIn((await ctx.locale()).language)
  return all
    .sort((a, b) => compare(a.label, b.label) || (a.entityId < b.entityId ? -1 : 1))
    .slice(0, MAX_SHOWN)
    .map(({ entityId, label }) => ({
      entityId,
      label,
      href: `/backend/entities/user/${encodeURIComponent(entityId)}/records`,
    }))
}
