import { defineMigration, defineOnlineMigration, sqlFile } from './migration.ts'

// The platform's own schema, in execution order. `schema.sql` next to the package's sources contains the resulting schema.

/**
 * The two roles that units of work run as. `plinth_app` is subject to row-level security; `plinth_system` is the role of
 * `asSystem`. Roles belong to the whole cluster, so another host may already have created them.
 */
const roles = defineMigration('core.roles', sqlFile(new URL('./sql/roles.sql', import.meta.url)))

const scope = defineMigration('core.scope', sqlFile(new URL('./sql/scope.sql', import.meta.url)))

const log = defineMigration('core.log', sqlFile(new URL('./sql/log.sql', import.meta.url)))

/**
 * Writes are recorded in the database, so that none can bypass it, whether it is a unit of work, a bulk statement or a cascade.
 * Statement-level triggers keep bulk writes set-based. See the diagrams in docs/recording.md.
 */
const recording = defineMigration('core.recording', sqlFile(new URL('./sql/recording.sql', import.meta.url)).trimEnd())

const tables = defineMigration('core.tables', sqlFile(new URL('./sql/tables.sql', import.meta.url)))

/**
 * The undo and redo history of log entries. The log itself is append-only: an undo or redo is a separate row, whose primary key
 * lets only one of several concurrent attempts succeed.
 */
const turns = defineMigration('core.turns', sqlFile(new URL('./sql/turns.sql', import.meta.url)))

/** Responses to writes that had an `Idempotency-Key` (decision 22); encrypted, because some contain a secret. */
const answers = defineMigration('core.answers', sqlFile(new URL('./sql/answers.sql', import.meta.url)))

/**
 * The secrets that undo needs are deleted after a while, and their deletion is recorded: an entry with missing data can no longer
 * be reverted.
 */
const forgetting = defineMigration('core.forgetting', sqlFile(new URL('./sql/forgetting.sql', import.meta.url)))

/**
 * The plan of a revert: the net changes of an entry, one row per changed row, with its current state if nobody else changed it,
 * and its previous state including secrets. Plans are stored in a table that each connection keeps and every commit empties,
 * because creating one each time would cost more than filling it. Returns the steps per table, latest change first; generated
 * columns are omitted.
 */
const turnPlans = defineMigration('core.turn_plans', sqlFile(new URL('./sql/turn-plans.sql', import.meta.url)))

/** Rate limit counters live for a minute. They need not survive a crash of the server, and a login must not wait for its disk. */
const counters = defineMigration('core.unlogged_rate_limits', 'alter table plinth.rate_limits set unlogged;')

/**
 * Search with row-level security. Under a policy, PostgreSQL cannot use an index for an operator that is not leakproof. The index
 * is therefore queried by a function that runs as a separate role, which can only read the searched columns and applies the
 * tenant and organizations itself: its condition is the table's own policy.
 *
 * A word is found wherever it occurs inside another word. For this, the index contains every suffix of every word, and a search
 * word matches the prefix of a suffix.
 */
const search = defineMigration('core.search', sqlFile(new URL('./sql/search.sql', import.meta.url)))

/**
 * Invalidations by commands, read by the other hosts, and the heartbeat of each host. Neither needs to survive a crash of the
 * server: a host that loses its connection discards everything that it has cached. Readers go by `transaction`: identities are
 * assigned before a commit, but rows become visible after it.
 */
const invalidations = defineMigration(
  'core.invalidations',
  sqlFile(new URL('./sql/invalidations.sql', import.meta.url)),
)

/**
 * Credentials are never undone or redone (decision 50). Columns declared as secret are restored with a deleted row; on a changed
 * row, they keep their current value.
 */
const credentialsStay = defineMigration(
  'core.credentials_stay',
  sqlFile(new URL('./sql/credentials-stay.sql', import.meta.url)),
)

/**
 * The schema version under which each row was recorded, and what each migration did to recorded tables, so that rows in the log
 * can be upgraded before they are compared and restored. The version is returned by a function, which `migrate` replaces: as a
 * column default it costs nothing, and no session can keep the old one after a migration.
 */
