import { defineOnlineMigration } from '@plinth/core'

/** A list asks for its default views whenever the console starts, and few of a tenant's views are one. */
export const defaultViews = defineOnlineMigration(
  'auth.default_views',
  `drop index concurrently if exists list_views_by_default;
create index concurrently list_views_by_default on list_views (tenant_id, list) where is_default;`,
)
