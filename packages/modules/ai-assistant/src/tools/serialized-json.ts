import { defineCache, MIB } from '@plinth/core'
import { BinaryAnswer } from '@plinth/core/http'

/** Serialized lists, shared by callers with the same permissions, so that hundreds of schemas are not serialized each time. */
export const serializedLists = defineCache<SerializedJson>('ai_assistant.lists', { bytes: 16 * MIB })

/** JSON that is already serialized. */
export interface SerializedJson {
  readonly json: Uint8Array
  /** Additional response headers. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Creates a response from serialized JSON. */
export function toJsonAnswer({ json, headers }: SerializedJson): BinaryAnswer {
  const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(json.byteLength) }
  return new BinaryAnswer(json, { headers: { ...jsonHeaders, ...headers } })
}
