import pg from 'pg'
import { createHash } from 'node:crypto'
import { deriveKey, toSecretKey } from '../security/secret-keys.ts'

/** Stores keys of the system role in the database. */
export async function storeKey(owner: pg.Pool | pg.PoolClient, ...keys: readonly string[]): Promise<void> {
  await owner.query('insert into plinth.keys (hash) select unnest($1::bytea[]) on conflict do nothing', [
    keys.map(toKeyHash),
  ])
}

/** Deletes all other keys of the system role: hosts with another secret can then neither read nor write. */
export async function dropOtherKeys(owner: pg.Pool | pg.PoolClient, key: string): Promise<number> {
  const { rowCount } = await owner.query('delete from plinth.keys where hash <> $1', [toKeyHash(key)])
  return rowCount ?? 0
}

const toKeyHash = (key: string) => createHash('sha256').update(key).digest()

/**
 * Sets the key for a transaction of the owner. An owner that is not a superuser reads rows through the system role, which it
 * inherits.
 */
export async function holdKey(client: pg.PoolClient, key: string): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('plinth.keys') is not null as found`)
  if (rows[0]!.found) await storeKey(client, key)
  await client.query(`select set_config('plinth.key', $1, true)`, [key ?? ''])
}

/** Derives the key of the system role from the platform's secret, so that only hosts with the secret have it. */
export function databaseKey(secret: string): string {
  const root = toSecretKey({ name: '`secret`', secret })
  return Buffer.from(deriveKey({ secret: root, purpose: 'database.system' })).toString('base64url')
}
