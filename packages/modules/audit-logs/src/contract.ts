import { defineFeatures } from '@plinth/core'

/** What people may be allowed to do with the log. The tenant-wide features widen those on oneself. */
export const features = defineFeatures('audit_logs', {
  view_self: 'View own audit logs',
  view_tenant: 'View audit logs of the tenant',
  undo_self: 'Undo own actions',
  undo_tenant: 'Undo actions of others',
  redo_self: 'Redo own actions',
  redo_tenant: 'Redo actions of others',
  manage: 'Manage how long logs are kept',
})
