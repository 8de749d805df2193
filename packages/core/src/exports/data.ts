// Queries, search and the log: what goes beyond an entity, a list and a resource.
export type { LoggedEntry } from '../log/entries.ts'
export { changesOf, lastChange } from '../log/last-change.ts'
export { findUndoToken, type UndoTokens, undoTokens } from '../log/undo-tokens.ts'
export {
  actionLog,
  type HistoryEntry,
  HISTORY_SORTS,
  type HistoryOrder,
  type HistoryPosition,
  type HistoryResult,
  readHistory,
  readHistoryPage,
  type RecordedChange,
} from '../log/history.ts'
export {
  countHistory,
  countHistoryByHour,
  hasHistoryElsewhere,
  type HistoryHour,
  type HistoryHours,
} from '../log/history-counts.ts'
export type { HistoryFilter, HistorySearch } from '../log/history-filter.ts'
export { findDeleted } from '../log/find-deleted.ts'
export { createUndoCheck } from '../log/undo-check.ts'
export { newestVisible } from '../log/look-through.ts'
export { ofVisibleEntries } from '../log/visible-entries.ts'
export type { From, SystemFrom } from '../data/query/from.ts'
export {
  type FullText,
  fullText,
  type Language,
  snippetOf,
  textMatches,
  type TextMatch,
  type TextSearch,
} from '../data/query/full-text.ts'
export {
  defineBaseline,
  type RecordedRow,
  type RowUpgrade,
  type SplitTable,
  sqlFile,
} from '../data/schema/migration.ts'
export { assertMayRevertTenantRows } from '../command/tenant-rows.ts'
export { anyOf, inScope, inTenant } from '../data/query/scope-conditions.ts'
export { ALL_TENANTS } from '../data/query/scope.ts'
export type { Queryable } from '../data/connection/pool.ts'
export type { EndedStatement, SentStatement, StatementListener, ValueKind } from '../data/connection/send-statement.ts'
export { columns, hasProperty, relatedEntities } from '../data/query/properties.ts'
export type { Changes, Declared, Matching, NewRow, Row, StoredRow } from '../data/query/row-types.ts'
export { NO_SCOPE, requireOrganization } from '../data/query/scope.ts'
export {
  isFoundBy,
  isFoundInOrder,
  type Search,
  type Searchable,
  searchable,
  searchText,
} from '../data/query/search.ts'
export { compareIn, inLanguage } from '../define/collations.ts'
export { contains } from '../data/query/like.ts'
export { toJsonb, withoutNul } from '../data/query/storable-text.ts'
export { toServerUrls } from '../data/connection/servers.ts'
export { softUnique } from '../data/query/base-entities.ts'
export { CUSTOM_PREFIX, type CustomRecord, type Extension, extensionOf } from '../define/extensible.ts'
export { customFilters, type FieldParameter, orderedOf, toCustomFilters } from '../declare/custom-parameters.ts'
export {
  type ColumnOptions,
  type CustomColumn,
  type CustomFields,
  type CustomFilter,
  type CustomPlace,
  type CustomValues,
  customValues,
  type CustomWrite,
  type DefinedEntity,
  type DescribedField,
  findExtensions,
  type UploadLimits,
  type RestoredValues,
  type SearchConditions,
} from '../define/custom-values.ts'
export type { Input } from '../declare/input.ts'
export type { FileOwner, FileRecord } from '../define/file-owner.ts'
export { findFileOwners, type RecordFile, type RecordFiles, recordFiles } from '../define/record-files.ts'
export { isSharedWithCaller, shareRoutes } from '../declare/resource-shares.ts'
export { takingSeveral } from '../declare/several.ts'
export { assertOwner, handOverRecords, ownerToWrite } from '../declare/owners.ts'
export { findOwned, OWNER, type OwnedResource } from '../define/owned-records.ts'
export { conditionsOfOthers, type DependentRows, type RowConditions } from '../define/dependent-rows.ts'
export { type CustomRecords, entityOfKind, findCustomRecords, kindOfEntity } from '../define/custom-records.ts'
export {
  findShared,
  NewShare,
  RecordShare,
  type RecordShares,
  recordShares,
  Share,
  type SharedRecord,
  type SharedResource,
} from '../define/record-shares.ts'
export { assertUpdatable, assertUpdatableByPolicies, findDeletable } from '../context/assert-updatable.ts'
export type { ListRequest, ListSpec } from '../declare/list-spec.ts'
export { readPage } from '../declare/read-list.ts'
export type { ResourceSpec } from '../declare/resource.ts'
export type { Written, WriteSpec } from '../declare/write-spec.ts'
export type { Creates, Deletes, Updates } from '../declare/resource-commands.ts'
export { API_KEY, isKey } from '../define/access.ts'
export type {
  CommandSpec,
  ChangeRange,
  KeptRow,
  RevertContext,
  Reverted,
  RevertedRow,
  RevertOptions,
  Target,
} from '../define/command.ts'
export { defineBatchedLog, type BatchedLog, type BatchedLogJob } from '../define/batched-log.ts'
export type { JobOrigin } from '../define/job.ts'
export type { Read, ReadListener, Reads } from '../define/logged-reads.ts'
export { limits } from '../http/paging.ts'
export { isLockTimeout } from '../data/connection/database-errors.ts'
export { eachStep, eachTenant } from '../context/each-tenant.ts'
export type { Expression, ExpressionBuilder, Kysely, RawBuilder, SqlBool } from 'kysely'
export { rowsTag } from '../cache/rows-tag.ts'
