// Declare
export { defineModule, type Module } from './define/module.ts'
export { type Access, defineFeatures, type Feature, open, signedIn } from './define/feature.ts'
export { defineEvents, type EventType, on, type Subscriber } from './define/event.ts'
export { type Command, type CommandContext, defineCommand } from './define/command.ts'
export { defineJob, type Job, type JobContext } from './define/job.ts'
export { defineService, type Service } from './define/service.ts'
export { type Cache, type Cached, defineCache } from './define/cache.ts'
export { type Authenticator, type AuthenticatorContext, defineAuthenticator } from './define/authenticator.ts'
export { defineRateLimit, type RateLimit } from './define/rate-limit.ts'
export type { NavigationEntry } from './define/navigation.ts'
export { del, get, Id, Ok, patch, post, put, type Route, type RouteContext, type RouteSpec } from './define/route.ts'
export type { CookieAttributes, Locale, RequestFacts } from './define/request.ts'
export type { Actor, Grants, Session } from './define/actor.ts'
export type { Context, SystemContext } from './define/context.ts'
export type { Logger } from './define/logger.ts'

// Data
export { Scoped, TenantScoped } from './data/scoped.ts'
export { defineMigration, type Migration } from './data/migration.ts'
export type { Scope } from './data/scope.ts'
export type { Sql } from './data/sql.ts'
export { sql } from 'kysely'

// Lists
export { contains, limits, page, paged, PageQuery } from './http/page.ts'
export { wire } from './http/wire.ts'

// Errors
export {
  badInput,
  conflict,
  type ErrorCode,
  forbidden,
  notFound,
  PlatformError,
  refused,
  unauthenticated,
} from './errors.ts'

// Compose
export { composition, type Composition } from './platform/composition.ts'
export { createPlatform, type Platform, type PlatformOptions } from './platform/platform.ts'
export { systemSession } from './acl/actors.ts'

// Access control, pure
export { compileGrants } from './acl/grants.ts'
export { createOrganizationTree, type OrganizationTree } from './acl/organizations.ts'
