import { defineCache, MIB } from '@plinth/core'
import { BinaryAnswer } from '@plinth/core/http'

/** Lists as they were written for all who may call the same: hundreds of schemas are not written anew for each. */
export const serializedLists = defineCache<SerializedJson>('ai_assistant.lists', { bytes: 16 * MIB })

/** JSON that is written already. */
export interface SerializedJson {
  readonly json: Uint8Array
  /** Of the answer, beside those that tell what it is. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer of JSON that is written already. */
export function toJsonAnswer({ json, headers }: SerializedJson): BinaryAnswer {
  const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(json.byteLength) }
  return new BinaryAnswer(json, { headers: { ...jsonHeaders, ...headers } })
}
