import { isUuid } from '@plinth/core'
import { defineLocator } from '@plinth/core/http'
import { connectionOfDomain, domainOf, findConnection } from './connections.ts'

/** Finds the database of a connection that is named by its path. */
const connectionLocator = defineLocator({
  id: 'sso.connection',
  named({ path }) {
    const [, id] = /^\/sso\/(?:start|callback|backchannel-logout)\/([^/]+)$/.exec(path) ?? []
    return isUuid(id) ? { value: id.toLowerCase() } : null
  },
  has: async (ctx, id) => (await findConnection(ctx, id)) !== null,
})

/** Finds the database that has proven the domain of an address. */
const domainLocator = defineLocator({
  id: 'sso.domain',
  async named({ method, path, body }) {
    if (method !== 'POST' || path !== '/sso/discover') return null
    const { email } = await body()
    const domain = typeof email === 'string' ? domainOf(email.trim()) : null
    return domain === null ? null : { value: domain }
  },
  has: async (ctx, domain) => (await connectionOfDomain(ctx, domain)) !== null,
})

export const locators = [connectionLocator, domainLocator]
