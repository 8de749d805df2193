import { defineMigration, defineOnlineMigration, sqlFile } from './migration.ts'

// The platform's own schema in the order of running. What it is today stands in `schema.sql` beside the package's sources.

/**
 * The two roles every unit of work runs as. `plinth_app` is bound by row level security; `plinth_system` is what
 * `asSystem` switches to. Roles belong to the whole cluster, hence the tolerance for another host creating them.
 */
const roles = defineMigration('core.roles', sqlFile(new URL('./sql/roles.sql', import.meta.url)))

const scope = defineMigration('core.scope', sqlFile(new URL('./sql/scope.sql', import.meta.url)))

const log = defineMigration('core.log', sqlFile(new URL('./sql/log.sql', import.meta.url)))

/**
 * Recording happens in the database, so that no write can escape it: unit of work, bulk statement, cascade alike.
 * Statement-level triggers keep bulk writes set-based. docs/recording.md draws it.
 */
const recording = defineMigration('core.recording', sqlFile(new URL('./sql/recording.sql', import.meta.url)).trimEnd())

const tables = defineMigration('core.tables', sqlFile(new URL('./sql/tables.sql', import.meta.url)))

/**
 * What became of entries of the log. The log itself is only ever added to: that an entry was undone or redone is a
 * row of its own, and its primary key makes one winner of any number of attempts.
 */
const turns = defineMigration('core.turns', sqlFile(new URL('./sql/turns.sql', import.meta.url)))

/** Answers to writes that came with an `Idempotency-Key` (decision 22); encrypted, because some hold a secret. */
const answers = defineMigration('core.answers', sqlFile(new URL('./sql/answers.sql', import.meta.url)))

/**
 * What undo needs of secrets is forgotten after a while, and that it was is kept: an entry of which a part is gone
 * cannot be reverted any more.
 */
const forgetting = defineMigration('core.forgetting', sqlFile(new URL('./sql/forgetting.sql', import.meta.url)))

/**
 * What a revert moves. The net changes of an entry, one line per row: what it is now if nobody came in between, and what
 * it was, secrets put back in. They lie in a table that a connection keeps and every commit empties: to make one each
 * time would cost more than to fill it. Answers what has to be done to which table, the latest change first; columns
 * that PostgreSQL computes by itself are left out.
 */
const turnPlans = defineMigration('core.turn_plans', sqlFile(new URL('./sql/turn-plans.sql', import.meta.url)))

/** Counters of a minute need not outlive a crash of the server, and must not make a login wait for its disk. */
const counters = defineMigration('core.unlogged_rate_limits', 'alter table plinth.rate_limits set unlogged;')

/**
 * Search behind row level security. Under a policy PostgreSQL uses no index for an operator that is not leakproof, so
 * the index is asked by a function of a role of its own, which reads nothing but what is searched and says tenant and
 * organizations itself: the table's own policy is its condition.
 *
 * A word is found wherever it is part of a word. For that the index holds every ending of every word, and a word of a
 * search is the beginning of an ending.
 */
const search = defineMigration('core.search', sqlFile(new URL('./sql/search.sql', import.meta.url)))

/**
 * What commands have made stale, for the other hosts to read, and the pulse of each host. Neither needs to outlive a
 * crash of the server: whoever loses a connection forgets all that it cached. `transaction` is what readers go by:
 * identities are given before a commit, and rows are seen after it.
 */
const invalidations = defineMigration(
  'core.invalidations',
  sqlFile(new URL('./sql/invalidations.sql', import.meta.url)),
)

/**
 * Credentials are never undone or redone (decision 50). What a table declares as secret comes back with a row that was
 * deleted; on a row that was changed it stays as it is.
 */
const credentialsStay = defineMigration(
  'core.credentials_stay',
  sqlFile(new URL('./sql/credentials-stay.sql', import.meta.url)),
)

/**
 * Under which schema a row was recorded, and what each migration did to recorded tables, so that rows of the log can be
 * brought up to date before they are compared and moved. The number is a function, which `migrate` replaces: a column
 * default that costs nothing, and that no session can keep after a migration.
 */
const schemaVersions = defineMigration(
  'core.schema_versions',
  sqlFile(new URL('./sql/schema-versions.sql', import.meta.url)),
)

/**
 * What a revert moves. The net changes of an entry, one line per row: what it is now if nobody came in between
 * ("from"), and what it was ("to"), secrets put back in. They lie in a table that a connection keeps and every commit
 * empties: to make one each time would cost more than to fill it.
 */
const revertPlans = defineMigration('core.revert_plans', sqlFile(new URL('./sql/revert-plans.sql', import.meta.url)))

/**
 * What entries did outside their rows, encrypted: inputs of commands that can be taken back, and queued jobs. Nobody but the
 * platform reads it, and it is forgotten with the secrets that undo needs.
 */
const entryEffects = defineMigration('core.entry_effects', sqlFile(new URL('./sql/entry-effects.sql', import.meta.url)))

/**
 * The question without the index, as a function that stays one: as part of the statement PostgreSQL takes it for rare,
 * reads everything that the caller may see and sorts it, where walking the order of the list soon fills a page.
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
 * Long texts, found by words of several languages and ranked. The words of a text are kept beside its table, in one that
 * only the role of the search reads: so the log does not repeat them, and nothing is computed when somebody searches.
 *
 * A text is stemmed in every language of its table, so that nobody has to know which one it is in. PostgreSQL brings no
 * Polish: its endings are taken off here.
 */
