import type { Module } from '@plinth/core'
import type { Texts } from '@plinth/core/http'

/** What the console needs from a platform: its API, and the pages that its modules contribute. */
export interface ConsolePlatform {
  readonly fetch: (request: Request) => Promise<Response>
  readonly modules: readonly Module[]
  /** Default: those of the console's own texts. */
  readonly languages?: readonly string[]
  /** What modules say, in these languages. Default: in English, and what their pages say themselves. */
  readonly texts?: Texts
  /** The OpenAPI document. Default: modules cannot translate the names of members of their records. */
  readonly document?: () => Record<string, unknown>
}
