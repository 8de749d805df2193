// The building blocks of modules. Everything on a specific subject is exported from a subpath: `exports/`.
export { defineModule, type Module } from './define/module.ts'
export { defineFeatures, type Feature, open, signedIn } from './define/access.ts'
export { defineEvents, type DeliveryContext, type EventType, on, type Subscriber } from './define/event.ts'
export { type Command, type CommandContext, defineCommand } from './define/command.ts'
export { defineJob, type Job, type JobContext } from './define/job.ts'
export { type Mailer, mailer } from './define/mailer.ts'
export { defineService, provide, provideShared, type Service } from './define/service.ts'
export { type Cache, defineCache, MIB } from './define/cache.ts'
export { type Contribution, definePoint, type Point } from './define/point.ts'
export { del, get, Id, Ok, patch, post, put, type Route, type RouteContext } from './define/route.ts'

// What handlers receive
export type { Actor, Caller } from './define/access.ts'
export type { Context, SystemContext } from './define/context.ts'
export type { Logger } from './define/logger.ts'

// Data
export { keep } from './declare/keep.ts'
export type { Keep } from './define/keep.ts'
export { Scoped, TenantScoped } from './data/query/base-entities.ts'
export { afterRollout, defineMigration, defineOnlineMigration, type Migration } from './data/schema/migration.ts'
export type { Scope } from './data/query/scope.ts'
export type { Sql } from './data/query/sql.ts'
export { sql } from 'kysely'
export { customColumn, customIndex, extensible } from './define/extensible.ts'
export { input } from './declare/input.ts'
export { list } from './declare/list.ts'
export { type Resource, resource } from './declare/resource.ts'
export { type View, view } from './declare/view.ts'
export { partial } from './declare/input.ts'
export { page, paged, PageQuery } from './http/paging.ts'
export { dateTime } from './declare/date-time.ts'
export { emailAddress } from './declare/email-address.ts'
export { nameText } from './declare/name-text.ts'

// Errors
export { badInput, conflict, forbidden, notFound, PlatformError, refused, unauthenticated } from './errors.ts'

// Composition
export { composition, type Composition } from './define/module.ts'
export type { PlatformOptions } from './platform/options.ts'
export { createPlatform, type Platform } from './platform/platform.ts'
export type { Health } from './platform/health.ts'
export { systemCaller } from './acl/callers.ts'
export { toNodeHandler } from './request/node-handler.ts'