const schemaVersions = defineMigration(
  'core.schema_versions',
  sqlFile(new URL('./sql/schema-versions.sql', import.meta.url)),
)

/**
 * The plan of a revert: the net changes of an entry, one row per changed row, with its current state if nobody else changed it
 * ("from"), and its previous state ("to") including secrets. Plans are stored in a table that each connection keeps and every
 * commit empties, because creating one each time would cost more than filling it.
 */
const revertPlans = defineMigration('core.revert_plans', sqlFile(new URL('./sql/revert-plans.sql', import.meta.url)))

/**
 * The effects of entries beyond their rows, encrypted: inputs of commands that can be reverted, and queued jobs. Only the
 * platform reads them, and they are deleted together with the secrets that undo needs.
 */
const entryEffects = defineMigration('core.entry_effects', sqlFile(new URL('./sql/entry-effects.sql', import.meta.url)))

/**
 * The search without the index, as a function that cannot be inlined: as part of the statement, PostgreSQL would estimate few
 * matches, and read and sort everything visible to the caller. Scanning in the order of the list soon fills a page.
 */
const searchMatches = defineMigration(
  'core.search_matches',
  `
create or replace function plinth.search_matches(searched text, patterns text[]) returns boolean
  language plpgsql immutable parallel safe as $$
begin
  return cardinality(patterns) > 0 and plinth.fold(searched) like all (patterns);
end $$;
`,
)

/**
 * Full-text search in several languages, with ranking. The words of a text are stored in a separate table that only the search
 * role can read, so that they are not repeated in the log, and nothing is computed during a search.
 *
 * A text is stemmed in every language of its table, so that its language does not have to be known. PostgreSQL has no Polish
 * stemmer, so Polish endings are removed here.
 */
const fullTexts = defineMigration('core.full_texts', sqlFile(new URL('./sql/full-texts.sql', import.meta.url)))

/**
 * The size of what a command records is limited (decision 43), because recorded rows are read again for listing, export and undo.
 * Small images count with their stored size; larger ones are stored compressed, so the size of their text counts.
 */
const recordedBytes = defineMigration(
  'core.recorded_bytes',
  sqlFile(new URL('./sql/recorded-bytes.sql', import.meta.url)),
)

/**
 * The login of a host can switch to both roles, so an injected statement can run `set role plinth_system` too (decision 45). It
 * gains nothing: the policies of the system role also require a key, which the platform's own statements set and clear again, and
 * of which the database stores only a hash that no role can read.
 */
const walls = defineMigration('core.walls', sqlFile(new URL('./sql/walls.sql', import.meta.url)))

/**
 * Plans are created by the owner, the only role that may create their table. Any role with the right to create temporary tables
 * could otherwise create one with a trigger, and let the platform write into it.
 */
const ownPlans = defineMigration('core.own_plans', sqlFile(new URL('./sql/own-plans.sql', import.meta.url)))

/**
 * The planner estimates that a few percent of the rows match a prefix, and for a million rows it preferred reading all of them.
 * Matches are now looked up one by one, up to a limit.
 */
const fullTextPlans = defineMigration(
  'core.full_text_plans',
  sqlFile(new URL('./sql/full-text-plans.sql', import.meta.url)),
)

/**
 * A promoted standby cannot read the sequence of an unlogged table ("bad magic number"), so no command could commit there. The
 * number is not needed.
 */
const unnumberedInvalidations = defineMigration(
  'core.unnumbered_invalidations',
  `-- squawk-ignore ban-drop-column
alter table plinth.invalidations drop column id;`,
)

/**
 * Backups by a role that bypasses nothing: `plinth_backup`, if it exists, can read every row of every table. Each migration ends
 * by granting this, and default privileges cover tables created later (partitions).
 */
const backups = defineMigration('core.backups', sqlFile(new URL('./sql/backups.sql', import.meta.url)))

/** The query that a host sends to a replica before reading from it. */
const replicas = defineMigration('core.replicas', sqlFile(new URL('./sql/replicas.sql', import.meta.url)))

