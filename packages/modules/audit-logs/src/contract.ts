import { defineFeatures } from '@plinth/core'

/** Features that grant access to the logs. The tenant-wide features extend those for one's own entries. */
export const features = defineFeatures('audit_logs', {
  view_self: 'View own audit logs',
  view_tenant: 'View audit logs of the tenant',
  undo_self: 'Undo own actions',
  undo_tenant: 'Undo actions of others',
  redo_self: 'Redo own actions',
  redo_tenant: 'Redo actions of others',
  verify: 'Verify the audit trail',
  manage: 'Manage how long logs are kept',
})
