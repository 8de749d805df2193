// Written by `plinth client` from the OpenAPI document. Do not edit it.
export interface paths {
  '/directory/tenants/lookup': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Names the active tenant of an id, for login pages.
     * @description Needs no login.
     */
    get: operations['directoryFindTenant']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/directory/organizations/lookup': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Names the active organization of a slug, for login pages; the oldest when several tenants use it.
     * @description Needs no login.
     */
    get: operations['directoryFindOrganization']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/directory/organizations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Lists organizations as options, as rows or as a tree.
     * @description Needs `directory.organizations.view`.
     */
    get: operations['directoryListOrganizations']
    /**
     * Renames, moves or deactivates an organization.
     * @description Needs `directory.organizations.manage`.
     */
    put: operations['directoryUpdateOrganization']
    /**
     * Creates an organization below another or at the top.
     * @description Needs `directory.organizations.manage`.
     */
    post: operations['directoryCreateOrganization']
    /**
     * Deletes an organization; its children move up to its parent. With people confined to it, only with `confirm`.
     * @description Needs `directory.organizations.manage`.
     */
    delete: operations['directoryDeleteOrganization']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/directory/tenants': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Lists tenants: all of them for super admins, the own one for others.
     * @description Needs `directory.tenants.view`.
     */
    get: operations['directoryListTenants']
    /**
     * Renames or deactivates a tenant.
     * @description Needs `directory.tenants.manage`.
     */
    put: operations['directoryUpdateTenant']
    /**
     * Creates a tenant with nothing in it.
     * @description Needs `directory.tenants.manage`.
     */
    post: operations['directoryCreateTenant']
    /**
     * Deletes a tenant; its rows stay until they are purged.
     * @description Needs `directory.tenants.manage`.
     */
    delete: operations['directoryDeleteTenant']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/directory/organization-switcher': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Lists the organizations that the caller may select, with those above them as context.
     * @description Needs a login.
     */
    get: operations['directoryGetOrganizationSwitcher']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The users that the caller may see.
     * @description Needs `auth.users.list`.
     */
    get: operations['authListUsers']
    /**
     * Change an account's e-mail, password, organization or roles, or deactivate it.
     * @description Needs `auth.users.edit`.
     */
    put: operations['authUpdateUser']
    /**
     * Create an account, with a password or an invitation.
     * @description Needs `auth.users.create`.
     */
    post: operations['authCreateUser']
    /**
     * Delete an account.
     * @description Needs `auth.users.delete`.
     */
    delete: operations['authDeleteUser']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/users/acl': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What a user is allowed in the place of their roles.
     * @description Needs `auth.acl.manage`.
     */
    get: operations['authGetUserAcl']
    /**
     * Give a user rights in the place of their roles, or take them away again.
     * @description Needs `auth.acl.manage`.
     */
    put: operations['authUpdateUserAcl']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/roles': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The roles of the tenant and those of all tenants.
     * @description Needs `auth.roles.list`.
     */
    get: operations['authListRoles']
    /**
     * Rename a role.
     * @description Needs `auth.roles.manage`.
     */
    put: operations['authUpdateRole']
    /**
     * Create a role of a tenant; as a super admin without a tenant, one of all tenants.
     * @description Needs `auth.roles.manage`.
     */
    post: operations['authCreateRole']
    /**
     * Delete a role that nobody holds.
     * @description Needs `auth.roles.manage`.
     */
    delete: operations['authDeleteRole']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/roles/acl': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What a role allows.
     * @description Needs `auth.acl.manage`.
     */
    get: operations['authGetRoleAcl']
    /**
     * Change what a role allows.
     * @description Needs `auth.acl.manage`.
     */
    put: operations['authUpdateRoleAcl']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/feature-check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Which of some features the caller has.
     * @description Needs a login.
     */
    post: operations['authCheckFeatures']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/features': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The features of all modules.
     * @description Needs `auth.acl.manage`.
     */
    get: operations['authListFeatures']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/access/explain': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Why a user may or may not use a feature: which role, ACL or restriction decides.
     * @description Needs `auth.acl.manage`.
     */
    get: operations['authExplainAccess']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/access/holders': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Who may use a feature, and what lets them.
     * @description Needs `auth.acl.manage`.
     */
    get: operations['authListAccessHolders']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/login': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Exchange an e-mail and a password for an access token.
     * @description Needs no login.
     */
    post: operations['authLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/logout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * End the login, clear its cookies and go to the login page.
     * @description Needs a login.
     */
    get: operations['authLogoutByLink']
    put?: never
    /**
     * End the login, clear its cookies and go to the login page.
     * @description Needs a login.
     */
    post: operations['authLogout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/reset': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mail a link for choosing another password, if there is such an account.
     * @description Needs no login.
     */
    post: operations['authRequestPasswordReset']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/reset/confirm': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Choose a password by a mailed link.
     * @description Needs no login.
     */
    post: operations['authConfirmPasswordReset']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/session/refresh': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Renew the access cookie and go back to where the browser came from.
     * @description Looks at a login, if there is one.
     */
    get: operations['authRefreshSessionByLink']
    put?: never
    /**
     * Exchange a refresh token for an access token.
     * @description Looks at a login, if there is one.
     */
    post: operations['authRefreshSession']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/locale': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The language of this browser; with `locale`, choose it.
     * @description Needs no login.
     */
    get: operations['authGetLocale']
    put?: never
    /**
     * Choose the language of this browser.
     * @description Needs no login.
     */
    post: operations['authChooseLocale']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/profile': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Who is signed in. An API key has no profile (400): feature-check answers its id and what it may do.
     * @description Needs a login.
     */
    get: operations['authGetProfile']
    /**
     * Change one's own e-mail or password.
     * @description Needs a login.
     */
    put: operations['authUpdateProfile']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/login/verify': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Complete a sign-in with a second factor.
     * @description Needs no login.
     */
    post: operations['authVerifyLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/login/enroll': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Set up an authenticator app during a sign-in that requires one.
     * @description Needs no login.
     */
    post: operations['authEnrollAtLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/login/passkey/options': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Options for `navigator.credentials.get`.
     * @description Needs no login.
     */
    post: operations['authOfferPasskeyLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/login/passkey': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Sign in with a passkey.
     * @description Needs no login.
     */
    post: operations['authLoginByPasskey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/session/verify': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Prove again who is signed in, as `403 verification_required` asks for.
     * @description Needs a login.
     */
    post: operations['authVerifySession']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/factors': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The caller's second factors, and what the organization requires.
     * @description Needs a login.
     */
    get: operations['authListFactors']
    put?: never
    post?: never
    /**
     * Remove a second factor, after confirming with another one or a recovery code.
     * @description Needs a login. The caller must have proved who they are within 10 minutes.
     */
    delete: operations['authRemoveFactor']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/factors/totp': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * The key of a new authenticator app, which its first code confirms.
     * @description Needs a login. The caller must have proved who they are within 10 minutes.
     */
    post: operations['authOfferAuthenticator']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/factors/totp/confirm': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Add an authenticator app by its first code.
     * @description Needs a login. The caller must have proved who they are within 10 minutes.
     */
    post: operations['authConfirmAuthenticator']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/factors/passkeys/options': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Options for `navigator.credentials.create`.
     * @description Needs a login. The caller must have proved who they are within 10 minutes.
     */
    post: operations['authOfferPasskey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/factors/passkeys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Add a passkey.
     * @description Needs a login. The caller must have proved who they are within 10 minutes.
     */
    post: operations['authAddPasskey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/factors/recovery-codes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * New recovery codes in place of the former ones; shown once.
     * @description Needs a login. The caller must have proved who they are within 10 minutes.
     */
    post: operations['authRenewRecoveryCodes']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/users/factors': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The second factors of an account.
     * @description Needs `auth.factors.reset`.
     */
    get: operations['authGetUserFactors']
    put?: never
    post?: never
    /**
     * Remove the second factors of an account whose owner has lost them; its sessions end.
     * @description Needs `auth.factors.reset`. The caller must have proved who they are within 10 minutes.
     */
    delete: operations['authResetUserFactors']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/policies': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What the organization requires of sign-ins, of everybody and of those who hold a role.
     * @description Needs `auth.policies.manage`.
     */
    get: operations['authListSignInPolicies']
    /**
     * Change what the organization requires of sign-ins.
     * @description Needs `auth.policies.manage`. The caller must have proved who they are within 10 minutes.
     */
    put: operations['authSaveSignInPolicy']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Where the caller is signed in.
     * @description Needs a login.
     */
    get: operations['authListSessions']
    put?: never
    post?: never
    /**
     * Sign out another device, or all others.
     * @description Needs a login.
     */
    delete: operations['authEndSessions']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/sign-ins': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Sign-ins to the caller's account, and attempts, of the last 30 days.
     * @description Needs a login.
     */
    get: operations['authListSignIns']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/users/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Where an account is signed in.
     * @description Needs `auth.sessions.manage`.
     */
    get: operations['authListUserSessions']
    put?: never
    post?: never
    /**
     * Sign an account out, on one device or everywhere.
     * @description Needs `auth.sessions.manage`.
     */
    delete: operations['authEndUserSessions']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/users/sign-ins': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Sign-ins to an account, and attempts, of the last 30 days.
     * @description Needs `auth.sessions.manage`.
     */
    get: operations['authListUserSignIns']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/users/resend-invite': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mail an account without a password another link for choosing one.
     * @description Needs `auth.users.create`.
     */
    post: operations['authResendInvitation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/users/consents': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What a user has agreed to.
     * @description Needs `auth.users.edit`.
     */
    get: operations['authListUserConsents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/consents': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What the caller has agreed to.
     * @description Needs a login.
     */
    get: operations['authListConsents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/admin/nav': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The back office's navigation, as the caller sees it.
     * @description Needs a login.
     */
    get: operations['authGetNavigation']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/sidebar/preferences': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The caller's navigation, and the roles they may set one for.
     * @description Needs a login.
     */
    get: operations['authGetSidebar']
    /**
     * Replace the caller's navigation, and that of roles.
     * @description Needs a login.
     */
    put: operations['authSaveSidebar']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/auth/sidebar/applied': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The navigation settings that apply to the caller: their own on top of their roles'.
     * @description Needs a login.
     */
    get: operations['authGetAppliedSidebar']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api_keys/keys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The API keys that the caller may see.
     * @description Needs `api_keys.view`.
     */
    get: operations['apiKeysListKeys']
    put?: never
    /**
     * Create an API key; the answer is the only one that shows its secret.
     * @description Needs `api_keys.create`.
     */
    post: operations['apiKeysCreateKey']
    /**
     * Revoke an API key, at once and everywhere.
     * @description Needs `api_keys.delete`.
     */
    delete: operations['apiKeysDeleteKey']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api_keys/service-accounts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The service accounts that the caller may see.
     * @description Needs `api_keys.service_accounts.view`.
     */
    get: operations['apiKeysListServiceAccounts']
    /**
     * Change a service account's name, roles or whether it is active.
     * @description Needs `api_keys.service_accounts.manage`.
     */
    put: operations['apiKeysUpdateServiceAccount']
    /**
     * Create an account for a program, with roles of its own.
     * @description Needs `api_keys.service_accounts.manage`.
     */
    post: operations['apiKeysCreateServiceAccount']
    /**
     * Delete a service account; its keys and tokens stop working at once.
     * @description Needs `api_keys.service_accounts.manage`.
     */
    delete: operations['apiKeysDeleteServiceAccount']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api_keys/service-accounts/keys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create a key of a service account; the answer is the only one that shows its secret.
     * @description Needs `api_keys.service_accounts.manage`.
     */
    post: operations['apiKeysCreateServiceAccountKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/oauth/token': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Exchange the id and a key of a service account for a token that is valid for 15 minutes.
     * @description Needs no login.
     */
    post: operations['apiKeysIssueToken']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/chat': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Say something to the assistant, or answer its question; what it does is streamed.
     * @description Needs `ai_assistant.view`.
     */
    post: operations['aiAssistantChat']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/route': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Whether a question is for one of some tools, and for which.
     * @description Needs `ai_assistant.view`.
     */
    post: operations['aiAssistantRoute']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Whether the assistant can answer.
     * @description Needs `ai_assistant.view`.
     */
    get: operations['aiAssistantGetHealth']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/settings': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The provider and model that answer for the tenant.
     * @description Needs `ai_assistant.view`.
     */
    get: operations['aiAssistantGetSettings']
    /**
     * Choose the provider and model of the tenant.
     * @description Needs `ai_assistant.settings.manage`.
     */
    put: operations['aiAssistantUpdateSettings']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/tools': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The tools that the caller may call.
     * @description Needs `ai_assistant.view`.
     */
    get: operations['aiAssistantListTools']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/tools/execute': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Call a tool by its name.
     * @description Needs `ai_assistant.view`.
     */
    post: operations['aiAssistantExecuteTool']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/session-key': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * A token by which tools of an MCP client act as the caller, for two hours.
     * @description Needs `ai_assistant.view`.
     */
    post: operations['aiAssistantCreateSessionKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/conversations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The conversations of the caller, the latest first.
     * @description Needs `ai_assistant.view`.
     */
    get: operations['aiAssistantListConversations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/conversations/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * A conversation of the caller: what was said, what was confirmed, and what was done.
     * @description Needs `ai_assistant.view`.
     */
    get: operations['aiAssistantGetConversation']
    put?: never
    post?: never
    /**
     * Delete a conversation of the caller; what was done in it stays in the log.
     * @description Needs `ai_assistant.view`.
     */
    delete: operations['aiAssistantDeleteConversation']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ai_assistant/conversations/{id}/undo': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Take back what was done in a conversation, newest first, up to what cannot be taken back.
     * @description Needs `ai_assistant.view`.
     */
    post: operations['aiAssistantUndoConversation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/mcp': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Says that there is no stream to listen to.
     * @description Needs a login.
     */
    get: operations['aiAssistantOpenMcpStream']
    put?: never
    /**
     * Serves MCP clients that have an API key.
     * @description Needs a login.
     */
    post: operations['aiAssistantCallMcp']
    /**
     * Says that there is no session to end.
     * @description Needs a login.
     */
    delete: operations['aiAssistantEndMcpSession']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/.well-known/oauth-protected-resource': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * How clients get in (RFC 9728).
     * @description Needs no login.
     */
    get: operations['aiAssistantGetResourceMetadata']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/.well-known/oauth-protected-resource/mcp': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * How clients get in (RFC 9728).
     * @description Needs no login.
     */
    get: operations['aiAssistantGetMcpMetadata']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/.well-known/oauth-protected-resource/api/mcp': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * How clients get in (RFC 9728).
     * @description Needs no login.
     */
    get: operations['aiAssistantGetApiMcpMetadata']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/attachments': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The files of a record, newest first; 1,000 at most, and of their texts the beginning.
     * @description Needs `attachments.view`.
     */
    get: operations['attachmentsListAttachments']
    put?: never
    /**
     * Upload a file and attach it to a record.
     * @description Needs `attachments.manage`.
     */
    post: operations['attachmentsCreateAttachment']
    /**
     * Delete a file; its bytes are kept as long as that can be undone.
     * @description Needs `attachments.manage`.
     */
    delete: operations['attachmentsDeleteAttachment']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/attachments/uploads': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Begin an upload that can be gone on with, by the tus protocol.
     * @description Needs `attachments.manage`.
     */
    post: operations['attachmentsBeginUpload']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/attachments/uploads/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * How far an upload is; with `HEAD` in headers.
     * @description Needs `attachments.manage`.
     */
    get: operations['attachmentsGetUpload']
    put?: never
    post?: never
    /**
     * Give an upload up; a file that was made of it stays.
     * @description Needs `attachments.manage`.
     */
    delete: operations['attachmentsEndUpload']
    options?: never
    head?: never
    /**
     * Go on with an upload. With its last byte it is a file.
     * @description Needs `attachments.manage`.
     */
    patch: operations['attachmentsContinueUpload']
    trace?: never
  }
  '/attachments/transfer': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Move files to another record of the same kind.
     * @description Needs `attachments.manage`.
     */
    post: operations['attachmentsTransferAttachments']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/attachments/library': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * All files, by name, text, partition and tags; of their texts, the beginning.
     * @description Needs `attachments.view`.
     */
    get: operations['attachmentsListLibrary']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/attachments/library/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What is known of a file.
     * @description Needs `attachments.view`.
     */
    get: operations['attachmentsGetLibraryFile']
    put?: never
    post?: never
    /**
     * Delete a file; its bytes are kept as long as that can be undone.
     * @description Needs `attachments.manage`.
     */
    delete: operations['attachmentsDeleteLibraryFile']
    options?: never
    head?: never
    /**
     * Replace the tags or the assignments of a file.
     * @description Needs `attachments.manage`.
     */
    patch: operations['attachmentsUpdateAttachment']
    trace?: never
  }
  '/attachments/partitions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The partitions of the tenant, oldest first.
     * @description Needs `attachments.manage`.
     */
    get: operations['attachmentsListPartitions']
    /**
     * Change what is sent of a partition; its code stays.
     * @description Needs `attachments.manage`.
     */
    put: operations['attachmentsUpdatePartition']
    /**
     * Create a partition.
     * @description Needs `attachments.manage`.
     */
    post: operations['attachmentsCreatePartition']
    /**
     * Remove a partition that holds no file.
     * @description Needs `attachments.manage`.
     */
    delete: operations['attachmentsDeletePartition']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/attachments/file/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The bytes of a file, whole or in part. Public partitions need no login, others `attachments.view`.
     * @description Looks at a login, if there is one.
     */
    get: operations['attachmentsGetFile']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/attachments/image/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * A picture in the size that is asked for. Public partitions need no login, others `attachments.view`.
     * @description Looks at a login, if there is one.
     */
    get: operations['attachmentsGetImage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/attachments/image/{id}/{slug}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * A picture in the size that is asked for. Public partitions need no login, others `attachments.view`.
     * @description Looks at a login, if there is one.
     */
    get: operations['attachmentsGetNamedImage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit_logs/audit-logs/access': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What was read: by oneself, or with `audit_logs.view_tenant` by whoever is asked for.
     * @description Needs `audit_logs.view_self`.
     */
    get: operations['auditLogsListAccesses']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit_logs/audit-logs/actions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What was done: one’s own actions, or with `audit_logs.view_tenant` everybody’s.
     * @description Needs `audit_logs.view_self`.
     */
    get: operations['auditLogsListActions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit_logs/audit-logs/actions/undo': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Take an action back by the token that its answer carried.
     * @description Needs `audit_logs.undo_self`.
     */
    post: operations['auditLogsUndoAction']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit_logs/audit-logs/actions/redo': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Do an undone action again.
     * @description Needs `audit_logs.redo_self`.
     */
    post: operations['auditLogsRedoAction']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit_logs/audit-logs/verification': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Compares a part of the tenant’s action log with its hash chain; `next` continues.
     * @description Needs `audit_logs.verify`.
     */
    get: operations['auditLogsVerifyTrail']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit_logs/audit-logs/actions/export': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The action log, one entry a line, the newest first.
     * @description Needs `audit_logs.view_self`.
     */
    get: operations['auditLogsExportActions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit_logs/audit-logs/access/export': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The access log of one actor, one entry a line, the newest first.
     * @description Needs `audit_logs.view_self`.
     */
    get: operations['auditLogsExportAccesses']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit_logs/audit-logs/settings': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * For how many days logs are kept in the database, and whether that of accesses is usual; null for ever.
     * @description Needs `audit_logs.manage`.
     */
    get: operations['auditLogsGetSettings']
    /**
     * Keep logs for so many days, or with null for as many as is usual.
     * @description Needs `audit_logs.manage`.
     */
    put: operations['auditLogsUpdateSettings']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/rules': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The rules of the organization.
     * @description Needs `business_rules.view`.
     */
    get: operations['businessRulesListRules']
    /**
     * Changes what is given of a rule.
     * @description Needs `business_rules.manage`.
     */
    put: operations['businessRulesUpdateRule']
    /**
     * Creates a rule.
     * @description Needs `business_rules.manage`.
     */
    post: operations['businessRulesCreateRule']
    /**
     * Deletes a rule; its logs and places in sets stay.
     * @description Needs `business_rules.manage`.
     */
    delete: operations['businessRulesDeleteRule']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/rules/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * A rule with its condition and actions.
     * @description Needs `business_rules.view`.
     */
    get: operations['businessRulesGetRule']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/sets': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The rule sets of the organization.
     * @description Needs `business_rules.view`.
     */
    get: operations['businessRulesListSets']
    /**
     * Changes what is given of a rule set.
     * @description Needs `business_rules.manage_sets`.
     */
    put: operations['businessRulesUpdateSet']
    /**
     * Creates a rule set with nothing in it.
     * @description Needs `business_rules.manage_sets`.
     */
    post: operations['businessRulesCreateSet']
    /**
     * Deletes a rule set; its rules stay.
     * @description Needs `business_rules.manage_sets`.
     */
    delete: operations['businessRulesDeleteSet']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/sets/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * A rule set with its rules in order.
     * @description Needs `business_rules.view`.
     */
    get: operations['businessRulesGetSet']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/sets/{id}/members': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Moves a rule within a set, or switches it on or off there.
     * @description Needs `business_rules.manage_sets`.
     */
    put: operations['businessRulesUpdateSetMember']
    /**
     * Puts a rule into a set.
     * @description Needs `business_rules.manage_sets`.
     */
    post: operations['businessRulesAddSetMember']
    /**
     * Takes a rule out of a set.
     * @description Needs `business_rules.manage_sets`.
     */
    delete: operations['businessRulesRemoveSetMember']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/execute': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Evaluates the rules about an entity and does what they ask for; a dry run only tells.
     * @description Needs `business_rules.execute`.
     */
    post: operations['businessRulesExecute']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/execute/{ruleId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Evaluates one rule, whatever entity and event it is about.
     * @description Needs `business_rules.execute`.
     */
    post: operations['businessRulesExecuteRule']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/rules/analyze': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Finds contradictions, dead, shadowed and overlapping rules and unknown fields, without running a rule.
     * @description Needs `business_rules.view`.
     */
    post: operations['businessRulesAnalyzeRules']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/logs': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What was executed, with the verdicts and their reasons.
     * @description Needs `business_rules.view_logs`.
     */
    get: operations['businessRulesListLogs']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/logs/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * One log with its rule.
     * @description Needs `business_rules.view_logs`.
     */
    get: operations['businessRulesGetLog']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/webhook-key': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The key by which receivers check the signature of webhooks.
     * @description Needs `business_rules.manage`.
     */
    get: operations['businessRulesGetWebhookKey']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/business_rules/entities': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What rules may be about: entities, their events and fields, and what actions may reach.
     * @description Needs `business_rules.view`.
     */
    get: operations['businessRulesListRuleEntities']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/progress/jobs': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Jobs of the organization. Default: those that wait or run.
     * @description Needs a login.
     */
    get: operations['progressListJobs']
    put?: never
    /**
     * Announce work whose progress will be told.
     * @description Needs `progress.create`.
     */
    post: operations['progressCreateJob']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/progress/jobs/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * How far a job is, and what came of it.
     * @description Needs a login.
     */
    get: operations['progressGetJob']
    /**
     * Tell how far a job is.
     * @description Needs `progress.update`.
     */
    put: operations['progressUpdateJob']
    post?: never
    /**
     * Ask for the end of a job.
     * @description Needs `progress.cancel`.
     */
    delete: operations['progressCancelJob']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/progress/active': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Up to 50 jobs that wait or run, and up to 10 that ended in the last 30 seconds.
     * @description Needs a login.
     */
    get: operations['progressListActiveJobs']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/events/stream': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Server-sent events of progress: one frame for each job that has changed.
     * @description Needs a login.
     */
    get: operations['progressStreamEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/catalog/products': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Products of the organization; the search goes through titles, SKUs and handles in any spelling.
     * @description Needs `catalog.products.view`.
     */
    get: operations['catalogListProducts']
    /**
     * Change what is given of a catalog product.
     * @description Needs `catalog.products.manage`.
     */
    put: operations['catalogUpdateProduct']
    /**
     * Create a product.
     * @description Needs `catalog.products.manage`.
     */
    post: operations['catalogCreateProduct']
    /**
     * Delete a product with its variants and prices.
     * @description Needs `catalog.products.manage`.
     */
    delete: operations['catalogDeleteProduct']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/catalog/bulk-delete': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delete up to 10,000 products in the background; the job tells how far it is and how to undo it.
     * @description Needs `catalog.products.manage`.
     */
    post: operations['catalogBulkDeleteProducts']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/catalog/categories': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Categories of the organization, each with the one above it.
     * @description Needs `catalog.categories.view`.
     */
    get: operations['catalogListCategories']
    /**
     * Change what is given of a category, or move it.
     * @description Needs `catalog.categories.manage`.
     */
    put: operations['catalogUpdateCategory']
    /**
     * Create a category.
     * @description Needs `catalog.categories.manage`.
     */
    post: operations['catalogCreateCategory']
    /**
     * Delete a category; those below it move up.
     * @description Needs `catalog.categories.manage`.
     */
    delete: operations['catalogDeleteCategory']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/catalog/variants': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Variants of the organization, or of one product.
     * @description Needs `catalog.products.view`.
     */
    get: operations['catalogListVariants']
    /**
     * Change what is given of a variant.
     * @description Needs `catalog.variants.manage`.
     */
    put: operations['catalogUpdateVariant']
    /**
     * Create a variant of a product.
     * @description Needs `catalog.variants.manage`.
     */
    post: operations['catalogCreateVariant']
    /**
     * Delete a variant with its prices.
     * @description Needs `catalog.variants.manage`.
     */
    delete: operations['catalogDeleteVariant']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/catalog/prices': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Prices of the organization, of one product or of one variant.
     * @description Needs `catalog.products.view`.
     */
    get: operations['catalogListPrices']
    /**
     * Change what is given of a price.
     * @description Needs `catalog.pricing.manage`.
     */
    put: operations['catalogUpdatePrice']
    /**
     * Say what a product or a variant costs.
     * @description Needs `catalog.pricing.manage`.
     */
    post: operations['catalogCreatePrice']
    /**
     * Delete a price.
     * @description Needs `catalog.pricing.manage`.
     */
    delete: operations['catalogDeletePrice']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/entities/definitions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The custom fields of entities, as the caller’s organization has them.
     * @description Needs a login.
     */
    get: operations['entitiesListDefinitions']
    put?: never
    /**
     * Define a custom field, or replace its definition.
     * @description Needs `entities.definitions.manage`.
     */
    post: operations['entitiesSaveDefinition']
    /**
     * Delete a custom field; its values stay until it is restored.
     * @description Needs `entities.definitions.manage`.
     */
    delete: operations['entitiesDeleteDefinition']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/entities/definitions.manage': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The definitions of an entity’s custom fields, with the keys of deleted ones.
     * @description Needs `entities.definitions.manage`.
     */
    get: operations['entitiesManageDefinitions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/entities/definitions.batch': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Define several custom fields in the order of the list, and how they are grouped.
     * @description Needs `entities.definitions.manage`.
     */
    post: operations['entitiesSaveDefinitions']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/entities/definitions.restore': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Bring a deleted custom field back, with its values.
     * @description Needs `entities.definitions.manage`.
     */
    post: operations['entitiesRestoreDefinition']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/entities/entities': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The entities for which fields can be defined: those of modules, and custom ones.
     * @description Needs a login.
     */
    get: operations['entitiesListEntities']
    put?: never
    /**
     * Register an entity of custom fields, or change it.
     * @description Needs `entities.definitions.manage`.
     */
    post: operations['entitiesSaveEntity']
    /**
     * Remove the registration of a custom entity; its records stay.
     * @description Needs `entities.definitions.manage`.
     */
    delete: operations['entitiesDeleteEntity']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/entities/sidebar-entities': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The custom entities of the sidebar.
     * @description Needs a login.
     */
    get: operations['entitiesListSidebarEntities']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/entities/relations/options': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Records of an entity as options of a relation field.
     * @description Needs `entities.definitions.view`.
     */
    get: operations['entitiesListRelationOptions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/entities/encryption': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The custom fields of an entity whose values are encrypted.
     * @description Needs `entities.definitions.manage`.
     */
    get: operations['entitiesGetEncryption']
    put?: never
    /**
     * Say which custom fields of an entity are encrypted.
     * @description Needs `entities.definitions.manage`.
     */
    post: operations['entitiesSaveEncryption']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/entities/records': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Records of a custom entity, filtered and sorted by its fields.
     * @description Needs `entities.records.view`.
     */
    get: operations['entitiesListRecords']
    /**
     * Change the given values of a record.
     * @description Needs `entities.records.manage`.
     */
    put: operations['entitiesUpdateRecord']
    /**
     * Create a record of a custom entity.
     * @description Needs `entities.records.manage`.
     */
    post: operations['entitiesCreateRecord']
    /**
     * Delete a record of a custom entity.
     * @description Needs `entities.records.manage`.
     */
    delete: operations['entitiesDeleteRecord']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dashboards/layout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The caller's dashboard.
     * @description Needs `dashboards.view`.
     */
    get: operations['dashboardsGetLayout']
    /**
     * Replace the caller's layout.
     * @description Needs `dashboards.configure`.
     */
    put: operations['dashboardsSaveLayout']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dashboards/layout/{itemId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change size or settings of an item of the caller's layout.
     * @description Needs `dashboards.configure`.
     */
    patch: operations['dashboardsUpdateLayoutItem']
    trace?: never
  }
  '/dashboards/widgets/catalog': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The widgets of all modules.
     * @description Needs `dashboards.admin.assign-widgets`.
     */
    get: operations['dashboardsListWidgets']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dashboards/roles/widgets': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The widgets assigned to a role.
     * @description Needs `dashboards.admin.assign-widgets`.
     */
    get: operations['dashboardsGetRoleWidgets']
    /**
     * Assign widgets to a role; an empty list takes the assignment back.
     * @description Needs `dashboards.admin.assign-widgets`.
     */
    put: operations['dashboardsAssignRoleWidgets']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dashboards/users/widgets': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * A user's own widgets, and those that they see.
     * @description Needs `dashboards.admin.assign-widgets`.
     */
    get: operations['dashboardsGetUserWidgets']
    /**
     * Give a user widgets in the place of those of their roles, or take them back.
     * @description Needs `dashboards.admin.assign-widgets`.
     */
    put: operations['dashboardsAssignUserWidgets']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dashboards/widgets/data': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * The numbers that a widget shows.
     * @description Needs `analytics.view`.
     */
    post: operations['dashboardsGetWidgetData']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dashboards/widgets/data/batch': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * The numbers of a whole dashboard, from one moment.
     * @description Needs `analytics.view`.
     */
    post: operations['dashboardsGetWidgetDataBatch']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dictionaries': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The dictionaries of the selected organizations, and those they inherit.
     * @description Needs `dictionaries.view`.
     */
    get: operations['dictionariesListDictionaries']
    put?: never
    /**
     * Create a dictionary in the selected organization.
     * @description Needs `dictionaries.manage`.
     */
    post: operations['dictionariesCreateDictionary']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dictionaries/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * One dictionary.
     * @description Needs `dictionaries.view`.
     */
    get: operations['dictionariesGetDictionary']
    put?: never
    post?: never
    /**
     * Delete a dictionary with its entries, unless something refers to it.
     * @description Needs `dictionaries.manage`.
     */
    delete: operations['dictionariesDeleteDictionary']
    options?: never
    head?: never
    /**
     * Change what is given of a dictionary.
     * @description Needs `dictionaries.manage`.
     */
    patch: operations['dictionariesUpdateDictionary']
    trace?: never
  }
  '/dictionaries/{dictionaryId}/entries': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The entries of a dictionary in its order.
     * @description Needs `dictionaries.view`.
     */
    get: operations['dictionariesListEntries']
    put?: never
    /**
     * Add an entry to a dictionary.
     * @description Needs `dictionaries.manage`.
     */
    post: operations['dictionariesCreateEntry']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dictionaries/{dictionaryId}/entries/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete an entry; records keep its value as text.
     * @description Needs `dictionaries.manage`.
     */
    delete: operations['dictionariesDeleteEntry']
    options?: never
    head?: never
    /**
     * Change what is given of an entry.
     * @description Needs `dictionaries.manage`.
     */
    patch: operations['dictionariesUpdateEntry']
    trace?: never
  }
  '/dictionaries/{dictionaryId}/entries/reorder': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Put entries in order, and sort the dictionary by it.
     * @description Needs `dictionaries.manage`.
     */
    post: operations['dictionariesReorderEntries']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/dictionaries/{dictionaryId}/entries/set-default': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Make an entry the default of its dictionary, or leave it without.
     * @description Needs `dictionaries.manage`.
     */
    post: operations['dictionariesSetDefaultEntry']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/currencies/currencies/options': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The currencies of ISO 4217, as options.
     * @description Needs a login.
     */
    get: operations['dictionariesListCurrencyOptions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/onboarding/onboarding': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Ask for a tenant of one’s own; a link to confirm the e-mail address is mailed.
     * @description Needs no login.
     */
    post: operations['onboardingStart']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/onboarding/onboarding/verify': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Confirm an e-mail address, and provision the tenant that was asked for.
     * @description Needs no login.
     */
    get: operations['onboardingFollowLink']
    put?: never
    /**
     * Choose a password by the mailed link, and provision the tenant that was asked for.
     * @description Needs no login.
     */
    post: operations['onboardingVerify']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/protocols': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The protocols that connections can use on this platform.
     * @description Needs `sso.view`.
     */
    get: operations['ssoListProtocols']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/connections': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The connections to identity providers, without their secrets.
     * @description Needs `sso.view`.
     */
    get: operations['ssoListConnections']
    /**
     * Change a connection.
     * @description Needs `sso.manage`. The caller must have proved who they are within 10 minutes.
     */
    put: operations['ssoUpdateConnection']
    /**
     * Connect an identity provider.
     * @description Needs `sso.manage`. The caller must have proved who they are within 10 minutes.
     */
    post: operations['ssoCreateConnection']
    /**
     * Remove a connection, its domains and its identities.
     * @description Needs `sso.manage`. The caller must have proved who they are within 10 minutes.
     */
    delete: operations['ssoDeleteConnection']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/connections/test': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Try a connection, and explain what is wrong with it.
     * @description Needs `sso.manage`.
     */
    post: operations['ssoTestConnection']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/domains': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The e-mail domains of a connection, and the records that prove them.
     * @description Needs `sso.view`.
     */
    get: operations['ssoListDomains']
    put?: never
    /**
     * Add an e-mail domain to a connection; the answer names the TXT record that proves it.
     * @description Needs `sso.manage`. The caller must have proved who they are within 10 minutes.
     */
    post: operations['ssoAddDomain']
    /**
     * Remove a domain from its connection.
     * @description Needs `sso.manage`. The caller must have proved who they are within 10 minutes.
     */
    delete: operations['ssoRemoveDomain']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/domains/verify': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Prove a domain by its TXT record.
     * @description Needs `sso.manage`. The caller must have proved who they are within 10 minutes.
     */
    post: operations['ssoVerifyDomain']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/discover': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Where people with an e-mail address sign in, if their domain has single sign-on.
     * @description Needs no login.
     */
    post: operations['ssoDiscover']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/start/{connectionId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Sign in by the provider of a connection.
     * @description Needs no login.
     */
    get: operations['ssoStart']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/callback/{connectionId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Where providers send browsers back to.
     * @description Needs no login.
     */
    get: operations['ssoCompleteSignIn']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/link': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Link the identity that the browser has just come with to the account that is signed in.
     * @description Needs a login. The caller must have proved who they are within 10 minutes.
     */
    post: operations['ssoLinkIdentity']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/identities': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The links of the caller's account to identities at providers.
     * @description Needs a login.
     */
    get: operations['ssoListIdentities']
    put?: never
    post?: never
    /**
     * End a link of the caller's account to an identity at a provider.
     * @description Needs a login. The caller must have proved who they are within 10 minutes.
     */
    delete: operations['ssoEndLink']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/users/identities': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The links of an account to identities at providers.
     * @description Needs `sso.view`.
     */
    get: operations['ssoListUserIdentities']
    put?: never
    post?: never
    /**
     * End a link of an account to an identity at a provider; the sessions that came from it end.
     * @description Needs `sso.manage`. The caller must have proved who they are within 10 minutes.
     */
    delete: operations['ssoEndUserLink']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/logout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Sign out here and at the provider.
     * @description Needs a login.
     */
    post: operations['ssoLogout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sso/backchannel-logout/{connectionId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * For providers: end the sessions that a logout token names.
     * @description Needs no login.
     */
    post: operations['ssoBackchannelLogout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/saml/acs/{connectionId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Where providers post their responses to.
     * @description Needs no login.
     */
    post: operations['samlReceiveResponse']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/saml/complete/{connectionId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Complete a sign-in by SAML.
     * @description Needs no login.
     */
    get: operations['samlCompleteSignIn']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/saml/metadata/{connectionId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The metadata of a connection, for its provider.
     * @description Needs no login.
     */
    get: operations['samlGetMetadata']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/saml/provider-metadata': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Read the metadata of an identity provider.
     * @description Needs `sso.manage`.
     */
    post: operations['samlReadProviderMetadata']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/ServiceProviderConfig': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show what is supported.
     * @description Needs `scim.provision`.
     */
    get: operations['scimGetServiceProviderConfig']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/ResourceTypes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the types of resources.
     * @description Needs `scim.provision`.
     */
    get: operations['scimListResourceTypes']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/ResourceTypes/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a type of resources.
     * @description Needs `scim.provision`.
     */
    get: operations['scimGetResourceType']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/Schemas': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the schemas of resources.
     * @description Needs `scim.provision`.
     */
    get: operations['scimListSchemas']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/Schemas/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a schema of resources.
     * @description Needs `scim.provision`.
     */
    get: operations['scimGetSchema']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/Users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the users of the identity provider.
     * @description Needs `scim.provision`.
     */
    get: operations['scimListUsers']
    put?: never
    /**
     * Create a user.
     * @description Needs `scim.provision`.
     */
    post: operations['scimCreateUser']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/Users/.search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Search the users of the identity provider by a body instead of a query.
     * @description Needs `scim.provision`.
     */
    post: operations['scimSearchUsers']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/Users/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a user.
     * @description Needs `scim.provision`.
     */
    get: operations['scimGetUser']
    /**
     * Replace a user.
     * @description Needs `scim.provision`.
     */
    put: operations['scimReplaceUser']
    post?: never
    /**
     * Delete a user.
     * @description Needs `scim.provision`.
     */
    delete: operations['scimDeleteUser']
    options?: never
    head?: never
    /**
     * Change parts of a user.
     * @description Needs `scim.provision`.
     */
    patch: operations['scimUpdateUser']
    trace?: never
  }
  '/scim/v2/Groups': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the groups of the identity provider.
     * @description Needs `scim.provision`.
     */
    get: operations['scimListGroups']
    put?: never
    /**
     * Create a group.
     * @description Needs `scim.provision`.
     */
    post: operations['scimCreateGroup']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/Groups/.search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Search the groups of the identity provider by a body instead of a query.
     * @description Needs `scim.provision`.
     */
    post: operations['scimSearchGroups']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/Groups/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a group.
     * @description Needs `scim.provision`.
     */
    get: operations['scimGetGroup']
    /**
     * Replace a group.
     * @description Needs `scim.provision`.
     */
    put: operations['scimReplaceGroup']
    post?: never
    /**
     * Delete a group.
     * @description Needs `scim.provision`.
     */
    delete: operations['scimDeleteGroup']
    options?: never
    head?: never
    /**
     * Change parts of a group.
     * @description Needs `scim.provision`.
     */
    patch: operations['scimUpdateGroup']
    trace?: never
  }
  '/scim/v2/.search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Search the users and groups of the identity provider.
     * @description Needs `scim.provision`.
     */
    post: operations['scimSearch']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/v2/Bulk': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Perform several changes in one request.
     * @description Needs `scim.provision`.
     */
    post: operations['scimBulk']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/groups': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The groups of all identity providers, and the roles that they give.
     * @description Needs `scim.manage`.
     */
    get: operations['scimListGroupRoles']
    /**
     * Name the role that members of a group have.
     * @description Needs `scim.manage`. The caller must have proved who they are within 10 minutes.
     */
    put: operations['scimMapGroup']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/scim/reactivate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Reactivate everybody whom an identity provider has deactivated since a moment, as one action.
     * @description Needs `scim.manage`. The caller must have proved who they are within 10 minutes.
     */
    post: operations['scimReactivate']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    DirectoryFindTenantResponse: {
      /** @constant */
      ok: true
      tenant: {
        /** Format: uuid */
        id: string
        name: string
      }
    }
    NotOkBody: {
      /** @constant */
      ok: false
      error: string
    }
    ErrorBody: {
      error: string
    }
    DirectoryFindOrganizationResponse: {
      /** @constant */
      ok: true
      organization: {
        /** Format: uuid */
        id: string
        name: string
        slug: string
        /** Format: uuid */
        tenantId: string
      }
    }
    DirectoryListOrganizationsResponsePart0: {
      /** Format: uuid */
      id: string
      name: string
      parentId: string | null
      /** Format: uuid */
      tenantId: string
      isActive: boolean
      depth: number
      treePath: string
      pathLabel?: string
      ancestorIds?: string[]
      childIds?: string[]
      descendantIds?: string[]
      slug?: string
      tenantName?: string
      parentName?: string | null
      /** Format: uuid */
      rootId?: string
      childrenCount?: number
      descendantsCount?: number
      updatedAt?: string
      children?: components['schemas']['DirectoryListOrganizationsResponsePart0'][]
    }
    DirectoryListOrganizationsResponse: {
      items: components['schemas']['DirectoryListOrganizationsResponsePart0'][]
      total?: number
      page?: number
      pageSize?: number
      totalPages?: number
      isSuperAdmin?: boolean
    }
    DirectoryCreateOrganizationBody: {
      name: string
      slug?: string | null
      isActive?: boolean
      parentId?: string | null
      childIds?: string[]
      /** Format: uuid */
      tenantId?: string
    } & {
      [key: string]: unknown
    }
    DirectoryCreateOrganizationResponse: {
      /** Format: uuid */
      id: string
    }
    DirectoryUpdateOrganizationBody: {
      name?: string
      slug?: string | null
      isActive?: boolean
      parentId?: string | null
      childIds?: string[]
      /** Format: uuid */
      tenantId?: string
      /** Format: uuid */
      id: string
    } & {
      [key: string]: unknown
    }
    DirectoryUpdateOrganizationResponse: {
      /** @constant */
      ok: true
    }
    DirectoryDeleteOrganizationBody: {
      /** Format: uuid */
      id?: string
      confirm?: boolean | ('true' | 'false')
    }
    DirectoryDeleteOrganizationResponse: {
      /** @constant */
      ok: true
    }
    DirectoryListTenantsItem: {
      /** Format: uuid */
      id: string
      name: string
      isActive: boolean
      createdAt: string
      updatedAt: string
    } & {
      [key: string]: unknown
    }
    DirectoryListTenantsResponse: {
      items: components['schemas']['DirectoryListTenantsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    DirectoryCreateTenantBody: {
      name: string
      isActive?: boolean
    } & {
      [key: string]: unknown
    }
    DirectoryCreateTenantResponse: {
      /** Format: uuid */
      id: string
    }
    DirectoryUpdateTenantBody: {
      name?: string
      isActive?: boolean
      /** Format: uuid */
      id: string
    } & {
      [key: string]: unknown
    }
    DirectoryUpdateTenantResponse: {
      /** @constant */
      ok: true
    }
    DirectoryDeleteTenantBody: {
      /** Format: uuid */
      id?: string
    }
    DirectoryDeleteTenantResponse: {
      /** @constant */
      ok: true
    }
    DirectoryGetOrganizationSwitcherResponsePart0: {
      /** Format: uuid */
      id: string
      name: string
      depth: number
      selectable: boolean
      children: components['schemas']['DirectoryGetOrganizationSwitcherResponsePart0'][]
    }
    DirectoryGetOrganizationSwitcherResponse: {
      items: components['schemas']['DirectoryGetOrganizationSwitcherResponsePart0'][]
      selectedId: string | null
      canManage: boolean
      canViewAllOrganizations?: boolean
      tenantId?: string | null
      tenants?: {
        /** Format: uuid */
        id: string
        name: string
        isActive: boolean
      }[]
      isSuperAdmin?: boolean
    }
    AuthListUsersItem: {
      /** Format: uuid */
      id: string
      email: string
      name: string | null
      isActive: boolean
      organizationId: string | null
      organizationName: string | null
      /** Format: uuid */
      tenantId: string
      tenantName: string
      roles: string[]
      roleIds: string[]
      updatedAt: string
      hasPassword?: boolean
    } & {
      [key: string]: unknown
    }
    AuthListUsersResponse: {
      items: components['schemas']['AuthListUsersItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
      isSuperAdmin: boolean
    }
    AuthCreateUserBody: {
      /** Format: email */
      email: string
      password?: string
      sendInviteEmail?: boolean
      /** Format: uuid */
      organizationId: string
      roles?: string[]
      name?: string | null
      isActive?: boolean
    } & {
      [key: string]: unknown
    }
    AuthCreateUserResponse: {
      /** Format: uuid */
      id: string
      /** @constant */
      _warning?: 'invite_email_failed'
    }
    AuthUpdateUserBody: {
      /** Format: uuid */
      id: string
      /** Format: email */
      email?: string
      password?: string
      /** Format: uuid */
      organizationId?: string
      roles?: string[]
      name?: string | null
      isActive?: boolean
    } & {
      [key: string]: unknown
    }
    AuthUpdateUserResponse: {
      /** @constant */
      ok: true
    }
    AuthDeleteUserBody: {
      /** Format: uuid */
      id?: string
    }
    AuthDeleteUserResponse: {
      /** @constant */
      ok: true
    }
    AuthGetUserAclResponse: {
      isSuperAdmin: boolean
      features: string[]
      organizations: string[] | null
      hasCustomAcl: boolean
    }
    AuthUpdateUserAclBody: {
      isSuperAdmin?: boolean
      features?: string[]
      organizations?: string[] | null
      /** Format: uuid */
      userId: string
    }
    AuthUpdateUserAclResponse: {
      unknownFeatures?: string[]
      /** @constant */
      ok: true
      sanitized: boolean
    }
    AuthListRolesItem: {
      /** Format: uuid */
      id: string
      name: string
      usersCount: number
      tenantId: string | null
      tenantIds: string[]
      tenantName: string | null
    } & {
      [key: string]: unknown
    }
    AuthListRolesResponse: {
      items: components['schemas']['AuthListRolesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
      isSuperAdmin: boolean
    }
    AuthCreateRoleBody: {
      name: string
      tenantId?: string | null
    } & {
      [key: string]: unknown
    }
    AuthCreateRoleResponse: {
      /** Format: uuid */
      id: string
    }
    AuthUpdateRoleBody: {
      /** Format: uuid */
      id: string
      name?: string
      tenantId?: string | null
    } & {
      [key: string]: unknown
    }
    AuthUpdateRoleResponse: {
      /** @constant */
      ok: true
    }
    AuthDeleteRoleBody: {
      /** Format: uuid */
      id?: string
    }
    AuthDeleteRoleResponse: {
      /** @constant */
      ok: true
    }
    AuthGetRoleAclResponse: {
      isSuperAdmin: boolean
      features: string[]
      organizations: string[] | null
    }
    AuthUpdateRoleAclBody: {
      isSuperAdmin?: boolean
      features?: string[]
      organizations?: string[] | null
      /** Format: uuid */
      roleId: string
      /** Format: uuid */
      tenantId?: string
    }
    AuthUpdateRoleAclResponse: {
      unknownFeatures?: string[]
      /** @constant */
      ok: true
      sanitized: boolean
    }
    AuthCheckFeaturesBody: {
      features: unknown[]
    }
    AuthCheckFeaturesResponse: {
      unknownFeatures?: string[]
      ok: boolean
      granted: string[]
      userId: string
    }
    AuthListFeaturesItem: {
      id: string
      title: string
      module: string
    }
    AuthListFeaturesResponse: {
      items: components['schemas']['AuthListFeaturesItem'][]
      modules: {
        id: string
        title: string
      }[]
    }
    AuthExplainAccessResponse: {
      isAllowed: boolean
      /** @enum {string} */
      reason: 'super_admin' | 'granted' | 'no_rights' | 'missing_feature' | 'organization_excluded' | 'account_unusable'
      sentence: string
      feature: {
        id: string
        title: string | null
        module: string | null
        isDeclared: boolean
      }
      user: {
        /** Format: uuid */
        id: string
        email: string
        name: string | null
      }
      organization: {
        id: string
        name: string | null
      } | null
      path: {
        /** @enum {string} */
        kind: 'account' | 'super_admin' | 'user_acl' | 'role' | 'feature' | 'organization'
        /** @enum {string} */
        outcome: 'passed' | 'no_match' | 'ignored' | 'allowed' | 'denied'
        id: string | null
        name: string | null
        grants: string[]
        organizations:
          | {
              id: string
              name: string | null
            }[]
          | null
        organizationCount: number | null
      }[]
      roleCount: number
    }
    AuthListAccessHoldersItem: {
      /** Format: uuid */
      id: string
      email: string
      name: string | null
      organizationId: string | null
      isSuperAdmin: boolean
      sources: {
        /** @enum {string} */
        kind: 'user_acl' | 'role'
        id: string | null
        name: string | null
        grants: string[]
      }[]
    }
    AuthListAccessHoldersResponse: {
      items: components['schemas']['AuthListAccessHoldersItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
      feature: {
        id: string
        title: string | null
        module: string | null
        isDeclared: boolean
      }
    }
    AuthLoginBody: {
      /** Format: email */
      email: string
      password: string
      remember?: string
      tenantId?: '' | string
      tenant?: '' | string
      requireRole?: string
      role?: string
    }
    AuthLoginResponse: {
      /** @constant */
      ok: true
      token: string
      redirect: string | null
      refreshToken?: string
      factorRequiredFrom?: string
    }
    AuthRequestPasswordResetBody: {
      /** @default  */
      email: string
    }
    AuthRequestPasswordResetResponse: {
      /** @constant */
      ok: true
    }
    AuthConfirmPasswordResetBody: {
      token: string
      password: string
    }
    AuthConfirmPasswordResetResponse: {
      /** @constant */
      ok: true
      redirect: string
    }
    AuthRefreshSessionBody: {
      refreshToken: string
    }
    AuthRefreshSessionResponse: {
      /** @constant */
      ok: true
      accessToken: string
      expiresIn: number
    }
    AuthGetLocaleResponse: {
      /** @constant */
      ok: true
      /** @enum {string} */
      locale: 'en' | 'pl' | 'es' | 'de'
    }
    AuthChooseLocaleBody: {
      /** @enum {string} */
      locale: 'en' | 'pl' | 'es' | 'de'
    }
    AuthChooseLocaleResponse: {
      /** @constant */
      ok: true
    }
    AuthGetProfileResponse: {
      email: string
      roles: string[]
    }
    AuthUpdateProfileBody: {
      /** Format: email */
      email?: string
      currentPassword?: string
      password?: string
    }
    AuthUpdateProfileResponse: {
      /** @constant */
      ok: true
      email: string
    }
    AuthVerifyLoginBody: {
      challenge: string
      code?: string
      passkey?: {
        id: string
        rawId: string
        /** @constant */
        type: 'public-key'
        response: {
          clientDataJSON: string
        } & {
          [key: string]: unknown
        }
        /** @default {} */
        clientExtensionResults?: {
          [key: string]: unknown
        }
      } & {
        [key: string]: unknown
      }
      enrollment?: string
      /** @default Authenticator app */
      name?: string
    }
    AuthVerifyLoginResponse: {
      /** @constant */
      ok: true
      token: string
      redirect: string | null
      refreshToken?: string
      factorRequiredFrom?: string
      recoveryCodes?: string[]
    }
    AuthEnrollAtLoginBody: {
      challenge: string
    }
    AuthEnrollAtLoginResponse: {
      secret: string
      uri: string
      svg: string
      enrollment: string
    }
    AuthOfferPasskeyLoginBody: {
      challenge?: string
    }
    AuthOfferPasskeyLoginResponse: {
      challenge: string
    } & {
      [key: string]: unknown
    }
    AuthLoginByPasskeyBody: {
      credential: {
        id: string
        rawId: string
        /** @constant */
        type: 'public-key'
        response: {
          clientDataJSON: string
        } & {
          [key: string]: unknown
        }
        /** @default {} */
        clientExtensionResults?: {
          [key: string]: unknown
        }
      } & {
        [key: string]: unknown
      }
      /** @default false */
      remember?: boolean
    }
    AuthLoginByPasskeyResponse: {
      /** @constant */
      ok: true
      token: string
      redirect: string | null
      refreshToken?: string
      factorRequiredFrom?: string
    }
    AuthVerifySessionBody: {
      password?: string
      code?: string
      passkey?: {
        id: string
        rawId: string
        /** @constant */
        type: 'public-key'
        response: {
          clientDataJSON: string
        } & {
          [key: string]: unknown
        }
        /** @default {} */
        clientExtensionResults?: {
          [key: string]: unknown
        }
      } & {
        [key: string]: unknown
      }
    }
    AuthVerifySessionResponse: {
      /** @constant */
      ok: true
    }
    AuthListFactorsResponse: {
      factors: {
        /** Format: uuid */
        id: string
        /** @enum {string} */
        kind: 'totp' | 'passkey'
        name: string
        createdAt: string
        lastUsedAt: string | null
        isBackedUp: boolean | null
      }[]
      recoveryCodesLeft: number
      /** @enum {string} */
      policy: 'off' | 'optional' | 'required'
      requiredFrom: string | null
    }
    AuthOfferAuthenticatorBody: Record<string, never>
    AuthOfferAuthenticatorResponse: {
      secret: string
      uri: string
      svg: string
      enrollment: string
    }
    AuthConfirmAuthenticatorBody: {
      enrollment: string
      code: string
      /** @default Authenticator app */
      name?: string
    }
    AuthConfirmAuthenticatorResponse: {
      /** Format: uuid */
      id: string
      recoveryCodes?: string[]
    }
    AuthOfferPasskeyBody: Record<string, never>
    AuthOfferPasskeyResponse: {
      challenge: string
    } & {
      [key: string]: unknown
    }
    AuthAddPasskeyBody: {
      credential: {
        id: string
        rawId: string
        /** @constant */
        type: 'public-key'
        response: {
          clientDataJSON: string
        } & {
          [key: string]: unknown
        }
        /** @default {} */
        clientExtensionResults?: {
          [key: string]: unknown
        }
      } & {
        [key: string]: unknown
      }
      /** @default Passkey */
      name?: string
    }
    AuthAddPasskeyResponse: {
      /** Format: uuid */
      id: string
      recoveryCodes?: string[]
    }
    AuthRenewRecoveryCodesBody: Record<string, never>
    AuthRenewRecoveryCodesResponse: {
      recoveryCodes: string[]
    }
    AuthRemoveFactorBody: {
      /** Format: uuid */
      id?: string
    }
    AuthRemoveFactorResponse: {
      /** @constant */
      ok: true
    }
    AuthGetUserFactorsResponse: {
      factors: {
        /** Format: uuid */
        id: string
        /** @enum {string} */
        kind: 'totp' | 'passkey'
        name: string
        createdAt: string
        lastUsedAt: string | null
        isBackedUp: boolean | null
      }[]
      recoveryCodesLeft: number
      /** @enum {string} */
      policy: 'off' | 'optional' | 'required'
      requiredFrom: string | null
    }
    AuthResetUserFactorsBody: {
      /** Format: uuid */
      userId?: string
    }
    AuthResetUserFactorsResponse: {
      removed: number
    }
    AuthListSignInPoliciesItem: {
      /** Format: uuid */
      id: string
      roleId: string | null
      /** @enum {string} */
      secondFactor: 'off' | 'optional' | 'required'
      graceDays: number
      requiredSince: string | null
      idleMinutes: number | null
      lifetimeHours: number | null
      updatedAt: string
    }
    AuthListSignInPoliciesResponse: {
      items: components['schemas']['AuthListSignInPoliciesItem'][]
    }
    AuthSaveSignInPolicyBody: {
      roleId?: string | null
      /** @enum {string} */
      secondFactor?: 'off' | 'optional' | 'required'
      graceDays?: number
      idleMinutes?: number | null
      lifetimeHours?: number | null
    }
    AuthSaveSignInPolicyResponse: {
      /** @constant */
      ok: true
      /** Format: uuid */
      id: string
    }
    AuthListSessionsItem: {
      /** Format: uuid */
      id: string
      isCurrent: boolean
      /** @enum {string} */
      method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string
      userAgent: string | null
      ipAddress: string | null
    }
    AuthListSessionsResponse: {
      items: components['schemas']['AuthListSessionsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    AuthEndSessionsBody: {
      /** Format: uuid */
      id?: string
      /** @enum {unknown} */
      others?: 'true' | true
    }
    AuthEndSessionsResponse: {
      ended: number
    }
    AuthListSignInsItem: {
      /** Format: uuid */
      id: string
      /** @enum {string} */
      method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'
      /** @enum {string} */
      outcome: 'success' | 'wrong_password' | 'wrong_factor' | 'refused'
      createdAt: string
      userAgent: string | null
      ipAddress: string | null
    }
    AuthListSignInsResponse: {
      items: components['schemas']['AuthListSignInsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    AuthListUserSessionsItem: {
      /** Format: uuid */
      id: string
      isCurrent: boolean
      /** @enum {string} */
      method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string
      userAgent: string | null
      ipAddress: string | null
    } & {
      [key: string]: unknown
    }
    AuthListUserSessionsResponse: {
      items: components['schemas']['AuthListUserSessionsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    AuthEndUserSessionsBody: {
      /** Format: uuid */
      userId?: string
      /** Format: uuid */
      id?: string
    }
    AuthEndUserSessionsResponse: {
      ended: number
    }
    AuthListUserSignInsItem: {
      /** Format: uuid */
      id: string
      /** @enum {string} */
      method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'
      /** @enum {string} */
      outcome: 'success' | 'wrong_password' | 'wrong_factor' | 'refused'
      createdAt: string
      userAgent: string | null
      ipAddress: string | null
    } & {
      [key: string]: unknown
    }
    AuthListUserSignInsResponse: {
      items: components['schemas']['AuthListUserSignInsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    AuthResendInvitationBody: {
      /** Format: uuid */
      id: string
    }
    AuthResendInvitationResponse: {
      /** @constant */
      ok: true
      /** @constant */
      warning?: 'invite_email_failed'
    }
    AuthListUserConsentsItem: {
      /** Format: uuid */
      id: string
      consentType: string
      isGranted: boolean
      grantedAt: string | null
      withdrawnAt: string | null
      source: string | null
      ipAddress: string | null
      integrityValid: boolean
      createdAt: string
      updatedAt: string | null
    }
    AuthListUserConsentsResponse: {
      /** @constant */
      ok: true
      items: components['schemas']['AuthListUserConsentsItem'][]
    }
    AuthListConsentsItem: {
      /** Format: uuid */
      id: string
      consentType: string
      isGranted: boolean
      grantedAt: string | null
      withdrawnAt: string | null
      source: string | null
      ipAddress: string | null
      integrityValid: boolean
      createdAt: string
      updatedAt: string | null
    }
    AuthListConsentsResponse: {
      items: components['schemas']['AuthListConsentsItem'][]
    }
    AuthGetNavigationResponse: {
      groups: {
        id: string
        name: string
        defaultName: string
        items: {
          id: string
          href: string
          title: string
          defaultTitle: string
          enabled: boolean
          hidden?: boolean
          /** @enum {string} */
          pageContext: 'main' | 'settings' | 'profile'
          children?: {
            id: string
            href: string
            title: string
            defaultTitle: string
            enabled: boolean
            hidden?: boolean
            /** @enum {string} */
            pageContext: 'main' | 'settings' | 'profile'
          }[]
        }[]
      }[]
      settingsSections: {
        id: string
        label: string
        labelKey?: string
        order?: number
        items: {
          id: string
          label: string
          href: string
          order?: number
        }[]
      }[]
      settingsPathPrefixes: string[]
      profileSections: {
        id: string
        label: string
        labelKey?: string
        order?: number
        items: {
          id: string
          label: string
          href: string
          order?: number
        }[]
      }[]
      profilePathPrefixes: string[]
      grantedFeatures: string[]
      roles: string[]
    }
    AuthGetSidebarResponse: {
      locale: string
      settings: {
        version: number
        groupOrder: string[]
        groupLabels: {
          [key: string]: string
        }
        itemLabels: {
          [key: string]: string
        }
        hiddenItems: string[]
      }
      canApplyToRoles: boolean
      roles: {
        /** Format: uuid */
        id: string
        name: string
        hasPreference: boolean
      }[]
    }
    AuthGetAppliedSidebarResponse: {
      version: number
      groupOrder: string[]
      groupLabels: {
        [key: string]: string
      }
      itemLabels: {
        [key: string]: string
      }
      hiddenItems: string[]
    }
    AuthSaveSidebarBody: {
      /** @default 2 */
      version?: number
      /** @default [] */
      groupOrder?: string[]
      /** @default {} */
      groupLabels?: {
        [key: string]: string
      }
      /** @default {} */
      itemLabels?: {
        [key: string]: string
      }
      /** @default [] */
      hiddenItems?: string[]
      /** @default [] */
      applyToRoles?: string[]
      /** @default [] */
      clearRoleIds?: string[]
    }
    AuthSaveSidebarResponse: {
      locale: string
      settings: {
        version: number
        groupOrder: string[]
        groupLabels: {
          [key: string]: string
        }
        itemLabels: {
          [key: string]: string
        }
        hiddenItems: string[]
      }
      canApplyToRoles: boolean
      roles: {
        /** Format: uuid */
        id: string
        name: string
        hasPreference: boolean
      }[]
      appliedRoles: string[]
      clearedRoles: string[]
    }
    ApiKeysListKeysItem: {
      /** Format: uuid */
      id: string
      name: string
      description: string | null
      keyPrefix: string
      organizationId: string | null
      organizationName: string | null
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string | null
      roles: {
        /** Format: uuid */
        id: string
        name: string | null
      }[]
      serviceAccount: {
        /** Format: uuid */
        id: string
        name: string
      } | null
    }
    ApiKeysListKeysResponse: {
      items: components['schemas']['ApiKeysListKeysItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    ApiKeysCreateKeyBody: {
      name: string
      description?: string | null
      tenantId?: string | null
      organizationId?: string | null
      /** @default [] */
      roles?: string[]
      /** @description A day or a moment, best as ISO 8601 writes it (UTC without an offset); null or an empty text for never. */
      expiresAt?: string | null
    }
    ApiKeysCreateKeyResponse: {
      /** Format: uuid */
      id: string
      name: string
      keyPrefix: string
      secret: string
      /** Format: uuid */
      tenantId: string
      organizationId: string | null
      roles: {
        /** Format: uuid */
        id: string
        name: string
      }[]
    }
    ApiKeysDeleteKeyBody: {
      /** Format: uuid */
      id?: string
    }
    ApiKeysDeleteKeyResponse: {
      /** @constant */
      success: true
    }
    ApiKeysListServiceAccountsItem: {
      /** Format: uuid */
      id: string
      name: string
      description: string | null
      organizationId: string | null
      isConfined: boolean
      isActive: boolean
      createdAt: string
      updatedAt: string
      roles: {
        /** Format: uuid */
        id: string
        name: string | null
      }[]
    }
    ApiKeysListServiceAccountsResponse: {
      items: components['schemas']['ApiKeysListServiceAccountsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    ApiKeysCreateServiceAccountBody: {
      name: string
      description?: string | null
      tenantId?: string | null
      organizationId?: string | null
      /** @default [] */
      roles?: string[]
    }
    ApiKeysCreateServiceAccountResponse: {
      /** Format: uuid */
      id: string
    }
    ApiKeysUpdateServiceAccountBody: {
      /** Format: uuid */
      id: string
      name?: string
      description?: string | null
      roles?: string[]
      isActive?: boolean
    }
    ApiKeysUpdateServiceAccountResponse: {
      /** @constant */
      ok: true
    }
    ApiKeysDeleteServiceAccountBody: {
      /** Format: uuid */
      id?: string
    }
    ApiKeysDeleteServiceAccountResponse: {
      /** @constant */
      ok: true
    }
    ApiKeysCreateServiceAccountKeyBody: {
      /** Format: uuid */
      serviceAccountId: string
      name: string
      /** @description A day or a moment, best as ISO 8601 writes it (UTC without an offset); null or an empty text for never. */
      expiresAt?: string | null
    }
    ApiKeysCreateServiceAccountKeyResponse: {
      /** Format: uuid */
      id: string
      name: string
      keyPrefix: string
      secret: string
      /** Format: uuid */
      serviceAccountId: string
    }
    ApiKeysIssueTokenBody: {
      grant_type: string
      client_id?: string
      client_secret?: string
      scope?: string
    }
    ApiKeysIssueTokenResponse: {
      access_token: string
      /** @constant */
      token_type: 'Bearer'
      expires_in: number
      scope?: string
    }
    AiAssistantChatBody: {
      messages?: {
        role: string
        content: unknown
      }[]
      sessionId?: string | null
      answerQuestion?: {
        /** Format: uuid */
        questionId: string
        answer: number
        /** Format: uuid */
        sessionId: string
      }
    }
    AiAssistantRouteBody: {
      query: string
      availableTools: {
        name: string
        description: string
      }[]
    }
    AiAssistantRouteResponse: {
      /** @enum {string} */
      intent: 'tool' | 'general_chat'
      toolName?: string
      confidence: number
      reasoning: string
    }
    AiAssistantGetHealthResponse: {
      /** @enum {string} */
      status: 'ok' | 'error'
      opencode?: {
        healthy: boolean
        version: string
      }
      mcp?: {
        [key: string]: {
          /** @enum {string} */
          status: 'connected' | 'failed' | 'connecting'
        }
      }
      search: {
        available: boolean
        driver: 'meilisearch' | null
        url: string | null
      }
      url: string
      mcpUrl: string
      message?: string
    }
    AiAssistantGetSettingsResponse: {
      provider: {
        id: string
        name: string
        defaultModel: string
        envKey: string
        configured: boolean
        model: string
      }
      availableProviders: {
        id: string
        name: string
        defaultModel: string
        envKey: string
        configured: boolean
      }[]
      mcpKeyConfigured: boolean
    }
    AiAssistantUpdateSettingsBody: {
      providerId: string
      model?: string | null
    }
    AiAssistantUpdateSettingsResponse: {
      providerId: string
      model: string | null
    }
    AiAssistantListToolsResponse: {
      tools: {
        name: string
        description: string
        inputSchema: {
          [key: string]: unknown
        }
        module: string
      }[]
    }
    AiAssistantExecuteToolBody: {
      toolName: string
      /** @default {} */
      args?: {
        [key: string]: unknown
      }
    }
    AiAssistantExecuteToolResponse: {
      /** @constant */
      success: true
      result: unknown
    }
    AiAssistantCreateSessionKeyResponse: {
      sessionToken: string
      expiresAt: string
    }
    AiAssistantListConversationsItem: {
      /** Format: uuid */
      id: string
      title: string
      inputTokens: number
      outputTokens: number
      isBusy: boolean
      createdAt: string
      updatedAt: string
    }
    AiAssistantListConversationsResponse: {
      items: components['schemas']['AiAssistantListConversationsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    AiAssistantGetConversationResponse: {
      /** Format: uuid */
      id: string
      title: string
      inputTokens: number
      outputTokens: number
      isBusy: boolean
      createdAt: string
      updatedAt: string
      hasEarlier: boolean
      messages: {
        /** Format: uuid */
        id: string
        /** @enum {string} */
        role: 'user' | 'assistant' | 'tool'
        content: unknown
        createdAt: string
      }[]
      approvals: {
        /** Format: uuid */
        id: string
        tool: string
        state: string
        outcome: string | null
        createdAt: string
        expiresAt: string
      }[]
      actions: {
        /** Format: uuid */
        id: string
        commandId: string
        label: string | null
        resourceKind: string | null
        resourceId: string | null
        callId: string | null
        createdAt: string
        /** @enum {string} */
        state: 'done' | 'undone' | 'redone' | 'final'
      }[]
    }
    AiAssistantDeleteConversationBody: Record<string, never>
    AiAssistantDeleteConversationResponse: {
      /** @constant */
      ok: true
    }
    AiAssistantUndoConversationResponse: {
      isComplete: boolean
      actions: {
        /** Format: uuid */
        logId: string
        commandId: string
        label: string | null
        isUndone: boolean
        error?: string
        conflicts?: unknown[]
      }[]
    }
    McpMessage: {
      /** @constant */
      jsonrpc: '2.0'
      method: string
      id?: string | number
      params?: {
        [key: string]: unknown
      }
    }
    McpRefusal:
      | {
          error: string
        }
      | {
          /** @constant */
          jsonrpc: '2.0'
          error: {
            code: number
            message: string
            data?: unknown
          }
          id?: string | number | null
        }
    AiAssistantGetResourceMetadataResponse: {
      resource: string
      resource_name: string
      bearer_methods_supported: string[]
      authorization_servers?: string[]
    }
    AiAssistantGetMcpMetadataResponse: {
      resource: string
      resource_name: string
      bearer_methods_supported: string[]
      authorization_servers?: string[]
    }
    AiAssistantGetApiMcpMetadataResponse: {
      resource: string
      resource_name: string
      bearer_methods_supported: string[]
      authorization_servers?: string[]
    }
    AttachmentsCreateAttachmentResponse: {
      /** @constant */
      ok: true
      item: {
        /** Format: uuid */
        id: string
        url: string
        fileName: string
        fileSize: number
        partitionCode: string
        thumbnailUrl: string
        content: string | null
        tags: string[]
        assignments: {
          type: string
          id: string
          href?: string | null
          label?: string
        }[]
        customFields?: {
          [key: string]: unknown
        }
      }
    }
    AttachmentsBeginUploadResponse: {
      /**
       * Format: uuid
       * @description That of the file, too, when the upload is finished.
       */
      id: string
      size: number
      received: number
      isFinished: boolean
      /**
       * Format: date-time
       * @description When it is removed unless its client goes on.
       */
      expiresAt: string
    }
    AttachmentsGetUploadResponse: {
      /**
       * Format: uuid
       * @description That of the file, too, when the upload is finished.
       */
      id: string
      size: number
      received: number
      isFinished: boolean
      /**
       * Format: date-time
       * @description When it is removed unless its client goes on.
       */
      expiresAt: string
    }
    AttachmentsListAttachmentsItem: {
      /** Format: uuid */
      id: string
      url: string
      fileName: string
      fileSize: number
      createdAt: string
      mimeType: string | null
      partitionCode: string
      content: string | null
      thumbnailUrl: string
      tags: string[]
      assignments: {
        type: string
        id: string
        href?: string | null
        label?: string
      }[]
    } & {
      [key: string]: unknown
    }
    AttachmentsListAttachmentsResponse: {
      items: components['schemas']['AttachmentsListAttachmentsItem'][]
    }
    AttachmentsDeleteAttachmentBody: {
      /** Format: uuid */
      id?: string
    }
    AttachmentsDeleteAttachmentResponse: {
      /** @constant */
      ok: true
    }
    AttachmentsTransferAttachmentsBody: {
      entityId: string
      attachmentIds: string[]
      toRecordId: string
      fromRecordId?: string
    } & {
      [key: string]: unknown
    }
    AttachmentsTransferAttachmentsResponse: {
      /** @constant */
      ok: true
      updated: number
    }
    AttachmentsListLibraryItem: {
      /** Format: uuid */
      id: string
      fileName: string
      fileSize: number
      mimeType: string
      partitionCode: string
      partitionTitle: string | null
      url: string | null
      createdAt: string
      tags: string[]
      assignments: {
        type: string
        id: string
        href?: string | null
        label?: string
      }[]
      content: string | null
      thumbnailUrl?: string
      /** @description What stands around the first word of `text`, as plain text. */
      snippet?: string
    } & {
      [key: string]: unknown
    }
    AttachmentsListLibraryResponse: {
      items: components['schemas']['AttachmentsListLibraryItem'][]
      page: number
      pageSize: number
      total: number
      totalPages: number
      availableTags: string[]
      partitions: {
        code: string
        title: string
        description: string | null
        isPublic: boolean
      }[]
    }
    AttachmentsGetLibraryFileResponse: {
      item: {
        /** Format: uuid */
        id: string
        fileName: string
        fileSize: number
        mimeType: string
        partitionCode: string
        partitionTitle: string | null
        tags: string[]
        assignments: {
          type: string
          id: string
          href?: string | null
          label?: string
        }[]
        content: string | null
        customFields: {
          [key: string]: unknown
        } | null
        /** @description How far the reading of its text is. */
        text: {
          /** @enum {string} */
          state: 'waiting' | 'read' | 'unreadable'
          reason: string | null
          pagesRead: number
          pages: number | null
        } | null
      }
    }
    AttachmentsUpdateAttachmentBody: {
      tags?: string[]
      assignments?: {
        type: string
        id: string
        href?: string | null
        label?: string | null
      }[]
    } & {
      [key: string]: unknown
    }
    AttachmentsUpdateAttachmentResponse: {
      /** @constant */
      ok: true
      item: {
        /** Format: uuid */
        id: string
        tags: string[]
        assignments: {
          type: string
          id: string
          href?: string | null
          label?: string
        }[]
      }
    }
    AttachmentsDeleteLibraryFileBody: Record<string, never>
    AttachmentsDeleteLibraryFileResponse: {
      /** @constant */
      ok: true
    }
    AttachmentsListPartitionsItem: {
      /** Format: uuid */
      id: string
      code: string
      title: string
      description: string | null
      isPublic: boolean
      requiresOcr: boolean
      ocrModel: string | null
      createdAt: string | null
      updatedAt: string | null
      envKey: string
    }
    AttachmentsListPartitionsResponse: {
      items: components['schemas']['AttachmentsListPartitionsItem'][]
    }
    AttachmentsCreatePartitionBody: {
      code: string
      title: string
      description?: string | null
      isPublic?: boolean
      requiresOcr?: boolean
      ocrModel?: string | null
    }
    AttachmentsCreatePartitionResponse: {
      item: {
        /** Format: uuid */
        id: string
        code: string
        title: string
        description: string | null
        isPublic: boolean
        requiresOcr: boolean
        ocrModel: string | null
        createdAt: string | null
        updatedAt: string | null
        envKey: string
      }
    }
    AttachmentsUpdatePartitionBody: {
      code: string
      title: string
      description?: string | null
      isPublic?: boolean
      requiresOcr?: boolean
      ocrModel?: string | null
      /** Format: uuid */
      id: string
    }
    AttachmentsUpdatePartitionResponse: {
      item: {
        /** Format: uuid */
        id: string
        code: string
        title: string
        description: string | null
        isPublic: boolean
        requiresOcr: boolean
        ocrModel: string | null
        createdAt: string | null
        updatedAt: string | null
        envKey: string
      }
    }
    AttachmentsDeletePartitionBody: {
      /** Format: uuid */
      id?: string
    }
    AttachmentsDeletePartitionResponse: {
      /** @constant */
      ok: true
    }
    AuditLogsListAccessesItem: {
      id: string
      resourceKind: string
      resourceId: string
      accessType: string
      actorUserId: string | null
      ownerUserId: string | null
      actorUserName: string | null
      tenantId: string | null
      tenantName: string | null
      organizationId: string | null
      organizationName: string | null
      fields: string[]
      context: {
        [key: string]: unknown
      } | null
      createdAt: string
    }
    AuditLogsListAccessesResponse: {
      items: components['schemas']['AuditLogsListAccessesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
      canViewTenant: boolean
    }
    AuditLogsListActionsItem: {
      id: string
      commandId: string
      actionLabel: string | null
      /** @enum {string} */
      executionState: 'done' | 'undone' | 'redone' | 'failed'
      actorUserId: string | null
      ownerUserId: string | null
      actorUserName: string | null
      tenantId: string | null
      tenantName: string | null
      organizationId: string | null
      organizationName: string | null
      resourceKind: string | null
      resourceId: string | null
      parentResourceKind: string | null
      parentResourceId: string | null
      undoToken: string | null
      createdAt: string
      updatedAt: string
      snapshotBefore: {
        [key: string]: unknown
      } | null
      snapshotAfter: {
        [key: string]: unknown
      } | null
      changes: {
        [key: string]: unknown
      } | null
      context: {
        [key: string]: unknown
      } | null
    }
    AuditLogsListActionsResponse: {
      items: components['schemas']['AuditLogsListActionsItem'][]
      canViewTenant: boolean
      /** @constant */
      hasMoreInOtherOrganizations?: true
    }
    AuditLogsUndoActionBody: {
      undoToken: string
    }
    AuditLogsUndoActionResponse: {
      /** @constant */
      ok: true
      /** Format: uuid */
      logId: string
      credentialsLeft?: string[]
    }
    AuditLogsRedoActionBody: {
      /** Format: uuid */
      logId: string
    }
    AuditLogsRedoActionResponse: {
      /** @constant */
      ok: true
      logId: string | null
      undoToken: string | null
      credentialsLeft?: string[]
    }
    AuditLogsVerifyTrailResponse: {
      checked: number
      total: number
      archived: number
      faults: {
        /** @enum {string} */
        kind: 'changed' | 'removed' | 'inserted' | 'reordered' | 'forged'
        number: number | null
        entryId: string | null
        detail: string
      }[]
      next: string | null
    }
    AuditLogsExportActionsResponse: {
      id: string
      commandId: string
      actionLabel: string | null
      /** @enum {string} */
      executionState: 'done' | 'undone' | 'redone' | 'failed'
      actorUserId: string | null
      ownerUserId: string | null
      actorUserName: string | null
      tenantId: string | null
      tenantName: string | null
      organizationId: string | null
      organizationName: string | null
      resourceKind: string | null
      resourceId: string | null
      parentResourceKind: string | null
      parentResourceId: string | null
      undoToken: string | null
      createdAt: string
      updatedAt: string
      snapshotBefore: {
        [key: string]: unknown
      } | null
      snapshotAfter: {
        [key: string]: unknown
      } | null
      changes: {
        [key: string]: unknown
      } | null
      context: {
        [key: string]: unknown
      } | null
    }
    AuditLogsExportAccessesResponse: {
      id: string
      resourceKind: string
      resourceId: string
      accessType: string
      actorUserId: string | null
      ownerUserId: string | null
      actorUserName: string | null
      tenantId: string | null
      tenantName: string | null
      organizationId: string | null
      organizationName: string | null
      fields: string[]
      context: {
        [key: string]: unknown
      } | null
      createdAt: string
    }
    AuditLogsGetSettingsResponse: {
      accessDays: number
      isUsual: boolean
      actionDays: number | null
    }
    AuditLogsUpdateSettingsBody: {
      accessDays?: number | null
      actionDays?: number | null
    }
    AuditLogsUpdateSettingsResponse: {
      /** @constant */
      ok: true
    }
    BusinessRulesListRulesItem: {
      /** Format: uuid */
      id: string
      ruleId: string
      ruleName: string
      description: string | null
      /** @enum {string} */
      ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
      ruleCategory: string | null
      entityType: string
      eventType: string | null
      enabled: boolean
      priority: number
      version: number
      effectiveFrom: string | null
      effectiveTo: string | null
      /** Format: uuid */
      tenantId: string
      /** Format: uuid */
      organizationId: string
      createdBy: string | null
      updatedBy: string | null
      createdAt: string
      updatedAt: string
    }
    BusinessRulesListRulesResponse: {
      items: components['schemas']['BusinessRulesListRulesItem'][]
      total: number
      totalPages: number
    }
    BusinessRulesCreateRuleBody: {
      ruleId: string
      ruleName: string
      description?: string | null
      /** @enum {string} */
      ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
      ruleCategory?: string | null
      entityType: string
      eventType?: string | null
      /** @description A group of conditions or a comparison; anything falsy is no condition, which is always true. */
      conditionExpression?:
        | {
            /** @enum {string} */
            operator: 'AND' | 'OR' | 'NOT'
            rules: Record<string, never>[]
          }
        | {
            field: string
            /** @enum {string} */
            operator:
              | '='
              | '=='
              | '!='
              | '>'
              | '>='
              | '<'
              | '<='
              | 'IN'
              | 'NOT_IN'
              | 'CONTAINS'
              | 'NOT_CONTAINS'
              | 'STARTS_WITH'
              | 'ENDS_WITH'
              | 'MATCHES'
              | 'IS_EMPTY'
              | 'IS_NOT_EMPTY'
            value: unknown
            valueField?: string | null
          }
        | null
      successActions?:
        | {
            /** @enum {string} */
            type:
              | 'ALLOW_TRANSITION'
              | 'BLOCK_TRANSITION'
              | 'LOG'
              | 'SHOW_ERROR'
              | 'SHOW_WARNING'
              | 'SHOW_INFO'
              | 'NOTIFY'
              | 'SET_FIELD'
              | 'CALL_WEBHOOK'
              | 'EMIT_EVENT'
            config?: Record<string, never>
          }[]
        | null
      failureActions?:
        | {
            /** @enum {string} */
            type:
              | 'ALLOW_TRANSITION'
              | 'BLOCK_TRANSITION'
              | 'LOG'
              | 'SHOW_ERROR'
              | 'SHOW_WARNING'
              | 'SHOW_INFO'
              | 'NOTIFY'
              | 'SET_FIELD'
              | 'CALL_WEBHOOK'
              | 'EMIT_EVENT'
            config?: Record<string, never>
          }[]
        | null
      enabled?: boolean
      priority?: number
      version?: number
      effectiveFrom?: string | null
      effectiveTo?: string | null
    }
    BusinessRulesCreateRuleResponse: {
      /** Format: uuid */
      id: string
    }
    BusinessRulesUpdateRuleBody: {
      ruleId?: string
      ruleName?: string
      description?: string | null
      /** @enum {string} */
      ruleType?: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
      ruleCategory?: string | null
      entityType?: string
      eventType?: string | null
      /** @description A group of conditions or a comparison; anything falsy is no condition, which is always true. */
      conditionExpression?:
        | {
            /** @enum {string} */
            operator: 'AND' | 'OR' | 'NOT'
            rules: Record<string, never>[]
          }
        | {
            field: string
            /** @enum {string} */
            operator:
              | '='
              | '=='
              | '!='
              | '>'
              | '>='
              | '<'
              | '<='
              | 'IN'
              | 'NOT_IN'
              | 'CONTAINS'
              | 'NOT_CONTAINS'
              | 'STARTS_WITH'
              | 'ENDS_WITH'
              | 'MATCHES'
              | 'IS_EMPTY'
              | 'IS_NOT_EMPTY'
            value: unknown
            valueField?: string | null
          }
        | null
      successActions?:
        | {
            /** @enum {string} */
            type:
              | 'ALLOW_TRANSITION'
              | 'BLOCK_TRANSITION'
              | 'LOG'
              | 'SHOW_ERROR'
              | 'SHOW_WARNING'
              | 'SHOW_INFO'
              | 'NOTIFY'
              | 'SET_FIELD'
              | 'CALL_WEBHOOK'
              | 'EMIT_EVENT'
            config?: Record<string, never>
          }[]
        | null
      failureActions?:
        | {
            /** @enum {string} */
            type:
              | 'ALLOW_TRANSITION'
              | 'BLOCK_TRANSITION'
              | 'LOG'
              | 'SHOW_ERROR'
              | 'SHOW_WARNING'
              | 'SHOW_INFO'
              | 'NOTIFY'
              | 'SET_FIELD'
              | 'CALL_WEBHOOK'
              | 'EMIT_EVENT'
            config?: Record<string, never>
          }[]
        | null
      enabled?: boolean
      priority?: number
      version?: number
      effectiveFrom?: string | null
      effectiveTo?: string | null
      /** Format: uuid */
      id: string
    }
    BusinessRulesUpdateRuleResponse: {
      /** @constant */
      ok: true
    }
    BusinessRulesDeleteRuleBody: {
      /** Format: uuid */
      id?: string
    }
    BusinessRulesDeleteRuleResponse: {
      /** @constant */
      ok: true
    }
    BusinessRulesGetRuleResponse: {
      /** Format: uuid */
      id: string
      ruleId: string
      ruleName: string
      description: string | null
      /** @enum {string} */
      ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
      ruleCategory: string | null
      entityType: string
      eventType: string | null
      enabled: boolean
      priority: number
      version: number
      effectiveFrom: string | null
      effectiveTo: string | null
      /** Format: uuid */
      tenantId: string
      /** Format: uuid */
      organizationId: string
      createdBy: string | null
      updatedBy: string | null
      createdAt: string
      updatedAt: string
      conditionExpression: unknown
      successActions: unknown[] | null
      failureActions: unknown[] | null
    }
    BusinessRulesListSetsItem: {
      /** Format: uuid */
      id: string
      setId: string
      setName: string
      description: string | null
      enabled: boolean
      /** Format: uuid */
      tenantId: string
      /** Format: uuid */
      organizationId: string
      createdBy: string | null
      updatedBy: string | null
      createdAt: string
      updatedAt: string
    }
    BusinessRulesListSetsResponse: {
      items: components['schemas']['BusinessRulesListSetsItem'][]
      total: number
      totalPages: number
    }
    BusinessRulesCreateSetBody: {
      setId: string
      setName: string
      description?: string | null
      enabled?: boolean
    }
    BusinessRulesCreateSetResponse: {
      /** Format: uuid */
      id: string
    }
    BusinessRulesUpdateSetBody: {
      setId?: string
      setName?: string
      description?: string | null
      enabled?: boolean
      /** Format: uuid */
      id: string
    }
    BusinessRulesUpdateSetResponse: {
      /** @constant */
      ok: true
    }
    BusinessRulesDeleteSetBody: {
      /** Format: uuid */
      id?: string
    }
    BusinessRulesDeleteSetResponse: {
      /** @constant */
      ok: true
    }
    BusinessRulesGetSetResponse: {
      /** Format: uuid */
      id: string
      setId: string
      setName: string
      description: string | null
      enabled: boolean
      /** Format: uuid */
      tenantId: string
      /** Format: uuid */
      organizationId: string
      createdBy: string | null
      updatedBy: string | null
      createdAt: string
      updatedAt: string
      members: {
        /** Format: uuid */
        id: string
        /** Format: uuid */
        ruleId: string
        ruleName: string
        /** @enum {string} */
        ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
        sequence: number
        enabled: boolean
      }[]
    }
    BusinessRulesAddSetMemberBody: {
      /** Format: uuid */
      ruleId: string
      sequence?: number
      enabled?: boolean
    }
    BusinessRulesAddSetMemberResponse: {
      /** Format: uuid */
      id: string
    }
    BusinessRulesUpdateSetMemberBody: {
      /** Format: uuid */
      memberId: string
      sequence?: number
      enabled?: boolean
    }
    BusinessRulesUpdateSetMemberResponse: {
      /** @constant */
      ok: true
    }
    BusinessRulesRemoveSetMemberBody: {
      /** Format: uuid */
      memberId?: string
    }
    BusinessRulesRemoveSetMemberResponse: {
      /** @constant */
      ok: true
    }
    BusinessRulesExecuteBody: {
      entityType: string
      entityId?: string
      eventType?: string
      data?: unknown
      dryRun?: boolean
      explain?: boolean
    }
    BusinessRulesExecuteResponse: {
      allowed: boolean
      executedRules: {
        ruleId: string
        ruleName: string
        conditionResult: boolean
        actionsExecuted: {
          success: boolean
          results: {
            type: string
            success: boolean
            error?: string
          }[]
        } | null
        executionTime: number
        error?: string
        logId?: string
        explanation?: unknown
        /** @enum {string} */
        ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
      }[]
      totalExecutionTime: number
      errors?: string[]
      logIds?: string[]
      messages?: {
        ruleId: string
        /** @enum {string} */
        severity: 'error' | 'warning' | 'info'
        message: string
      }[]
      decisions?: {
        ruleId: string
        allowed: boolean
        message: string
      }[]
      data?: unknown
    }
    BusinessRulesExecuteRuleBody: {
      entityType?: string
      entityId?: string
      eventType?: string
      data?: unknown
      dryRun?: boolean
      explain?: boolean
    }
    BusinessRulesExecuteRuleResponse: {
      ruleId: string
      ruleName: string
      conditionResult: boolean
      actionsExecuted: {
        success: boolean
        results: {
          type: string
          success: boolean
          error?: string
        }[]
      } | null
      executionTime: number
      error?: string
      logId?: string
      explanation?: unknown
      success: boolean
      messages?: {
        ruleId: string
        /** @enum {string} */
        severity: 'error' | 'warning' | 'info'
        message: string
      }[]
      decisions?: {
        ruleId: string
        allowed: boolean
        message: string
      }[]
      data?: unknown
    }
    BusinessRulesAnalyzeRulesBody: {
      entityType?: string
      drafts?: {
        ruleId: string
        ruleName: string
        description?: string | null
        /** @enum {string} */
        ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
        ruleCategory?: string | null
        entityType: string
        eventType?: string | null
        /** @description A group of conditions or a comparison; anything falsy is no condition, which is always true. */
        conditionExpression?:
          | {
              /** @enum {string} */
              operator: 'AND' | 'OR' | 'NOT'
              rules: Record<string, never>[]
            }
          | {
              field: string
              /** @enum {string} */
              operator:
                | '='
                | '=='
                | '!='
                | '>'
                | '>='
                | '<'
                | '<='
                | 'IN'
                | 'NOT_IN'
                | 'CONTAINS'
                | 'NOT_CONTAINS'
                | 'STARTS_WITH'
                | 'ENDS_WITH'
                | 'MATCHES'
                | 'IS_EMPTY'
                | 'IS_NOT_EMPTY'
              value: unknown
              valueField?: string | null
            }
          | null
        successActions?:
          | {
              /** @enum {string} */
              type:
                | 'ALLOW_TRANSITION'
                | 'BLOCK_TRANSITION'
                | 'LOG'
                | 'SHOW_ERROR'
                | 'SHOW_WARNING'
                | 'SHOW_INFO'
                | 'NOTIFY'
                | 'SET_FIELD'
                | 'CALL_WEBHOOK'
                | 'EMIT_EVENT'
              config?: Record<string, never>
            }[]
          | null
        failureActions?:
          | {
              /** @enum {string} */
              type:
                | 'ALLOW_TRANSITION'
                | 'BLOCK_TRANSITION'
                | 'LOG'
                | 'SHOW_ERROR'
                | 'SHOW_WARNING'
                | 'SHOW_INFO'
                | 'NOTIFY'
                | 'SET_FIELD'
                | 'CALL_WEBHOOK'
                | 'EMIT_EVENT'
              config?: Record<string, never>
            }[]
          | null
        enabled?: boolean
        priority?: number
        version?: number
        effectiveFrom?: string | null
        effectiveTo?: string | null
      }[]
    }
    BusinessRulesAnalyzeRulesResponse: {
      rules: number
      complete: boolean
      findings: {
        code: string
        rules: string[]
        path?: string
        message: string
      }[]
    }
    BusinessRulesListLogsItem: {
      id: string
      entityId: string
      entityType: string
      /** @enum {string} */
      executionResult: 'SUCCESS' | 'FAILURE' | 'ERROR'
      inputContext: unknown
      outputContext: unknown
      errorMessage: string | null
      executionTimeMs: number
      executedAt: string
      /** Format: uuid */
      tenantId: string
      /** Format: uuid */
      organizationId: string
      executedBy: string | null
      explanation: unknown
      /** Format: uuid */
      ruleId: string
      ruleName: string
      ruleType: ('GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT') | null
    }
    BusinessRulesListLogsResponse: {
      items: components['schemas']['BusinessRulesListLogsItem'][]
      total: number
      totalPages: number
    }
    BusinessRulesGetLogResponse: {
      id: string
      entityId: string
      entityType: string
      /** @enum {string} */
      executionResult: 'SUCCESS' | 'FAILURE' | 'ERROR'
      inputContext: unknown
      outputContext: unknown
      errorMessage: string | null
      executionTimeMs: number
      executedAt: string
      /** Format: uuid */
      tenantId: string
      /** Format: uuid */
      organizationId: string
      executedBy: string | null
      explanation: unknown
      rule: {
        /** Format: uuid */
        id: string
        ruleId: string | null
        ruleName: string
        ruleType: ('GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT') | null
        entityType: string
      }
    }
    BusinessRulesGetWebhookKeyResponse: {
      /** @constant */
      algorithm: 'HMAC-SHA256'
      key: string
    }
    BusinessRulesListRuleEntitiesItem: {
      entityType: string
      aliases: string[]
      title: string
      events: {
        eventType: string
        canRefuse: boolean
        commands: string[]
      }[]
      fields: {
        name: string
        /** @enum {string} */
        type: 'text' | 'number' | 'boolean' | 'date' | 'array' | 'object' | 'any'
        settable: boolean
      }[]
    }
    BusinessRulesListRuleEntitiesResponse: {
      items: components['schemas']['BusinessRulesListRuleEntitiesItem'][]
      emittableEvents: string[]
      webhookHosts: string[]
    }
    ProgressListJobsItem: {
      jobType: string
      name: string
      description: string | null
      /** @enum {string} */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
      progressPercent: number
      processedCount: number
      totalCount: number | null
      etaSeconds: number | null
      cancellable: boolean
      startedAt: string | null
      finishedAt: string | null
      /** Format: uuid */
      id: string
      errorMessage: string | null
      createdAt: string
      /** Format: uuid */
      tenantId: string
      organizationId: string | null
    }
    ProgressListJobsResponse: {
      items: components['schemas']['ProgressListJobsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    ProgressCreateJobBody: {
      jobType: string
      name: string
      description?: string | null
      totalCount?: number | null
      /** @default false */
      cancellable?: boolean
      meta?: {
        [key: string]: unknown
      } | null
      parentJobId?: string | null
      partitionIndex?: number | null
      partitionCount?: number | null
    }
    ProgressCreateJobResponse: {
      /** Format: uuid */
      id: string
    }
    ProgressGetJobResponse: {
      jobType: string
      name: string
      description: string | null
      /** @enum {string} */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
      progressPercent: number
      processedCount: number
      totalCount: number | null
      etaSeconds: number | null
      cancellable: boolean
      startedAt: string | null
      finishedAt: string | null
      /** Format: uuid */
      id: string
      errorMessage: string | null
      createdAt: string
      /** Format: uuid */
      tenantId: string
      organizationId: string | null
      meta: {
        [key: string]: unknown
      } | null
      resultSummary: {
        [key: string]: unknown
      } | null
      startedByUserId: string | null
      heartbeatAt: string | null
      cancelRequestedAt: string | null
      parentJobId: string | null
      partitionIndex: number | null
      partitionCount: number | null
      updatedAt: string
      logId: string | null
      undoToken: string | null
    }
    ProgressUpdateJobBody: {
      processedCount?: number
      progressPercent?: number
      totalCount?: number
      etaSeconds?: number
      meta?: {
        [key: string]: unknown
      }
    }
    ProgressUpdateJobResponse: {
      /** @constant */
      ok: true
      progressPercent: number
    }
    ProgressCancelJobResponse: {
      /** @constant */
      ok: true
    }
    ProgressListActiveJobsResponse: {
      active: {
        jobType: string
        name: string
        description: string | null
        /** @enum {string} */
        status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
        progressPercent: number
        processedCount: number
        totalCount: number | null
        etaSeconds: number | null
        cancellable: boolean
        startedAt: string | null
        finishedAt: string | null
        /** Format: uuid */
        id: string
        meta: {
          [key: string]: unknown
        } | null
        errorMessage: string | null
      }[]
      recentlyCompleted: {
        jobType: string
        name: string
        description: string | null
        /** @enum {string} */
        status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
        progressPercent: number
        processedCount: number
        totalCount: number | null
        etaSeconds: number | null
        cancellable: boolean
        startedAt: string | null
        finishedAt: string | null
        /** Format: uuid */
        id: string
        meta: {
          [key: string]: unknown
        } | null
        errorMessage: string | null
      }[]
    }
    CatalogListProductsItem: {
      /** Format: uuid */
      id: string
      title: string
      subtitle: string | null
      description: string | null
      sku: string | null
      handle: string | null
      productType: string
      primaryCurrencyCode: string | null
      metadata: {
        [key: string]: unknown
      } | null
      isActive: boolean
      organizationId: string | null
      /** Format: uuid */
      tenantId: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      categoryIds: string[]
      variantsCount: number
      /** @description The custom fields by key. */
      customValues?: {
        [key: string]: unknown
      } | null
      /** @description The custom fields in their order. */
      customFields?: {
        key: string
        label: string
        value: unknown
        kind: string
        multi: boolean
      }[]
    } & {
      [key: string]: unknown
    }
    CatalogListProductsResponse: {
      items: components['schemas']['CatalogListProductsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    CatalogCreateProductBody: {
      title: string
      subtitle?: string | null
      description?: string | null
      sku?: string | null
      isActive?: boolean
      handle?: string | null
      /** @enum {string} */
      productType?: 'simple' | 'configurable' | 'virtual' | 'downloadable' | 'bundle' | 'grouped'
      primaryCurrencyCode?: string | null
      metadata?: {
        [key: string]: unknown
      } | null
      categoryIds?: string[]
    } & {
      [key: string]: unknown
    }
    CatalogCreateProductResponse: {
      /** Format: uuid */
      id: string
    }
    CatalogUpdateProductBody: {
      title?: string
      subtitle?: string | null
      description?: string | null
      sku?: string | null
      isActive?: boolean
      handle?: string | null
      /** @enum {string} */
      productType?: 'simple' | 'configurable' | 'virtual' | 'downloadable' | 'bundle' | 'grouped'
      primaryCurrencyCode?: string | null
      metadata?: {
        [key: string]: unknown
      } | null
      categoryIds?: string[]
      /** Format: uuid */
      id: string
    } & {
      [key: string]: unknown
    }
    CatalogUpdateProductResponse: {
      /** @constant */
      ok: true
    }
    CatalogDeleteProductBody: {
      /** Format: uuid */
      id?: string
    }
    CatalogDeleteProductResponse: {
      /** @constant */
      ok: true
    }
    CatalogBulkDeleteProductsBody: {
      /** @constant */
      confirm: true
      ids: string[]
      /** @enum {string} */
      scope: 'selected' | 'filtered'
    }
    CatalogBulkDeleteProductsResponse: {
      /** @constant */
      ok: true
      /** Format: uuid */
      progressJobId: string
      message: string
    }
    CatalogListCategoriesItem: {
      /** Format: uuid */
      id: string
      name: string
      slug: string | null
      description: string | null
      parentId: string | null
      isActive: boolean
      organizationId: string | null
      /** Format: uuid */
      tenantId: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      productsCount: number
    }
    CatalogListCategoriesResponse: {
      items: components['schemas']['CatalogListCategoriesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    CatalogCreateCategoryBody: {
      name: string
      description?: string | null
      parentId?: string | null
      isActive?: boolean
      slug?: string | null
    }
    CatalogCreateCategoryResponse: {
      /** Format: uuid */
      id: string
    }
    CatalogUpdateCategoryBody: {
      name?: string
      description?: string | null
      parentId?: string | null
      isActive?: boolean
      slug?: string | null
      /** Format: uuid */
      id: string
    }
    CatalogUpdateCategoryResponse: {
      /** @constant */
      ok: true
    }
    CatalogDeleteCategoryBody: {
      /** Format: uuid */
      id?: string
    }
    CatalogDeleteCategoryResponse: {
      /** @constant */
      ok: true
    }
    CatalogListVariantsItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      productId: string
      name: string | null
      sku: string | null
      barcode: string | null
      optionValues: {
        [key: string]: string
      } | null
      isDefault: boolean
      isActive: boolean
      organizationId: string | null
      /** Format: uuid */
      tenantId: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      /** @description The custom fields by key. */
      customValues?: {
        [key: string]: unknown
      } | null
      /** @description The custom fields in their order. */
      customFields?: {
        key: string
        label: string
        value: unknown
        kind: string
        multi: boolean
      }[]
    } & {
      [key: string]: unknown
    }
    CatalogListVariantsResponse: {
      items: components['schemas']['CatalogListVariantsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    CatalogCreateVariantBody: {
      /** Format: uuid */
      productId: string
      name?: string | null
      sku?: string | null
      barcode?: string | null
      isDefault?: boolean
      isActive?: boolean
      optionValues?: {
        [key: string]: string
      } | null
    } & {
      [key: string]: unknown
    }
    CatalogCreateVariantResponse: {
      /** Format: uuid */
      id: string
    }
    CatalogUpdateVariantBody: {
      name?: string | null
      sku?: string | null
      barcode?: string | null
      isDefault?: boolean
      isActive?: boolean
      optionValues?: {
        [key: string]: string
      } | null
      /** Format: uuid */
      id: string
    } & {
      [key: string]: unknown
    }
    CatalogUpdateVariantResponse: {
      /** @constant */
      ok: true
    }
    CatalogDeleteVariantBody: {
      /** Format: uuid */
      id?: string
    }
    CatalogDeleteVariantResponse: {
      /** @constant */
      ok: true
    }
    CatalogListPricesItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      productId: string
      variantId: string | null
      currencyCode: string
      unitPrice: string
      minQuantity: number
      startsAt: string | null
      endsAt: string | null
      organizationId: string | null
      /** Format: uuid */
      tenantId: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    CatalogListPricesResponse: {
      items: components['schemas']['CatalogListPricesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    CatalogCreatePriceBody: {
      /** Format: uuid */
      productId: string
      variantId?: string | null
      startsAt?: string | null
      endsAt?: string | null
      currencyCode: string
      unitPrice: number | string
      minQuantity?: number
    }
    CatalogCreatePriceResponse: {
      /** Format: uuid */
      id: string
    }
    CatalogUpdatePriceBody: {
      startsAt?: string | null
      endsAt?: string | null
      currencyCode?: string
      unitPrice?: number | string
      minQuantity?: number
      /** Format: uuid */
      id: string
    }
    CatalogUpdatePriceResponse: {
      /** @constant */
      ok: true
    }
    CatalogDeletePriceBody: {
      /** Format: uuid */
      id?: string
    }
    CatalogDeletePriceResponse: {
      /** @constant */
      ok: true
    }
    EntitiesListDefinitionsItem: {
      key: string
      kind: string
      label: string
      description?: string
      multi: boolean
      options?: {
        value: string | number
        label: string
      }[]
      optionsUrl?: string
      filterable: boolean
      searchable?: boolean
      formEditable: boolean
      listVisible: boolean
      editor?: string
      input?: string
      /** Format: uuid */
      dictionaryId?: string
      dictionaryInlineCreate?: boolean
      relatedEntityId?: string
      defaultValue?: unknown
      priority: number
      validation?: ({
        rule: string
        message: string
      } & {
        [key: string]: unknown
      })[]
      maxAttachmentSizeMb?: number
      acceptExtensions?: string[]
      personal?: boolean
      entityId: string
      fieldset?: string
      fieldsets?: string[]
      group?: {
        code: string
        title?: string
        hint?: string
      }
    }
    EntitiesListDefinitionsResponse: {
      items: components['schemas']['EntitiesListDefinitionsItem'][]
      fieldsetsByEntity?: {
        [key: string]: {
          code: string
          label: string
          icon?: string
          description?: string
          groups?: {
            code: string
            title?: string
            hint?: string
          }[]
        }[]
      }
      entitySettings?: {
        [key: string]: {
          singleFieldsetPerRecord: boolean
        }
      }
    }
    EntitiesManageDefinitionsItem: {
      /** Format: uuid */
      id: string
      key: string
      kind: string
      configJson: {
        [key: string]: unknown
      }
      isActive: boolean
      organizationId: string | null
      /** Format: uuid */
      tenantId: string
      isInherited: boolean
      index?: {
        isReady: boolean
        rows: number
      }
    }
    EntitiesManageDefinitionsResponse: {
      items: components['schemas']['EntitiesManageDefinitionsItem'][]
      deletedKeys: string[]
      fieldsets: {
        code: string
        label: string
        icon?: string
        description?: string
        groups?: {
          code: string
          title?: string
          hint?: string
        }[]
      }[]
      settings: {
        singleFieldsetPerRecord: boolean
      }
    }
    EntitiesSaveDefinitionBody: {
      key: string
      /** @enum {string} */
      kind:
        | 'text'
        | 'multiline'
        | 'integer'
        | 'float'
        | 'boolean'
        | 'select'
        | 'relation'
        | 'attachment'
        | 'currency'
        | 'dictionary'
        | 'date'
        | 'datetime'
      configJson: {
        label?: string
        description?: string
        options?: (
          | (string | number)
          | {
              value: string | number
              label?: string
            }
        )[]
        optionsUrl?: string
        multi?: boolean
        editor?: string
        input?: string
        filterable?: boolean
        searchable?: boolean
        /** @default true */
        formEditable?: boolean
        /** @default true */
        listVisible?: boolean
        priority?: number
        encrypted?: boolean
        personal?: boolean
        relatedEntityId?: string
        /** Format: uuid */
        dictionaryId?: string
        dictionaryInlineCreate?: boolean
        validation?: (
          | {
              /** @constant */
              rule: 'required'
              message: string
            }
          | {
              /** @constant */
              rule: 'date'
              message: string
            }
          | {
              /** @constant */
              rule: 'integer'
              message: string
            }
          | {
              /** @constant */
              rule: 'float'
              message: string
            }
          | {
              /** @constant */
              rule: 'lt'
              message: string
              param: number
            }
          | {
              /** @constant */
              rule: 'lte'
              message: string
              param: number
            }
          | {
              /** @constant */
              rule: 'gt'
              message: string
              param: number
            }
          | {
              /** @constant */
              rule: 'gte'
              message: string
              param: number
            }
          | {
              /** @constant */
              rule: 'eq'
              message: string
              param: unknown
            }
          | {
              /** @constant */
              rule: 'ne'
              message: string
              param: unknown
            }
          | {
              /** @constant */
              rule: 'regex'
              message: string
              param: string
            }
        )[]
        fieldset?: string
        fieldsets?: string[]
        group?:
          | string
          | {
              code: string
              title?: string
              hint?: string
            }
        maxAttachmentSizeMb?: number
        acceptExtensions?: string[]
        partitionCode?: string
        defaultValue?: unknown
        required?: boolean
      } & {
        [key: string]: unknown
      }
      /** @default true */
      isActive?: boolean
      entityId: string
      tenantWide?: boolean
    }
    EntitiesSaveDefinitionResponse: {
      /** @constant */
      ok: true
      item: {
        /** Format: uuid */
        id: string
        key: string
        kind: string
        configJson: {
          [key: string]: unknown
        }
        isActive: boolean
      }
    }
    EntitiesSaveDefinitionsBody: {
      entityId: string
      tenantWide?: boolean
      definitions: {
        key: string
        /** @enum {string} */
        kind:
          | 'text'
          | 'multiline'
          | 'integer'
          | 'float'
          | 'boolean'
          | 'select'
          | 'relation'
          | 'attachment'
          | 'currency'
          | 'dictionary'
          | 'date'
          | 'datetime'
        configJson: {
          label?: string
          description?: string
          options?: (
            | (string | number)
            | {
                value: string | number
                label?: string
              }
          )[]
          optionsUrl?: string
          multi?: boolean
          editor?: string
          input?: string
          filterable?: boolean
          searchable?: boolean
          /** @default true */
          formEditable?: boolean
          /** @default true */
          listVisible?: boolean
          priority?: number
          encrypted?: boolean
          personal?: boolean
          relatedEntityId?: string
          /** Format: uuid */
          dictionaryId?: string
          dictionaryInlineCreate?: boolean
          validation?: (
            | {
                /** @constant */
                rule: 'required'
                message: string
              }
            | {
                /** @constant */
                rule: 'date'
                message: string
              }
            | {
                /** @constant */
                rule: 'integer'
                message: string
              }
            | {
                /** @constant */
                rule: 'float'
                message: string
              }
            | {
                /** @constant */
                rule: 'lt'
                message: string
                param: number
              }
            | {
                /** @constant */
                rule: 'lte'
                message: string
                param: number
              }
            | {
                /** @constant */
                rule: 'gt'
                message: string
                param: number
              }
            | {
                /** @constant */
                rule: 'gte'
                message: string
                param: number
              }
            | {
                /** @constant */
                rule: 'eq'
                message: string
                param: unknown
              }
            | {
                /** @constant */
                rule: 'ne'
                message: string
                param: unknown
              }
            | {
                /** @constant */
                rule: 'regex'
                message: string
                param: string
              }
          )[]
          fieldset?: string
          fieldsets?: string[]
          group?:
            | string
            | {
                code: string
                title?: string
                hint?: string
              }
          maxAttachmentSizeMb?: number
          acceptExtensions?: string[]
          partitionCode?: string
          defaultValue?: unknown
          required?: boolean
        } & {
          [key: string]: unknown
        }
        /** @default true */
        isActive?: boolean
      }[]
      fieldsets?: {
        code: string
        label: string
        icon?: string
        description?: string
        groups?: {
          code: string
          title?: string
          hint?: string
        }[]
      }[]
      singleFieldsetPerRecord?: boolean
    }
    EntitiesSaveDefinitionsResponse: {
      /** @constant */
      ok: true
    }
    EntitiesDeleteDefinitionBody: {
      entityId?: string
      key?: string
      tenantWide?: boolean
    }
    EntitiesDeleteDefinitionResponse: {
      /** @constant */
      ok: true
      /** Format: uuid */
      id: string
    }
    EntitiesRestoreDefinitionBody: {
      entityId: string
      key: string
      tenantWide?: boolean
    }
    EntitiesRestoreDefinitionResponse: {
      /** @constant */
      ok: true
      /** Format: uuid */
      id: string
    }
    EntitiesListEntitiesItem: {
      entityId: string
      /** @enum {string} */
      source: 'code' | 'custom'
      label: string
      description?: string
      labelField?: string
      defaultEditor?: string
      showInSidebar?: boolean
      count: number
    }
    EntitiesListEntitiesResponse: {
      items: components['schemas']['EntitiesListEntitiesItem'][]
    }
    EntitiesSaveEntityBody: {
      entityId: string
      label: string
      description?: string | null
      labelField?: string
      /** @enum {string} */
      defaultEditor?: 'markdown' | 'simpleMarkdown' | 'htmlRichText'
      /** @default false */
      showInSidebar?: boolean
      /** @default true */
      isActive?: boolean
      tenantWide?: boolean
    }
    EntitiesSaveEntityResponse: {
      /** @constant */
      ok: true
      item: {
        /** Format: uuid */
        id: string
        entityId: string
        label: string
        description?: string
      }
    }
    EntitiesDeleteEntityBody: {
      entityId?: string
      tenantWide?: boolean
    }
    EntitiesDeleteEntityResponse: {
      /** @constant */
      ok: true
      /** Format: uuid */
      id: string
    }
    EntitiesListSidebarEntitiesItem: {
      entityId: string
      label: string
      href: string
    }
    EntitiesListSidebarEntitiesResponse: {
      items: components['schemas']['EntitiesListSidebarEntitiesItem'][]
    }
    EntitiesListRelationOptionsItem: {
      value: string
      label: string
    }
    EntitiesListRelationOptionsResponse: {
      items: components['schemas']['EntitiesListRelationOptionsItem'][]
    }
    EntitiesGetEncryptionResponse: {
      entityId: string
      /** Format: uuid */
      tenantId: string
      organizationId: string | null
      fields: {
        field: string
        hashField: string | null
      }[]
      isActive: boolean
    }
    EntitiesSaveEncryptionBody: {
      entityId: string
      fields: {
        field: string
        hashField?: string | null
      }[]
      /** @default true */
      isActive?: boolean
    }
    EntitiesSaveEncryptionResponse: {
      /** @constant */
      ok: true
    }
    EntitiesListRecordsResponse: {
      items: {
        [key: string]: unknown
      }[]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    EntitiesCreateRecordBody: {
      entityId: string
      recordId?: string
      /** @default {} */
      values?: {
        [key: string]: unknown
      }
    }
    EntitiesCreateRecordResponse: {
      /** @constant */
      ok: true
      item: {
        entityId: string
        /** Format: uuid */
        recordId: string
      }
    }
    EntitiesUpdateRecordBody: {
      entityId: string
      /** Format: uuid */
      recordId: string
      /** @default {} */
      values?: {
        [key: string]: unknown
      }
    }
    EntitiesUpdateRecordResponse: {
      /** @constant */
      ok: true
      item: {
        entityId: string
        /** Format: uuid */
        recordId: string
      }
    }
    EntitiesDeleteRecordBody: {
      entityId?: string
      /** Format: uuid */
      recordId?: string
    }
    EntitiesDeleteRecordResponse: {
      /** @constant */
      ok: true
    }
    DashboardsGetLayoutResponse: {
      layout: {
        items: {
          id: string
          widgetId: string
          order: number
          priority: number
          /** @enum {string} */
          size: 'sm' | 'md' | 'lg'
          settings?: unknown
        }[]
      }
      allowedWidgetIds: string[]
      canConfigure: boolean
      context: {
        userId: string
        tenantId: string | null
        organizationId: string | null
        userName: string | null
        userEmail: string | null
        userLabel: string
      }
      widgets: {
        id: string
        title: string
        description: string | null
        /** @enum {string} */
        defaultSize: 'sm' | 'md' | 'lg'
        defaultEnabled: boolean
        defaultSettings: unknown | null
        features: string[]
        moduleId: string
        icon: string | null
        loaderKey: string
        supportsRefresh: boolean
      }[]
    }
    DashboardsSaveLayoutBody: {
      items: {
        /** Format: uuid */
        id: string
        widgetId: string
        order: number
        priority?: number
        /**
         * @default md
         * @enum {string}
         */
        size?: 'sm' | 'md' | 'lg'
        settings?: unknown
      }[]
    }
    DashboardsSaveLayoutResponse: {
      /** @constant */
      ok: true
    }
    DashboardsUpdateLayoutItemBody: {
      /** @enum {string} */
      size?: 'sm' | 'md' | 'lg'
      settings?: unknown
    }
    DashboardsUpdateLayoutItemResponse: {
      /** @constant */
      ok: true
    }
    DashboardsListWidgetsItem: {
      id: string
      title: string
      description: string | null
      /** @enum {string} */
      defaultSize: 'sm' | 'md' | 'lg'
      defaultEnabled: boolean
      defaultSettings: unknown | null
      features: string[]
      moduleId: string
      icon: string | null
      loaderKey: string
      supportsRefresh: boolean
    }
    DashboardsListWidgetsResponse: {
      items: components['schemas']['DashboardsListWidgetsItem'][]
    }
    DashboardsGetRoleWidgetsResponse: {
      widgetIds: string[]
      hasCustom: boolean
      scope: {
        tenantId: string | null
        organizationId: string | null
      }
    }
    DashboardsAssignRoleWidgetsBody: {
      /** Format: uuid */
      roleId: string
      tenantId?: string | null
      organizationId?: string | null
      widgetIds: string[]
    }
    DashboardsAssignRoleWidgetsResponse: {
      /** @constant */
      ok: true
      widgetIds: string[]
    }
    DashboardsGetUserWidgetsResponse: {
      /** @enum {string} */
      mode: 'inherit' | 'override'
      widgetIds: string[]
      hasCustom: boolean
      effectiveWidgetIds: string[]
      scope: {
        tenantId: string | null
        organizationId: string | null
      }
    }
    DashboardsAssignUserWidgetsBody: {
      /** Format: uuid */
      userId: string
      tenantId?: string | null
      organizationId?: string | null
      /**
       * @default inherit
       * @enum {string}
       */
      mode?: 'inherit' | 'override'
      widgetIds: string[]
    }
    DashboardsAssignUserWidgetsResponse: {
      /** @constant */
      ok: true
      /** @enum {string} */
      mode: 'inherit' | 'override'
      widgetIds: string[]
    }
    DashboardsGetWidgetDataBody: {
      entityType: string
      metric: {
        field: string
        /** @enum {string} */
        aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max'
      }
      groupBy?: {
        field: string
        /** @enum {string} */
        granularity?: 'day' | 'week' | 'month' | 'quarter' | 'year'
        /** @default 100 */
        limit?: number
        resolveLabels?: boolean
      }
      /** @default [] */
      filters?: {
        field: string
        /** @enum {string} */
        operator: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'not_in' | 'is_null' | 'is_not_null'
        value?: (string | number | boolean) | (string | number | boolean)[] | null
      }[]
      dateRange?: {
        field: string
        /** @enum {string} */
        preset:
          | 'today'
          | 'yesterday'
          | 'this_week'
          | 'last_week'
          | 'this_month'
          | 'last_month'
          | 'this_quarter'
          | 'last_quarter'
          | 'this_year'
          | 'last_year'
          | 'last_7_days'
          | 'last_30_days'
          | 'last_90_days'
      }
      comparison?: {
        /** @enum {string} */
        type: 'previous_period' | 'previous_year'
      }
    }
    DashboardsGetWidgetDataResponse: {
      value: number | null
      data: {
        groupKey: string | number | boolean | null
        groupLabel?: string
        value: number | null
      }[]
      comparison?: {
        value: number
        change: number
        /** @enum {string} */
        direction: 'up' | 'down' | 'unchanged'
      }
      metadata: {
        fetchedAt: string
        recordCount: number
      }
    }
    DashboardsGetWidgetDataBatchBody: {
      requests: {
        id: string
        request: unknown
      }[]
    }
    DashboardsGetWidgetDataBatchResponse: {
      results: (
        | {
            id: string
            /** @constant */
            ok: true
            data: {
              value: number | null
              data: {
                groupKey: string | number | boolean | null
                groupLabel?: string
                value: number | null
              }[]
              comparison?: {
                value: number
                change: number
                /** @enum {string} */
                direction: 'up' | 'down' | 'unchanged'
              }
              metadata: {
                fetchedAt: string
                recordCount: number
              }
            }
          }
        | {
            id: string
            /** @constant */
            ok: false
            error: string
          }
      )[]
    }
    DictionariesListDictionariesItem: {
      /** Format: uuid */
      id: string
      key: string
      name: string
      description: string | null
      isSystem: boolean
      isActive: boolean
      managerVisibility: string
      entrySortMode: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      organizationId: string | null
      isInherited: boolean
    }
    DictionariesListDictionariesResponse: {
      items: components['schemas']['DictionariesListDictionariesItem'][]
      total?: number
      page?: number
      pageSize?: number
      totalPages?: number
    }
    DictionariesCreateDictionaryBody: {
      key: string
      name: string
      description?: string | null
      isActive?: boolean
      /** @enum {string} */
      entrySortMode?:
        | 'label_asc'
        | 'label_desc'
        | 'value_asc'
        | 'value_desc'
        | 'created_at_asc'
        | 'created_at_desc'
        | 'position_asc'
    }
    DictionariesCreateDictionaryResponse: {
      /** Format: uuid */
      id: string
      key: string
      name: string
      description: string | null
      isSystem: boolean
      isActive: boolean
      managerVisibility: string
      entrySortMode: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    DictionariesGetDictionaryResponse: {
      /** Format: uuid */
      id: string
      key: string
      name: string
      description: string | null
      isSystem: boolean
      isActive: boolean
      managerVisibility: string
      entrySortMode: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      organizationId: string | null
      isInherited: boolean
    }
    DictionariesUpdateDictionaryBody: {
      key?: string
      name?: string
      description?: string | null
      isActive?: boolean
      /** @enum {string} */
      entrySortMode?:
        | 'label_asc'
        | 'label_desc'
        | 'value_asc'
        | 'value_desc'
        | 'created_at_asc'
        | 'created_at_desc'
        | 'position_asc'
    }
    DictionariesUpdateDictionaryResponse: {
      /** Format: uuid */
      id: string
      key: string
      name: string
      description: string | null
      isSystem: boolean
      isActive: boolean
      managerVisibility: string
      entrySortMode: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    DictionariesDeleteDictionaryBody: Record<string, never>
    DictionariesDeleteDictionaryResponse: {
      /** @constant */
      ok: true
    }
    DictionariesListEntriesItem: {
      /** Format: uuid */
      id: string
      value: string
      label: string
      color: string | null
      icon: string | null
      position: number | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      isDefault: boolean
    }
    DictionariesListEntriesResponse: {
      items: components['schemas']['DictionariesListEntriesItem'][]
      total?: number
      page?: number
      pageSize?: number
      totalPages?: number
    }
    DictionariesCreateEntryBody: {
      value: string
      label?: string
      color?: string | null
      icon?: string | null
    }
    DictionariesCreateEntryResponse: {
      /** Format: uuid */
      id: string
      value: string
      label: string
      color: string | null
      icon: string | null
      position: number | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      isDefault: boolean
    }
    DictionariesUpdateEntryBody: {
      value?: string
      label?: string
      color?: string | null
      icon?: string | null
    }
    DictionariesUpdateEntryResponse: {
      /** Format: uuid */
      id: string
      value: string
      label: string
      color: string | null
      icon: string | null
      position: number | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      isDefault: boolean
    }
    DictionariesDeleteEntryBody: Record<string, never>
    DictionariesDeleteEntryResponse: {
      /** @constant */
      ok: true
    }
    DictionariesReorderEntriesBody: {
      entries: {
        /** Format: uuid */
        id: string
        position: number
      }[]
    }
    DictionariesReorderEntriesResponse: {
      /** @constant */
      ok: true
    }
    DictionariesSetDefaultEntryBody: {
      entryId: string | null
    }
    DictionariesSetDefaultEntryResponse: {
      /** @constant */
      ok: true
    }
    DictionariesListCurrencyOptionsItem: {
      value: string
      label: string
    }
    DictionariesListCurrencyOptionsResponse: {
      items: components['schemas']['DictionariesListCurrencyOptionsItem'][]
    }
    OnboardingStartBody: {
      /** Format: email */
      email: string
      firstName: string
      lastName: string
      organizationName: string
      password: string
      confirmPassword: string
      /** @constant */
      termsAccepted: true
      /** @default false */
      marketingConsent?: boolean
      locale?: string
    }
    OnboardingStartResponse: {
      /** @constant */
      ok: true
      email: string
    }
    OnboardingFollowLinkResponse: {
      ok: boolean
      /** @enum {string} */
      status: 'completed' | 'password_required' | 'invalid' | 'already_exists' | 'error'
      tenantId: string | null
      redirect: string
    }
    OnboardingVerifyBody: {
      /** @default  */
      token: string
      /** @default  */
      password: string
    }
    OnboardingVerifyResponse: {
      ok: boolean
      /** @enum {string} */
      status: 'completed' | 'password_required' | 'invalid' | 'already_exists' | 'error'
      tenantId: string | null
      redirect: string
    }
    SsoListProtocolsResponse: {
      items: string[]
    }
    SsoListConnectionsItem: {
      /** Format: uuid */
      id: string
      name: string
      protocol: string
      issuer: string
      clientId: string
      /** @enum {string} */
      authMethod: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none'
      hasSecret: boolean
      scopes: string[]
      groupsClaim: string | null
      createsAccounts: boolean
      /** Format: uuid */
      homeOrganizationId: string
      defaultRoleIds: string[]
      groupRoles: {
        group: string
        roleId: string
      }[]
      settings: {
        [key: string]: unknown
      }
      isActive: boolean
      isEnforced: boolean
      asksSecondFactor: boolean
      breakGlassUserIds: string[]
      createdAt: string
      updatedAt: string
      callbackUrl: string | null
      backchannelLogoutUrl: string | null
      metadataUrl: string | null
    }
    SsoListConnectionsResponse: {
      items: components['schemas']['SsoListConnectionsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    SsoCreateConnectionBody: {
      name: string
      /** @default oidc */
      protocol?: string
      issuer: string
      /** @default  */
      clientId?: string
      /** @enum {string} */
      authMethod?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none'
      /** @default null */
      secret?: string | null
      /**
       * @default [
       *       "openid",
       *       "email",
       *       "profile"
       *     ]
       */
      scopes?: string[]
      /** @default null */
      groupsClaim?: string | null
      /** @default true */
      createsAccounts?: boolean
      /** Format: uuid */
      homeOrganizationId: string
      /** @default [] */
      defaultRoleIds?: string[]
      /** @default [] */
      groupRoles?: {
        group: string
        /** Format: uuid */
        roleId: string
      }[]
      /** @default {} */
      settings?: {
        [key: string]: unknown
      }
      /** @default true */
      isActive?: boolean
      /** @default false */
      isEnforced?: boolean
      /** @default false */
      asksSecondFactor?: boolean
      /** @default [] */
      breakGlassUserIds?: string[]
    }
    SsoCreateConnectionResponse: {
      /** Format: uuid */
      id: string
    }
    SsoUpdateConnectionBody: {
      name?: string
      issuer?: string
      clientId?: string
      /** @enum {string} */
      authMethod?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none'
      secret?: string | null
      scopes?: string[]
      groupsClaim?: string | null
      createsAccounts?: boolean
      /** Format: uuid */
      homeOrganizationId?: string
      defaultRoleIds?: string[]
      groupRoles?: {
        group: string
        /** Format: uuid */
        roleId: string
      }[]
      settings?: {
        [key: string]: unknown
      }
      isActive?: boolean
      isEnforced?: boolean
      asksSecondFactor?: boolean
      breakGlassUserIds?: string[]
      /** Format: uuid */
      id: string
    }
    SsoUpdateConnectionResponse: {
      /** @constant */
      ok: true
    }
    SsoDeleteConnectionBody: {
      /** Format: uuid */
      id?: string
    }
    SsoDeleteConnectionResponse: {
      /** @constant */
      ok: true
    }
    SsoTestConnectionBody: {
      /** Format: uuid */
      id: string
    }
    SsoTestConnectionResponse: {
      isUsable: boolean
      findings: {
        /** @enum {string} */
        check:
          | 'discovery'
          | 'endpoints'
          | 'keys'
          | 'pkce'
          | 'client_authentication'
          | 'scopes'
          | 'certificates'
          | 'sign_in_page'
          | 'domains'
          | 'logout'
        /** @enum {string} */
        outcome: 'passed' | 'warning' | 'failed'
        message: string
      }[]
    }
    SsoListDomainsItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      connectionId: string
      domain: string
      verifiedAt: string | null
      missingSince: string | null
      lapsedAt: string | null
      record: {
        name: string
        value: string
      }
    }
    SsoListDomainsResponse: {
      items: components['schemas']['SsoListDomainsItem'][]
    }
    SsoAddDomainBody: {
      /** Format: uuid */
      connectionId: string
      domain: string
    }
    SsoAddDomainResponse: {
      /** Format: uuid */
      id: string
      domain: string
      record: {
        name: string
        value: string
      }
    }
    SsoVerifyDomainBody: {
      /** Format: uuid */
      id: string
    }
    SsoVerifyDomainResponse: {
      isVerified: boolean
      found: string[]
    }
    SsoRemoveDomainBody: {
      /** Format: uuid */
      id?: string
    }
    SsoRemoveDomainResponse: {
      /** @constant */
      ok: true
    }
    SsoDiscoverBody: {
      email: string
    }
    SsoDiscoverResponse: {
      connection: {
        /** Format: uuid */
        id: string
        name: string
        url: string
        isEnforced: boolean
      } | null
    }
    SsoLinkIdentityResponse: {
      /** @constant */
      ok: true
    }
    SsoListIdentitiesItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      connectionId: string
      name: string
      protocol: string
      issuer: string
      subject: string
      createdAt: string
      freshUrl: string | null
    }
    SsoListIdentitiesResponse: {
      items: components['schemas']['SsoListIdentitiesItem'][]
    }
    SsoEndLinkBody: {
      /** Format: uuid */
      id?: string
    }
    SsoEndLinkResponse: {
      /** @constant */
      ok: true
    }
    SsoListUserIdentitiesItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      connectionId: string
      name: string
      protocol: string
      issuer: string
      subject: string
      createdAt: string
      freshUrl: string | null
    } & {
      [key: string]: unknown
    }
    SsoListUserIdentitiesResponse: {
      items: components['schemas']['SsoListUserIdentitiesItem'][]
    }
    SsoEndUserLinkBody: {
      /** Format: uuid */
      userId?: string
      /** Format: uuid */
      id?: string
    }
    SsoEndUserLinkResponse: {
      /** @constant */
      ok: true
    }
    SsoLogoutResponse: {
      redirect: string | null
    }
    SsoBackchannelLogoutBody: {
      logout_token: string
    }
    SsoBackchannelLogoutResponse: {
      /** @constant */
      ok: true
    }
    SamlReceiveResponseBody: {
      SAMLResponse: string
      RelayState?: string
    }
    SamlReadProviderMetadataBody: {
      xml?: string
      /** Format: uri */
      url?: string
      issuer?: string
    }
    SamlReadProviderMetadataResponse: {
      issuer: string
      signInUrl: string
      certificates: string[]
      warnings?: string[]
    }
    ScimGetServiceProviderConfigResponse: {
      [key: string]: unknown
    }
    ScimListResourceTypesResponse: {
      [key: string]: unknown
    }
    ScimGetResourceTypeResponse: {
      [key: string]: unknown
    }
    ScimListSchemasResponse: {
      [key: string]: unknown
    }
    ScimGetSchemaResponse: {
      [key: string]: unknown
    }
    ScimListUsersResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: {
        [key: string]: unknown
      }[]
    } & {
      [key: string]: unknown
    }
    ScimSearchUsersBody: {
      attributes?: (string | string[]) | null
      excludedAttributes?: (string | string[]) | null
      filter?: string | null
      /** @default 1 */
      startIndex?: number
      /** @default 100 */
      count?: number
      sortBy?: string | null
      /**
       * @default ascending
       * @enum {string}
       */
      sortOrder?: 'ascending' | 'descending'
    }
    ScimSearchUsersResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: {
        [key: string]: unknown
      }[]
    } & {
      [key: string]: unknown
    }
    ScimCreateUserBody: {
      [key: string]: unknown | unknown
    }
    ScimCreateUserResponse: {
      [key: string]: unknown
    }
    ScimGetUserResponse: {
      [key: string]: unknown
    }
    ScimReplaceUserBody: {
      [key: string]: unknown | unknown
    }
    ScimReplaceUserResponse: {
      [key: string]: unknown
    }
    ScimUpdateUserBody: {
      Operations: ({
        op: string
        path?: string | null
        value?: unknown
      } & {
        [key: string]: unknown
      })[]
    } & {
      [key: string]: unknown | unknown
    }
    ScimUpdateUserResponse: {
      [key: string]: unknown
    }
    ScimListGroupsResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: {
        [key: string]: unknown
      }[]
    } & {
      [key: string]: unknown
    }
    ScimSearchGroupsBody: {
      attributes?: (string | string[]) | null
      excludedAttributes?: (string | string[]) | null
      filter?: string | null
      /** @default 1 */
      startIndex?: number
      /** @default 100 */
      count?: number
      sortBy?: string | null
      /**
       * @default ascending
       * @enum {string}
       */
      sortOrder?: 'ascending' | 'descending'
    }
    ScimSearchGroupsResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: {
        [key: string]: unknown
      }[]
    } & {
      [key: string]: unknown
    }
    ScimCreateGroupBody: {
      [key: string]: unknown
    }
    ScimCreateGroupResponse: {
      [key: string]: unknown
    }
    ScimGetGroupResponse: {
      [key: string]: unknown
    }
    ScimReplaceGroupBody: {
      [key: string]: unknown
    }
    ScimReplaceGroupResponse: {
      [key: string]: unknown
    }
    ScimUpdateGroupBody: {
      Operations: ({
        op: string
        path?: string | null
        value?: unknown
      } & {
        [key: string]: unknown
      })[]
    } & {
      [key: string]: unknown
    }
    ScimUpdateGroupResponse: {
      [key: string]: unknown
    }
    ScimSearchBody: {
      attributes?: (string | string[]) | null
      excludedAttributes?: (string | string[]) | null
      filter?: string | null
      /** @default 1 */
      startIndex?: number
      /** @default 100 */
      count?: number
      sortBy?: string | null
      /**
       * @default ascending
       * @enum {string}
       */
      sortOrder?: 'ascending' | 'descending'
    }
    ScimSearchResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: {
        [key: string]: unknown
      }[]
    } & {
      [key: string]: unknown
    }
    ScimBulkBody: {
      failOnErrors?: number | null
      Operations: ({
        method: string
        path: string
        bulkId?: string | null
        version?: string | null
        data?: {
          [key: string]: unknown
        } | null
      } & {
        [key: string]: unknown
      })[]
    } & {
      [key: string]: unknown
    }
    ScimBulkResponse: {
      schemas: string[]
      Operations: ({
        status: string
      } & {
        [key: string]: unknown
      })[]
    } & {
      [key: string]: unknown
    }
    ScimListGroupRolesItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      serviceAccountId: string
      displayName: string
      externalId: string | null
      roleId: string | null
    }
    ScimListGroupRolesResponse: {
      items: components['schemas']['ScimListGroupRolesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    ScimMapGroupBody: {
      /** Format: uuid */
      id: string
      roleId: string | null
    }
    ScimMapGroupResponse: {
      /** @constant */
      ok: true
    }
    ScimReactivateBody: {
      /** Format: uuid */
      serviceAccountId: string
      /** Format: date-time */
      since: string
    }
    ScimReactivateResponse: {
      reactivated: number
    }
  }
  responses: {
    /** @description The request is not valid. */
    NotOk400: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    /** @description There is no such thing within reach of the caller. */
    NotOk404: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    /** @description Too many requests. */
    Error429: {
      headers: {
        /** @description Seconds. */
        'retry-after'?: number
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description The request is not valid. */
    Error400: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Nobody is signed in. */
    Error401: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description The caller may not. */
    Error403: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description The body is too large. */
    Error413: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description A rule refuses it. */
    Error422: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description There is no such thing within reach of the caller. */
    Error404: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description The state of the data does not allow it. */
    Error409: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Nobody is signed in. */
    NotOk401: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    /** @description The caller may not. */
    NotOk403: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    /** @description The body is too large. */
    NotOk413: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    /** @description Elsewhere. */
    Status302: {
      headers: {
        Location: string
        [name: string]: unknown
      }
      content?: never
    }
    /** @description The server failed. */
    Error500: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description The server cannot answer now. */
    Error503: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Accepted. */
    Status202: {
      headers: {
        [name: string]: unknown
      }
      content?: never
    }
    /** @description What the request presumes does not hold. */
    Error412: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description The bytes do not have the checksum that was sent with them. */
    Error460: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description The body is of another type. */
    Error415: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Nothing has changed since. */
    Status304: {
      headers: {
        [name: string]: unknown
      }
      content?: never
    }
    /** @description The request failed. */
    Error416: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description The state of the data does not allow it. */
    NotOk409: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    /** @description The request failed. */
    NotOk502: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
  }
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  directoryFindTenant: {
    parameters: {
      query?: {
        tenantId?: string
        tenant?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryFindTenantResponse']
        }
      }
      400: components['responses']['NotOk400']
      404: components['responses']['NotOk404']
      429: components['responses']['Error429']
    }
  }
  directoryFindOrganization: {
    parameters: {
      query: {
        slug: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryFindOrganizationResponse']
        }
      }
      400: components['responses']['NotOk400']
      404: components['responses']['NotOk404']
      429: components['responses']['Error429']
    }
  }
  directoryListOrganizations: {
    parameters: {
      query?: {
        view?: 'options' | 'manage' | 'tree'
        page?: number
        pageSize?: number
        search?: string
        ids?: string
        tenantId?: string
        includeInactive?: 'true' | 'false'
        status?: 'all' | 'active' | 'inactive'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryListOrganizationsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  directoryUpdateOrganization: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DirectoryUpdateOrganizationBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryUpdateOrganizationResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  directoryCreateOrganization: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DirectoryCreateOrganizationBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryCreateOrganizationResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  directoryDeleteOrganization: {
    parameters: {
      query: {
        id: string
        confirm?: boolean | ('true' | 'false')
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['DirectoryDeleteOrganizationBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryDeleteOrganizationResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  directoryListTenants: {
    parameters: {
      query?: {
        id?: string
        page?: number
        pageSize?: number
        search?: string
        sortField?: 'name' | 'createdAt' | 'updatedAt'
        sortDir?: 'asc' | 'desc'
        isActive?: 'true' | 'false'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryListTenantsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  directoryUpdateTenant: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DirectoryUpdateTenantBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryUpdateTenantResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  directoryCreateTenant: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DirectoryCreateTenantBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryCreateTenantResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  directoryDeleteTenant: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['DirectoryDeleteTenantBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryDeleteTenantResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  directoryGetOrganizationSwitcher: {
    parameters: {
      query?: {
        tenantId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DirectoryGetOrganizationSwitcherResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authListUsers: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        search?: string
        tenantId?: string
        organizationId?: string
        roleIds?: string[]
        roleId?: string[]
        name?: string
        isActive?: 'true' | 'false'
        sortField?: 'email' | 'name' | 'isActive'
        sortDir?: 'asc' | 'desc'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListUsersResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authUpdateUser: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateUserBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthUpdateUserResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  authCreateUser: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthCreateUserBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthCreateUserResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  authDeleteUser: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthDeleteUserBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthDeleteUserResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  authGetUserAcl: {
    parameters: {
      query: {
        userId: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthGetUserAclResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authUpdateUserAcl: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateUserAclBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthUpdateUserAclResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authListRoles: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        search?: string
        tenantId?: string
        sortField?: 'name'
        sortDir?: 'asc' | 'desc'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListRolesResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authUpdateRole: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateRoleBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthUpdateRoleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  authCreateRole: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthCreateRoleBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthCreateRoleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  authDeleteRole: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthDeleteRoleBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthDeleteRoleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  authGetRoleAcl: {
    parameters: {
      query: {
        roleId: string
        tenantId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthGetRoleAclResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authUpdateRoleAcl: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateRoleAclBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthUpdateRoleAclResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authCheckFeatures: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthCheckFeaturesBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthCheckFeaturesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  authListFeatures: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListFeaturesResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authExplainAccess: {
    parameters: {
      query: {
        userId: string
        feature: string
        organizationId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthExplainAccessResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authListAccessHolders: {
    parameters: {
      query: {
        page?: number
        pageSize?: number
        feature: string
        organizationId?: string
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListAccessHoldersResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['AuthLoginBody']
        'multipart/form-data': components['schemas']['AuthLoginBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthLoginResponse']
        }
      }
      400: components['responses']['NotOk400']
      401: components['responses']['NotOk401']
      403: components['responses']['NotOk403']
      413: components['responses']['NotOk413']
      429: components['responses']['Error429']
    }
  }
  authLogoutByLink: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Elsewhere. */
      302: {
        headers: {
          Location: string
          [name: string]: unknown
        }
        content?: never
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authLogout: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Elsewhere. */
      302: {
        headers: {
          Location: string
          [name: string]: unknown
        }
        content?: never
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authRequestPasswordReset: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['AuthRequestPasswordResetBody']
        'multipart/form-data': components['schemas']['AuthRequestPasswordResetBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthRequestPasswordResetResponse']
        }
      }
      400: components['responses']['Error400']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  authConfirmPasswordReset: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['AuthConfirmPasswordResetBody']
        'multipart/form-data': components['schemas']['AuthConfirmPasswordResetBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthConfirmPasswordResetResponse']
        }
      }
      400: components['responses']['NotOk400']
      403: components['responses']['NotOk403']
      413: components['responses']['NotOk413']
      429: components['responses']['Error429']
    }
  }
  authRefreshSessionByLink: {
    parameters: {
      query?: {
        redirect?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Elsewhere. */
      302: {
        headers: {
          Location: string
          [name: string]: unknown
        }
        content?: never
      }
      429: components['responses']['Error429']
    }
  }
  authRefreshSession: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthRefreshSessionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthRefreshSessionResponse']
        }
      }
      400: components['responses']['NotOk400']
      401: components['responses']['NotOk401']
      403: components['responses']['NotOk403']
      413: components['responses']['NotOk413']
      429: components['responses']['Error429']
    }
  }
  authGetLocale: {
    parameters: {
      query?: {
        locale?: 'en' | 'pl' | 'es' | 'de'
        redirect?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthGetLocaleResponse']
        }
      }
      302: components['responses']['Status302']
      400: components['responses']['Error400']
    }
  }
  authChooseLocale: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthChooseLocaleBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthChooseLocaleResponse']
        }
      }
      400: components['responses']['Error400']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  authGetProfile: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthGetProfileResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authUpdateProfile: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthUpdateProfileBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthUpdateProfileResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  authVerifyLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthVerifyLoginBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthVerifyLoginResponse']
        }
      }
      400: components['responses']['NotOk400']
      401: components['responses']['NotOk401']
      403: components['responses']['NotOk403']
      413: components['responses']['NotOk413']
      429: components['responses']['Error429']
    }
  }
  authEnrollAtLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthEnrollAtLoginBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthEnrollAtLoginResponse']
        }
      }
      400: components['responses']['NotOk400']
      401: components['responses']['NotOk401']
      403: components['responses']['NotOk403']
      413: components['responses']['NotOk413']
      429: components['responses']['Error429']
    }
  }
  authOfferPasskeyLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthOfferPasskeyLoginBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthOfferPasskeyLoginResponse']
        }
      }
      400: components['responses']['NotOk400']
      401: components['responses']['NotOk401']
      403: components['responses']['NotOk403']
      413: components['responses']['NotOk413']
      429: components['responses']['Error429']
    }
  }
  authLoginByPasskey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthLoginByPasskeyBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthLoginByPasskeyResponse']
        }
      }
      400: components['responses']['NotOk400']
      401: components['responses']['NotOk401']
      403: components['responses']['NotOk403']
      413: components['responses']['NotOk413']
      429: components['responses']['Error429']
    }
  }
  authVerifySession: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthVerifySessionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthVerifySessionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  authListFactors: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListFactorsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authRemoveFactor: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthRemoveFactorBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthRemoveFactorResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authOfferAuthenticator: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthOfferAuthenticatorBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthOfferAuthenticatorResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  authConfirmAuthenticator: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthConfirmAuthenticatorBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthConfirmAuthenticatorResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  authOfferPasskey: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthOfferPasskeyBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthOfferPasskeyResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  authAddPasskey: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthAddPasskeyBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthAddPasskeyResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  authRenewRecoveryCodes: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthRenewRecoveryCodesBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthRenewRecoveryCodesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authGetUserFactors: {
    parameters: {
      query: {
        userId: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthGetUserFactorsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authResetUserFactors: {
    parameters: {
      query: {
        userId: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthResetUserFactorsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResetUserFactorsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authListSignInPolicies: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListSignInPoliciesResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authSaveSignInPolicy: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthSaveSignInPolicyBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthSaveSignInPolicyResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authListSessions: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListSessionsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authEndSessions: {
    parameters: {
      query?: {
        id?: string
        others?: 'true' | true
      }
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthEndSessionsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthEndSessionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  authListSignIns: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListSignInsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authListUserSessions: {
    parameters: {
      query: {
        page?: number
        pageSize?: number
        userId: string
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListUserSessionsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authEndUserSessions: {
    parameters: {
      query: {
        userId: string
        id?: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthEndUserSessionsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthEndUserSessionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authListUserSignIns: {
    parameters: {
      query: {
        page?: number
        pageSize?: number
        userId: string
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListUserSignInsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authResendInvitation: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthResendInvitationBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResendInvitationResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
      429: components['responses']['Error429']
    }
  }
  authListUserConsents: {
    parameters: {
      query: {
        userId: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListUserConsentsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authListConsents: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthListConsentsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authGetNavigation: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthGetNavigationResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authGetSidebar: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthGetSidebarResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authSaveSidebar: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthSaveSidebarBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthSaveSidebarResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authGetAppliedSidebar: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthGetAppliedSidebarResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  apiKeysListKeys: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        search?: string
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeysListKeysResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  apiKeysCreateKey: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeysCreateKeyBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeysCreateKeyResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  apiKeysDeleteKey: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['ApiKeysDeleteKeyBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeysDeleteKeyResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  apiKeysListServiceAccounts: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeysListServiceAccountsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  apiKeysUpdateServiceAccount: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeysUpdateServiceAccountBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeysUpdateServiceAccountResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  apiKeysCreateServiceAccount: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeysCreateServiceAccountBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeysCreateServiceAccountResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  apiKeysDeleteServiceAccount: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['ApiKeysDeleteServiceAccountBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeysDeleteServiceAccountResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  apiKeysCreateServiceAccountKey: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeysCreateServiceAccountKeyBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeysCreateServiceAccountKeyResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  apiKeysIssueToken: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['ApiKeysIssueTokenBody']
        'multipart/form-data': components['schemas']['ApiKeysIssueTokenBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeysIssueTokenResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  aiAssistantChat: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AiAssistantChatBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json':
            | {
                /** @constant */
                success: true
              }
            | string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  aiAssistantRoute: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AiAssistantRouteBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantRouteResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
      500: components['responses']['Error500']
      503: components['responses']['Error503']
    }
  }
  aiAssistantGetHealth: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantGetHealthResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  aiAssistantGetSettings: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantGetSettingsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  aiAssistantUpdateSettings: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AiAssistantUpdateSettingsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantUpdateSettingsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  aiAssistantListTools: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantListToolsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  aiAssistantExecuteTool: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AiAssistantExecuteToolBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantExecuteToolResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  aiAssistantCreateSessionKey: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantCreateSessionKeyResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  aiAssistantListConversations: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantListConversationsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  aiAssistantGetConversation: {
    parameters: {
      query?: {
        before?: string
      }
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantGetConversationResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  aiAssistantDeleteConversation: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AiAssistantDeleteConversationBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantDeleteConversationResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  aiAssistantUndoConversation: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantUndoConversationResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  aiAssistantOpenMcpStream: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      /** @description There is no such method here. */
      405: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
    }
  }
  aiAssistantCallMcp: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['McpMessage'] | components['schemas']['McpMessage'][]
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
          'text/event-stream': string
        }
      }
      202: components['responses']['Status202']
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      /** @description The request failed. */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      /** @description The body is of another type. */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
    }
  }
  aiAssistantEndMcpSession: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
        }
      }
      400: components['responses']['Error400']
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      /** @description There is no such method here. */
      405: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      413: components['responses']['Error413']
    }
  }
  aiAssistantGetResourceMetadata: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantGetResourceMetadataResponse']
        }
      }
    }
  }
  aiAssistantGetMcpMetadata: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantGetMcpMetadataResponse']
        }
      }
    }
  }
  aiAssistantGetApiMcpMetadata: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AiAssistantGetApiMcpMetadataResponse']
        }
      }
    }
  }
  attachmentsListAttachments: {
    parameters: {
      query: {
        entityId: string
        recordId: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsListAttachmentsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  attachmentsCreateAttachment: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description `<module>:<entity>`, or `attachments:library`. */
          entityId: string
          recordId: string
          /** Format: binary */
          file: string
          /** @description For super admins; before the file. */
          tenantId?: string
          /** @description Before the file. */
          organizationId?: string
          partitionCode?: string
          /** @description A custom field of the entity, whose limits apply. */
          fieldKey?: string
          /** @description Values of custom fields of the file, as a JSON object; also one part `cf_<key>` for each. */
          customFields?: string
          /** @description A JSON list of texts, or words between commas. */
          tags?: string
          /** @description A JSON list of `{type, id, href?, label?}`. */
          assignments?: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsCreateAttachmentResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  attachmentsDeleteAttachment: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AttachmentsDeleteAttachmentBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsDeleteAttachmentResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  attachmentsBeginUpload: {
    parameters: {
      query?: never
      header?: {
        /** @description `1.0.0` */
        'Tus-Resumable'?: string
        /** @description Bytes of the file. */
        'Upload-Length'?: string
        /** @description Names, each with a text in Base64: `filename`, `filetype`, and the fields of a form. */
        'Upload-Metadata'?: string
        /** @description What the bytes hash to, in Base64 after sha1, sha256, sha512 and a blank. */
        'Upload-Checksum'?: string
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/offset+octet-stream': string
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description `1.0.0` */
          'Tus-Resumable'?: string
          /** @description Where to go on. */
          Location?: string
          /** @description Bytes that are stored. */
          'Upload-Offset'?: string
          /** @description When the upload is removed unless its client goes on. */
          'Upload-Expires'?: string
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsBeginUploadResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      412: components['responses']['Error412']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
      460: components['responses']['Error460']
    }
  }
  attachmentsGetUpload: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description `1.0.0` */
          'Tus-Resumable'?: string
          /** @description Bytes that are stored. */
          'Upload-Offset'?: string
          /** @description Bytes of the file. */
          'Upload-Length'?: string
          /** @description As it was sent. */
          'Upload-Metadata'?: string
          /** @description When the upload is removed unless its client goes on. */
          'Upload-Expires'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsGetUploadResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      412: components['responses']['Error412']
    }
  }
  attachmentsEndUpload: {
    parameters: {
      query?: never
      header?: {
        /** @description `1.0.0` */
        'Tus-Resumable'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      204: {
        headers: {
          /** @description `1.0.0` */
          'Tus-Resumable'?: string
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      412: components['responses']['Error412']
      413: components['responses']['Error413']
    }
  }
  attachmentsContinueUpload: {
    parameters: {
      query?: never
      header?: {
        /** @description `1.0.0` */
        'Tus-Resumable'?: string
        /** @description Where these bytes begin. */
        'Upload-Offset'?: string
        /** @description What the bytes hash to, in Base64 after sha1, sha256, sha512 and a blank. */
        'Upload-Checksum'?: string
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/offset+octet-stream': string
      }
    }
    responses: {
      /** @description Done. */
      204: {
        headers: {
          /** @description `1.0.0` */
          'Tus-Resumable'?: string
          /** @description Bytes that are stored. */
          'Upload-Offset'?: string
          /** @description When the upload is removed unless its client goes on. */
          'Upload-Expires'?: string
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      412: components['responses']['Error412']
      413: components['responses']['Error413']
      415: components['responses']['Error415']
      422: components['responses']['Error422']
      460: components['responses']['Error460']
    }
  }
  attachmentsTransferAttachments: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AttachmentsTransferAttachmentsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsTransferAttachmentsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  attachmentsListLibrary: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        search?: string
        text?: string
        partition?: string
        tags?: string
        sortField?: 'fileName' | 'fileSize' | 'createdAt'
        sortDir?: 'asc' | 'desc'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsListLibraryResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  attachmentsGetLibraryFile: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsGetLibraryFileResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  attachmentsDeleteLibraryFile: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AttachmentsDeleteLibraryFileBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsDeleteLibraryFileResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  attachmentsUpdateAttachment: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AttachmentsUpdateAttachmentBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsUpdateAttachmentResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  attachmentsListPartitions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsListPartitionsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  attachmentsUpdatePartition: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AttachmentsUpdatePartitionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsUpdatePartitionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  attachmentsCreatePartition: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AttachmentsCreatePartitionBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsCreatePartitionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  attachmentsDeletePartition: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['AttachmentsDeletePartitionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AttachmentsDeletePartitionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  attachmentsGetFile: {
    parameters: {
      query?: {
        download?: string
      }
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          '*/*': unknown
        }
      }
      /** @description A part of it. */
      206: {
        headers: {
          [name: string]: unknown
        }
        content: {
          '*/*': unknown
        }
      }
      304: components['responses']['Status304']
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      416: components['responses']['Error416']
    }
  }
  attachmentsGetImage: {
    parameters: {
      query?: {
        width?: number
        height?: number
        cropType?: 'cover' | 'contain'
      }
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/*': unknown
        }
      }
      304: components['responses']['Status304']
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  attachmentsGetNamedImage: {
    parameters: {
      query?: {
        width?: number
        height?: number
        cropType?: 'cover' | 'contain'
      }
      header?: never
      path: {
        id: string
        slug: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/*': unknown
        }
      }
      304: components['responses']['Status304']
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  auditLogsListAccesses: {
    parameters: {
      query?: {
        organizationId?: string | '__all__'
        actorUserId?: string
        resourceKind?: string
        before?: string
        after?: string
        accessType?: string
        page?: number
        pageSize?: number
        limit?: number
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditLogsListAccessesResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  auditLogsListActions: {
    parameters: {
      query?: {
        organizationId?: string | '__all__'
        actorUserId?: string
        resourceKind?: string
        before?: string
        after?: string
        resourceId?: string
        includeRelated?: string
        undoableOnly?: string
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditLogsListActionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  auditLogsUndoAction: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuditLogsUndoActionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditLogsUndoActionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  auditLogsRedoAction: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuditLogsRedoActionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditLogsRedoActionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  auditLogsVerifyTrail: {
    parameters: {
      query?: {
        after?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditLogsVerifyTrailResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
    }
  }
  auditLogsExportActions: {
    parameters: {
      query?: {
        organizationId?: string | '__all__'
        actorUserId?: string
        resourceKind?: string
        before?: string
        after?: string
        resourceId?: string
        includeRelated?: string
        undoableOnly?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson; charset=utf-8': components['schemas']['AuditLogsExportActionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      429: components['responses']['Error429']
    }
  }
  auditLogsExportAccesses: {
    parameters: {
      query?: {
        organizationId?: string | '__all__'
        actorUserId?: string
        resourceKind?: string
        before?: string
        after?: string
        accessType?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson; charset=utf-8': components['schemas']['AuditLogsExportAccessesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      429: components['responses']['Error429']
    }
  }
  auditLogsGetSettings: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditLogsGetSettingsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  auditLogsUpdateSettings: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuditLogsUpdateSettingsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditLogsUpdateSettingsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  businessRulesListRules: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ruleId?: string
        search?: string
        ruleType?: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
        entityType?: string
        eventType?: string
        ruleCategory?: string
        enabled?: 'true' | 'false'
        sortField?: 'ruleId' | 'ruleName' | 'ruleType' | 'entityType' | 'priority' | 'createdAt' | 'updatedAt'
        sortDir?: 'asc' | 'desc'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesListRulesResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  businessRulesUpdateRule: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesUpdateRuleBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesUpdateRuleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  businessRulesCreateRule: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesCreateRuleBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesCreateRuleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  businessRulesDeleteRule: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesDeleteRuleBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesDeleteRuleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  businessRulesGetRule: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesGetRuleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  businessRulesListSets: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        setId?: string
        search?: string
        enabled?: 'true' | 'false'
        sortField?: 'setId' | 'setName' | 'enabled' | 'createdAt' | 'updatedAt'
        sortDir?: 'asc' | 'desc'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesListSetsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  businessRulesUpdateSet: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesUpdateSetBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesUpdateSetResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  businessRulesCreateSet: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesCreateSetBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesCreateSetResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  businessRulesDeleteSet: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesDeleteSetBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesDeleteSetResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  businessRulesGetSet: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesGetSetResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  businessRulesUpdateSetMember: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesUpdateSetMemberBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesUpdateSetMemberResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  businessRulesAddSetMember: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesAddSetMemberBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesAddSetMemberResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  businessRulesRemoveSetMember: {
    parameters: {
      query: {
        memberId: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesRemoveSetMemberBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesRemoveSetMemberResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  businessRulesExecute: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesExecuteBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesExecuteResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  businessRulesExecuteRule: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        ruleId: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesExecuteRuleBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesExecuteRuleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  businessRulesAnalyzeRules: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesAnalyzeRulesBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesAnalyzeRulesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  businessRulesListLogs: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ruleId?: string
        entityId?: string
        entityType?: string
        executedBy?: string
        executionResult?: 'SUCCESS' | 'FAILURE' | 'ERROR'
        executedAtFrom?: string
        executedAtTo?: string
        sortField?: 'id' | 'ruleId' | 'entityType' | 'executionResult' | 'executionTimeMs' | 'executedAt'
        sortDir?: 'asc' | 'desc'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesListLogsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  businessRulesGetLog: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesGetLogResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  businessRulesGetWebhookKey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesGetWebhookKeyResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  businessRulesListRuleEntities: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BusinessRulesListRuleEntitiesResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  progressListJobs: {
    parameters: {
      query?: {
        status?: string
        jobType?: string
        parentJobId?: string
        includeCompleted?: 'true' | 'false'
        completedSince?: string
        page?: number
        pageSize?: number
        search?: string
        sortField?: 'createdAt' | 'startedAt' | 'finishedAt'
        sortDir?: 'asc' | 'desc'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProgressListJobsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  progressCreateJob: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProgressCreateJobBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProgressCreateJobResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  progressGetJob: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProgressGetJobResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  progressUpdateJob: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ProgressUpdateJobBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProgressUpdateJobResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  progressCancelJob: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProgressCancelJobResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  progressListActiveJobs: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProgressListActiveJobsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  progressStreamEvents: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      429: components['responses']['Error429']
    }
  }
  catalogListProducts: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'title' | 'sku' | 'handle' | 'productType' | 'isActive' | 'createdAt' | 'updatedAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        search?: string
        isActive?: 'true' | 'false'
        productType?: string
        productType_in?: string
        productType_not?: string
        categoryId?: string
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogListProductsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  catalogUpdateProduct: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpdateProductBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogUpdateProductResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  catalogCreateProduct: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogCreateProductBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogCreateProductResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  catalogDeleteProduct: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['CatalogDeleteProductBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogDeleteProductResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
    }
  }
  catalogBulkDeleteProducts: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogBulkDeleteProductsBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogBulkDeleteProductsResponse']
        }
      }
      400: components['responses']['NotOk400']
      401: components['responses']['NotOk401']
      403: components['responses']['NotOk403']
      413: components['responses']['NotOk413']
    }
  }
  catalogListCategories: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'name' | 'slug' | 'isActive' | 'createdAt' | 'updatedAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        search?: string
        isActive?: 'true' | 'false'
        parentId?: string
        parentId_in?: string
        parentId_not?: string
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogListCategoriesResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  catalogUpdateCategory: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpdateCategoryBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogUpdateCategoryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  catalogCreateCategory: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogCreateCategoryBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogCreateCategoryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  catalogDeleteCategory: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['CatalogDeleteCategoryBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogDeleteCategoryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  catalogListVariants: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'name' | 'sku' | 'createdAt' | 'updatedAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        search?: string
        productId?: string
        productId_in?: string
        productId_not?: string
        isActive?: 'true' | 'false'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogListVariantsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  catalogUpdateVariant: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpdateVariantBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogUpdateVariantResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  catalogCreateVariant: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogCreateVariantBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogCreateVariantResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  catalogDeleteVariant: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['CatalogDeleteVariantBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogDeleteVariantResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  catalogListPrices: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'currencyCode' | 'unitPrice' | 'minQuantity' | 'createdAt' | 'updatedAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        productId?: string
        productId_in?: string
        productId_not?: string
        variantId?: string
        variantId_in?: string
        variantId_not?: string
        currencyCode?: string
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogListPricesResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  catalogUpdatePrice: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpdatePriceBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogUpdatePriceResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  catalogCreatePrice: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogCreatePriceBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogCreatePriceResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  catalogDeletePrice: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['CatalogDeletePriceBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CatalogDeletePriceResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  entitiesListDefinitions: {
    parameters: {
      query?: {
        entityId?: string[]
        entityIds?: string
        fieldset?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesListDefinitionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  entitiesSaveDefinition: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesSaveDefinitionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesSaveDefinitionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  entitiesDeleteDefinition: {
    parameters: {
      query: {
        entityId: string
        key: string
        tenantWide?: boolean
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['EntitiesDeleteDefinitionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesDeleteDefinitionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  entitiesManageDefinitions: {
    parameters: {
      query: {
        entityId: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesManageDefinitionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  entitiesSaveDefinitions: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesSaveDefinitionsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesSaveDefinitionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  entitiesRestoreDefinition: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesRestoreDefinitionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesRestoreDefinitionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  entitiesListEntities: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesListEntitiesResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  entitiesSaveEntity: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesSaveEntityBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesSaveEntityResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  entitiesDeleteEntity: {
    parameters: {
      query: {
        entityId: string
        tenantWide?: boolean
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['EntitiesDeleteEntityBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesDeleteEntityResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  entitiesListSidebarEntities: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesListSidebarEntitiesResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  entitiesListRelationOptions: {
    parameters: {
      query?: {
        entityId?: string
        labelField?: string
        q?: string
        query?: string
        ids?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesListRelationOptionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  entitiesGetEncryption: {
    parameters: {
      query: {
        entityId: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesGetEncryptionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  entitiesSaveEncryption: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesSaveEncryptionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesSaveEncryptionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  entitiesListRecords: {
    parameters: {
      query: {
        entityId: string
        page?: number
        pageSize?: number
        sortField?: string
        sortDir?: string
        withDeleted?: 'true' | 'false'
        id?: string
        ids?: string
        all?: 'true' | 'false'
        search?: string
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesListRecordsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  entitiesUpdateRecord: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesUpdateRecordBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesUpdateRecordResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  entitiesCreateRecord: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesCreateRecordBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesCreateRecordResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  entitiesDeleteRecord: {
    parameters: {
      query: {
        entityId: string
        recordId: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['EntitiesDeleteRecordBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EntitiesDeleteRecordResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dashboardsGetLayout: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsGetLayoutResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  dashboardsSaveLayout: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsSaveLayoutBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsSaveLayoutResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dashboardsUpdateLayoutItem: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        itemId: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['DashboardsUpdateLayoutItemBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsUpdateLayoutItemResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dashboardsListWidgets: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsListWidgetsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  dashboardsGetRoleWidgets: {
    parameters: {
      query: {
        roleId: string
        tenantId?: string | null
        organizationId?: string | null
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsGetRoleWidgetsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  dashboardsAssignRoleWidgets: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsAssignRoleWidgetsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsAssignRoleWidgetsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dashboardsGetUserWidgets: {
    parameters: {
      query: {
        userId: string
        tenantId?: string | null
        organizationId?: string | null
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsGetUserWidgetsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  dashboardsAssignUserWidgets: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsAssignUserWidgetsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsAssignUserWidgetsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dashboardsGetWidgetData: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsGetWidgetDataBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsGetWidgetDataResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  dashboardsGetWidgetDataBatch: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsGetWidgetDataBatchBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DashboardsGetWidgetDataBatchResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  dictionariesListDictionaries: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        q?: string
        includeInactive?: 'true' | 'false'
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesListDictionariesResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  dictionariesCreateDictionary: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesCreateDictionaryBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesCreateDictionaryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dictionariesGetDictionary: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesGetDictionaryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  dictionariesDeleteDictionary: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['DictionariesDeleteDictionaryBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesDeleteDictionaryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dictionariesUpdateDictionary: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesUpdateDictionaryBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesUpdateDictionaryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dictionariesListEntries: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        q?: string
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path: {
        dictionaryId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesListEntriesResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  dictionariesCreateEntry: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        dictionaryId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesCreateEntryBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesCreateEntryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dictionariesDeleteEntry: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        dictionaryId: string
        id: string
      }
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['DictionariesDeleteEntryBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesDeleteEntryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dictionariesUpdateEntry: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        dictionaryId: string
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesUpdateEntryBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesUpdateEntryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  dictionariesReorderEntries: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        dictionaryId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesReorderEntriesBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesReorderEntriesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  dictionariesSetDefaultEntry: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        dictionaryId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesSetDefaultEntryBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesSetDefaultEntryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  dictionariesListCurrencyOptions: {
    parameters: {
      query?: {
        q?: string
        query?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DictionariesListCurrencyOptionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  onboardingStart: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OnboardingStartBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OnboardingStartResponse']
        }
      }
      400: components['responses']['NotOk400']
      403: components['responses']['NotOk403']
      404: components['responses']['NotOk404']
      409: components['responses']['NotOk409']
      413: components['responses']['NotOk413']
      429: components['responses']['Error429']
      502: components['responses']['NotOk502']
    }
  }
  onboardingFollowLink: {
    parameters: {
      query?: {
        token?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OnboardingFollowLinkResponse']
        }
      }
      302: components['responses']['Status302']
      429: components['responses']['Error429']
    }
  }
  onboardingVerify: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OnboardingVerifyBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OnboardingVerifyResponse']
        }
      }
      400: components['responses']['NotOk400']
      403: components['responses']['NotOk403']
      413: components['responses']['NotOk413']
      429: components['responses']['Error429']
    }
  }
  ssoListProtocols: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoListProtocolsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  ssoListConnections: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoListConnectionsResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  ssoUpdateConnection: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoUpdateConnectionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoUpdateConnectionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  ssoCreateConnection: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoCreateConnectionBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoCreateConnectionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  ssoDeleteConnection: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['SsoDeleteConnectionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoDeleteConnectionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  ssoTestConnection: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoTestConnectionBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoTestConnectionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  ssoListDomains: {
    parameters: {
      query: {
        connectionId: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoListDomainsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  ssoAddDomain: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoAddDomainBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoAddDomainResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  ssoRemoveDomain: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['SsoRemoveDomainBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoRemoveDomainResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  ssoVerifyDomain: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoVerifyDomainBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoVerifyDomainResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  ssoDiscover: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoDiscoverBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoDiscoverResponse']
        }
      }
      400: components['responses']['Error400']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  ssoStart: {
    parameters: {
      query?: {
        redirect?: string
        fresh?: 'true' | 'false'
      }
      header?: never
      path: {
        connectionId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Elsewhere. */
      302: {
        headers: {
          Location: string
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Error400']
      404: components['responses']['Error404']
      429: components['responses']['Error429']
    }
  }
  ssoCompleteSignIn: {
    parameters: {
      query?: never
      header?: never
      path: {
        connectionId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Elsewhere. */
      302: {
        headers: {
          Location: string
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Error400']
      429: components['responses']['Error429']
    }
  }
  ssoLinkIdentity: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoLinkIdentityResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
    }
  }
  ssoListIdentities: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoListIdentitiesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  ssoEndLink: {
    parameters: {
      query: {
        id: string
      }
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['SsoEndLinkBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoEndLinkResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  ssoListUserIdentities: {
    parameters: {
      query: {
        userId: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoListUserIdentitiesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  ssoEndUserLink: {
    parameters: {
      query: {
        userId: string
        id: string
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description What the query leaves out may stand here. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['SsoEndUserLinkBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoEndUserLinkResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  ssoLogout: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoLogoutResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  ssoBackchannelLogout: {
    parameters: {
      query?: never
      header?: never
      path: {
        connectionId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['SsoBackchannelLogoutBody']
        'multipart/form-data': components['schemas']['SsoBackchannelLogoutBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SsoBackchannelLogoutResponse']
        }
      }
      400: components['responses']['Error400']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  samlReceiveResponse: {
    parameters: {
      query?: never
      header?: never
      path: {
        connectionId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['SamlReceiveResponseBody']
        'multipart/form-data': components['schemas']['SamlReceiveResponseBody']
      }
    }
    responses: {
      /** @description Elsewhere. */
      302: {
        headers: {
          Location: string
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Error400']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  samlCompleteSignIn: {
    parameters: {
      query: {
        response: string
      }
      header?: never
      path: {
        connectionId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Elsewhere. */
      302: {
        headers: {
          Location: string
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Error400']
      404: components['responses']['Error404']
      429: components['responses']['Error429']
    }
  }
  samlGetMetadata: {
    parameters: {
      query?: never
      header?: never
      path: {
        connectionId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/samlmetadata+xml': string
        }
      }
      400: components['responses']['Error400']
      404: components['responses']['Error404']
      429: components['responses']['Error429']
    }
  }
  samlReadProviderMetadata: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['SamlReadProviderMetadataBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SamlReadProviderMetadataResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  scimGetServiceProviderConfig: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimGetServiceProviderConfigResponse']
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimListResourceTypes: {
    parameters: {
      query?: {
        filter?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimListResourceTypesResponse']
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimGetResourceType: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimGetResourceTypeResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimListSchemas: {
    parameters: {
      query?: {
        filter?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimListSchemasResponse']
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimGetSchema: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimGetSchemaResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimListUsers: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
        filter?: string | null
        startIndex?: number
        count?: number
        sortBy?: string | null
        sortOrder?: 'ascending' | 'descending'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimListUsersResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimCreateUser: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
      }
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimCreateUserBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimCreateUserResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The state of the data does not allow it. */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimSearchUsers: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimSearchUsersBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimSearchUsersResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimGetUser: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
      }
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimGetUserResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimReplaceUser: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimReplaceUserBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimReplaceUserResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The state of the data does not allow it. */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description What the request presumes does not hold. */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimDeleteUser: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      204: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      409: components['responses']['Error409']
      /** @description What the request presumes does not hold. */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimUpdateUser: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimUpdateUserBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimUpdateUserResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The state of the data does not allow it. */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description What the request presumes does not hold. */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimListGroups: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
        filter?: string | null
        startIndex?: number
        count?: number
        sortBy?: string | null
        sortOrder?: 'ascending' | 'descending'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimListGroupsResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimCreateGroup: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
      }
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimCreateGroupBody']
      }
    }
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimCreateGroupResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The state of the data does not allow it. */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimSearchGroups: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimSearchGroupsBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimSearchGroupsResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimGetGroup: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
      }
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimGetGroupResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimReplaceGroup: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimReplaceGroupBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimReplaceGroupResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The state of the data does not allow it. */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description What the request presumes does not hold. */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimDeleteGroup: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      204: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      409: components['responses']['Error409']
      /** @description What the request presumes does not hold. */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimUpdateGroup: {
    parameters: {
      query?: {
        attributes?: (string | string[]) | null
        excludedAttributes?: (string | string[]) | null
      }
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimUpdateGroupBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimUpdateGroupResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description There is no such thing within reach of the caller. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The state of the data does not allow it. */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description What the request presumes does not hold. */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimSearch: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimSearchBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimSearchResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimBulk: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimBulkBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': components['schemas']['ScimBulkResponse']
        }
      }
      /** @description The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description Nobody is signed in. */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The caller may not. */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
    }
  }
  scimListGroupRoles: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Answers the rows of all pages as an attachment, with the filters and the order of the list. `json` answers them as one JSON array. Any other value asks for the list itself. */
        format?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScimListGroupRolesResponse']
          'text/csv': string
          'application/xml': string
          'text/markdown': string
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  scimMapGroup: {
    parameters: {
      query?: never
      header?: {
        /** @description The `updatedAt` that the change is based on; 409 when there is a later one. */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimMapGroupBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScimMapGroupResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  scimReactivate: {
    parameters: {
      query?: never
      header?: {
        /** @description The same key, caller and request within 24 hours give the first answer again. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimReactivateBody']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description How to undo this. */
          'x-om-operation'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScimReactivateResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
}
