import { sql } from 'kysely'
import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { countHostsWithOtherKeys } from '../cache/invalidations.ts'
import { LOCKS, withLock } from '../data/connection/advisory-locks.ts'
import type { Database } from '../data/connection/database.ts'
import type { DatabaseOptions } from '../data/connection/database-options.ts'
import { createPool } from '../data/connection/pool.ts'
import { toPostgresSettings, toSetConfig } from '../data/connection/postgres-settings.ts'
import { createClientSql } from '../data/connection/connected-sql.ts'
import type { Sql } from '../data/query/sql.ts'
import { isStale, rekeyRows, renew } from '../declare/rekey.ts'
import type { Context } from '../define/context.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'
import { defineRekey, type Rekey, type RekeyedColumn, type Rotation } from '../define/rekey.ts'
import { brokenSetup } from '../errors.ts'
import { EFFECTS } from '../log/effects.ts'
import type { KeyRing } from '../security/key-ring.ts'
import { dropOtherKeys, holdKey, storeKey } from './database-key.ts'

/** The result of a rotation of the secret. */
export interface SecretRotation {
  /** The id of the key with which all stored values are now made. */
  readonly keyId: string
  /** Whether all steps were completed. If not, call `rotateSecret` again; it continues. */
  readonly isDone: boolean
  /** In order. `left` counts what could not be renewed, such as hashes stored by versions before the key ring. */
  readonly steps: readonly { readonly id: string; readonly renewed: number; readonly left: number }[]
  /**
   * ISO 8601. The time by which all tokens that only clients hold have expired, provided that no host has written with a
   * retired secret since the rotation began and access tokens are valid for a day at most. From then on no host needs
   * `retiredSecrets`.
   */
  readonly retiredUntil: string
}

/** Options of a rotation. */
export interface RotateSecretOptions {
  /** Stops after the current transaction. */
  readonly signal?: AbortSignal
  /** Called after each step. */
  readonly onStep?: (step: SecretRotation['steps'][number]) => void
}

interface RotationDeps extends Pick<Context, 'inject'> {
  readonly options: DatabaseOptions
  readonly database: Database
  readonly modules: readonly Module[]
  readonly ring: KeyRing
  readonly log: Logger
  readonly now: () => Date
}

/** Idempotency keys are kept for a day, longer than access tokens are valid by default. */
const HELD_BY_CLIENTS = 24 * 60 * 60 * 1000

/** Renews all values in the database with the keys of the current secret. Runs as the owner, like migrations. */
export async function rotateSecret(
  { options, database, modules, ring, log, now, inject }: RotationDeps,
  { signal = new AbortController().signal, onStep }: RotateSecretOptions = {},
): Promise<SecretRotation> {
  const owner = createPool({ url: options.migrationUrl ?? options.directUrl ?? options.url, poolSize: 1 })
  const client = await owner.connect()
  const retiredUntil = new Date(now().getTime() + HELD_BY_CLIENTS).toISOString()
  try {
    await client.query(`select ${toSetConfig(toPostgresSettings({ statementTimeout: 0 }), 'session').join(', ')}`)
    return await withLock(client, LOCKS.rotation, async () => {
      await assertNoOtherHosts(database, ring)
      await storeKey(client, database.key)
      const steps: SecretRotation['steps'][number][] = []
      for (const { id, run } of [...rekeysOf(modules), ...ownRekeys(modules), forgetOtherKeys(client, database)]) {
        if (signal.aborted) return { keyId: ring.id, isDone: false, steps, retiredUntil }
        let [renewed, left] = [0, 0]
        await run({
          ring,
          log,
          signal,
          inject,
          now,
          transaction: (work) => inTransaction(client, database.key, work),
          count: (done) => {
            renewed += done.renewed ?? 0
            left += done.left ?? 0
          },
        })
        const step = { id, renewed, left }
        steps.push(step)
        log.info({ ...step, keyId: ring.id }, 'rekeyed')
        onStep?.(step)
      }
      return { keyId: ring.id, isDone: !signal.aborted, steps, retiredUntil }
    })
  } finally {
    client.release(true)
    await owner.end()
  }
}

/**
 * A host that still uses a retired secret for new values would lose its access, and leave behind values that only it can read.
 */
async function assertNoOtherHosts(database: Database, ring: KeyRing): Promise<void> {
  const count = await countHostsWithOtherKeys(database, ring.id)
  if (count === 0) return
  const [hosts, use] = count === 1 ? ['1 running host', 'uses'] : [`${count} running hosts`, 'use']
  throw brokenSetup(
    `${hosts} of this database still ${use} another \`secret\`. Restart all hosts with the new one, and keep the former one in ` +
      '`retiredSecrets`, before you rotate',
  )
}

