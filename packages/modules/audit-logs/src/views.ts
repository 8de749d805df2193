import { z } from 'zod'

const EntryNames = {
  /** A user's id, or `api_key:<id>`. */
  actorUserId: z.string().nullable(),
  /** The user who owns the key. */
  ownerUserId: z.string().nullable(),
  actorUserName: z.string().nullable(),
  tenantId: z.string().nullable(),
  tenantName: z.string().nullable(),
  organizationId: z.string().nullable(),
  organizationName: z.string().nullable(),
}

const Members = z.record(z.string(), z.unknown()).nullable()

/** An entry of the action log as the API returns it. */
export const ActionEntry = z.object({
  id: z.string(),
  commandId: z.string(),
  actionLabel: z.string().nullable(),
  executionState: z.enum(['done', 'undone', 'redone', 'failed']),
  ...EntryNames,
  resourceKind: z.string().nullable(),
  resourceId: z.string().nullable(),
  parentResourceKind: z.string().nullable(),
  parentResourceId: z.string().nullable(),
  undoToken: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  snapshotBefore: Members,
  snapshotAfter: Members,
  changes: Members,
  context: Members,
})

/** An entry of the access log as the API returns it. */
export const AccessEntry = z.object({
  id: z.string(),
  resourceKind: z.string(),
  resourceId: z.string(),
  accessType: z.string(),
  ...EntryNames,
  fields: z.array(z.string()),
  context: Members,
  createdAt: z.string(),
})
