import pg from 'pg'
import { UNREACHABLE } from './database-errors.ts'
import { FairPlaces } from '../fair-places.ts'

const REFUSALS = {
  full: 'Too much work of one tenant waits for a connection',
  late: 'No connection became free in time',
}

/** A pool of connections that tenants share. */
export class FairPool extends pg.Pool {
  readonly #places: FairPlaces

  /** `tenantShare` is the number of connections that one tenant may hold. */
  constructor({ tenantShare, ...config }: pg.PoolConfig & { readonly max: number; readonly tenantShare: number }) {
    super(config)
    this.#places = new FairPlaces({
      places: config.max,
      share: tenantShare,
      longestLine: 1_000,
      patience: config.connectionTimeoutMillis ?? 10_000,
      refuse: (why) => new Error(REFUSALS[why]),
    })
  }

  /** A connection for the work of a tenant, when it is its turn. Release it as usual. */
  async connectFor(tenantId: string): Promise<pg.PoolClient> {
    const client = await this.#connectInTurn(tenantId).catch((error: unknown) => {
      // MikroORM rewraps errors and keeps no more of them than message and code.
      throw Object.assign(new Error('The database cannot be reached', { cause: error }), { code: UNREACHABLE })
    })
    const release = client.release
    const leave = (broken?: Error | boolean) => {
      release.call(client, broken)
      this.#places.leave(tenantId)
    }
    client.release = leave
    return client
  }

  async #connectInTurn(tenantId: string): Promise<pg.PoolClient> {
    await this.#places.enter(tenantId)
    try {
      return await this.connect()
    } catch (error) {
      this.#places.leave(tenantId)
      throw error
    }
  }
}
