// Declare
export { defineModule, type Module } from './define/module.ts'
export { type Access, defineFeatures, type Feature, featuresOf, open, signedIn } from './define/feature.ts'
export { defineEvents, type EventType, on, type Subscriber } from './define/event.ts'
export type { Read, ReadListener, Reads } from './define/read.ts'
export {
  type Command,
  type CommandContext,
  type RevertContext,
  defineCommand,
  type RevertedRow,
  type Target,
} from './define/command.ts'
export { defineJob, type Job, type JobContext } from './define/job.ts'
export { type Mail, type Mailer, mailer } from './define/mailer.ts'
export { people, type People, type Person } from './define/people.ts'
export { type Affected, type RightsGuard, rightsGuard } from './define/rights-guard.ts'
export { defineService, provide, provideShared, type Service } from './define/service.ts'
export { type Cache, type Cached, defineCache, MIB } from './define/cache.ts'
export {
  type Attempts,
  type Authenticator,
  type AuthenticatorContext,
  defineAuthenticator,
} from './define/authenticator.ts'
export { defineRateLimit, type RateLimit } from './define/rate-limit.ts'
export { defineRulePoint, type RuleData, type RuleHook, type RulePoint } from './define/rule-point.ts'
export { defineJournal, type Journal, type JournalJob, type JournalSession } from './define/journal.ts'
export { defineTool, type Tool, type ToolContext } from './define/tool.ts'
export { definePage, type Page, readmePage } from './define/page.ts'
export { definePrompt, type Prompt, type PromptInput } from './define/prompt.ts'
export { type LocalText, textIn } from './define/local-text.ts'
export type { NavigationEntry } from './define/navigation.ts'
export type { Widget } from './define/widget.ts'
export {
  type Aggregate,
  aggregates,
  type AnalyticsEntity,
  type AnalyticsField,
  type AnalyticsType,
  type Labels,
  rowsTag,
} from './define/analytics.ts'
export { del, get, Id, Ok, patch, post, put, type Route, type RouteContext, type RouteSpec } from './define/route.ts'
export type { CookieAttributes, Locale, RequestFacts, Selection } from './define/request.ts'
export type { Actor, Grants, Session } from './define/actor.ts'
export type { Context, SystemContext } from './define/context.ts'
export { type Logger, silent } from './define/logger.ts'
export { bytesOf } from './bytes.ts'
export { type Confinement, startConfined } from './confined-process.ts'
export { FairPlaces, type FairPlacesOptions } from './fair-places.ts'
export { createPace, inTurns } from './turns.ts'

