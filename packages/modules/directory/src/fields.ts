import { nameText } from '@plinth/core'
import { z } from 'zod'
import { EntityId } from './entity-id.ts'

/** The name of a tenant or organization. */
const DirectoryName = nameText().trim().min(1).max(200)

/** The slug of an organization. */
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(150)
  .regex(/^[a-z0-9_-]+$/)

/** The writable properties of an organization. */
export const OrganizationFields = z.object({
  name: DirectoryName,
  slug: Slug.nullable().optional(),
  isActive: z.boolean().optional(),
  parentId: EntityId.nullable().optional(),
  childIds: z.array(EntityId).max(10_000).optional(),
  tenantId: EntityId.optional(),
})

/** The writable properties of a tenant. */
export const TenantFields = z.object({ name: DirectoryName, isActive: z.boolean().optional() })
