import * as auth from '@plinth/auth'
import * as core from '@plinth/core'
import * as testing from '@plinth/core/testing'
import * as directory from '@plinth/directory'
import { expect, test } from 'vitest'
import { published } from './_sources.ts'

test('what @plinth/core exports', () => {
  expect(Object.keys(core)).toMatchInlineSnapshot(`
    [
      "defineModule",
      "defineFeatures",
      "open",
      "signedIn",
      "defineEvents",
      "on",
      "defineCommand",
      "defineJob",
      "mailer",
      "people",
      "rightsGuard",
      "defineService",
      "provide",
      "defineCache",
      "MIB",
      "defineAuthenticator",
      "defineRateLimit",
      "defineRulePoint",
      "defineJournal",
      "aggregates",
      "rowsTag",
      "del",
      "get",
      "Id",
      "Ok",
      "patch",
      "post",
      "put",
      "silent",
      "bytesOf",
      "createPace",
      "inTurns",
      "Scoped",
      "TenantScoped",
      "defineMigration",
      "inScope",
      "inTenant",
      "isFoundBy",
      "isFoundInOrder",
      "searchable",
      "NO_SCOPE",
      "sql",
      "input",
      "list",
      "readPage",
      "resource",
      "view",
      "partial",
      "contains",
      "limits",
      "page",
      "paged",
      "PageQuery",
      "changes",
      "toEventStream",
      "readMultipart",
      "NDJSON",
      "toNdjson",
      "StreamedAnswer",
      "wire",
      "nameText",
      "toHeaderText",
      "isOwnSite",
      "loggedEntryColumns",
      "turnEntry",
      "whatIsInTheWay",
      "undoTokens",
      "Actions",
      "analyzeRules",
      "ConditionExpression",
      "RuleIndex",
      "compileRule",
      "evaluateInSteps",
      "evaluateRules",
      "performActions",
      "reportActions",
      "compareRules",
      "RULE_TYPES",
      "whyInactive",
      "toVerdict",
      "ruleRunner",
      "badInput",
      "conflict",
      "forbidden",
      "notFound",
      "PlatformError",
      "refused",
      "unauthenticated",
      "composition",
      "createPlatform",
      "systemSession",
      "toNodeHandler",
      "hasAccess",
      "effectiveAcl",
      "isOrganizationAllowed",
      "checkGrantBoundary",
      "toBoundaryError",
      "explain",
      "compileGrants",
      "isReservedRoleName",
      "normalizeFeatures",
      "normalizeOrganizations",
      "normalizeRoleName",
      "createOrganizationTree",
      "organizationForCheck",
      "resolveScope",
      "selectTenant",
      "createQueue",
      "AccessClaims",
      "createJwt",
      "definePasswordPolicy",
      "passwordSchema",
      "createPasswords",
      "createPlatformKeys",
      "platformKeys",
      "deriveKey",
      "toSecretKey",
      "areSigned",
      "signValues",
      "hashToken",
      "randomId",
      "randomToken",
    ]
  `)
})

test('what @plinth/core/testing exports', () => {
  expect(Object.keys(testing)).toMatchInlineSnapshot(`
    [
      "testPlatform",
      "Client",
      "tenantA",
      "tenantB",
      "TestClock",
      "CapturedLog",
      "checkContract",
      "checkUndo",
      "differencesOf",
      "readRecordedRows",
      "recordedTables",
      "runLogged",
      "turnLogged",
      "CheckFailed",
      "checkIsolation",
      "findEntityDrift",
    ]
  `)
})

test('what @plinth/directory exports', () => {
  expect(Object.keys(directory)).toMatchInlineSnapshot(`
    [
      "directory",
      "events",
      "features",
      "tenantTag",
      "treeTag",
      "Organization",
      "Tenant",
      "hasTenant",
      "organizationLabels",
      "organizationOwners",
      "organizationTrees",
      "tenants",
      "createOrganization",
      "createTenant",
      "deleteOrganization",
      "deleteTenant",
      "provisionTenant",
      "updateOrganization",
      "updateTenant",
    ]
  `)
})

test('what @plinth/auth exports', () => {
  expect(Object.keys(auth)).toMatchInlineSnapshot(`
    [
      "auth",
      "credentials",
      "events",
      "features",
      "tags",
      "Role",
      "RoleAcl",
      "User",
      "UserAcl",
      "UserRole",
      "loadAccount",
      "openSession",
      "selectionOf",
      "isLoginLive",
      "sessionTags",
      "toSession",
      "administer",
      "confirmAddress",
      "isAddressTaken",
      "assertMayGrant",
      "lockGrants",
      "findRoles",
      "loadRoles",
      "LocaleName",
      "composeMail",
      "redirectTo",
      "recordConsent",
      "seedAccounts",
      "saveSidebar",
      "sendInvitation",
      "defaultFeatures",
      "setUpRoles",
      "accessExplanations",
      "createRole",
      "createUser",
      "deleteRole",
      "deleteUser",
      "updateRoleAcl",
      "updateRole",
      "updateUserAcl",
      "userNames",
      "updateUser",
    ]
  `)
})

test('public entries hold nothing but named exports of other files', () => {
  const entries = published.filter(({ path }) => /\/src\/(testing\/)?index\.ts$/.test(path))
  const code = entries.flatMap(({ path, text }) => {
    const rest = text.replace(/^export (type )?\{[^}]*\} from '[^']+'$|^\/\/.*$|^\s*\n/gm, '').trim()
    return rest === '' ? [] : [`${path}: ${rest}`]
  })
  expect(code).toEqual([])
})

test('no other file hands on what it imports', () => {
  const barrels = published.filter(
    ({ path, text }) => !path.endsWith('/index.ts') && /^export (type )?(\{[^}]*\}|\*.*) from /m.test(text),
  )
  expect(barrels.map(({ path }) => path)).toEqual([])
})
