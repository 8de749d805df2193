import { z } from 'zod'

const ANYTHING = z.unknown()

/**
 * Accepts every value unchanged, and stands in the API document as `schema`: for what a handler checks itself, with messages of its
 * own, and for stored values that earlier versions accepted.
 */
export const describedAs = (schema: z.ZodType): z.ZodType<unknown> => z.union([ANYTHING, schema])

/** Whether `describedAs` made this schema. */
export const isDescribed = ({ _zod }: z.core.$ZodType): boolean =>
  (_zod.def as Partial<z.core.$ZodUnionDef>).options?.[0] === ANYTHING
