import { PageQuery } from '@plinth/core'
import { CUSTOM_PREFIX } from '@plinth/core/data'
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

/**
 * Parameters for sorting a list by these properties or a custom field. The lists were published without them, so other values are
 * ignored instead of being rejected.
 */
export const sortQuery = (...names: readonly string[]) => ({
  sortField: z
    .string()
    .transform((name) => (names.includes(name) || name.startsWith(CUSTOM_PREFIX) ? name.slice(0, 110) : undefined))
    .optional()
    .meta({ enum: names, description: 'To sort by a custom field, use `cf_<key>`.' }),
  sortDir: z
    .string()
    .max(10)
    .optional()
    .catch(undefined)
    .meta({ enum: ['asc', 'desc'] }),
})
