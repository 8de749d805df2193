import { defineBaseline, defineMigration, defineOnlineMigration, sqlFile } from './migration.ts'

/** The platform's own schema. `schema.sql` next to the package's sources contains every function in its current form. */
const baseline = defineBaseline(
  'core.baseline',
  [
    sqlFile(new URL('./sql/roles.sql', import.meta.url)),
    sqlFile(new URL('./sql/scope.sql', import.meta.url)),
    sqlFile(new URL('./sql/key.sql', import.meta.url)),
    sqlFile(new URL('./sql/log.sql', import.meta.url)),
    sqlFile(new URL('./sql/recording.sql', import.meta.url)),
    sqlFile(new URL('./sql/tables.sql', import.meta.url)),
    sqlFile(new URL('./sql/revert-plan.sql', import.meta.url)),
    sqlFile(new URL('./sql/requests.sql', import.meta.url)),
    sqlFile(new URL('./sql/hosts.sql', import.meta.url)),
    sqlFile(new URL('./sql/search.sql', import.meta.url)),
    sqlFile(new URL('./sql/full-texts.sql', import.meta.url)),
    sqlFile(new URL('./sql/look-up-tables.sql', import.meta.url)),
    sqlFile(new URL('./sql/backups.sql', import.meta.url)),
  ].join(''),
  [
    'core.roles',
    'core.scope',
    'core.log',
    'core.recording',
    'core.tables',
    'core.turns',
    'core.answers',
    'core.forgetting',
    'core.turn_plans',
    'core.unlogged_rate_limits',
    'core.search',
    'core.invalidations',
    'core.credentials_stay',
    'core.schema_versions',
    'core.revert_plans',
    'core.entry_effects',
    'core.search_matches',
    'core.full_texts',
    'core.recorded_bytes',
    'core.walls',
    'core.own_plans',
    'core.full_text_plans',
    'core.unnumbered_invalidations',
    'core.backups',
    'core.replicas',
    'core.look_ups',
    'core.keys_by_tenant',
    'core.reverts_by_tenant',
    'core.texts_by_tenant',
    'core.text_keys_read',
    'core.excerpts',
    'core.written_plans',
    'core.forget_next_secrets',
    'core.written_sums',
    'core.image_texts',
    'core.revertible_entries',
    'core.unchanged_rows',
  ],
)

const customValues = defineMigration('core.custom_values', sqlFile(new URL('./sql/custom-values.sql', import.meta.url)))

const hostKeys = defineMigration('core.host_keys', 'alter table plinth.hosts add column key_id text')

const virtualColumns = defineMigration(
  'core.virtual_columns',
  sqlFile(new URL('./sql/virtual-columns.sql', import.meta.url)),
)

const lighterRecording = defineMigration(
  'core.lighter_recording',
  sqlFile(new URL('./sql/lighter-recording.sql', import.meta.url)),
)

const rollingUpgrades = defineMigration(
  'core.rolling_upgrades',
  sqlFile(new URL('./sql/rolling-upgrades.sql', import.meta.url)),
)

const lockedPlans = defineMigration('core.locked_plans', sqlFile(new URL('./sql/locked-plans.sql', import.meta.url)))

const rowLimits = defineMigration('core.row_limits', sqlFile(new URL('./sql/row-limits.sql', import.meta.url)))

const lines = defineMigration('core.lines', sqlFile(new URL('./sql/lines.sql', import.meta.url)))

const rowPolicies = defineMigration('core.row_policies', sqlFile(new URL('./sql/row-policies.sql', import.meta.url)))

const restrictedTables = defineOnlineMigration(
  'core.restricted_tables',
  sqlFile(new URL('./sql/restricted-tables.sql', import.meta.url)),
)

const restrictedRole = defineMigration(
  'core.restricted_role',
  sqlFile(new URL('./sql/restricted-role.sql', import.meta.url)),
)

const restrictedRoleTables = defineOnlineMigration(
  'core.restricted_role_tables',
  sqlFile(new URL('./sql/restricted-role-tables.sql', import.meta.url)),
)

const restrictedWrites = defineMigration(
  'core.restricted_writes',
  sqlFile(new URL('./sql/restricted-writes.sql', import.meta.url)),
)

const sharedRows = defineMigration('core.shared_rows', sqlFile(new URL('./sql/shared-rows.sql', import.meta.url)))

const lighterLines = defineMigration('core.lighter_lines', sqlFile(new URL('./sql/lighter-lines.sql', import.meta.url)))

