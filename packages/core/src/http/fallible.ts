import { z } from 'zod'

/**
 * Whether some query (or, with `isComplete`, some path) could be refused by the schema. Their values are strings, so an
 * optional string without rules cannot be, nor can what has a `catch`.
 */
export function canFail(schema: z.ZodType | undefined, isComplete = false): boolean {
  if (schema === undefined || schema instanceof z.ZodCatch || schema instanceof z.ZodTransform) return false
  if (schema instanceof z.ZodObject) {
    const members = Object.values(schema.shape as Record<string, z.ZodType>)
    return hasRules(schema) || members.some((member) => (!isComplete && isRequired(member)) || canFail(member))
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return canFail(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return canFail(schema.in as z.ZodType) || canFail(schema.out as z.ZodType)
  if (schema instanceof z.ZodArray) return hasRules(schema) || canFail(schema.element as z.ZodType)
  if (schema instanceof z.ZodString || schema instanceof z.ZodUnknown) return hasRules(schema)
  return true
}

function isRequired(schema: z.ZodType): boolean {
  return schema._zod.optin === undefined
}

/** Checks that only rewrite, such as `trim()`, refuse nothing. */
function hasRules(schema: z.ZodType): boolean {
  return (schema._zod.def.checks ?? []).some(({ _zod }) => _zod.def.check !== 'overwrite')
}
