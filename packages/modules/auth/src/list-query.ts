import { PageQuery } from '@plinth/core'
import { z } from 'zod'

/** Text that could be an id: anything else matches nothing instead of being refused. */
export const IdText = z.string().max(200).optional()

/** What all lists of this module take; page and size are clamped. */
export const AuthListQuery = PageQuery.extend({
  id: IdText,
  search: z
    .string()
    .transform((text) => text.slice(0, 320))
    .optional(),
})
