import type { Caller } from '../define/access.ts'
import type { InternalRequests } from '../define/internal-requests.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'
import type { ReadListener } from '../define/logged-reads.ts'
import { FairTurns } from '../fairness/fair-turns.ts'
import { createDocument, createDocumentInSteps } from '../http/openapi/document.ts'
import { RateLimiter } from '../http/rate-limiter.ts'
import { RequestQuotas } from '../http/request-quotas.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { type App, createApp } from '../request/app.ts'
import { createExportSlots } from '../request/export-list.ts'
import { createIdentify } from '../request/identify-caller.ts'
import { createIdempotencyStore } from '../request/idempotency.ts'
import { InternalRequestServer } from '../request/internal-requests.ts'
import { createOriginCheck } from '../request/own-origin.ts'
import type { RequestInfoOptions } from '../request/request-info.ts'
import { Responder } from '../request/responder.ts'
import type { Composed } from './compose.ts'
import type { PlatformRuntime } from './create-runtime.ts'
import type { Servers } from './connect-servers.ts'
import { createTenantDocuments, type TenantDocuments } from './tenant-documents.ts'

/** What answers requests. */
export interface Server {
  readonly app: App
  readonly internal: InternalRequests
  /** The caller of a request to a path that is not a route. */
  identify(request: Request): Promise<Caller | null>
  /** The OpenAPI documents without the fields of a tenant, and as a caller sees them. */
  readonly documents: TenantDocuments
  close(): Promise<void>
}

/** Creates the routes of all modules, and the documents about them. */
export function createServer(
  { options, modules, origin, log, texts, keys }: Composed,
  { database, invalidations }: Servers,
  runtime: PlatformRuntime,
): Server {
  const { cors, info } = options
  const { enabled = true, shared = true, overrides = {}, appliesTo, tenant, apiKey } = options.rateLimits ?? {}
  const counted = { appliesTo, ...(shared && { database }) }
  const limiter = new RateLimiter({ enabled, overrides, ...counted })
  const quotas = enabled && (tenant || apiKey) ? new RequestQuotas({ tenant, apiKey, log, ...counted }) : undefined
  const authenticators = modules.flatMap((module) => module.authenticators ?? [])
  const document = once(() => createDocument({ modules, origin, info }))
  const callers = { runtime, authenticators, limiter }
  const documents = createTenantDocuments({
    modules,
    callers,
    texts,
    document,
    create: (fields, rights) =>
      createDocumentInSteps({ modules, origin, info, ...(fields.size > 0 && { fields }), rights }),
  })
  const reading: RequestInfoOptions = {
    origin,
    trustedProxies: options.trustedProxies ?? 0,
    secureCookies: options.secureCookies ?? false,
    ring: keys.ring,
    texts,
  }
  const app = createApp({
    ...reading,
    routes: modules.flatMap((module) => module.routes ?? []),
    cors,
    documents: {
      '/openapi.json': documents.send,
      '/docs/openapi': documents.send,
      '/docs/markdown': documents.sendMarkdown,
    },
    deps: {
      runtime,
      authenticators,
      idempotency: createIdempotencyStore(options, { database, now: runtime.now }),
      limiter,
      becomeCurrent: options.immediateRevocation ? () => invalidations.becomeCurrent() : undefined,
      isOwnOrigin: createOriginCheck({ origin, cors }),
      turns: new FairTurns(),
      quotas,
      bodyLimit: options.bodyLimit ?? 1_000_000,
      responder: new Responder(securityHeaders),
      onRead: createReadListener(modules, log),
      exportLimit: options.exportLimit ?? 1_000_000,
      exportSlots: createExportSlots(),
      onFinished: options.onFinished,
    },
  })
  const internal = new InternalRequestServer({ ...callers, origin, app: () => app })
  const identify = createIdentify(callers, reading)
  return { app, internal, identify, documents, close: async () => quotas?.close() }
}

/** Combines the `onRead` of all modules; an error in one does not fail the request. */
function createReadListener(modules: readonly Module[], log: Logger): ReadListener | undefined {
  const listeners = modules.flatMap(({ onRead }) => (onRead ? [onRead] : []))
  if (listeners.length === 0) return undefined
  return (ctx, read) => {
    try {
      for (const hear of listeners) hear(ctx, read)
    } catch (error) {
      log.error({ err: error, resource: read.resourceKind }, 'a read could not be recorded')
    }
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
