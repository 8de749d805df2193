// The wire: requests, bodies, streams, rate limits, and what programs call from inside.
export { BinaryAnswer } from '../define/route.ts'
export { type Watches, watches, type WatchOptions } from '../define/cache.ts'
export {
  type Cause,
  type InternalAnswer,
  type InternalCredential,
  type InternalRequest,
  type InternalRequests,
  internalRequests,
  type InternalWork,
} from '../define/context.ts'
export { defineLocator, type Locator, type Named, type UnplacedRequest } from '../define/authenticator.ts'
export type { Mail } from '../define/service.ts'
export { toHeaderText } from '../declare/schemas.ts'
export type { CommandPreview, PreviewedEffect, PreviewedRow, PreviewedRules, WriteMode } from '../define/command.ts'
export { defineRateLimit, type RateLimit } from '../define/authenticator.ts'
export type { CookieAttributes, Locale, RequestFacts, Selection } from '../define/context.ts'
export { type RouteSpec, rowOwner, type RowOwner } from '../define/route.ts'
export { type ErrorCode, toIdRefusal } from '../errors.ts'
export { fromOperationHeader, type Operation } from '../pipeline/commit.ts'
export { type ApiOperation, listOperations, type SpelledRequest } from '../http/api-operation.ts'
export { LOOPBACK } from '../pipeline/caller.ts'
export { assertNoNul, MAX_BODY_DEPTH, readJson, unreadable } from '../pipeline/input.ts'
export { type EventSource, type EventStreamOptions, type ServerEvent, toEventStream } from '../http/streams.ts'
export { Moment } from '../http/wire.ts'
export { parseDate } from '../rules/dates.ts'
export { bodyOf, type FilePart, type MultipartFields, type MultipartLimits, readMultipart } from '../http/multipart.ts'
export { maskPath } from '../http/logged-paths.ts'
export { NDJSON, toNdjson } from '../http/streams.ts'
export type { NodeHandler } from '../pipeline/app.ts'
export { toJsonSchema } from '../http/openapi-schemas.ts'
export type { ApiInfo } from '../http/openapi.ts'
export { isUuid } from '../data/statements.ts'
export type { Finished } from '../pipeline/answer.ts'
export { wire } from '../http/wire.ts'
export { type Databases, type DatabasesOptions, routeDatabases } from '../platform/databases.ts'
