import { PageQuery } from '@plinth/core'
import { z } from 'zod'

/** Text that may be an id. Anything else matches nothing instead of being rejected. */
export const IdText = z.string().max(200).optional()

/** Common query parameters of this module's lists. Page and page size are clamped. */
export const AuthListQuery = PageQuery.extend({
  id: IdText,
  search: z
    .string()
    .transform((text) => text.slice(0, 320))
    .optional(),
})
