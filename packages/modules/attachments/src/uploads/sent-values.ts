import type { CustomRecord } from '@plinth/core/data'
import { type MultipartFields, readCustomValues } from '@plinth/core/http'

/**
 * The values of custom fields among the fields of a form: `cf_<key>`, or several in `customFields` or `customValues` as JSON, which
 * are ignored if it cannot be parsed, as published. Undefined if there are none.
 */
export function readSentValues(fields: Readonly<MultipartFields>): CustomRecord | undefined {
  const { customFields, customValues, ...others } = fields
  return readCustomValues({ ...others, customFields: parse(customFields), customValues: parse(customValues) })
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
