import { z } from 'zod'

const Text = (max: number) => z.string().trim().max(max)

/** The fields that administrators edit. An empty description or model means none. */
export const PartitionFields = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[\w-]{2,60}$/),
  title: Text(120).min(1),
  description: Text(500).nullish(),
  isPublic: z.boolean().optional(),
  requiresOcr: z.boolean().optional(),
  ocrModel: Text(50).nullish(),
})

export const emptyToNull = (value: string | null): string | null => (value === '' ? null : value)