const markedDeletions = defineMigration(
  'core.marked_deletions',
  sqlFile(new URL('./sql/marked-deletions.sql', import.meta.url)),
)

const partialReverts = defineMigration(
  'core.partial_reverts',
  sqlFile(new URL('./sql/partial-reverts.sql', import.meta.url)),
)

const longWords = defineMigration('core.long_words', sqlFile(new URL('./sql/long-words.sql', import.meta.url)))

const changesSince = defineMigration('core.changes_since', sqlFile(new URL('./sql/changes-since.sql', import.meta.url)))
const plainPolicies = defineMigration(
  'core.plain_policies',
  sqlFile(new URL('./sql/plain-policies.sql', import.meta.url)),
)

/** Sets the policies of the tables that are there anew, after the function that makes them has changed. */
const policiesOfTables = sqlFile(new URL('./sql/policies-of-tables.sql', import.meta.url))

const plainPoliciesTables = defineOnlineMigration('core.plain_policies_tables', policiesOfTables)

const neededComparisons = defineMigration(
  'core.needed_comparisons',
  sqlFile(new URL('./sql/needed-comparisons.sql', import.meta.url)),
)

const neededComparisonsTables = defineOnlineMigration('core.needed_comparisons_tables', policiesOfTables)

const virtualColumnsInPolicies = defineMigration(
  'core.virtual_columns_in_policies',
  sqlFile(new URL('./sql/virtual-columns-in-policies.sql', import.meta.url)),
)

const missingPolicies = defineMigration(
  'core.missing_policies',
  sqlFile(new URL('./sql/missing-policies.sql', import.meta.url)),
)

const policyReaders = defineMigration(
  'core.policy_readers',
  sqlFile(new URL('./sql/policy-readers.sql', import.meta.url)),
)

const comparedRanges = defineMigration(
  'core.compared_ranges',
  sqlFile(new URL('./sql/compared-ranges.sql', import.meta.url)),
)

const comparedRangesTables = defineOnlineMigration('core.compared_ranges_tables', policiesOfTables)

const lighterLogPolicies = defineMigration(
  'core.lighter_log_policies',
  sqlFile(new URL('./sql/lighter-log-policies.sql', import.meta.url)),
)

const lighterLogPoliciesTables = defineOnlineMigration(
  'core.lighter_log_policies_tables',
  sqlFile(new URL('./sql/lighter-log-policies-tables.sql', import.meta.url)),
)

const renamedTablesInPolicies = defineMigration(
  'core.renamed_tables_in_policies',
  sqlFile(new URL('./sql/renamed-tables-in-policies.sql', import.meta.url)),
)

const unspacedTexts = defineMigration(
  'core.unspaced_texts',
  sqlFile(new URL('./sql/unspaced-texts.sql', import.meta.url)),
)

const lighterLimits = defineMigration(
  'core.lighter_limits',
  sqlFile(new URL('./sql/lighter-limits.sql', import.meta.url)),
)

/** PostgreSQL plans the query for virtual columns on every write otherwise. */
const plannedRecording = defineMigration(
  'core.planned_recording',
  ['insert', 'update', 'delete']
    .map((kind) => `alter function plinth.record_${kind}() set plan_cache_mode = force_generic_plan`)
    .join(';\n'),
)

const lookedThroughLog = defineMigration(
  'core.looked_through_log',
  sqlFile(new URL('./sql/looked-through-log.sql', import.meta.url)),
)

/** The migrations of the platform itself, which run before those of modules. */
export const coreMigrations = [
  baseline,
  customValues,
  hostKeys,
  virtualColumns,
  lighterRecording,
  rollingUpgrades,
  lockedPlans,
  rowLimits,
  lines,
  rowPolicies,
  restrictedTables,
  restrictedRole,
  restrictedRoleTables,
  restrictedWrites,
  sharedRows,
  lighterLines,
  markedDeletions,
  partialReverts,
  longWords,
  changesSince,
  plainPolicies,
  plainPoliciesTables,
  neededComparisons,
  neededComparisonsTables,
  virtualColumnsInPolicies,
  missingPolicies,
  policyReaders,
  comparedRanges,
  comparedRangesTables,
  lighterLogPolicies,
  lighterLogPoliciesTables,
  renamedTablesInPolicies,
  unspacedTexts,
  lighterLimits,
  plannedRecording,
  lookedThroughLog,
]
