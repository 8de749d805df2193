import { z } from 'zod'

/** The name of a tenant or organization. */
export const Name = z.string().trim().min(1).max(200)

/** The slug of an organization (section 8.2). */
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(150)
  .regex(/^[a-z0-9_-]+$/)