const rekeysOf = (modules: readonly Module[]): readonly Rekey[] => modules.flatMap(({ rekeys = [] }) => rekeys)

/** Attempts of a transaction that collides with those of hosts. */
const ATTEMPTS = 10
const COLLISIONS = new Set(['40001', '40P01', '55P03'])

async function inTransaction<T>(client: pg.PoolClient, key: string, work: (db: Sql) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await holdKey(client, key)
      const result = await work(createClientSql(client))
      await client.query('commit')
      return result
    } catch (error) {
      // A lost connection has nothing to roll back, and this error must not hide the original one.
      await client.query('rollback').catch(() => {})
      if (attempt === ATTEMPTS || !COLLISIONS.has((error as { code?: string }).code ?? '')) throw error
      await sleep(attempt * 100)
    }
  }
}

/** What the core stores itself. */
const ownRekeys = (modules: readonly Module[]): readonly Rekey[] => [
  defineRekey({
    id: EFFECTS,
    run: (rotation) =>
      rekeyRows(rotation, {
        table: 'plinth.entry_effects',
        column: 'sealed',
        isJson: false,
        purpose: EFFECTS,
        key: ['tenant_id uuid', 'entry_id uuid'],
      }),
  }),
  defineRekey({
    id: 'core.kept_secrets',
    async run(rotation) {
      for (const { column } of rekeysOf(modules)) if (column) await rekeyKept(rotation, column)
    },
  }),
]

/** Hosts that know only a retired secret can no longer do anything. Without this step, they could still use the system role. */
const forgetOtherKeys = (client: pg.PoolClient, { key }: Database): Rekey =>
  defineRekey({
    id: 'core.database_keys',
    async run({ count, signal }) {
      if (!signal.aborted) count({ renewed: await dropOtherKeys(client, key) })
    },
  })

/** Rows per transaction. */
const BATCH = 1_000

interface KeptRow {
  readonly tenant: string
  readonly entry: string
  readonly seq: string
  readonly before: unknown
  readonly after: unknown
}

/** Renews the former values of a column that undo and redo restore. */
async function rekeyKept(
  rotation: Rotation,
  { table, column, isJson, purpose, ring: own }: RekeyedColumn,
): Promise<void> {
  const ring = own?.(rotation.inject) ?? rotation.ring
  const stale = (image: string) => {
    const kept = sql.ref(`k.${image}`)
    return isStale(ring, { value: isJson ? sql`(${kept} -> ${column})` : sql`(${kept} ->> ${column})`, isJson })
  }
  for (let after: KeptRow | undefined, isEnd = false; !isEnd && !rotation.signal.aborted;) {
    const position = after
    const rows: readonly KeptRow[] = await rotation.transaction(async (db) => {
      const from = position
        ? sql`(k.tenant_id, k.entry_id, k.seq) > (${position.tenant}::uuid, ${position.entry}::uuid, ${position.seq}::bigint)`
        : sql`true`
      const { rows: found } = await sql<KeptRow>`
        select k.tenant_id as tenant, k.entry_id as entry, k.seq::text, k.before -> ${column} as before, k.after -> ${column} as after
        from plinth.kept_secrets k join plinth.changes c using (tenant_id, entry_id, seq)
        where ${from} and c.table_name = ${table} and (${stale('before')} or ${stale('after')})
        order by k.tenant_id, k.entry_id, k.seq limit ${BATCH} for update of k`.execute(db)
      const renewed = found.map((row) => ({
        ...row,
        before: patchOf(ring, { purpose, column, value: row.before }),
        after: patchOf(ring, { purpose, column, value: row.after }),
      }))
      if (renewed.length > 0)
        await sql`update plinth.kept_secrets k set before = k.before || v.before, after = k.after || v.after
          from jsonb_to_recordset(${JSON.stringify(renewed)}::jsonb)
            v(tenant uuid, entry uuid, seq bigint, before jsonb, after jsonb)
          where k.tenant_id = v.tenant and k.entry_id = v.entry and k.seq = v.seq`.execute(db)
      return found
    })
    rotation.count({ renewed: rows.length })
    after = rows.at(-1)
    isEnd = rows.length < BATCH
  }
}

/** The columns of an image to replace; none for a value that is missing or cannot be renewed. */
function patchOf(
  ring: KeyRing,
  { purpose, column, value }: { readonly purpose: string; readonly column: string; readonly value: unknown },
): Readonly<Record<string, unknown>> {
  const made = value === null || value === undefined ? null : renew(ring, purpose, value)
  return made === null ? {} : { [column]: made }
}
