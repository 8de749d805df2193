import { H3Event } from 'h3'
import { toPlatformError } from '../data/connection/database-errors.ts'
import type { Caller } from '../define/access.ts'
import { type AuthenticateDeps, identifyByHeaders } from './authenticate.ts'
import { RequestInfo, type RequestInfoOptions } from './request-info.ts'

/** Identifies callers of pages that are not routes, as they would be identified for a route. */
export const createIdentify =
  (callers: AuthenticateDeps, options: RequestInfoOptions) =>
  async (request: Request): Promise<Caller | null> => {
    const event = new H3Event(request)
    const facts = new RequestInfo({ event }, { path: event.url.pathname }, options)
    try {
      return (await identifyByHeaders(callers, facts)).caller
    } catch (error) {
      throw toPlatformError(error)
    }
  }