const fullTexts = defineMigration('core.full_texts', sqlFile(new URL('./sql/full-texts.sql', import.meta.url)))

/**
 * What a command may record has a limit (decision 43): rows are read again to be listed, exported and undone. Small
 * images are as large as they are stored; larger ones are stored compressed, so their text is counted.
 */
const recordedBytes = defineMigration(
  'core.recorded_bytes',
  sqlFile(new URL('./sql/recorded-bytes.sql', import.meta.url)),
)

/**
 * The login of a host may become both roles, so that an injected statement may say `set role plinth_system` too
 * (decision 45). What it gains is nothing: the system role's policies also want a key, which the platform's own
 * statements set for themselves and clear again, and of which the database keeps a hash that no role may read.
 */
const walls = defineMigration('core.walls', sqlFile(new URL('./sql/walls.sql', import.meta.url)))

/**
 * A plan is made by the owner, who alone may make the table that it lies in: who may make temporary tables could leave
 * one with a trigger for the platform to write into.
 */
const ownPlans = defineMigration('core.own_plans', sqlFile(new URL('./sql/own-plans.sql', import.meta.url)))

/**
 * How many rows have a word that begins so is a guess of some hundredths, and of a million rows that seemed to be worth
 * reading all of them. What is found is looked up one by one, and there is an end to it.
 */
const fullTextPlans = defineMigration(
  'core.full_text_plans',
  sqlFile(new URL('./sql/full-text-plans.sql', import.meta.url)),
)

/**
 * A standby that is promoted cannot read the sequence of an unlogged table ("bad magic number"), so that no command would
 * commit there. Nobody needs the number.
 */
const unnumberedInvalidations = defineMigration(
  'core.unnumbered_invalidations',
  `-- squawk-ignore ban-drop-column
alter table plinth.invalidations drop column id;`,
)

/**
 * A backup by a role that bypasses nothing: `plinth_backup` reads every row of every table, where there is such a role.
 * Each migration ends with it, and tables that are made later (partitions) are read by default privileges.
 */
const backups = defineMigration('core.backups', sqlFile(new URL('./sql/backups.sql', import.meta.url)))

/** What a host asks a replica before it reads there. */
const replicas = defineMigration('core.replicas', sqlFile(new URL('./sql/replicas.sql', import.meta.url)))

/**
 * Tables that are laid out by tenant hold no unique value but those of one tenant. What must be unique among all of them,
 * or is looked up before a tenant is known, is kept beside its table in a look-up, which every node has whole.
 */
const lookUps = defineMigration('core.look_ups', sqlFile(new URL('./sql/look-ups.sql', import.meta.url)))

/** Rows of all tenants, and foreign keys to rows that no longer have a key of their id alone. */
const keysByTenant = defineMigration(
  'core.keys_by_tenant',
  sqlFile(new URL('./sql/keys-by-tenant.sql', import.meta.url)),
)

/**
 * Rows of all tenants are found by their id, as those without a tenant; and rows come back after those that a column says
 * it refers to, as after those that a foreign key names.
 */
const revertsByTenant = defineMigration(
  'core.reverts_by_tenant',
  sqlFile(new URL('./sql/reverts-by-tenant.sql', import.meta.url)),
)

/** The words of a text are found by its tenant and id, neither of which ever changes. */
const textsByTenant = defineMigration(
  'core.texts_by_tenant',
  sqlFile(new URL('./sql/texts-by-tenant.sql', import.meta.url)),
)

/** Reads what the keys before have held already, while others write. */
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

/** What a search looks for in the texts that it shows is the same for all of them, and costs more than to look for it. */
const excerpts = defineMigration('core.excerpts', sqlFile(new URL('./sql/excerpts.sql', import.meta.url)))

/** What an entry has written is read by one plan: to make one for each commit took a fifth of what PostgreSQL does for a write. */
const writtenPlans = defineMigration('core.written_plans', sqlFile(new URL('./sql/written-plans.sql', import.meta.url)))

/** However many secrets are too old, no statement forgets more of them than it has time for. */
const forgetNextSecrets = defineMigration(
  'core.forget_next_secrets',
  sqlFile(new URL('./sql/forget-next-secrets.sql', import.meta.url)),
)

/** What an entry has written is summed up as it is stored; its text is measured where that could be too much. */
const writtenSums = defineMigration('core.written_sums', sqlFile(new URL('./sql/written-sums.sql', import.meta.url)))

/** The text of what is stored compressed counts, also where little is stored. */
const imageTexts = defineMigration('core.image_texts', sqlFile(new URL('./sql/image-texts.sql', import.meta.url)))

/** Undo is offered for entries that it would change something of. */
const revertibleEntries = defineMigration(
  'core.revertible_entries',
  sqlFile(new URL('./sql/revertible-entries.sql', import.meta.url)),
)

/** Whether a row that a command locks has changed since it read what its change follows from (docs/concurrency.md). */
const unchangedRows = defineMigration(
  'core.unchanged_rows',
  sqlFile(new URL('./sql/unchanged-rows.sql', import.meta.url)),
)

/** The platform's own schema, run before any module's. */
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
