import { type Context, defineModule, keep, type Module, provide } from '@plinth/core'
import { RecordShare } from '@plinth/core/data'
import { type KeyRing, keyRing, platformKeys, rekey } from '@plinth/core/security'
import { analytics, pages, prompts, readmePage } from '@plinth/points'
import { accessExplanations } from './rights/access-explanations.ts'
import { signInAnalytics, userAnalytics } from './analytics.ts'
import { addFactor } from './commands/add-factor.ts'
import { answerChallenge } from './commands/answer-challenge.ts'
import { changeTeamMembers } from './commands/change-team-members.ts'
import { changeTeamSources } from './commands/change-team-sources.ts'
import { claimAccount } from './commands/claim-account.ts'
import { releaseAddress } from './commands/release-address.ts'
import { changeRoleSources } from './commands/change-role-sources.ts'
import { endShare } from './commands/end-share.ts'
import { endSessions } from './commands/end-sessions.ts'
import { endUserSessions } from './commands/end-user-sessions.ts'
import { endView, startView } from './commands/view-as.ts'
import { importRole } from './commands/import-role.ts'
import { openSession } from './commands/open-session.ts'
import { removeFactor } from './commands/remove-factor.ts'
import { renewRecoveryCodes } from './commands/renew-recovery-codes.ts'
import { resetFactors } from './commands/reset-factors.ts'
import { saveSignInPolicy } from './commands/save-sign-in-policy.ts'
import { verifySession } from './commands/verify-session.ts'
import { handOver } from './commands/hand-over.ts'
import { issuePasswordLink } from './mail/issue-password-link.ts'
import { offerFeatures } from './commands/offer-features.ts'
import { recordConsent } from './commands/record-consent.ts'
import { renewSessionHash } from './commands/renew-session-hash.ts'
import { saveSidebar } from './commands/save-sidebar.ts'
import { seedAccounts } from './commands/seed-accounts.ts'
import { sendPasswordLink } from './commands/send-password-link.ts'
import { setPassword } from './commands/set-password.ts'
import { shareRecord } from './commands/share-record.ts'
import { startSession } from './commands/start-session.ts'
import { updateOwnSettings } from './commands/update-own-settings.ts'
import { updateProfile } from './commands/update-profile.ts'
import {
  updateRoleFields,
  updateRolePolicies,
  updateUserFields,
  updateUserPolicies,
} from './commands/update-policies.ts'
import { updateRoleAcl } from './commands/update-role-acl.ts'
import { updateUserAcl } from './commands/update-user-acl.ts'
import { events, features } from './contract.ts'
import {
  type AuthOptions,
  createCredentials,
  type Credentials,
  credentials,
  TOKEN_HASH,
  toOwnKeys,
  toSharedKeys,
} from './credentials.ts'
import { rekeyConsents } from './consents/rekey-consents.ts'
import { RECOVERY_CODE_HASH } from './factors/recovery-codes.ts'
import { TOTP_SECRET } from './factors/totp.ts'
import {
  AuthSession,
  ConfirmedAddress,
  DeclaredRole,
  ListView,
  LoginChallenge,
  PasswordToken,
  RecoveryCode,
  Role,
  RoleAcl,
  RoleSidebar,
  SecondFactor,
  SignIn,
  SignInPolicy,
  SpentChallenge,
  Team,
  TeamMember,
  User,
  UserAcl,
  UserConsent,
  UserRole,
  UserSidebar,
} from './entities.ts'
import { mailFormerAddress } from './mail/mail-former-address.ts'
import { mailNotice } from './mail/mail-notice.ts'
import { startReset } from './jobs/start-reset.ts'
import { mailPasswordLink } from './mail/mail-password-link.ts'
import { locators } from './locators.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { secondFactors } from './migrations/0009-second-factors.ts'
import { decidingFieldService } from './rights/caller-values.ts'
import { customValues } from './migrations/0010-custom-values.ts'
import { customIndexes } from './migrations/0011-custom-indexes.ts'
import { unclaimedAccounts } from './migrations/0013-unclaimed-accounts.ts'
import { roleSources, roleSourcesOnline } from './migrations/0012-role-sources.ts'
import { emailKeys, emailKeysOnline } from './migrations/0014-email-keys.ts'
import { names } from './migrations/0015-names.ts'
import { locale } from './migrations/0016-locale.ts'
import { emailDomains, emailDomainsOnline } from './migrations/0017-email-domains.ts'
import { roleLimit } from './migrations/0018-role-limit.ts'
import { rowPolicies } from './migrations/0019-row-policies.ts'
import { teams as teamTables } from './migrations/0020-teams.ts'
import { shares } from './migrations/0021-shares.ts'
import { listViews as viewTables } from './migrations/0022-list-views.ts'
import { defaultViews } from './migrations/0023-default-views-online.ts'
import { sharesOfRecords } from './shares-of-records.ts'
import { peopleOfTenant } from './users/people.ts'
import { roles } from './resources/roles.ts'
import { listTeamMembers, teams } from './resources/teams.ts'
import { users } from './resources/users.ts'
import { listViews } from './resources/list-views.ts'
import { explainRoute, listFaults, listHolders } from './routes/access.ts'
import {
  addPasskey,
  confirmAuthenticator,
  deleteFactor,
  listFactors,
  offerAuthenticator,
  offerPasskey,
  postRecoveryCodes,
} from './routes/factors.ts'
import { postHandOver } from './routes/hand-over.ts'
import { listFeatures } from './routes/feature-catalog.ts'
import { checkFeatures } from './routes/feature-check.ts'
import { fieldPolicyRoutes } from './routes/field-policies.ts'
import { rowPolicyRoutes } from './routes/row-policies.ts'
import { tryRolePolicies } from './routes/try-row-policies.ts'
import { putRoleAcl, readRoleAcl } from './routes/role-acl.ts'
import { putUserAcl, readUserAcl } from './routes/user-acl.ts'
import { reviewRole } from './prompts.ts'
import { ownPage } from './console-page.ts'
import { ownNavigation } from './navigation.ts'
import { listConsents, listOwnConsents } from './routes/consents.ts'
import { chooseLocale, readLocale } from './routes/locale.ts'
import { login } from './routes/login.ts'
import { enrollAtLogin, verifyLogin } from './routes/login-factor.ts'
import { loginByPasskey, offerPasskeyLogin } from './routes/login-passkey.ts'
import { logout, logoutByLink } from './routes/logout.ts'
import { readNavigation } from './routes/nav.ts'
import { readDefaultViews } from './routes/default-views.ts'
import { locales, putOwnSettings, readOwnSettings } from './routes/own-settings.ts'
import { readProfile } from './routes/profile.ts'
import { refresh, refreshByLink } from './routes/refresh.ts'
import { resendInvite } from './routes/resend-invite.ts'
import { confirmReset, requestReset } from './routes/reset.ts'
import { readAppliedSidebar, readSidebarPreferences, saveSidebarPreferences } from './routes/sidebar.ts'
import {
  deleteUserSessions,
  endOwnSessions,
  listSessions,
  listSignIns,
  listUserSessions,
  listUserSignIns,
} from './routes/sessions.ts'
import { listPolicies, putPolicy } from './routes/sign-in-policies.ts'
import { putTeamMembers } from './routes/team-members.ts'
import { changeProfile } from './routes/update-profile.ts'
import { readUserFactors, resetUserFactors } from './routes/user-factors.ts'
import { postVerification } from './routes/verify-session.ts'
import { deleteView, postView } from './routes/view-as.ts'
import { exportRole, postRoleDocument } from './routes/role-documents.ts'
import { accountCache } from './users/account.ts'
import { accountCallers } from './sessions/account-callers.ts'
import { bearerAuthenticator, callerCache, cookieAuthenticator } from './sessions/authenticator.ts'
import { policyCache } from './sessions/session-limits.ts'
import { setUpRoles } from './roles/declared-roles.ts'
import { upgradeRoles } from './upgrade-roles.ts'
import { userNames } from './users/user-names.ts'
import { ownRightsWatcher } from './rights/watch-rights.ts'
import { userTotals } from './users/user-totals.ts'
import { viewFieldUses } from './views/field-uses.ts'
import { ownWidgets } from './widgets.ts'
import { startResets } from './subscribers/start-resets.ts'
import { translations } from './translations.ts'
import { ownMails } from './mail/own-mails.ts'

