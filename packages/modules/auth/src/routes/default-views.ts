import { get, signedIn } from '@plinth/core'
import { z } from 'zod'
import { ListView } from '../entities.ts'
import { sharedWith } from '../views/seen-by.ts'

/** More lists than a tenant has. */
const MAX_LISTS = 1_000

/** GET /auth/list-views/defaults: a view for a role of the caller comes before one for everybody, then the first by name. */
export const readDefaultViews = get(
  '/auth/list-views/defaults',
  {
    operation: 'getDefaultListViews',
    access: signedIn,
    inView: true,
    summary: 'Get the views with which lists open for the caller, one for each list that has one.',
    response: z.object({ items: z.array(z.object({ list: z.string(), id: z.uuid() })) }),
  },
  async ({ actor, from }) => ({
    items: await from(ListView, 'v')
      .select(['v.list', 'v.id'])
      .distinctOn('v.list')
      .where('v.isDefault', '=', true)
      .where((eb) => sharedWith(actor, eb))
      .orderBy('v.list')
      .orderBy((eb) => eb('v.roleIds', 'is', null))
      .orderBy('v.name')
      .orderBy('v.id')
      .limit(MAX_LISTS)
      .execute(),
  }),
)
