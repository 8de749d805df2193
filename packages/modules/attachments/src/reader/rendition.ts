import { badInput } from '@plinth/core'
import { z } from 'zod'

/** Maximum side length of a rendition. */
const MAX_SIDE = 4000

/** `1e3` and `0x10` are accepted as numbers, as documented. */
const Side = z
  .string()
  .min(1)
  .max(20)
  .transform(Number)
  .pipe(z.number().int().min(1).max(MAX_SIDE))
  .meta({ type: 'integer', minimum: 1, maximum: MAX_SIDE })
  .optional()

/** The query parameters of an image request. */
export const RenditionQuery = z.object({
  width: Side,
  height: Side,
  cropType: z.enum(['cover', 'contain']).optional(),
})

/** An image in a certain size. */
export interface Rendition {
  readonly width: number | null
  readonly height: number | null
  /** For a different aspect ratio: crop the image, or add a border. */
  readonly fit: 'cover' | 'contain'
}

export const toRendition = ({ width, height, cropType = 'cover' }: z.output<typeof RenditionQuery>): Rendition => ({
  width: width ?? null,
  height: height ?? null,
  fit: width && height ? cropType : 'cover',
})

/** A canonical name, equal for equal renditions. */
export const renditionName = ({ width, height, fit }: Rendition): string =>
  `w${width ?? 'auto'}-h${height ?? 'auto'}-c${fit}`

export const invalidSize = () => badInput('Invalid size parameters')
