import type { CustomRecord } from '@plinth/core/data'
import { type MultipartFields, parseSentJson, readCustomValues } from '@plinth/core/http'

/**
 * The values of custom fields in a form: each as `cf_<key>`, or several as JSON in `customFields` or `customValues`. Invalid
 * JSON is ignored, as published. Undefined if there are no values.
 */
export function readSentValues(fields: Readonly<MultipartFields>): CustomRecord | undefined {
  const { customFields, customValues, ...others } = fields
  return readCustomValues({ ...others, customFields: parse(customFields), customValues: parse(customValues) })
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return parseSentJson(text)
  } catch {
    return undefined
  }
}
