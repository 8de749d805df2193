import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** What people keep of lists: filters, order and columns. */
export const listViews = defineMigration('auth.list_views', sqlFile(new URL('./0022-list-views.sql', import.meta.url)))