/**
 * Tables distributed by tenant can only enforce uniqueness within a tenant. Values that must be unique across tenants, or that
 * are looked up before the tenant is known, are stored in a separate look-up table, which is replicated to every node.
 */
const lookUps = defineMigration('core.look_ups', sqlFile(new URL('./sql/look-ups.sql', import.meta.url)))

/** Rows that belong to all tenants, and foreign keys to tables without a key on the id alone. */
const keysByTenant = defineMigration(
  'core.keys_by_tenant',
  sqlFile(new URL('./sql/keys-by-tenant.sql', import.meta.url)),
)

/**
 * Rows that belong to all tenants are found by their id, like rows without a tenant. Reverts restore rows after those that a
 * column comment says they refer to, as they do for foreign keys.
 */
const revertsByTenant = defineMigration(
  'core.reverts_by_tenant',
  sqlFile(new URL('./sql/reverts-by-tenant.sql', import.meta.url)),
)

/** The words of a text are looked up by tenant and id, neither of which ever changes. */
const textsByTenant = defineMigration(
  'core.texts_by_tenant',
  sqlFile(new URL('./sql/texts-by-tenant.sql', import.meta.url)),
)

/** Validates the foreign keys created before, without blocking writes. */
const textKeysRead = defineOnlineMigration(
  'core.text_keys_read',
  `
do $$ declare key record; begin
  for key in select c.conrelid::regclass as name, c.conname from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and not c.convalidated and t.relnamespace = 'plinth'::regnamespace and t.relname like 'texts\\_%'
  loop
    execute format('alter table %s validate constraint %I', key.name, key.conname);
  end loop;
end $$;
`,
)

/** The pattern of a search is the same for all texts in the results, and computing it costs more than matching it. */
const excerpts = defineMigration('core.excerpts', sqlFile(new URL('./sql/excerpts.sql', import.meta.url)))

/**
 * Reads the writes of an entry with a cached plan: planning the query for each commit took a fifth of PostgreSQL's time for a
 * write.
 */
const writtenPlans = defineMigration('core.written_plans', sqlFile(new URL('./sql/written-plans.sql', import.meta.url)))

/** Limits the number of expired secrets deleted per statement, so that none exceeds its timeout. */
const forgetNextSecrets = defineMigration(
  'core.forget_next_secrets',
  sqlFile(new URL('./sql/forget-next-secrets.sql', import.meta.url)),
)

/** Sums up the stored size of what an entry has written, and measures its text only if that could exceed the limit. */
const writtenSums = defineMigration('core.written_sums', sqlFile(new URL('./sql/written-sums.sql', import.meta.url)))

/** Compressed images count with the size of their text, even if their stored size is small. */
const imageTexts = defineMigration('core.image_texts', sqlFile(new URL('./sql/image-texts.sql', import.meta.url)))

/** Undo is offered only for entries in which it would change something. */
const revertibleEntries = defineMigration(
  'core.revertible_entries',
  sqlFile(new URL('./sql/revertible-entries.sql', import.meta.url)),
)

/**
 * Whether a row locked by a command has changed since the command read the data on which its change depends
 * (docs/concurrency.md).
 */
const unchangedRows = defineMigration(
  'core.unchanged_rows',
  sqlFile(new URL('./sql/unchanged-rows.sql', import.meta.url)),
)

/** The migrations of the platform itself, which run before those of modules. */
export const coreMigrations = [
  roles,
  scope,
  log,
  recording,
  tables,
  turns,
  answers,
  forgetting,
  turnPlans,
  counters,
  search,
  invalidations,
  credentialsStay,
  schemaVersions,
  revertPlans,
  entryEffects,
  searchMatches,
  fullTexts,
  recordedBytes,
  walls,
  ownPlans,
  fullTextPlans,
  unnumberedInvalidations,
  backups,
  lookUps,
  keysByTenant,
  revertsByTenant,
  textsByTenant,
  textKeysRead,
  replicas,
  excerpts,
  writtenPlans,
  forgetNextSecrets,
  writtenSums,
  imageTexts,
  revertibleEntries,
  unchangedRows,
]
