// The building blocks of modules. Everything on a specific subject is exported from a subpath: `exports/`.
export { type Declaration, defineModule, type Module } from './define/module.ts'
export { defineFeatures, type Feature, open, signedIn } from './define/access.ts'
export { defineEvents, type DeliveryContext, type EventType, on, type Subscriber } from './define/event.ts'
export { type Command, type CommandContext, defineCommand } from './define/command.ts'
export { defineJob, type Job, type JobContext } from './define/job.ts'
export { type Mailer, mailer } from './define/mailer.ts'
export { defineService, provide, provideShared, type Service } from './define/service.ts'
export { bytesOf } from './byte-cache.ts'
export { type Cache, defineCache, MIB, type Watches, watches, type WatchOptions } from './define/cache.ts'
export { type Contribution, definePoint, type Point } from './define/extension-point.ts'
export { del, get, Id, Ok, patch, post, put, type Route, type RouteContext } from './define/route.ts'

// What handlers receive
export type { Actor, Caller, PlatformCaller } from './define/access.ts'
export type { Context, SystemContext } from './define/context.ts'
export { type Logger, noopLogger } from './define/logger.ts'

// Data
export { keep } from './declare/retention.ts'
export type { Keep } from './define/retention.ts'
export { defineScopedEntity, Scoped, TenantScoped } from './data/query/base-entities.ts'
export { afterRollout, defineMigration, defineOnlineMigration, type Migration } from './data/schema/migration.ts'
export type { Scope } from './data/query/scope.ts'
export type { Sql } from './data/query/sql.ts'
export { sql } from 'kysely'
export { customColumn, customIndex, extensible } from './define/extensible.ts'
export { input } from './declare/input.ts'
export { lines } from './declare/lines.ts'
export { list } from './declare/list.ts'
export { type Resource, resource } from './declare/resource.ts'
export { replaceStates } from './declare/replace-states.ts'
export { StateChange, type StateMachine } from './define/state-machine.ts'
export { type View, view } from './declare/view.ts'
export { showsRow } from './define/row-schemas.ts'
export { partial } from './declare/input.ts'
export { page, paged, PageQuery } from './http/paging.ts'
export { dateTime } from './declare/date-time.ts'
export { emailAddress } from './declare/email-address.ts'
export { nameText } from './declare/name-text.ts'

// Values
export { isUuid } from './data/query/uuid.ts'
export { parseDate } from './parse-date.ts'

// Long and untrusted work: shared fairly between tenants, in slices of time, in a process of its own
export { createQueue, type Queue } from './fairness/fair-queue.ts'
export { FairSlots, type FairSlotsOptions } from './fairness/fair-slots.ts'
export { createPace, inSlices } from './fairness/time-slices.ts'
export { type Confinement, startConfined } from './confined-process.ts'

// Errors
export { badInput, conflict, forbidden, notFound, PlatformError, refused, unauthenticated } from './errors.ts'

// Composition
export { composition, type Composition } from './define/module.ts'
export type { PlatformOptions } from './platform/options.ts'
export { createPlatform, type Platform } from './platform/platform.ts'
export { type Databases, type DatabasesOptions, routeDatabases } from './platform/databases.ts'
export type { Health } from './platform/health.ts'
export { toNodeHandler } from './request/node-handler.ts'
