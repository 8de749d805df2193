import { z } from 'zod'

/** A partition as shown to administrators. */
export const PartitionView = z.object({
  id: z.uuid(),
  code: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  isPublic: z.boolean(),
  requiresOcr: z.boolean(),
  ocrModel: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  envKey: z.string(),
})

/** Its columns, in a query with the alias `p`. */
export const partitionColumns = PartitionView.keyof().options.map((name) => `p.${name}` as const)
