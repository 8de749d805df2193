import { badInput } from '@plinth/core'
import { z } from 'zod'

/** The largest side of a picture that is made. */
const MAX_SIDE = 4000

/** As published, `1e3` and `0x10` are numbers too. */
const Side = z
  .string()
  .min(1)
  .max(20)
  .transform(Number)
  .pipe(z.number().int().min(1).max(MAX_SIDE))
  .meta({ type: 'integer', minimum: 1, maximum: MAX_SIDE })
  .optional()

/** What a caller says of the picture that they want. */
export const RenditionQuery = z.object({
  width: Side,
  height: Side,
  cropType: z.enum(['cover', 'contain']).optional(),
})

/** A picture in a certain size. */
export interface Rendition {
  readonly width: number | null
  readonly height: number | null
  /** What happens to a picture of another shape: its edges are cut, or it gets a border. */
  readonly fit: 'cover' | 'contain'
}

export const toRendition = ({ width, height, cropType = 'cover' }: z.output<typeof RenditionQuery>): Rendition => ({
  width: width ?? null,
  height: height ?? null,
  fit: width && height ? cropType : 'cover',
})

/** Its name: of equal pictures it is equal. */
export const renditionName = ({ width, height, fit }: Rendition): string =>
  `w${width ?? 'auto'}-h${height ?? 'auto'}-c${fit}`

export const invalidSize = () => badInput('Invalid size parameters')
