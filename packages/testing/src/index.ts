// Platforms
export {
  type AdminSql,
  type Prepare,
  type TestPlatform,
  type TestPlatformOptions,
  testPlatform,
  testSecret,
} from './test-platform.ts'
export { type TestResponse, type Body, Client } from './client.ts'
export type { Persona, Who } from './logins.ts'
export { tenantA, tenantB } from './tenants.ts'
export { TestClock } from './clock.ts'
export { CapturedLog, type LogLine } from './captured-log.ts'

// Checks for the modules of any product
export { joinFixtures, type JoinedFixtures, type ModuleFixtures } from './fixtures.ts'
export { missingApiTexts } from './missing-api-texts.ts'
export { missingTexts, type MissingText } from './missing-texts.ts'
export { checkContract, type ContractOptions, type ContractReport, type Sample } from './check-contract.ts'
export { checkCrashes, type CrashOptions, type CrashReport } from './check-crashes.ts'
export { checkMigratedUndo, type MigratedUndoOptions, type MigratedUndoReport } from './check-migrated-undo.ts'
export { checkMigrationTexts, type MigrationTextsOptions } from './check-migration-texts.ts'
export { checkReleasedUndo, type ReleasedEntries, type ReleasedUndoOptions, writeReleased } from './released-undo.ts'
export { checkPlans, type PlanOptions, type PlanReport } from './check-plans.ts'
export type { PlanNode, QueryPlan } from './query-plans.ts'
export { checkRaces, type RaceExample, type RaceOptions, type RaceReport } from './check-races.ts'
export { checkUndo, type UndoExample, type UndoOptions, type UndoReport, type RevertRequest } from './check-undo.ts'
export {
  differencesOf,
  readRecordedRows,
  recordedTables,
  type RecordedRows,
  type RowDifference,
  TrackedRows,
} from './recorded-rows.ts'
export { runLogged, revertLogged, type WrittenEntry } from './undo-steps.ts'
export type { RouteRequest } from './route-request.ts'
export { type Layers, withLayers } from './layers.ts'
export { CheckFailed } from './report.ts'
export { checkIsolation, type IsolationOptions, type IsolationReport } from './check-isolation.ts'
export { checkVisibility, type VisibilityOptions, type VisibilityReport } from './check-visibility.ts'
export type { IdTables } from './attacks.ts'
export type { FixtureActor } from './fixture-actors.ts'
export type { OrganizationColumns, Rows } from './seeding.ts'
export { type DistributedTable, findUndistributable, readDistribution } from './find-undistributable.ts'
export { findEntityDrift } from '@plinth/core/internal'
