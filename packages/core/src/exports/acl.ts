// Who may do what: grants, organization trees, the grant boundary. Pure functions, except the services at the end.
export { isOrganizationAllowed } from '../acl/organization-tree.ts'
export { type Acl, type AclEntry, effectiveAcl } from '../acl/effective-acl.ts'
export { checkGrantBoundary, toBoundaryError } from '../acl/grant-boundary.ts'
export { explain, type Explanation } from '../acl/explain.ts'
export { compileGrants, type CompiledGrants } from '../acl/grants.ts'
export { toLayers } from '../acl/row-policies.ts'
export {
  type ExplainedAction,
  type ExplainedRow,
  explainRow,
  rehearseRows,
  type RehearsedRows,
  type RowQuestion,
} from '../context/explain-row.ts'
export { findSlowPolicy, type SlowPolicy } from '../context/policy-plans.ts'
export { notWritable, unknownProperty } from '../context/readable-query.ts'
export { callerKeysIn } from '../context/policy-conditions.ts'
export { decidingFields } from '../define/deciding-fields.ts'
export { rowPolicies, type RowPolicyCompiler } from '../context/row-policies.ts'
export {
  type FieldAction,
  type FieldPolicies,
  fieldPolicies,
  type FieldRights,
  type NamedLines,
} from '../define/field-policies.ts'
export type {
  AclSource,
  FieldLists,
  KindPolicies,
  PolicyEntry,
  PolicyLayer,
  StoredPolicies,
} from '../define/row-policies.ts'
export type { RowAction } from '../data/query/row-tests.ts'
export { assertAccess, assertSuperAdmin, hasAccess } from '../acl/grants.ts'
export { distinctTexts, normalizeOrganizations } from '../acl/organization-lists.ts'
export { createOrganizationTree, type OrganizationRow, type OrganizationTree } from '../acl/organization-tree.ts'
export { organizationForCheck, resolveScope, selectTenant } from '../acl/scope.ts'
export type { Grants } from '../define/access.ts'
export { type Access, featuresOf, type FreshAccess } from '../define/access.ts'
export { people, type People, type Person } from '../define/people.ts'
export { type Affected, type RightsWatcher, rightsWatcher } from '../define/rights-watcher.ts'