// Data
export { keep, type Keep } from './define/keep.ts'
export { Scoped, TenantScoped } from './data/scoped.ts'
export {
  defineMigration,
  defineOnlineMigration,
  type Migration,
  type RecordedRow,
  type RowUpgrade,
} from './data/migration.ts'
export { softUnique } from './data/soft-unique.ts'
export { searchText } from './data/search-text.ts'
export { contains, inScope, inTenant } from './data/predicates.ts'
export {
  type FullText,
  fullText,
  type Language,
  snippetOf,
  textMatches,
  type TextMatch,
  type TextSearch,
} from './data/full-text.ts'
export { isFoundBy, isFoundInOrder, type Search, type Searchable, searchable } from './data/search.ts'
export { NO_SCOPE, requireOrganization, type Scope } from './data/scope.ts'
export type { From } from './data/from.ts'
export type { Declared, Row } from './data/row.ts'
export { toServerUrls } from './data/servers.ts'
export type { Sql } from './data/sql.ts'
export { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'

// What follows from an entity
export { type Input, input } from './declare/input.ts'
export { type Asked, list, type ListSpec } from './declare/list.ts'
export { readPage } from './declare/read-page.ts'
export { type Resource, resource, type ResourceSpec } from './declare/resource.ts'
export type { Creates, Deletes, Updates, Written, WriteSpec } from './declare/writes.ts'
export { type View, view } from './declare/view.ts'

// Lists
export { partial } from './define/partial.ts'
export type { ApiInfo } from './http/openapi.ts'
export { Moment } from './http/moment.ts'
export { limits, page, paged, PageQuery } from './http/page.ts'
export { type Changes, changes, type WatchOptions } from './define/changes.ts'
export { type EventSource, type EventStreamOptions, type ServerEvent, toEventStream } from './http/event-stream.ts'
export { readJson, unreadable } from './http/body.ts'
export { bodyOf, type FilePart, type MultipartFields, type MultipartLimits, readMultipart } from './http/multipart.ts'
export { NDJSON, toNdjson } from './http/ndjson.ts'
export { BinaryAnswer } from './define/binary-answer.ts'
export { wire } from './http/wire.ts'

// From inside
export {
  type Cause,
  type InternalAnswer,
  type InternalCaller,
  type InternalRequest,
  type InternalRequests,
  internalRequests,
  type InternalWork,
} from './define/internal-request.ts'
export type { CommandPreview, PreviewedEffect, PreviewedRow, PreviewedRules, WriteMode } from './define/preview.ts'
export { type ApiOperation, listOperations, type SpelledRequest } from './http/api-operation.ts'
export { toJsonSchema } from './http/openapi-schemas.ts'

export { nameText, toHeaderText } from './define/name-text.ts'
export { isOwnSite } from './http/own-origin.ts'

// The command log
export { type LoggedEntry, loggedEntryColumns } from './commands/logged-entry.ts'
export { type Direction, turnEntry, whatIsInTheWay } from './commands/turn.ts'

export { type UndoTokens, undoTokens } from './commands/undo-token.ts'

// Rules, pure
export { type Action, Actions, type ActionType } from './rules/actions.ts'
export { type Analysis, analyzeInSteps } from './rules/analyze.ts'
export { type Comparison, type Condition, ConditionExpression, type Group } from './rules/conditions.ts'
export { RuleIndex, type RuleQuery } from './rules/discover.ts'
export type { Effect, EffectHandlers, EffectOf } from './rules/effects.ts'
export {
  type CompiledRule,
  compileRule,
  type Evaluated,
  evaluateInSteps,
  evaluateRules,
  type Evaluation,
  type RuleLimits,
  type RuleOutcome,
} from './rules/evaluate.ts'
export type { Explanation as ConditionExplanation } from './rules/explain.ts'
export type { Finding } from './rules/findings.ts'
export type { RuleContext } from './rules/interpolate.ts'
export { type ActionResult, performActions, reportActions } from './rules/perform.ts'
export type { PlannedAction } from './rules/plan.ts'
export { compareRules, type Rule, RULE_TYPES, type RuleType, whyInactive } from './rules/rule.ts'
export type { FieldTypes } from './rules/satisfy.ts'
export { type Refusal, type RuleMessage, toVerdict, type Verdict } from './rules/verdict.ts'
export { type RuleOccasion, type RuleRunner, ruleRunner } from './define/rule-point.ts'

// Errors
export {
  badInput,
  conflict,
  type ErrorCode,
  forbidden,
  notFound,
  PlatformError,
  refused,
  toIdRefusal,
  unauthenticated,
} from './errors.ts'

// Compose
export { composition, type Composition } from './platform/composition.ts'
export { createPlatform, type Platform, type PlatformOptions } from './platform/platform.ts'
export { systemSession } from './acl/actors.ts'
export { type NodeHandler, toNodeHandler } from './http/node-handler.ts'
export type { Finished } from './http/serve-route.ts'

// Access control, pure
export { hasAccess } from './acl/guard.ts'
export { type Acl, type AclEntry, effectiveAcl } from './acl/acl.ts'
export { isOrganizationAllowed } from './acl/access.ts'
export { checkGrantBoundary, toBoundaryError } from './acl/boundary.ts'
export { explain, type Explanation } from './acl/explain.ts'
export { compileGrants } from './acl/grants.ts'
export { isReservedRoleName, normalizeFeatures, normalizeOrganizations, normalizeRoleName } from './acl/normalize.ts'
export { createOrganizationTree, type OrganizationRow, type OrganizationTree } from './acl/organizations.ts'
export { isUuid } from './http/selection.ts'
export { organizationForCheck, resolveScope, selectTenant } from './acl/scope.ts'

// Credentials
export { createQueue, type Queue } from './security/queue.ts'
export { AccessClaims, createJwt, type Jwt } from './security/jwt.ts'
export { definePasswordPolicy, type PasswordPolicy, passwordSchema } from './security/password-policy.ts'
export { type Argon2Parameters, createPasswords, type Passwords } from './security/passwords.ts'
export { createPlatformKeys, type PlatformKeys, platformKeys } from './platform/platform-keys.ts'
export { deriveKey, type SecretKey, toSecretKey } from './security/secret-key.ts'
export { areSigned, signValues } from './security/signatures.ts'
export { derivedId, hashToken, randomId, randomToken } from './security/tokens.ts'
