import { sql } from '@plinth/core'
import type { RawBuilder } from '@plinth/core/data'
import { z } from 'zod'

/** A partition as administrators see it. */
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

/** Its columns, in a query that calls the table `p`. */
export const partitionColumns: RawBuilder<unknown> = sql`p.id, p.code, p.title, p.description, p.is_public as "isPublic",
  p.requires_ocr as "requiresOcr", p.ocr_model as "ocrModel", p.created_at as "createdAt", p.updated_at as "updatedAt",
  p.env_key as "envKey"`
