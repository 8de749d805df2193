import { badInput } from '@plinth/core'
import { z } from 'zod'

const Name = z.string().min(1).max(200)
const limited = <T extends z.ZodType>(values: T, most: number) =>
  z.record(Name, values).refine((map) => Object.keys(map).length <= most, `At most ${most} entries`)

/** What a view keeps of a list, by names that the client of the list gives. The server does not interpret it. */
export const ListViewSettings = z.object({
  /** Parameters of the address: search, filters, order, and in which form the rows are shown. */
  query: limited(z.string().max(2_000), 100),
  /** Whether columns are shown, for those that are not as usual. */
  shown: limited(z.boolean(), 500),
  /** The keys of columns in their order. */
  order: z.array(Name).max(500),
  /** Widths in px. */
  widths: limited(z.number().int().min(0).max(10_000), 500),
})
export type ListViewSettings = z.output<typeof ListViewSettings>

/** Maximum size of the settings of a view in bytes. */
const MAX_SETTINGS = 16_384

/** Throws 400 for settings that are too large together. */
export function assertSettingsFit(settings: ListViewSettings): void {
  if (Buffer.byteLength(JSON.stringify(settings)) > MAX_SETTINGS)
    throw badInput('The view takes more than 16 KB', { fieldErrors: { settings: 'Too large' } })
}
