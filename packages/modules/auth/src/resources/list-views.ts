import {
  badInput,
  type CommandContext,
  forbidden,
  get,
  nameText,
  page,
  paged,
  PageQuery,
  resource,
  signedIn,
  view,
} from '@plinth/core'
import { assertAccess, hasAccess } from '@plinth/core/acl'
import { anyOf, readPage } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ListView, Role } from '../entities.ts'
import { assertMayChangeView, revertViews } from '../views/may-change.ts'
import { assertOnlyDefault } from '../views/only-default.ts'
import { sharedWith } from '../views/seen-by.ts'
import { assertSettingsFit, ListViewSettings } from '../list-view-settings.ts'

const ListName = z.string().min(1).max(500)

const ListViewItem = view(ListView, [
  'id',
  'name',
  'list',
  'isShared',
  'roleIds',
  'isDefault',
  'createdBy',
  'createdAt',
  'updatedAt',
]).extend({ settings: ListViewSettings })

/** GET /auth/list-views: by name. Whoever views as somebody else sees the shared ones only. */
const readListViews = get(
  '/auth/list-views',
  {
    access: signedIn,
    inView: true,
    summary: "List the caller's own views of lists, and those that are shared with them.",
    query: PageQuery.extend({ list: ListName.optional(), id: z.string().max(200).optional() }),
    response: page(ListViewItem),
  },
  async ({ actor, from, query }) => {
    const { list, id } = query
    const views = from(ListView, 'v')
      .select([
        'v.id',
        'v.name',
        'v.list',
        'v.settings',
        'v.isShared',
        'v.roleIds',
        'v.isDefault',
        'v.createdBy',
        'v.createdAt',
        'v.updatedAt',
      ])
      .where((eb) =>
        eb.or([
          ...(actor.userId === null || actor.viewer ? [] : [eb('v.userId', '=', actor.userId)]),
          hasAccess(actor, features['views.share']) ? eb('v.isShared', '=', true) : sharedWith(actor, eb),
        ]),
      )
      .$if(list !== undefined, (all) => all.where('v.list', '=', list!))
      .$if(id !== undefined, (all) =>
        all.where('v.id', '=', anyOf([id!].filter((one) => z.uuid().safeParse(one).success))),
      )
      .orderBy('v.name')
      .orderBy('v.id')
    return paged(await readPage(views, query), query)
  },
)

/**
 * Views of lists: what is filtered by, the order and the columns under a name. A view is its maker's own, or shared with roles or with
 * everybody by those who may. It shows nothing that a list would not show its reader anyway: it only says what to ask the list for.
 */
export const listViews = resource('/auth/list-views', ListView, {
  id: 'auth.list_views',
  kind: 'auth.list_view',
  title: 'View',
  access: { read: signedIn, write: signedIn },
  input: z.object({
    name: nameText().min(1).max(60),
    list: ListName,
    settings: ListViewSettings,
    /** With `roleIds` or, if these are null, with everybody. */
    isShared: z.boolean().default(false),
    roleIds: z.array(z.uuid().toLowerCase()).min(1).max(100).nullable().default(null),
    isDefault: z.boolean().default(false),
  }),
  fixed: ['list'],
  list: readListViews,
  beforeRevert: revertViews,
  async complete(ctx, { fields, row }) {
    const { actor, now } = ctx
    if (row) assertMayChangeView(ctx, row)
    if (fields.settings) assertSettingsFit(fields.settings)
    const isShared = fields.isShared ?? row?.isShared ?? false
    if (!isShared) return { ...ownerOf(ctx, row), isShared, roleIds: null, isDefault: false }
    assertAccess(actor, features['views.share'], now())
    const roleIds = fields.roleIds === undefined ? (row?.roleIds ?? null) : fields.roleIds
    if (fields.roleIds) await assertRoles(ctx, fields.roleIds)
    if (fields.isDefault ?? row?.isDefault)
      await assertOnlyDefault(ctx, { list: row?.list ?? fields.list!, roleIds }, row ? [row.id] : [])
    return { isShared, roleIds, userId: null, ...(!row && { createdBy: actor.userId }) }
  },
  onWritten(ctx, row, what) {
    if (what === 'deleted') assertMayChangeView(ctx, row)
  },
})

type Owned = Pick<ListView, 'createdBy'>

/** A view that is not shared belongs to who made it, in their own tenant. */
function ownerOf({ actor, scope }: CommandContext, row: Owned | null) {
  const { userId, homeTenantId } = actor
  if (userId === null) throw forbidden('Cannot save a view of your own: no user associated with this caller')
  if (homeTenantId !== scope.tenantId) throw forbidden('You can only keep views of your own in your own tenant.')
  if (row && row.createdBy !== userId) throw forbidden('Only who made a view can keep it for themselves.')
  return { userId, createdBy: userId }
}

async function assertRoles({ from }: CommandContext, roleIds: readonly string[]): Promise<void> {
  const wanted = new Set(roleIds)
  const found = await from(Role, 'r')
    .select('r.id')
    .where('r.id', '=', anyOf([...wanted]))
    .execute()
  if (found.length < wanted.size) throw badInput('Role not found', { fieldErrors: { roleIds: 'Not found' } })
}
