import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** Features of number series. */
export const features = defineFeatures('numbers', {
  view: 'View number series',
  manage: 'Manage number series',
})

/** Events of number series. That of blocks is for the host that reserves numbers in advance. */
export const events = defineEvents('numbers', {
  'series.updated': z.object({ id: z.uuid(), organizationId: z.uuid().nullable(), tenantId: z.uuid() }),
  'block.used': z.object({ series: z.string(), period: z.string() }),
})

/** The cache tag of the patterns that a tenant has chosen. */
export const formatsTag = (tenantId: string) => `numbers.formats:${tenantId}`