/** Accounts, logins, roles and rights. */
export function auth(options: AuthOptions = {}): Module {
  const credentialsOf = createProvider(options)
  return defineModule({
    id: 'auth',
    title: 'Authentication & Accounts',
    translations,
    requires: ['directory'],
    entities: [
      User,
      Role,
      RoleAcl,
      UserAcl,
      UserRole,
      AuthSession,
      PasswordToken,
      ConfirmedAddress,
      UserSidebar,
      RoleSidebar,
      ListView,
      UserConsent,
      DeclaredRole,
      SecondFactor,
      RecoveryCode,
      SignInPolicy,
      LoginChallenge,
      SpentChallenge,
      SignIn,
      Team,
      TeamMember,
      RecordShare,
    ],
    migrations: [
      baseline,
      secondFactors,
      customValues,
      customIndexes,
      roleSources,
      roleSourcesOnline,
      unclaimedAccounts,
      emailKeys,
      emailKeysOnline,
      names,
      locale,
      emailDomains,
      emailDomainsOnline,
      roleLimit,
      rowPolicies,
      teamTables,
      shares,
      viewTables,
      defaultViews,
    ],
    features,
    contributes: [
      pages.of(
        readmePage({ title: 'Accounts, logins, roles and rights', access: features['users.list'] }, import.meta.url),
      ),
      prompts.of(reviewRole),
      ownNavigation,
      ownPage,
      ownWidgets,
      analytics.of(userAnalytics, signInAnalytics),
      ownMails,
      viewFieldUses,
    ],
    events,
    roles: { admin: ['auth.*'] },
    services: [
      provide(credentials, ({ inject }) => credentialsOf(inject)),
      decidingFieldService,
      accessExplanations,
      accountCallers,
      locales,
      userNames,
      peopleOfTenant,
      ownRightsWatcher,
      sharesOfRecords,
    ],
    caches: [callerCache, accountCache, userTotals, policyCache],
    grantTables: ['users', 'user_acls', 'user_roles', 'roles', 'role_acls', 'role_sidebars', 'teams', 'team_members'],
    authenticators: [bearerAuthenticator, cookieAuthenticator],
    locators,
    resources: [users, roles, teams, listViews],
    commands: [
      updateUserAcl,
      changeRoleSources,
      changeTeamMembers,
      changeTeamSources,
      shareRecord,
      endShare,
      claimAccount,
      handOver,
      releaseAddress,
      updateRoleAcl,
      updateRolePolicies,
      updateUserPolicies,
      updateRoleFields,
      updateUserFields,
      importRole,
      offerFeatures,
      seedAccounts,
      startSession,
      endSessions,
      issuePasswordLink,
      sendPasswordLink,
      setPassword,
      updateProfile,
      updateOwnSettings,
      recordConsent,
      saveSidebar,
      answerChallenge,
      openSession,
      verifySession,
      endUserSessions,
      startView,
      endView,
      addFactor,
      removeFactor,
      renewRecoveryCodes,
      resetFactors,
      saveSignInPolicy,
      renewSessionHash,
    ],
    subscribers: [startResets],
    jobs: [mailPasswordLink, mailFormerAddress, startReset, mailNotice],
    keep: [
      keep(AuthSession, { id: 'auth.sessions', by: 'expiresAt', days: 0 }),
      keep(PasswordToken, { id: 'auth.password_tokens', by: 'expiresAt', days: 0 }),
      keep(LoginChallenge, { id: 'auth.login_challenges', by: 'expiresAt', days: 0 }),
      keep(SpentChallenge, { id: 'auth.spent_challenges', by: 'expiresAt', days: 0 }),
      keep(RecordShare, { id: 'auth.shares', by: 'expiresAt', days: 30 }),
      keep(SignIn, { id: 'auth.sign_ins', by: 'createdAt', days: 30 }),
    ],
    rekeys: [
      rekey(AuthSession, { id: 'auth.sessions', property: 'tokenHash', purpose: TOKEN_HASH, ring: ownRing }),
      rekey(PasswordToken, { id: 'auth.password_tokens', property: 'tokenHash', purpose: TOKEN_HASH, ring: ownRing }),
      rekey(AuthSession, { id: 'auth.session_devices', property: 'deviceHash', purpose: TOKEN_HASH, ring: ownRing }),
      rekey(SignIn, { id: 'auth.sign_in_devices', property: 'deviceHash', purpose: TOKEN_HASH, ring: ownRing }),
      rekey(SecondFactor, { id: 'auth.second_factors', property: 'secret', purpose: TOTP_SECRET }),
      rekey(RecoveryCode, { id: 'auth.recovery_codes', property: 'codeHash', purpose: RECOVERY_CODE_HASH }),
      rekeyConsents,
    ],
    routes: [
      postHandOver,
      readUserAcl,
      putUserAcl,
      readRoleAcl,
      putRoleAcl,
      ...rowPolicyRoutes,
      tryRolePolicies,
      ...fieldPolicyRoutes,
      exportRole,
      postRoleDocument,
      listTeamMembers,
      putTeamMembers,
      checkFeatures,
      listFeatures,
      explainRoute,
      listHolders,
      listFaults,
      login,
      logout,
      logoutByLink,
      requestReset,
      confirmReset,
      refresh,
      refreshByLink,
      readLocale,
      chooseLocale,
      readProfile,
      changeProfile,
      readOwnSettings,
      putOwnSettings,
      verifyLogin,
      enrollAtLogin,
      offerPasskeyLogin,
      loginByPasskey,
      postVerification,
      listFactors,
      offerAuthenticator,
      confirmAuthenticator,
      offerPasskey,
      addPasskey,
      postRecoveryCodes,
      deleteFactor,
      readUserFactors,
      resetUserFactors,
      listPolicies,
      putPolicy,
      listSessions,
      endOwnSessions,
      listSignIns,
      listUserSessions,
      deleteUserSessions,
      listUserSignIns,
      postView,
      deleteView,
      resendInvite,
      listConsents,
      listOwnConsents,
      readNavigation,
      readSidebarPreferences,
      readAppliedSidebar,
      saveSidebarPreferences,
      readDefaultViews,
    ],
    setup: (ctx) => setUpRoles(ctx),
    upgrade: upgradeRoles,
  })
}

const ownRing = (inject: Context['inject']): KeyRing => inject(credentials).ring

/** One set of credential tools per platform, because the module can be composed into several. */
function createProvider(options: AuthOptions): (inject: Context['inject']) => Credentials {
  const { secret } = options
  if (secret !== undefined) {
    const own = createCredentials(options, toOwnKeys({ ...options, secret }))
    return () => own
  }
  const made = new WeakMap<KeyRing, Credentials>()
  return (inject) => {
    const ring = inject(keyRing)
    let shared = made.get(ring)
    if (!shared) made.set(ring, (shared = createCredentials(options, toSharedKeys(ring, inject(platformKeys)))))
    return shared
  }
}
