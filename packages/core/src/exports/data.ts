// Queries, search and the log: what goes beyond an entity, a list and a resource.
export { findUndoToken, type LoggedEntry, type UndoTokens, undoTokens } from '../undo/undo.ts'
export {
  actionLog,
  findDeleted,
  type HistoryEntry,
  type HistoryFilter,
  type HistoryPosition,
  hasHistoryElsewhere,
  readHistory,
  type RecordedChange,
  createUndoCheck,
} from '../undo/history.ts'
export type { From, SystemFrom } from '../data/statements.ts'
export {
  type FullText,
  fullText,
  type Language,
  snippetOf,
  textMatches,
  type TextMatch,
  type TextSearch,
} from '../data/search.ts'
export { type RecordedRow, type RowUpgrade, sqlFile } from '../data/migration.ts'
export { ALL_TENANTS, anyOf, inScope, inTenant } from '../data/scope.ts'
export type { EndedStatement, Queryable, SentStatement, StatementListener, ValueKind } from '../data/pool.ts'
export { columns } from '../data/properties.ts'
export type { Declared, NewRow, Row } from '../data/properties.ts'
export { NO_SCOPE, requireOrganization } from '../data/scope.ts'
export { isFoundBy, isFoundInOrder, type Search, type Searchable, searchable, searchText } from '../data/search.ts'
export { contains, toJsonb, withoutNul } from '../data/text.ts'
export { toServerUrls } from '../data/servers.ts'
export { softUnique } from '../data/scope.ts'
export type { Input } from '../declare/schemas.ts'
export type { ListRequest, ListSpec } from '../declare/list.ts'
export { readPage } from '../declare/read-list.ts'
export type { ResourceSpec } from '../declare/resource.ts'
export type { Creates, Deletes, Updates, Written, WriteSpec } from '../declare/resource.ts'
export { API_KEY, isKey } from '../define/access.ts'
export type { CommandSpec, RevertContext, Reverted, RevertedRow, RevertOptions, Target } from '../define/command.ts'
export { defineBatchedLog, type BatchedLog, type BatchedLogJob, type JobOrigin } from '../define/job.ts'
export type { Read, ReadListener, Reads } from '../define/route.ts'
export { limits } from '../http/wire.ts'
export { isLockTimeout } from '../data/database-errors.ts'
export { eachStep, eachTenant } from '../pipeline/reach.ts'
export type { Expression, ExpressionBuilder, RawBuilder, SqlBool } from 'kysely'
export { rowsTag } from '../cache/caches.ts'
