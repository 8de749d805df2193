// HTTP: requests, bodies, streams, rate limits, and calls of routes from inside the process.
export { BinaryAnswer } from '../define/binary-answer.ts'
export type { Cause } from '../define/context.ts'
export { describedAs } from '../define/described-as.ts'
export {
  type ExportedFile,
  type InternalAnswer,
  type InternalCredential,
  type InternalExport,
  type InternalRequest,
  type InternalRequests,
  internalRequests,
  type InternalWork,
} from '../define/internal-requests.ts'
export { defineLocator, type Locator, type Named, type UnplacedRequest } from '../define/database-locator.ts'
export type { Mail } from '../define/mailer.ts'
export {
  type SpanAttributes,
  type SpanEnd,
  type SpanFacts,
  type Spans,
  spans,
  type Telemetry,
} from '../define/telemetry.ts'
export { toHeaderText } from '../declare/name-text.ts'
export {
  type CommandPreview,
  type PreviewedEffect,
  type PreviewedRow,
  type PreviewedRules,
  type WriteMode,
  writeMode,
} from '../define/preview.ts'
export { defineRateLimit, type RateLimit } from '../define/rate-limit.ts'
export type { CookieAttributes, RequestFacts, Selection } from '../define/context.ts'
export {
  assertLocaleChoice,
  assertTimeZone,
  LocaleChoice,
  type LocaleSettings,
  type LocaleSource,
  LocaleView,
  personalLocales,
  tenantLocales,
  toLocale,
  toLocaleChoice,
  type Weekday,
  weekdays,
} from '../define/locale-settings.ts'
export { type WriteSuspensions, writeSuspensions } from '../define/write-suspensions.ts'
export type { Locale } from '../define/locales.ts'
export { inWords } from '../define/in-words.ts'
export { type Texts, texts, type Translations } from '../define/texts.ts'
export { toCsv } from '../http/csv.ts'
export { isExportable } from '../http/export-formats.ts'
export { addDays, daysBetween, today } from '../define/days.ts'
export { isTimeZone, localDay, startOfDay, toLocalIso, toTime } from '../define/time-zones.ts'
export type { RouteSpec } from '../define/route.ts'
export { rowOwner, type RowOwner } from '../define/row-owner.ts'
export { type ErrorCode, invalidMember, toIdRefusal } from '../errors.ts'
export { fieldsOfParameter, operationsOf } from '../http/field-parameters.ts'
export { fromOperationHeader, type Operation } from '../http/operation-header.ts'
export { type DescribedFields, readDescribedFields, type ShownFields } from '../http/openapi/shown-fields.ts'
export { type ApiOperation, listOperations, type SpelledRequest, withTenantFields } from '../http/openapi/operations.ts'
export { type KeyedTenantFields, readTenantFields, type TenantFields } from '../http/openapi/tenant-fields.ts'
export { LOOPBACK } from '../request/own-origin.ts'
export { assertNoNul } from '../command/parse-input.ts'
export { readCustomValues } from '../request/sent-custom-values.ts'
export { isExactNumber } from '../http/exact-number.ts'
export { isPrototypeName, parseSentJson } from '../http/parse-sent-json.ts'
export { MAX_BODY_DEPTH, readJson, unreadable } from '../request/read-body.ts'
export { type EventSource, type EventStreamOptions, type ServerEvent, toEventStream } from '../http/streams.ts'
export { LocalMoment, Moment, momentIn } from '../http/point-in-time.ts'
export { bodyOf, type FilePart, type MultipartFields, type MultipartLimits, readMultipart } from '../http/multipart.ts'
export { type Html, html, trusted } from '../http/html.ts'
export { maskPath } from '../http/logged-paths.ts'
export { retryUnavailable } from '../data/connection/retry-unavailable.ts'
export { NDJSON, toNdjson } from '../http/streams.ts'
export type { NodeHandler } from '../request/node-handler.ts'
export { toJsonSchema } from '../http/openapi/schemas.ts'
export type { ApiInfo } from '../http/openapi/document.ts'
export { KNOWN_TOTAL, PREVIOUS_ROW } from '../http/paging.ts'
export type { Finished } from '../request/finish-request.ts'
export { wire } from '../http/wire.ts'
export {
  createOutgoing,
  type Destination,
  type Outgoing,
  outgoing,
  type OutgoingAnswer,
  type OutgoingOptions,
  type OutgoingRequest,
} from '../http/outgoing-request.ts'
export {
  MAX_WEBHOOK_URL,
  toWebhookDestination,
  toWebhookHosts,
  type WebhookHosts,
} from '../http/webhook-destination.ts'
export type { EmitListener, EmittedEvent, EmittedEvents } from '../define/emitted-events.ts'
export type { DescribedWebhook } from '../define/module.ts'
export { type RequestedLanguages, resolveLocale } from '../request/resolve-locale.ts'
