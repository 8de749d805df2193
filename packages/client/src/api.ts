// Written by `plinth client` from the OpenAPI document. Do not edit it.
export interface paths {
  '/directory/organizations': {
    /**
     * List organizations as options, rows or a tree.
     * Requires `directory.organizations.view`.
     */
    get: operations['directoryListOrganizations']
    /**
     * Rename, move or deactivate an organization.
     * Requires `directory.organizations.manage`.
     */
    put: operations['directoryUpdateOrganization']
    /**
     * Create an organization, at the top level or below another one.
     * Requires `directory.organizations.manage`.
     */
    post: operations['directoryCreateOrganization']
    /**
     * Delete an organization. Its children move to its parent. If users are restricted to it, `confirm` is required.
     * Requires `directory.organizations.manage`.
     */
    delete: operations['directoryDeleteOrganization']
  }
  '/directory/tenants': {
    /**
     * List tenants. Super admins see all of them, other users only their own.
     * Requires `directory.tenants.view`.
     */
    get: operations['directoryListTenants']
    /**
     * Rename or deactivate a tenant.
     * Requires `directory.tenants.manage`.
     */
    put: operations['directoryUpdateTenant']
    /**
     * Create a tenant with its first organization, of the same name, and the default roles.
     * Requires `directory.tenants.manage`.
     */
    post: operations['directoryCreateTenant']
    /**
     * Delete a tenant. Its data is kept until it is purged.
     * Requires `directory.tenants.manage`.
     */
    delete: operations['directoryDeleteTenant']
  }
  '/directory/tenants/lookup': {
    /**
     * Look up the name of an active tenant by its id, for sign-in pages.
     * Requires no authentication.
     */
    get: operations['directoryFindTenant']
  }
  '/directory/organizations/lookup': {
    /**
     * Look up the name of an active organization by its slug, for sign-in pages. If several tenants use the slug, the oldest organization is returned.
     * Requires no authentication.
     */
    get: operations['directoryFindOrganization']
  }
  '/directory/organization-switcher': {
    /**
     * List the organizations that the caller can switch to, with their parents for context.
     * Requires authentication.
     */
    get: operations['directoryGetOrganizationSwitcher']
  }
  '/directory/settings': {
    /**
     * Get the time zone, language, first day of the week and currency of the tenant, and the defaults for those that it has not set.
     * Requires authentication.
     */
    get: operations['directoryGetSettings']
    /**
     * Update the time zone, language, first day of the week or currency of the tenant. Null restores the default.
     * Requires `directory.settings.manage`.
     */
    put: operations['directoryUpdateSettings']
  }
  '/directory/write-suspensions': {
    /**
     * List suspended writes, for super admins: those of single tenants, and those of all tenants (`tenantId` is null).
     * Requires `directory.tenants.view`.
     */
    get: operations['directoryListWriteSuspensions']
    /**
     * Suspend the writes of a tenant or of all tenants. They are rejected with 503 and the given message.
     * Requires `directory.tenants.manage`.
     */
    put: operations['directorySuspendWrites']
    /**
     * Resume the writes of a tenant, or of all tenants if no tenant is given.
     * Requires `directory.tenants.manage`.
     */
    delete: operations['directoryResumeWrites']
  }
  '/auth/users': {
    /**
     * List the users that the caller can see.
     * Requires `auth.users.list`.
     */
    get: operations['authListUsers']
    /**
     * Update the email address, password, organization or roles of a user, or deactivate them.
     * Requires `auth.users.edit`.
     */
    put: operations['authUpdateUser']
    /**
     * Create a user with a password, or invite them by email.
     * Requires `auth.users.create`.
     */
    post: operations['authCreateUser']
    /**
     * Delete a user.
     * Requires `auth.users.delete`.
     */
    delete: operations['authDeleteUser']
  }
  '/auth/roles': {
    /**
     * List the roles of the tenant, and those that all tenants share.
     * Requires `auth.roles.list`.
     */
    get: operations['authListRoles']
    /**
     * Rename a role.
     * Requires `auth.roles.manage`.
     */
    put: operations['authUpdateRole']
    /**
     * Create a role. A role that a super admin creates without a tenant is shared by all tenants.
     * Requires `auth.roles.manage`.
     */
    post: operations['authCreateRole']
    /**
     * Delete a role that no user has.
     * Requires `auth.roles.manage`.
     */
    delete: operations['authDeleteRole']
  }
  '/auth/teams': {
    /**
     * List the teams of the tenant.
     * Requires `auth.teams.list`.
     */
    get: operations['authListTeams']
    /**
     * Update a team.
     * Requires `auth.teams.manage`.
     */
    put: operations['authUpdateTeam']
    /**
     * Create a team.
     * Requires `auth.teams.manage`.
     */
    post: operations['authCreateTeam']
    /**
     * Delete a team.
     * Requires `auth.teams.manage`.
     */
    delete: operations['authDeleteTeam']
  }
  '/auth/list-views': {
    /**
     * List the caller's own views of lists, and those that are shared with them.
     * Requires authentication.
     */
    get: operations['authListListViews']
    /**
     * Update a view.
     * Requires authentication.
     */
    put: operations['authUpdateListView']
    /**
     * Create a view.
     * Requires authentication.
     */
    post: operations['authCreateListView']
    /**
     * Delete a view.
     * Requires authentication.
     */
    delete: operations['authDeleteListView']
  }
  '/auth/users/hand-over': {
    /**
     * Give all records that a user owns to another user, such as those of somebody who leaves.
     * Requires `auth.users.edit`.
     */
    post: operations['authHandOverRecords']
  }
  '/auth/users/acl': {
    /**
     * Get the permissions that a user has instead of those of their roles.
     * Requires `auth.acl.manage`.
     */
    get: operations['authGetUserAcl']
    /**
     * Set permissions that a user has instead of those of their roles, or remove them.
     * Requires `auth.acl.manage`.
     */
    put: operations['authUpdateUserAcl']
  }
  '/auth/roles/acl': {
    /**
     * Get the permissions of a role.
     * Requires `auth.acl.manage`.
     */
    get: operations['authGetRoleAcl']
    /**
     * Update the permissions of a role.
     * Requires `auth.acl.manage`.
     */
    put: operations['authUpdateRoleAcl']
  }
  '/auth/users/row-policies': {
    /**
     * Get the row policies of the permissions that a user has instead of those of their roles.
     * Requires `auth.acl.manage`.
     */
    get: operations['authGetUserRowPolicies']
    /**
     * Replace the row policies of the permissions that a user has instead of those of their roles.
     * Requires `auth.acl.manage`.
     */
    put: operations['authRestrictUserAcl']
  }
  '/auth/roles/row-policies': {
    /**
     * Get the row policies of a role.
     * Requires `auth.acl.manage`.
     */
    get: operations['authGetRoleRowPolicies']
    /**
     * Replace the row policies of a role: which rows its permissions are about.
     * Requires `auth.acl.manage`.
     */
    put: operations['authRestrictRoleAcl']
  }
  '/auth/row-policies': {
    /**
     * List the kinds of resources whose rows can be restricted, and the fields that conditions can compare.
     * Requires `auth.acl.manage`.
     */
    get: operations['authListRowPolicyKinds']
  }
  '/auth/roles/row-policies/try': {
    /**
     * Try row policies of a role before they are saved: how many rows they would leave, for up to five people.
     * Requires `auth.acl.manage`.
     */
    post: operations['authTryRoleRowPolicies']
  }
  '/auth/users/field-policies': {
    /**
     * Get the field policies of the permissions that a user has instead of those of their roles.
     * Requires `auth.acl.manage`.
     */
    get: operations['authGetUserFieldPolicies']
    /**
     * Replace the field policies of the permissions that a user has instead of those of their roles.
     * Requires `auth.acl.manage`.
     */
    put: operations['authRestrictFieldsUserAcl']
  }
  '/auth/roles/field-policies': {
    /**
     * Get the field policies of a role.
     * Requires `auth.acl.manage`.
     */
    get: operations['authGetRoleFieldPolicies']
    /**
     * Replace the field policies of a role: which properties it may read and write.
     * Requires `auth.acl.manage`.
     */
    put: operations['authRestrictFieldsRoleAcl']
  }
  '/auth/field-policies': {
    /**
     * List the kinds of resources whose fields can be restricted, and the names that policies can list.
     * Requires `auth.acl.manage`.
     */
    get: operations['authListFieldPolicyKinds']
  }
  '/auth/roles/export': {
    /**
     * Export a role with its permissions and policies as one document.
     * Requires `auth.acl.manage`.
     */
    get: operations['authExportRole']
  }
  '/auth/roles/import': {
    /**
     * Create a role from an exported document, or replace the permissions and policies of one.
     * Requires `auth.roles.manage` and `auth.acl.manage`.
     */
    post: operations['authImportRole']
  }
  '/auth/teams/members': {
    /**
     * List the members of teams that the caller can see.
     * Requires `auth.teams.list`.
     */
    get: operations['authListTeamsMembers']
    /**
     * Add people to a team, and take others out of it.
     * Requires `auth.teams.manage`.
     */
    put: operations['authChangeTeamMembers']
  }
  '/auth/feature-check': {
    /**
     * Check which of the given features the caller has.
     * Requires authentication.
     */
    post: operations['authCheckFeatures']
  }
  '/auth/features': {
    /**
     * List the features of all modules.
     * Requires `auth.acl.manage`.
     */
    get: operations['authListFeatures']
  }
  '/auth/access/explain': {
    /**
     * Explain why a user has or lacks a feature, and may see, change and delete a record: which role, permission, restriction or row policy decides.
     * Requires `auth.acl.manage`.
     */
    get: operations['authExplainAccess']
  }
  '/auth/access/holders': {
    /**
     * List the users who have a feature, what grants it to them, and what they may do to a record.
     * Requires `auth.acl.manage`.
     */
    get: operations['authListAccessHolders']
  }
  '/auth/access/faults': {
    /**
     * List policies, rules, charts, views, exports and webhook endpoints that name a field which is gone, or which their owner may not read any more.
     * Requires `auth.acl.manage`.
     */
    get: operations['authListAccessFaults']
  }
  '/auth/login': {
    /**
     * Sign in with an email address and a password to get an access token.
     * Requires no authentication.
     */
    post: operations['authLogin']
  }
  '/auth/logout': {
    /**
     * Sign out, clear the cookies and redirect to the sign-in page.
     * Requires authentication.
     */
    get: operations['authLogoutByLink']
    /**
     * Sign out, clear the cookies and redirect to the sign-in page.
     * Requires authentication.
     */
    post: operations['authLogout']
  }
  '/auth/reset': {
    /**
     * Request an email with a link to reset the password. The response does not reveal whether the account exists.
     * Requires no authentication.
     */
    post: operations['authRequestPasswordReset']
  }
  '/auth/reset/confirm': {
    /**
     * Set a new password with the token from an email.
     * Requires no authentication.
     */
    post: operations['authConfirmPasswordReset']
  }
  '/auth/session/refresh': {
    /**
     * Renew the access cookie and redirect back to the page that the browser came from.
     * Authentication is optional.
     */
    get: operations['authRefreshSessionByLink']
    /**
     * Exchange a refresh token for an access token.
     * Authentication is optional.
     */
    post: operations['authRefreshSession']
  }
  '/auth/locale': {
    /**
     * Get the language of this browser, or set it with `locale`.
     * Requires no authentication.
     */
    get: operations['authGetLocale']
    /**
     * Set the language of this browser.
     * Requires no authentication.
     */
    post: operations['authChooseLocale']
  }
  '/auth/profile': {
    /**
     * Get the profile of the signed-in user. API keys have none (400); use `/auth/feature-check` to get their id and features.
     * Requires authentication.
     */
    get: operations['authGetProfile']
    /**
     * Update the caller's own email address or password.
     * Requires authentication.
     */
    put: operations['authUpdateProfile']
  }
  '/auth/profile/settings': {
    /**
     * Get the caller's own time zone, language, first day of the week and currency. Null means that the setting of the tenant applies.
     * Requires authentication.
     */
    get: operations['authGetOwnSettings']
    /**
     * Update the caller's own time zone, language, first day of the week or currency. Null restores the setting of the tenant.
     * Requires authentication.
     */
    put: operations['authUpdateOwnSettings']
  }
  '/auth/login/verify': {
    /**
     * Complete a sign-in with a second factor.
     * Requires no authentication.
     */
    post: operations['authVerifyLogin']
  }
  '/auth/login/enroll': {
    /**
     * Set up an authenticator app during a sign-in that requires one.
     * Requires no authentication.
     */
    post: operations['authEnrollAtLogin']
  }
  '/auth/login/passkey/options': {
    /**
     * Get the options for `navigator.credentials.get`, to sign in with a passkey.
     * Requires no authentication.
     */
    post: operations['authOfferPasskeyLogin']
  }
  '/auth/login/passkey': {
    /**
     * Sign in with a passkey.
     * Requires no authentication.
     */
    post: operations['authLoginByPasskey']
  }
  '/auth/session/verify': {
    /**
     * Verify the caller's identity again after an operation returned `403 verification_required`.
     * Requires authentication.
     */
    post: operations['authVerifySession']
  }
  '/auth/factors': {
    /**
     * List the caller's second factors, and which ones the organization requires.
     * Requires authentication.
     */
    get: operations['authListFactors']
    /**
     * Remove a second factor. Requires confirmation with another factor or a recovery code.
     * Requires authentication. The caller must have verified their identity within the last 10 minutes.
     */
    delete: operations['authRemoveFactor']
  }
  '/auth/factors/totp': {
    /**
     * Get a key for a new authenticator app. Its first code confirms it.
     * Requires authentication. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['authOfferAuthenticator']
  }
  '/auth/factors/totp/confirm': {
    /**
     * Add an authenticator app by confirming its first code.
     * Requires authentication. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['authConfirmAuthenticator']
  }
  '/auth/factors/passkeys/options': {
    /**
     * Get the options for `navigator.credentials.create`, to add a passkey.
     * Requires authentication. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['authOfferPasskey']
  }
  '/auth/factors/passkeys': {
    /**
     * Add a passkey.
     * Requires authentication. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['authAddPasskey']
  }
  '/auth/factors/recovery-codes': {
    /**
     * Create new recovery codes, which replace the previous ones. They are shown only once.
     * Requires authentication. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['authRenewRecoveryCodes']
  }
  '/auth/users/factors': {
    /**
     * List the second factors of a user.
     * Requires `auth.factors.reset`.
     */
    get: operations['authGetUserFactors']
    /**
     * Reset the second factors of a user who has lost them. Ends all of the user's sessions.
     * Requires `auth.factors.reset`. The caller must have verified their identity within the last 10 minutes.
     */
    delete: operations['authResetUserFactors']
  }
  '/auth/policies': {
    /**
     * List the sign-in policies of the organization: those for all users and those for roles.
     * Requires `auth.policies.manage`.
     */
    get: operations['authListSignInPolicies']
    /**
     * Update a sign-in policy of the organization.
     * Requires `auth.policies.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    put: operations['authSaveSignInPolicy']
  }
  '/auth/sessions': {
    /**
     * List the caller's sessions.
     * Requires authentication.
     */
    get: operations['authListSessions']
    /**
     * End one of the caller's other sessions, or all of them.
     * Requires authentication.
     */
    delete: operations['authEndSessions']
  }
  '/auth/sign-ins': {
    /**
     * List successful and failed sign-ins to the caller's account in the last 30 days.
     * Requires authentication.
     */
    get: operations['authListSignIns']
  }
  '/auth/users/sessions': {
    /**
     * List the sessions of a user.
     * Requires `auth.sessions.manage`.
     */
    get: operations['authListUserSessions']
    /**
     * End one session of a user, or all of them.
     * Requires `auth.sessions.manage`.
     */
    delete: operations['authEndUserSessions']
  }
  '/auth/users/sign-ins': {
    /**
     * List successful and failed sign-ins of a user in the last 30 days.
     * Requires `auth.sessions.manage`.
     */
    get: operations['authListUserSignIns']
  }
  '/auth/view-as': {
    /**
     * View the platform as a user sees it, read-only and for at most an hour. Sets a cookie that counts with the current session.
     * Requires `auth.users.view_as`.
     */
    post: operations['authViewAs']
    /**
     * Stop viewing the platform as another user.
     * Requires authentication.
     */
    delete: operations['authStopViewing']
  }
  '/auth/users/resend-invite': {
    /**
     * Resend the invitation to a user who has not set a password yet.
     * Requires `auth.users.create`.
     */
    post: operations['authResendInvitation']
  }
  '/auth/users/consents': {
    /**
     * List the consents of a user.
     * Requires `auth.users.edit`.
     */
    get: operations['authListUserConsents']
  }
  '/auth/consents': {
    /**
     * List the caller's own consents.
     * Requires authentication.
     */
    get: operations['authListConsents']
  }
  '/auth/admin/nav': {
    /**
     * Get the navigation of the back office as the caller sees it.
     * Requires authentication.
     */
    get: operations['authGetNavigation']
  }
  '/auth/sidebar/preferences': {
    /**
     * Get the caller's sidebar preferences, and the roles for which the caller can set them.
     * Requires authentication.
     */
    get: operations['authGetSidebar']
    /**
     * Replace the sidebar preferences of the caller, and optionally those of roles.
     * Requires authentication.
     */
    put: operations['authSaveSidebar']
  }
  '/auth/sidebar/applied': {
    /**
     * Get the sidebar preferences that apply to the caller: their own, combined with those of their roles.
     * Requires authentication.
     */
    get: operations['authGetAppliedSidebar']
  }
  '/auth/list-views/defaults': {
    /**
     * Get the views with which lists open for the caller, one for each list that has one.
     * Requires authentication.
     */
    get: operations['authGetDefaultListViews']
  }
  '/api_keys/keys': {
    /**
     * List the API keys that the caller can see.
     * Requires `api_keys.view`.
     */
    get: operations['apiKeysListKeys']
    /**
     * Create an API key. Only this response contains its secret.
     * Requires `api_keys.create`.
     */
    post: operations['apiKeysCreateKey']
    /**
     * Revoke an API key. Takes effect immediately.
     * Requires `api_keys.delete`.
     */
    delete: operations['apiKeysDeleteKey']
  }
  '/api_keys/keys/rotate': {
    /**
     * Replace an API key by one with the same rights. Only this response contains its secret.
     * Requires `api_keys.create` and `api_keys.delete`.
     */
    post: operations['apiKeysRotateKey']
  }
  '/api_keys/service-accounts': {
    /**
     * List the service accounts that the caller can see.
     * Requires `api_keys.service_accounts.view`.
     */
    get: operations['apiKeysListServiceAccounts']
    /**
     * Update the name or roles of a service account, or deactivate it.
     * Requires `api_keys.service_accounts.manage`.
     */
    put: operations['apiKeysUpdateServiceAccount']
    /**
     * Create a service account, an account for a program with its own roles.
     * Requires `api_keys.service_accounts.manage`.
     */
    post: operations['apiKeysCreateServiceAccount']
    /**
     * Delete a service account. Its keys and tokens stop working immediately.
     * Requires `api_keys.service_accounts.manage`.
     */
    delete: operations['apiKeysDeleteServiceAccount']
  }
  '/api_keys/service-accounts/keys': {
    /**
     * Create a key for a service account. Only this response contains its secret.
     * Requires `api_keys.service_accounts.manage`.
     */
    post: operations['apiKeysCreateServiceAccountKey']
  }
  '/oauth/token': {
    /**
     * Exchange the id and a key of a service account for an access token that is valid for 15 minutes.
     * Requires no authentication.
     */
    post: operations['apiKeysIssueToken']
  }
  '/ai_assistant/chat': {
    /**
     * Send a message to the assistant, or answer its question. The response is streamed.
     * Requires `ai_assistant.view`.
     */
    post: operations['aiAssistantChat']
  }
  '/ai_assistant/route': {
    /**
     * Determine which of the given tools, if any, a question is for.
     * Requires `ai_assistant.view`.
     */
    post: operations['aiAssistantRoute']
  }
  '/ai_assistant/health': {
    /**
     * Get the status of the assistant.
     * Requires `ai_assistant.view`.
     */
    get: operations['aiAssistantGetHealth']
  }
  '/ai_assistant/settings': {
    /**
     * Get the provider and model that the tenant uses.
     * Requires `ai_assistant.view`.
     */
    get: operations['aiAssistantGetSettings']
    /**
     * Set the provider and model that the tenant uses.
     * Requires `ai_assistant.settings.manage`.
     */
    put: operations['aiAssistantUpdateSettings']
  }
  '/ai_assistant/tools': {
    /**
     * List the tools that the caller can call.
     * Requires `ai_assistant.view`.
     */
    get: operations['aiAssistantListTools']
  }
  '/ai_assistant/tools/execute': {
    /**
     * Call a tool by name.
     * Requires `ai_assistant.view`.
     */
    post: operations['aiAssistantExecuteTool']
  }
  '/ai_assistant/session-key': {
    /**
     * Create a token with which an MCP client can act as the caller for two hours.
     * Requires `ai_assistant.view`.
     */
    post: operations['aiAssistantCreateSessionKey']
  }
  '/ai_assistant/conversations': {
    /**
     * List the caller's conversations, most recent first.
     * Requires `ai_assistant.view`.
     */
    get: operations['aiAssistantListConversations']
  }
  '/ai_assistant/conversations/{id}': {
    /**
     * Get one of the caller's conversations with its messages, approvals and actions.
     * Requires `ai_assistant.view`.
     */
    get: operations['aiAssistantGetConversation']
    /**
     * Delete one of the caller's conversations. Its actions stay in the action log.
     * Requires `ai_assistant.view`.
     */
    delete: operations['aiAssistantDeleteConversation']
  }
  '/ai_assistant/conversations/{id}/undo': {
    /**
     * Undo the actions of a conversation, newest first, until one cannot be undone.
     * Requires `ai_assistant.view`.
     */
    post: operations['aiAssistantUndoConversation']
  }
  '/mcp': {
    /**
     * Not supported: the server offers no event stream to MCP clients.
     * Requires authentication.
     */
    get: operations['aiAssistantOpenMcpStream']
    /**
     * Send a message of the Model Context Protocol. MCP clients authenticate with an API key.
     * Requires authentication.
     */
    post: operations['aiAssistantCallMcp']
    /**
     * Not supported: MCP clients have no sessions to end.
     * Requires authentication.
     */
    delete: operations['aiAssistantEndMcpSession']
  }
  '/.well-known/oauth-protected-resource': {
    /**
     * Get the metadata of the protected resource (RFC 9728), which tells MCP clients how to authenticate.
     * Requires no authentication.
     */
    get: operations['aiAssistantGetResourceMetadata']
  }
  '/.well-known/oauth-protected-resource/mcp': {
    /**
     * Get the metadata of the protected resource (RFC 9728), which tells MCP clients how to authenticate.
     * Requires no authentication.
     */
    get: operations['aiAssistantGetMcpMetadata']
  }
  '/.well-known/oauth-protected-resource/api/mcp': {
    /**
     * Get the metadata of the protected resource (RFC 9728), which tells MCP clients how to authenticate.
     * Requires no authentication.
     */
    get: operations['aiAssistantGetApiMcpMetadata']
  }
  '/attachments': {
    /**
     * List the files of a record, newest first, with the beginning of their text. Returns up to 1,000 files unless `page` is given.
     * Requires `attachments.view`.
     */
    get: operations['attachmentsListAttachments']
    /**
     * Upload a file and attach it to a record.
     * Requires `attachments.manage`.
     */
    post: operations['attachmentsCreateAttachment']
    /**
     * Delete a file. Its content is kept as long as the deletion can be undone.
     * Requires `attachments.manage`.
     */
    delete: operations['attachmentsDeleteAttachment']
  }
  '/attachments/uploads': {
    /**
     * Start a resumable upload with the tus protocol.
     * Requires `attachments.manage`.
     */
    post: operations['attachmentsBeginUpload']
  }
  '/attachments/uploads/{id}': {
    /**
     * Get the status of a resumable upload. `HEAD` returns it in headers.
     * Requires `attachments.manage`.
     */
    get: operations['attachmentsGetUpload']
    /**
     * Cancel a resumable upload. If it is already complete, its file is kept.
     * Requires `attachments.manage`.
     */
    delete: operations['attachmentsEndUpload']
    /**
     * Append data to a resumable upload. The last byte completes the file.
     * Requires `attachments.manage`.
     */
    patch: operations['attachmentsContinueUpload']
  }
  '/attachments/transfer': {
    /**
     * Move files to another record of the same kind.
     * Requires `attachments.manage`.
     */
    post: operations['attachmentsTransferAttachments']
  }
  '/attachments/library': {
    /**
     * List all files, filtered by name, text, partition or tags, with the beginning of their text.
     * Requires `attachments.view`.
     */
    get: operations['attachmentsListLibrary']
  }
  '/attachments/library/{id}': {
    /**
     * Get the details of a file.
     * Requires `attachments.view`.
     */
    get: operations['attachmentsGetLibraryFile']
    /**
     * Delete a file. Its content is kept as long as the deletion can be undone.
     * Requires `attachments.manage`.
     */
    delete: operations['attachmentsDeleteLibraryFile']
    /**
     * Replace the tags or assignments of a file.
     * Requires `attachments.manage`.
     */
    patch: operations['attachmentsUpdateAttachment']
  }
  '/attachments/partitions': {
    /**
     * List the partitions of the tenant, oldest first.
     * Requires `attachments.manage`.
     */
    get: operations['attachmentsListPartitions']
    /**
     * Update a partition. Its code cannot be changed.
     * Requires `attachments.manage`.
     */
    put: operations['attachmentsUpdatePartition']
    /**
     * Create a partition.
     * Requires `attachments.manage`.
     */
    post: operations['attachmentsCreatePartition']
    /**
     * Delete a partition that contains no files.
     * Requires `attachments.manage`.
     */
    delete: operations['attachmentsDeletePartition']
  }
  '/attachments/file/{id}': {
    /**
     * Download a file, or a range of it. Files in public partitions require no authentication; others require `attachments.view`.
     * Authentication is optional.
     */
    get: operations['attachmentsGetFile']
  }
  '/attachments/image/{id}': {
    /**
     * Get an image in the requested size. Images in public partitions require no authentication; others require `attachments.view`.
     * Authentication is optional.
     */
    get: operations['attachmentsGetImage']
  }
  '/attachments/image/{id}/{slug}': {
    /**
     * Get an image in the requested size. Images in public partitions require no authentication; others require `attachments.view`.
     * Authentication is optional.
     */
    get: operations['attachmentsGetNamedImage']
  }
  '/audit_logs/audit-logs/access': {
    /**
     * List entries of the access log: the caller's own, or those of any user with `audit_logs.view_tenant`.
     * Requires `audit_logs.view_self`.
     */
    get: operations['auditLogsListAccesses']
  }
  '/audit_logs/audit-logs/actions': {
    /**
     * List entries of the action log: the caller's own, or those of all users with `audit_logs.view_tenant`.
     * Requires `audit_logs.view_self`.
     */
    get: operations['auditLogsListActions']
  }
  '/audit_logs/audit-logs/activity': {
    /**
     * Count the newest 20,000 entries of the action log that the filters find, by day, hour of the week and kind.
     * Requires `audit_logs.view_self`.
     */
    get: operations['auditLogsCountActions']
  }
  '/audit_logs/audit-logs/actions/undo': {
    /**
     * Undo an action with the undo token from its response.
     * Requires `audit_logs.undo_self`.
     */
    post: operations['auditLogsUndoAction']
  }
  '/audit_logs/audit-logs/actions/redo': {
    /**
     * Redo an action that was undone.
     * Requires `audit_logs.redo_self`.
     */
    post: operations['auditLogsRedoAction']
  }
  '/audit_logs/audit-logs/verification': {
    /**
     * Verify a part of the tenant's action log against its hash chain. Pass `next` to continue.
     * Requires `audit_logs.verify`.
     */
    get: operations['auditLogsVerifyTrail']
  }
  '/audit_logs/audit-logs/actions/export': {
    /**
     * Export the action log as newline-delimited JSON, newest entries first.
     * Requires `audit_logs.view_self`.
     */
    get: operations['auditLogsExportActions']
  }
  '/audit_logs/audit-logs/access/export': {
    /**
     * Export the access log of one actor as newline-delimited JSON, newest entries first.
     * Requires `audit_logs.view_self`.
     */
    get: operations['auditLogsExportAccesses']
  }
  '/audit_logs/audit-logs/settings': {
    /**
     * Get how many days the logs are kept in the database, and whether the access log uses the default. Null means forever.
     * Requires `audit_logs.manage`.
     */
    get: operations['auditLogsGetSettings']
    /**
     * Set how many days the logs are kept. Null restores the default.
     * Requires `audit_logs.manage`.
     */
    put: operations['auditLogsUpdateSettings']
  }
  '/business_rules/rules': {
    /**
     * List the rules of the organization.
     * Requires `business_rules.view`.
     */
    get: operations['businessRulesListRules']
    /**
     * Update a rule.
     * Requires `business_rules.manage`.
     */
    put: operations['businessRulesUpdateRule']
    /**
     * Create a rule.
     * Requires `business_rules.manage`.
     */
    post: operations['businessRulesCreateRule']
    /**
     * Delete a rule. Its logs and its memberships of rule sets are kept.
     * Requires `business_rules.manage`.
     */
    delete: operations['businessRulesDeleteRule']
  }
  '/business_rules/sets': {
    /**
     * List the rule sets of the organization.
     * Requires `business_rules.view`.
     */
    get: operations['businessRulesListSets']
    /**
     * Update a rule set.
     * Requires `business_rules.manage_sets`.
     */
    put: operations['businessRulesUpdateSet']
    /**
     * Create an empty rule set.
     * Requires `business_rules.manage_sets`.
     */
    post: operations['businessRulesCreateSet']
    /**
     * Delete a rule set. Its rules are kept.
     * Requires `business_rules.manage_sets`.
     */
    delete: operations['businessRulesDeleteSet']
  }
  '/business_rules/rules/{id}': {
    /**
     * Get a rule with its condition and actions.
     * Requires `business_rules.view`.
     */
    get: operations['businessRulesGetRule']
  }
  '/business_rules/sets/{id}': {
    /**
     * Get a rule set with its rules in order.
     * Requires `business_rules.view`.
     */
    get: operations['businessRulesGetSet']
  }
  '/business_rules/sets/{id}/members': {
    /**
     * Move a rule within a rule set, or enable or disable it there.
     * Requires `business_rules.manage_sets`.
     */
    put: operations['businessRulesUpdateSetMember']
    /**
     * Add a rule to a rule set.
     * Requires `business_rules.manage_sets`.
     */
    post: operations['businessRulesAddSetMember']
    /**
     * Remove a rule from a rule set.
     * Requires `business_rules.manage_sets`.
     */
    delete: operations['businessRulesRemoveSetMember']
  }
  '/business_rules/execute': {
    /**
     * Evaluate the rules for an entity and perform their actions. A dry run performs none.
     * Requires `business_rules.execute`.
     */
    post: operations['businessRulesExecute']
  }
  '/business_rules/execute/{ruleId}': {
    /**
     * Evaluate one rule, regardless of its entity type and event.
     * Requires `business_rules.execute`.
     */
    post: operations['businessRulesExecuteRule']
  }
  '/business_rules/execute/{ruleId}/records': {
    /**
     * Evaluate the condition of one rule with several records, whether it is enabled or not. Has no effect.
     * Requires `business_rules.execute`.
     */
    post: operations['businessRulesTestRule']
  }
  '/business_rules/rules/analyze': {
    /**
     * Find contradictory, unreachable, shadowed and overlapping rules, fields that are unknown or may be missing, and actions that cannot act. Does not run any rule.
     * Requires `business_rules.view`.
     */
    post: operations['businessRulesAnalyzeRules']
  }
  '/business_rules/logs': {
    /**
     * List rule executions with their results and the reasons for them.
     * Requires `business_rules.view_logs`.
     */
    get: operations['businessRulesListLogs']
  }
  '/business_rules/logs/{id}': {
    /**
     * Get one rule execution with its rule.
     * Requires `business_rules.view_logs`.
     */
    get: operations['businessRulesGetLog']
  }
  '/business_rules/webhook-key': {
    /**
     * Get the key with which receivers verify the signatures of webhooks.
     * Requires `business_rules.manage`.
     */
    get: operations['businessRulesGetWebhookKey']
  }
  '/business_rules/entities': {
    /**
     * List the entities that rules can be written for, with their events and fields, and what actions can target.
     * Requires `business_rules.view`.
     */
    get: operations['businessRulesListRuleEntities']
  }
  '/progress/jobs': {
    /**
     * List jobs of the organization. By default, only jobs that are pending or running.
     * Requires authentication.
     */
    get: operations['progressListJobs']
    /**
     * Create a job, to report the progress of work that your program does.
     * Requires `progress.create`.
     */
    post: operations['progressCreateJob']
  }
  '/progress/jobs/{id}': {
    /**
     * Get the progress and the result of a job.
     * Requires authentication.
     */
    get: operations['progressGetJob']
    /**
     * Update the progress of a job.
     * Requires `progress.update`.
     */
    put: operations['progressUpdateJob']
    /**
     * Request that a job be cancelled.
     * Requires `progress.cancel`.
     */
    delete: operations['progressCancelJob']
  }
  '/progress/active': {
    /**
     * List up to 50 jobs that are pending or running, and up to 10 that ended in the last 30 seconds.
     * Requires authentication.
     */
    get: operations['progressListActiveJobs']
  }
  '/events/stream': {
    /**
     * Stream the progress of jobs as server-sent events, one for each change of a job.
     * Requires authentication.
     */
    get: operations['progressStreamEvents']
  }
  '/catalog/products': {
    /**
     * List products of the organization. The search covers titles, SKUs and handles.
     * Requires `catalog.products.view`.
     */
    get: operations['catalogListProducts']
    /**
     * Update a catalog product.
     * Requires `catalog.products.manage`.
     */
    put: operations['catalogUpdateProduct']
    /**
     * Create a product.
     * Requires `catalog.products.manage`.
     */
    post: operations['catalogCreateProduct']
    /**
     * Delete a product with its variants and prices.
     * Requires `catalog.products.manage`.
     */
    delete: operations['catalogDeleteProduct']
  }
  '/catalog/categories': {
    /**
     * List categories of the organization, each with its parent.
     * Requires `catalog.categories.view`.
     */
    get: operations['catalogListCategories']
    /**
     * Update or move a category.
     * Requires `catalog.categories.manage`.
     */
    put: operations['catalogUpdateCategory']
    /**
     * Create a category.
     * Requires `catalog.categories.manage`.
     */
    post: operations['catalogCreateCategory']
    /**
     * Delete a category. Its children move to its parent.
     * Requires `catalog.categories.manage`.
     */
    delete: operations['catalogDeleteCategory']
  }
  '/catalog/variants': {
    /**
     * List variants of the organization or of one product.
     * Requires `catalog.products.view`.
     */
    get: operations['catalogListVariants']
    /**
     * Update a variant.
     * Requires `catalog.variants.manage`.
     */
    put: operations['catalogUpdateVariant']
    /**
     * Create a variant of a product.
     * Requires `catalog.variants.manage`.
     */
    post: operations['catalogCreateVariant']
    /**
     * Delete a variant with its prices.
     * Requires `catalog.variants.manage`.
     */
    delete: operations['catalogDeleteVariant']
  }
  '/catalog/prices': {
    /**
     * List prices of the organization, of one product or of one variant.
     * Requires `catalog.products.view`.
     */
    get: operations['catalogListPrices']
    /**
     * Update a price.
     * Requires `catalog.pricing.manage`.
     */
    put: operations['catalogUpdatePrice']
    /**
     * Create a price for a product or a variant.
     * Requires `catalog.pricing.manage`.
     */
    post: operations['catalogCreatePrice']
    /**
     * Delete a price.
     * Requires `catalog.pricing.manage`.
     */
    delete: operations['catalogDeletePrice']
  }
  '/catalog/bulk-delete': {
    /**
     * Delete up to 10,000 products in the background. The job reports the progress and how to undo the deletion.
     * Requires `catalog.products.manage`.
     */
    post: operations['catalogBulkDeleteProducts']
  }
  '/entities/definitions': {
    /**
     * List the custom fields of entities that apply to the caller's organization.
     * Requires authentication.
     */
    get: operations['entitiesListDefinitions']
    /**
     * Create a custom field, or replace its definition.
     * Requires `entities.definitions.manage`.
     */
    post: operations['entitiesSaveDefinition']
    /**
     * Delete a custom field. Its values are kept, and return if it is restored.
     * Requires `entities.definitions.manage`.
     */
    delete: operations['entitiesDeleteDefinition']
  }
  '/entities/definitions.manage': {
    /**
     * List the definitions of an entity's custom fields, and the keys of deleted ones.
     * Requires `entities.definitions.manage`.
     */
    get: operations['entitiesManageDefinitions']
  }
  '/entities/definitions.batch': {
    /**
     * Create or replace several custom fields, and set their order and groups.
     * Requires `entities.definitions.manage`.
     */
    post: operations['entitiesSaveDefinitions']
  }
  '/entities/definitions.restore': {
    /**
     * Restore a deleted custom field with its values.
     * Requires `entities.definitions.manage`.
     */
    post: operations['entitiesRestoreDefinition']
  }
  '/entities/entities': {
    /**
     * List the entities that can have custom fields: those of modules, and custom entities.
     * Requires authentication.
     */
    get: operations['entitiesListEntities']
    /**
     * Create or update a custom entity.
     * Requires `entities.definitions.manage`.
     */
    post: operations['entitiesSaveEntity']
    /**
     * Delete a custom entity. Its records are kept.
     * Requires `entities.definitions.manage`.
     */
    delete: operations['entitiesDeleteEntity']
  }
  '/entities/sidebar-entities': {
    /**
     * List the custom entities in the sidebar.
     * Requires authentication.
     */
    get: operations['entitiesListSidebarEntities']
  }
  '/entities/relations/options': {
    /**
     * List records of an entity as options for a relation field.
     * Requires `entities.definitions.view`.
     */
    get: operations['entitiesListRelationOptions']
  }
  '/entities/encryption': {
    /**
     * List the custom fields of an entity that are encrypted.
     * Requires `entities.definitions.manage`.
     */
    get: operations['entitiesGetEncryption']
    /**
     * Set which custom fields of an entity are encrypted.
     * Requires `entities.definitions.manage`.
     */
    post: operations['entitiesSaveEncryption']
  }
  '/entities/records': {
    /**
     * List records of a custom entity, filtered and sorted by its fields.
     * Requires `entities.records.view`.
     */
    get: operations['entitiesListRecords']
    /**
     * Update values of a record of a custom entity.
     * Requires `entities.records.manage`.
     */
    put: operations['entitiesUpdateRecord']
    /**
     * Create a record of a custom entity.
     * Requires `entities.records.manage`.
     */
    post: operations['entitiesCreateRecord']
    /**
     * Delete records of a custom entity with their files.
     * Requires `entities.records.manage`.
     */
    delete: operations['entitiesDeleteRecord']
  }
  '/entities/records/{id}/shares': {
    /**
     * List with whom a record is shared, newest first.
     * Requires `entities.records.manage`.
     */
    get: operations['entitiesListRecordsShares']
    /**
     * Share a record with a user, a team or a role, or change how it is shared.
     * Requires `entities.records.manage`.
     */
    post: operations['entitiesPostRecordsShares']
  }
  '/entities/records/{id}/shares/{shareId}': {
    /**
     * Stop sharing a record with somebody.
     * Requires `entities.records.manage`.
     */
    delete: operations['entitiesDeleteRecordsShares']
  }
  '/dashboards/layout': {
    /**
     * Get the caller's dashboard.
     * Requires `dashboards.view`.
     */
    get: operations['dashboardsGetLayout']
    /**
     * Replace the layout of the caller's dashboard.
     * Requires `dashboards.configure`.
     */
    put: operations['dashboardsSaveLayout']
  }
  '/dashboards/layout/{itemId}': {
    /**
     * Update the size or settings of an item on the caller's dashboard.
     * Requires `dashboards.configure`.
     */
    patch: operations['dashboardsUpdateLayoutItem']
  }
  '/dashboards/widgets/catalog': {
    /**
     * List the dashboard widgets of all modules.
     * Requires `dashboards.admin.assign-widgets`.
     */
    get: operations['dashboardsListWidgets']
  }
  '/dashboards/roles/widgets': {
    /**
     * Get the widgets assigned to a role.
     * Requires `dashboards.admin.assign-widgets`.
     */
    get: operations['dashboardsGetRoleWidgets']
    /**
     * Assign widgets to a role. An empty list removes the assignment.
     * Requires `dashboards.admin.assign-widgets`.
     */
    put: operations['dashboardsAssignRoleWidgets']
  }
  '/dashboards/users/widgets': {
    /**
     * Get the widgets assigned to a user, and the widgets that the user sees.
     * Requires `dashboards.admin.assign-widgets`.
     */
    get: operations['dashboardsGetUserWidgets']
    /**
     * Assign widgets to a user that replace those of their roles, or remove the assignment.
     * Requires `dashboards.admin.assign-widgets`.
     */
    put: operations['dashboardsAssignUserWidgets']
  }
  '/dashboards/widgets/data': {
    /**
     * Get the data of a widget.
     * Requires `analytics.view`.
     */
    post: operations['dashboardsGetWidgetData']
  }
  '/dashboards/widgets/data/batch': {
    /**
     * Get the data of several widgets, read at the same point in time.
     * Requires `analytics.view`.
     */
    post: operations['dashboardsGetWidgetDataBatch']
  }
  '/dashboards/entities': {
    /**
     * List the entities whose data the caller can ask for, with their fields.
     * Requires `analytics.view`.
     */
    get: operations['dashboardsListAnalyticsEntities']
  }
  '/dictionaries': {
    /**
     * List the dictionaries of the selected organizations, and those that they inherit.
     * Requires `dictionaries.view`.
     */
    get: operations['dictionariesListDictionaries']
    /**
     * Create a dictionary in the selected organization.
     * Requires `dictionaries.manage`.
     */
    post: operations['dictionariesCreateDictionary']
  }
  '/dictionaries/{id}': {
    /**
     * Get a dictionary.
     * Requires `dictionaries.view`.
     */
    get: operations['dictionariesGetDictionary']
    /**
     * Delete a dictionary with its entries. Not possible while it is in use.
     * Requires `dictionaries.manage`.
     */
    delete: operations['dictionariesDeleteDictionary']
    /**
     * Update a dictionary.
     * Requires `dictionaries.manage`.
     */
    patch: operations['dictionariesUpdateDictionary']
  }
  '/dictionaries/{dictionaryId}/entries': {
    /**
     * List the entries of a dictionary in order.
     * Requires `dictionaries.view`.
     */
    get: operations['dictionariesListEntries']
    /**
     * Add an entry to a dictionary.
     * Requires `dictionaries.manage`.
     */
    post: operations['dictionariesCreateEntry']
  }
  '/dictionaries/{dictionaryId}/entries/{id}': {
    /**
     * Delete an entry. Records keep its value as text.
     * Requires `dictionaries.manage`.
     */
    delete: operations['dictionariesDeleteEntry']
    /**
     * Update an entry.
     * Requires `dictionaries.manage`.
     */
    patch: operations['dictionariesUpdateEntry']
  }
  '/dictionaries/{dictionaryId}/entries/reorder': {
    /**
     * Reorder the entries of a dictionary, which is then sorted by that order.
     * Requires `dictionaries.manage`.
     */
    post: operations['dictionariesReorderEntries']
  }
  '/dictionaries/{dictionaryId}/entries/set-default': {
    /**
     * Set or clear the default entry of a dictionary.
     * Requires `dictionaries.manage`.
     */
    post: operations['dictionariesSetDefaultEntry']
  }
  '/currencies/currencies/options': {
    /**
     * List the currencies of ISO 4217 as options.
     * Requires authentication.
     */
    get: operations['dictionariesListCurrencyOptions']
  }
  '/numbers/series': {
    /**
     * List the number series of the selected organization and of the tenant, with the numbers that come next.
     * Requires `numbers.view`.
     */
    get: operations['numbersListSeries']
    /**
     * Change the pattern of a number series, or the number that it goes on with.
     * Requires `numbers.manage`.
     */
    put: operations['numbersUpdateSeries']
  }
  '/mail_templates/templates': {
    /**
     * List the texts that the tenant has written.
     * Requires `mail_templates.view`.
     */
    get: operations['mailTemplatesListTemplates']
    /**
     * Update an email template.
     * Requires `mail_templates.manage`.
     */
    put: operations['mailTemplatesUpdateTemplate']
    /**
     * Replace the declared text of an email in a language.
     * Requires `mail_templates.manage`.
     */
    post: operations['mailTemplatesCreateTemplate']
    /**
     * Delete a text, so that the declared one is used again.
     * Requires `mail_templates.manage`.
     */
    delete: operations['mailTemplatesDeleteTemplate']
  }
  '/mail_templates/mails': {
    /**
     * List the emails whose texts can be edited.
     * Requires `mail_templates.view`.
     */
    get: operations['mailTemplatesListMails']
  }
  '/mail_templates/mails/{mail}': {
    /**
     * Read the values and the texts of an email.
     * Requires `mail_templates.view`.
     */
    get: operations['mailTemplatesGetMail']
  }
  '/mail_templates/preview': {
    /**
     * Show an email with examples or the values of a record. Nothing is stored or sent.
     * Requires `mail_templates.view`.
     */
    post: operations['mailTemplatesPreview']
  }
  '/mail_templates/test': {
    /**
     * Send an email that is not stored yet to yourself.
     * Requires `mail_templates.manage`.
     */
    post: operations['mailTemplatesSendTest']
  }
  '/onboarding/onboarding': {
    /**
     * Sign up for a new tenant. Sends an email with a link to confirm the address.
     * Requires no authentication.
     */
    post: operations['onboardingStart']
  }
  '/onboarding/onboarding/verify': {
    /**
     * Confirm an email address, and create the tenant.
     * Requires no authentication.
     */
    get: operations['onboardingFollowLink']
    /**
     * Set a password with the token from the email, and create the tenant.
     * Requires no authentication.
     */
    post: operations['onboardingVerify']
  }
  '/sso/protocols': {
    /**
     * List the protocols that single sign-on connections can use.
     * Requires `sso.view`.
     */
    get: operations['ssoListProtocols']
  }
  '/sso/connections': {
    /**
     * List the connections to identity providers, without their secrets.
     * Requires `sso.view`.
     */
    get: operations['ssoListConnections']
    /**
     * Update a connection.
     * Requires `sso.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    put: operations['ssoUpdateConnection']
    /**
     * Create a connection to an identity provider.
     * Requires `sso.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['ssoCreateConnection']
    /**
     * Delete a connection with its domains and linked identities.
     * Requires `sso.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    delete: operations['ssoDeleteConnection']
  }
  '/sso/connections/test': {
    /**
     * Test a connection, and explain what is wrong with it.
     * Requires `sso.manage`.
     */
    post: operations['ssoTestConnection']
  }
  '/sso/domains': {
    /**
     * List the email domains of a connection, and the DNS records that verify them.
     * Requires `sso.view`.
     */
    get: operations['ssoListDomains']
    /**
     * Add an email domain to a connection. The response contains the TXT record that verifies it.
     * Requires `sso.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['ssoAddDomain']
    /**
     * Remove an email domain from its connection.
     * Requires `sso.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    delete: operations['ssoRemoveDomain']
  }
  '/sso/domains/verify': {
    /**
     * Verify an email domain by its TXT record.
     * Requires `sso.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['ssoVerifyDomain']
  }
  '/sso/discover': {
    /**
     * Find out where users with an email address sign in, if its domain uses single sign-on.
     * Requires no authentication.
     */
    post: operations['ssoDiscover']
  }
  '/sso/start/{connectionId}': {
    /**
     * Start a sign-in with the identity provider of a connection.
     * Requires no authentication.
     */
    get: operations['ssoStart']
  }
  '/sso/callback/{connectionId}': {
    /**
     * Complete a sign-in: the identity provider redirects the browser here.
     * Requires no authentication.
     */
    get: operations['ssoCompleteSignIn']
  }
  '/sso/link': {
    /**
     * Link the identity from the sign-in just completed to the caller's account.
     * Requires authentication. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['ssoLinkIdentity']
  }
  '/sso/identities': {
    /**
     * List the identities linked to the caller's account.
     * Requires authentication.
     */
    get: operations['ssoListIdentities']
    /**
     * Unlink an identity from the caller's account.
     * Requires authentication. The caller must have verified their identity within the last 10 minutes.
     */
    delete: operations['ssoEndLink']
  }
  '/sso/users/identities': {
    /**
     * List the identities linked to a user.
     * Requires `sso.view`.
     */
    get: operations['ssoListUserIdentities']
    /**
     * Unlink an identity from a user. Ends the sessions that were started with it.
     * Requires `sso.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    delete: operations['ssoEndUserLink']
  }
  '/sso/logout': {
    /**
     * Sign out of the product and of the identity provider.
     * Requires authentication.
     */
    post: operations['ssoLogout']
  }
  '/sso/backchannel-logout/{connectionId}': {
    /**
     * End the sessions that a logout token names. Called by identity providers.
     * Requires no authentication.
     */
    post: operations['ssoBackchannelLogout']
  }
  '/saml/acs/{connectionId}': {
    /**
     * Receive a SAML response. Called by the browser on behalf of the identity provider.
     * Requires no authentication.
     */
    post: operations['samlReceiveResponse']
  }
  '/saml/complete/{connectionId}': {
    /**
     * Complete a sign-in with SAML.
     * Requires no authentication.
     */
    get: operations['samlCompleteSignIn']
  }
  '/saml/metadata/{connectionId}': {
    /**
     * Get the SAML metadata of a connection, for its identity provider.
     * Requires no authentication.
     */
    get: operations['samlGetMetadata']
  }
  '/saml/provider-metadata': {
    /**
     * Read the SAML metadata of an identity provider.
     * Requires `sso.manage`.
     */
    post: operations['samlReadProviderMetadata']
  }
  '/scim/v2/ServiceProviderConfig': {
    /**
     * Get the supported features of SCIM.
     * Requires `scim.provision`.
     */
    get: operations['scimGetServiceProviderConfig']
  }
  '/scim/v2/ResourceTypes': {
    /**
     * List the resource types.
     * Requires `scim.provision`.
     */
    get: operations['scimListResourceTypes']
  }
  '/scim/v2/ResourceTypes/{id}': {
    /**
     * Get a resource type.
     * Requires `scim.provision`.
     */
    get: operations['scimGetResourceType']
  }
  '/scim/v2/Schemas': {
    /**
     * List the schemas.
     * Requires `scim.provision`.
     */
    get: operations['scimListSchemas']
  }
  '/scim/v2/Schemas/{id}': {
    /**
     * Get a schema.
     * Requires `scim.provision`.
     */
    get: operations['scimGetSchema']
  }
  '/scim/v2/Users': {
    /**
     * List the users of the identity provider.
     * Requires `scim.provision`.
     */
    get: operations['scimListUsers']
    /**
     * Create a user.
     * Requires `scim.provision`.
     */
    post: operations['scimCreateUser']
  }
  '/scim/v2/Users/.search': {
    /**
     * Search the users of the identity provider with a body instead of a query.
     * Requires `scim.provision`.
     */
    post: operations['scimSearchUsers']
  }
  '/scim/v2/Users/{id}': {
    /**
     * Get a user.
     * Requires `scim.provision`.
     */
    get: operations['scimGetUser']
    /**
     * Replace a user.
     * Requires `scim.provision`.
     */
    put: operations['scimReplaceUser']
    /**
     * Delete a user.
     * Requires `scim.provision`.
     */
    delete: operations['scimDeleteUser']
    /**
     * Update parts of a user.
     * Requires `scim.provision`.
     */
    patch: operations['scimUpdateUser']
  }
  '/scim/v2/Groups': {
    /**
     * List the groups of the identity provider.
     * Requires `scim.provision`.
     */
    get: operations['scimListGroups']
    /**
     * Create a group.
     * Requires `scim.provision`.
     */
    post: operations['scimCreateGroup']
  }
  '/scim/v2/Groups/.search': {
    /**
     * Search the groups of the identity provider with a body instead of a query.
     * Requires `scim.provision`.
     */
    post: operations['scimSearchGroups']
  }
  '/scim/v2/Groups/{id}': {
    /**
     * Get a group.
     * Requires `scim.provision`.
     */
    get: operations['scimGetGroup']
    /**
     * Replace a group.
     * Requires `scim.provision`.
     */
    put: operations['scimReplaceGroup']
    /**
     * Delete a group.
     * Requires `scim.provision`.
     */
    delete: operations['scimDeleteGroup']
    /**
     * Update parts of a group.
     * Requires `scim.provision`.
     */
    patch: operations['scimUpdateGroup']
  }
  '/scim/v2/.search': {
    /**
     * Search the users and groups of the identity provider.
     * Requires `scim.provision`.
     */
    post: operations['scimSearch']
  }
  '/scim/v2/Bulk': {
    /**
     * Perform several changes in one request.
     * Requires `scim.provision`.
     */
    post: operations['scimBulk']
  }
  '/scim/groups': {
    /**
     * List the groups of all identity providers, with the role and the team that their members get.
     * Requires `scim.manage`.
     */
    get: operations['scimListGroupRoles']
    /**
     * Set the role that members of a group get, or the team that they belong to.
     * Requires `scim.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    put: operations['scimMapGroup']
  }
  '/scim/reactivate': {
    /**
     * Reactivate all users that an identity provider has deactivated since a given time, as one action.
     * Requires `scim.manage`. The caller must have verified their identity within the last 10 minutes.
     */
    post: operations['scimReactivate']
  }
  '/transfer/templates': {
    /**
     * List saved settings of imports.
     * Requires `transfer.view`.
     */
    get: operations['transferListTemplates']
    /**
     * Update an import template.
     * Requires `transfer.manage`.
     */
    put: operations['transferUpdateTemplate']
    /**
     * Create an import template.
     * Requires `transfer.manage`.
     */
    post: operations['transferCreateTemplate']
    /**
     * Delete an import template.
     * Requires `transfer.manage`.
     */
    delete: operations['transferDeleteTemplate']
  }
  '/transfer/entities': {
    /**
     * List what the caller can import, with the fields of each.
     * Requires `transfer.view`.
     */
    get: operations['transferListEntities']
  }
  '/transfer/imports': {
    /**
     * List imports.
     * Requires `transfer.view`.
     */
    get: operations['transferListImports']
    /**
     * Correct how a file is imported.
     * Requires `transfer.manage`.
     */
    put: operations['transferUpdateImport']
    /**
     * Read the columns of an uploaded file, and suggest how to import it.
     * Requires `transfer.manage`.
     */
    post: operations['transferCreateImport']
    /**
     * Delete an import, but nothing that it has written.
     * Requires `transfer.manage`.
     */
    delete: operations['transferDeleteImport']
  }
  '/transfer/imports/{id}/rehearse': {
    /**
     * Count in the background what an import would do, and list the rows that it would refuse.
     * Requires `transfer.manage`.
     */
    post: operations['transferRehearseImport']
  }
  '/transfer/imports/{id}/run': {
    /**
     * Import the rows of a file in the background. To cancel it, cancel its progress job.
     * Requires `transfer.manage`.
     */
    post: operations['transferRunImport']
  }
  '/transfer/imports/{id}/undo': {
    /**
     * Undo a whole import in the background. What was edited since is kept, and listed.
     * Requires `transfer.manage`.
     */
    post: operations['transferUndoImport']
  }
  '/transfer/imports/{id}/redo': {
    /**
     * Repeat an import that was undone, in the background.
     * Requires `transfer.manage`.
     */
    post: operations['transferRedoImport']
  }
  '/transfer/chunks': {
    /**
     * List the rows that an import has written together, and what an undo has kept of them, since it was edited later.
     * Requires `transfer.view`.
     */
    get: operations['transferListChunks']
  }
  '/transfer/rows': {
    /**
     * List the rows that have created or changed a record.
     * Requires `transfer.view`.
     */
    get: operations['transferListRows']
  }
  '/transfer/imports/{id}/undo-rows': {
    /**
     * Undo some rows of an import. What was edited since is kept, and returned.
     * Requires `transfer.manage`.
     */
    post: operations['transferUndoImportedRows']
  }
  '/transfer/duplicates': {
    /**
     * List the rows that would create a record although it looks like another one, as the caller has rehearsed them.
     * Requires `transfer.view`.
     */
    get: operations['transferListDuplicates']
  }
  '/transfer/imports/{id}/duplicates': {
    /**
     * Choose what is done with rows that look like a record or like an earlier row.
     * Requires `transfer.manage`.
     */
    post: operations['transferChooseForDuplicates']
  }
  '/transfer/refusals': {
    /**
     * List the rows that an import has refused, or would refuse, with the reasons by column.
     * Requires `transfer.view`.
     */
    get: operations['transferListRefusals']
  }
  '/transfer/imports/{id}/refused': {
    /**
     * Get the refused rows as they are in the file, as CSV with the reasons in the last column, to mend and import them.
     * Requires `transfer.view`.
     */
    get: operations['transferGetRefusedRows']
  }
  '/transfer/exports': {
    /**
     * List the caller's scheduled exports, and those of others with `transfer.exports.manage`.
     * Requires `transfer.exports.schedule`.
     */
    get: operations['transferListExports']
    /**
     * Change a scheduled export of the caller.
     * Requires `transfer.exports.schedule`.
     */
    put: operations['transferUpdateExport']
    /**
     * Schedule exports of a list, which have the rights of the caller.
     * Requires `transfer.exports.schedule`.
     */
    post: operations['transferCreateExport']
    /**
     * Delete a scheduled export, and its files a day later.
     * Requires `transfer.exports.schedule`.
     */
    delete: operations['transferDeleteExport']
  }
  '/transfer/exports/{id}/run': {
    /**
     * Run a scheduled export of the caller now, in the background.
     * Requires `transfer.exports.schedule`.
     */
    post: operations['transferRunExport']
  }
  '/transfer/export-runs': {
    /**
     * List the runs of a scheduled export, with the reasons of failures.
     * Requires `transfer.exports.schedule`.
     */
    get: operations['transferListExportRuns']
  }
  '/transfer/export-runs/{id}/file': {
    /**
     * Download the file of a run of an own scheduled export, as long as its list may be read.
     * Requires `transfer.exports.schedule`.
     */
    get: operations['transferGetExportFile']
  }
  '/transfer/destinations': {
    /**
     * List the buckets to which scheduled exports can be written, without their secrets.
     * Requires `transfer.destinations.view`.
     */
    get: operations['transferListDestinations']
    /**
     * Change a destination of exports. Absent properties, the secret included, keep their values.
     * Requires `transfer.destinations.manage`.
     */
    put: operations['transferUpdateDestination']
    /**
     * Add a bucket to which scheduled exports can be written.
     * Requires `transfer.destinations.manage`.
     */
    post: operations['transferCreateDestination']
    /**
     * Delete a destination of exports. What has been written there stays.
     * Requires `transfer.destinations.manage`.
     */
    delete: operations['transferDeleteDestination']
  }
  '/transfer/destinations/{id}/test': {
    /**
     * Test a destination of exports: write a small object, remove it, and tell what has failed.
     * Requires `transfer.destinations.manage`.
     */
    post: operations['transferTestDestination']
  }
  '/webhooks/endpoints': {
    /**
     * List webhook endpoints.
     * Requires `webhooks.view`.
     */
    get: operations['webhooksListEndpoints']
    /**
     * Change a webhook endpoint. Its events are then sent with the rights of the caller.
     * Requires `webhooks.manage`.
     */
    put: operations['webhooksUpdateEndpoint']
    /**
     * Create a webhook endpoint. Its secret is in no other response.
     * Requires `webhooks.manage`.
     */
    post: operations['webhooksCreateEndpoint']
    /**
     * Delete a webhook endpoint. What has not been sent yet is not sent any more.
     * Requires `webhooks.manage`.
     */
    delete: operations['webhooksDeleteEndpoint']
  }
  '/webhooks/endpoints/{id}/secret': {
    /**
     * Give a webhook endpoint a new secret, which only this response contains. The former one signs as well for a while.
     * Requires `webhooks.manage`.
     */
    post: operations['webhooksRotateSecretEndpoint']
  }
  '/webhooks/endpoints/{id}/test': {
    /**
     * Send a test event to a webhook endpoint. The list of deliveries shows what it answered.
     * Requires `webhooks.manage`.
     */
    post: operations['webhooksTestEndpoint']
  }
  '/webhooks/endpoints/{id}/replay': {
    /**
     * Send the events of a period to a webhook endpoint again, with the same ids.
     * Requires `webhooks.manage`.
     */
    post: operations['webhooksReplayEndpoint']
  }
  '/webhooks/event-types': {
    /**
     * List the events that endpoints can subscribe to. The API document describes their messages in `webhooks`.
     * Requires `webhooks.view`.
     */
    get: operations['webhooksListEventTypes']
  }
  '/webhooks/deliveries': {
    /**
     * List what was sent to webhook endpoints, or will be, without its contents.
     * Requires `webhooks.view`.
     */
    get: operations['webhooksListDeliveries']
  }
  '/webhooks/deliveries/{id}/resend': {
    /**
     * Send an event to a webhook endpoint again, with the same id.
     * Requires `webhooks.manage`.
     */
    post: operations['webhooksResendDelivery']
  }
  '/webhooks/events': {
    /**
     * Get the events of a webhook endpoint after a cursor, with their records as the caller may read them now. For receivers that cannot be reached.
     * Requires `webhooks.view`.
     */
    get: operations['webhooksPullEvents']
  }
}

export interface components {
  schemas: {
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
    ErrorBody: {
      error: string
    }
    DirectoryCreateOrganizationBody: {
      name: string
      slug?: string | null
      isActive?: boolean
      parentId?: string | null
      childIds?: string[]
      /** Format: uuid */
      tenantId?: string
    } & { [key: string]: unknown }
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
    } & { [key: string]: unknown }
    DirectoryUpdateOrganizationResponse: {
      ok: true
    }
    DirectoryDeleteOrganizationBody: {
      /** Format: uuid */
      id?: string
      confirm?: boolean | ('true' | 'false')
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    DirectoryDeleteOrganizationResponse: {
      ok: true
    }
    DirectoryListTenantsItem: {
      /** Format: uuid */
      id: string
      name: string
      isActive: boolean
      createdAt: string
      updatedAt: string
    } & { [key: string]: unknown }
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
    } & { [key: string]: unknown }
    DirectoryCreateTenantResponse: {
      /** Format: uuid */
      id: string
    }
    DirectoryUpdateTenantBody: {
      name?: string
      isActive?: boolean
      /** Format: uuid */
      id: string
    } & { [key: string]: unknown }
    DirectoryUpdateTenantResponse: {
      ok: true
    }
    DirectoryDeleteTenantBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    DirectoryDeleteTenantResponse: {
      ok: true
    }
    DirectoryFindTenantResponse: {
      ok: true
      tenant: {
        /** Format: uuid */
        id: string
        name: string
      }
    }
    NotOkBody: {
      ok: false
      error: string
    }
    DirectoryFindOrganizationResponse: {
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
    DirectoryGetSettingsResponse: {
      /** An IANA time zone such as `Europe/Berlin`, or `UTC`. */
      timeZone: string | null
      /** One of the languages of the platform, by default `en`, `de`, `es` and `pl`. */
      language: string | null
      weekStart: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday') | null
      currency: string | null
      effective: {
        timeZone: string
        language: string
        weekStart: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
        currency: string | null
      }
      updatedAt: string
    }
    DirectoryUpdateSettingsBody: {
      /** An IANA time zone such as `Europe/Berlin`, or `UTC`. */
      timeZone?: string | null
      /** One of the languages of the platform, by default `en`, `de`, `es` and `pl`. */
      language?: string | null
      weekStart?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday') | null
      currency?: string | null
    } & { [key: string]: unknown }
    DirectoryUpdateSettingsResponse: {
      ok: true
      /** Format: uuid */
      id: string
    }
    DirectoryListWriteSuspensionsItem: {
      tenantId: string | null
      message: string
      endsAt: string | null
      createdAt: string
    }
    DirectoryListWriteSuspensionsResponse: {
      items: components['schemas']['DirectoryListWriteSuspensionsItem'][]
    }
    DirectorySuspendWritesBody: {
      id: string | null
      message: string
      /** When the suspension ends by itself. */
      endsAt?: string | null
    } & { [key: string]: unknown }
    DirectorySuspendWritesResponse: {
      ok: true
    }
    DirectoryResumeWritesBody: {
      id?: string | null
    }
    DirectoryResumeWritesResponse: {
      ok: true
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
    } & { [key: string]: unknown }
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
    } & { [key: string]: unknown }
    AuthCreateUserResponse: {
      /** Format: uuid */
      id: string
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
    } & { [key: string]: unknown }
    AuthUpdateUserResponse: {
      ok: true
    }
    AuthDeleteUserBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    AuthDeleteUserResponse: {
      ok: true
    }
    AuthListRolesItem: {
      /** Format: uuid */
      id: string
      name: string
      /** Format: date-time */
      updatedAt: string
      usersCount: number
      tenantId: string | null
      tenantIds: string[]
      tenantName: string | null
    } & { [key: string]: unknown }
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
    } & { [key: string]: unknown }
    AuthCreateRoleResponse: {
      /** Format: uuid */
      id: string
    }
    AuthUpdateRoleBody: {
      /** Format: uuid */
      id: string
      name?: string
      tenantId?: string | null
    } & { [key: string]: unknown }
    AuthUpdateRoleResponse: {
      ok: true
    }
    AuthDeleteRoleBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    AuthDeleteRoleResponse: {
      ok: true
    }
    AuthListTeamsItem: {
      /** Format: uuid */
      id: string
      name: string
      parentId: string | null
      /** Format: date-time */
      updatedAt: string
    }
    AuthListTeamsResponse: {
      items: components['schemas']['AuthListTeamsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    AuthCreateTeamBody: {
      name: string
      parentId?: string | null
    }
    AuthCreateTeamResponse: {
      /** Format: uuid */
      id: string
    }
    AuthUpdateTeamBody: {
      name?: string
      parentId?: string | null
      /** Format: uuid */
      id: string
    }
    AuthUpdateTeamResponse: {
      ok: true
    }
    AuthDeleteTeamBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    AuthDeleteTeamResponse: {
      ok: true
    }
    AuthListListViewsItem: {
      /** Format: uuid */
      id: string
      name: string
      list: string
      isShared: boolean
      roleIds: unknown[] | null
      isDefault: boolean
      createdBy: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      settings: {
        query: { [key: string]: string }
        shown: { [key: string]: boolean }
        order: string[]
        widths: { [key: string]: number }
      }
    }
    AuthListListViewsResponse: {
      items: components['schemas']['AuthListListViewsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    AuthCreateListViewBody: {
      name: string
      list: string
      settings: {
        query: { [key: string]: string }
        shown: { [key: string]: boolean }
        order: string[]
        widths: { [key: string]: number }
      }
      isShared?: boolean
      roleIds?: string[] | null
      isDefault?: boolean
    }
    AuthCreateListViewResponse: {
      /** Format: uuid */
      id: string
    }
    AuthUpdateListViewBody: {
      name?: string
      settings?: {
        query: { [key: string]: string }
        shown: { [key: string]: boolean }
        order: string[]
        widths: { [key: string]: number }
      }
      isShared?: boolean
      roleIds?: string[] | null
      isDefault?: boolean
      /** Format: uuid */
      id: string
    }
    AuthUpdateListViewResponse: {
      ok: true
    }
    AuthDeleteListViewBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    AuthDeleteListViewResponse: {
      ok: true
    }
    AuthHandOverRecordsBody: {
      /** Format: uuid */
      fromUserId: string
      /** Format: uuid */
      toUserId: string
    }
    AuthHandOverRecordsItem: {
      kind: string
      count: number
    }
    AuthHandOverRecordsResponse: {
      items: components['schemas']['AuthHandOverRecordsItem'][]
      withheld: string[]
      hasMore: boolean
    }
    AuthGetUserAclResponse: {
      isSuperAdmin: boolean
      features: string[]
      organizations: string[] | null
      updatedAt: string | null
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
      ok: true
      sanitized: boolean
    }
    AuthGetRoleAclResponse: {
      isSuperAdmin: boolean
      features: string[]
      organizations: string[] | null
      updatedAt: string | null
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
      ok: true
      sanitized: boolean
    }
    RuleCondition: components['schemas']['RuleComparison'] | components['schemas']['RuleConditionGroup']
    /** Compares a field with `value`, or with the field named by `valueField`. */
    RuleComparison: {
      field: string
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
    } & { [key: string]: unknown }
    /** Groups can be nested 5 levels deep. */
    RuleConditionGroup: {
      operator: 'AND' | 'OR' | 'NOT'
      rules: components['schemas']['RuleCondition'][]
    } & { [key: string]: unknown }
    AuthGetUserRowPoliciesResponse: {
      policies: {
        [key: string]: {
          read?: components['schemas']['RuleCondition'] | null
          update?: components['schemas']['RuleCondition'] | null
          delete?: components['schemas']['RuleCondition'] | null
        }
      }
      faults: {
        kind: string
        action: string
        message: string
      }[]
      updatedAt: string | null
    }
    AuthRestrictUserAclBody: {
      /** Format: uuid */
      userId: string
      policies: {
        [key: string]: {
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          read?: components['schemas']['RuleCondition'] | null
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          update?: components['schemas']['RuleCondition'] | null
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          delete?: components['schemas']['RuleCondition'] | null
        }
      }
    }
    AuthRestrictUserAclResponse: {
      ok: true
      warnings: {
        kind: string
        action: 'read'
        rows: number
        message: string
      }[]
    }
    AuthGetRoleRowPoliciesResponse: {
      policies: {
        [key: string]: {
          read?: components['schemas']['RuleCondition'] | null
          update?: components['schemas']['RuleCondition'] | null
          delete?: components['schemas']['RuleCondition'] | null
        }
      }
      faults: {
        kind: string
        action: string
        message: string
      }[]
      updatedAt: string | null
    }
    AuthRestrictRoleAclBody: {
      /** Format: uuid */
      roleId: string
      /** Format: uuid */
      tenantId?: string
      policies: {
        [key: string]: {
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          read?: components['schemas']['RuleCondition'] | null
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          update?: components['schemas']['RuleCondition'] | null
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          delete?: components['schemas']['RuleCondition'] | null
        }
      }
    }
    AuthRestrictRoleAclResponse: {
      ok: true
      warnings: {
        kind: string
        action: 'read'
        rows: number
        message: string
      }[]
    }
    AuthListRowPolicyKindsItem: {
      kind: string
      label?: string
      fields: {
        name: string
        type: string
        label?: string
      }[]
    }
    AuthListRowPolicyKindsResponse: {
      items: components['schemas']['AuthListRowPolicyKindsItem'][]
      caller: {
        name: string
        label: string
        isList: boolean
      }[]
    }
    AuthTryRoleRowPoliciesBody: {
      /** Format: uuid */
      roleId: string
      /** Format: uuid */
      tenantId?: string
      policies: {
        [key: string]: {
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          read?: components['schemas']['RuleCondition'] | null
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          update?: components['schemas']['RuleCondition'] | null
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          delete?: components['schemas']['RuleCondition'] | null
        }
      }
      userIds: string[]
    }
    AuthTryRoleRowPoliciesItem: {
      /** Format: uuid */
      userId: string
      email: string
      kind: string
      total: number
      visible: number
      examples: {
        visible: string[]
        hidden: string[]
      }
      names: { [key: string]: string }
    }
    AuthTryRoleRowPoliciesResponse: {
      items: components['schemas']['AuthTryRoleRowPoliciesItem'][]
    }
    AuthGetUserFieldPoliciesResponse: {
      policies: {
        [key: string]: {
          read?: string[]
          write?: string[]
        }
      }
      faults: {
        kind: string
        action: string
        message: string
      }[]
      updatedAt: string | null
    }
    AuthRestrictFieldsUserAclBody: {
      /** Format: uuid */
      userId: string
      policies: {
        [key: string]: {
          read?: string[]
          write?: string[]
        }
      }
    }
    AuthRestrictFieldsUserAclResponse: {
      ok: true
    }
    AuthGetRoleFieldPoliciesResponse: {
      policies: {
        [key: string]: {
          read?: string[]
          write?: string[]
        }
      }
      faults: {
        kind: string
        action: string
        message: string
      }[]
      updatedAt: string | null
    }
    AuthRestrictFieldsRoleAclBody: {
      /** Format: uuid */
      roleId: string
      /** Format: uuid */
      tenantId?: string
      policies: {
        [key: string]: {
          read?: string[]
          write?: string[]
        }
      }
    }
    AuthRestrictFieldsRoleAclResponse: {
      ok: true
    }
    AuthListFieldPolicyKindsItem: {
      kind: string
      label?: string
      fields: string[]
      labels?: { [key: string]: string }
    }
    AuthListFieldPolicyKindsResponse: {
      items: components['schemas']['AuthListFieldPolicyKindsItem'][]
    }
    AuthExportRoleResponse: {
      format: 'plinth.role.v1'
      name: string
      isSuperAdmin: boolean
      features: string[]
      organizations: string[][] | null
      rowPolicies: {
        [key: string]: {
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          read?: unknown
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          update?: unknown
          /** A group of conditions or a comparison. Without a condition, the rule always applies. */
          delete?: unknown
        }
      }
      fieldPolicies: {
        [key: string]: {
          read?: string[]
          write?: string[]
        }
      }
    }
    AuthImportRoleBody: {
      document: {
        format: 'plinth.role.v1'
        name: string
        isSuperAdmin?: boolean
        features: string[]
        organizations?: string[][] | null
        rowPolicies?: {
          [key: string]: {
            /** A group of conditions or a comparison. Without a condition, the rule always applies. */
            read?: components['schemas']['RuleCondition'] | null
            /** A group of conditions or a comparison. Without a condition, the rule always applies. */
            update?: components['schemas']['RuleCondition'] | null
            /** A group of conditions or a comparison. Without a condition, the rule always applies. */
            delete?: components['schemas']['RuleCondition'] | null
          }
        }
        fieldPolicies?: {
          [key: string]: {
            read?: string[]
            write?: string[]
          }
        }
      }
      /** Format: uuid */
      roleId?: string
    } & { [key: string]: unknown }
    AuthImportRoleResponse: {
      /** Format: uuid */
      id: string
      warnings: {
        kind: string
        action: 'read'
        rows: number
        message: string
      }[]
    }
    AuthListTeamsMembersItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      teamId: string
      /** Format: uuid */
      userId: string
      source: string
      /** Format: date-time */
      createdAt: string
      email: string
      name: string | null
    }
    AuthListTeamsMembersResponse: {
      items: components['schemas']['AuthListTeamsMembersItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    AuthChangeTeamMembersBody: {
      /** Format: uuid */
      teamId: string
      add?: string[]
      remove?: string[]
    }
    AuthChangeTeamMembersResponse: {
      ok: true
    }
    AuthCheckFeaturesBody: {
      features?: unknown[]
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
        kind: 'account' | 'super_admin' | 'user_acl' | 'role' | 'feature' | 'organization'
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
      record?: {
        kind: string
        id: string
        actions: {
          action: 'read' | 'update' | 'delete'
          isPermitted: boolean | null
          sentence: string
          policies: {
            kind: 'user_acl' | 'role'
            id: string | null
            name: string | null
            condition: components['schemas']['RuleCondition'] | null
            isSatisfied: boolean | null
            fault: string | null
          }[]
          shares: {
            /** Format: uuid */
            id: string
            with: 'user' | 'team' | 'role'
            /** Format: uuid */
            subjectId: string
            until: string | null
          }[]
        }[]
      }
      roleCount: number
    }
    AuthListAccessHoldersItem: {
      /** Format: uuid */
      id: string
      email: string
      name: string | null
      organizationId: string | null
      isSuperAdmin: boolean
      record?: {
        read: boolean | null
        update: boolean | null
        delete: boolean | null
      }
      sources: {
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
    AuthListAccessFaultsItem: {
      source: {
        kind: string
        /** Format: uuid */
        id: string
        name: string | null
      }
      owner: {
        /** Format: uuid */
        id: string
        email: string
      } | null
      kind: string
      /** `gone` if nobody can read the field any more, `hidden` if policies hide it from the owner. */
      reason: 'gone' | 'hidden'
      message: string
    }
    AuthListAccessFaultsResponse: {
      items: components['schemas']['AuthListAccessFaultsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
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
      ok: true
      token: string
      redirect: string | null
      refreshToken?: string
      factorRequiredFrom?: string
    }
    AuthRequestPasswordResetBody: {
      email?: string
    }
    AuthRequestPasswordResetResponse: {
      ok: true
    }
    AuthConfirmPasswordResetBody: {
      token: string
      password: string
    }
    AuthConfirmPasswordResetResponse: {
      ok: true
      redirect: string
    }
    AuthRefreshSessionBody: {
      refreshToken: string
    }
    AuthRefreshSessionResponse: {
      ok: true
      accessToken: string
      expiresIn: number
    }
    AuthGetLocaleResponse: {
      ok: true
      locale: string
    }
    AuthChooseLocaleBody: {
      locale: string
    }
    AuthChooseLocaleResponse: {
      ok: true
    }
    AuthGetProfileResponse: {
      email: string
      name: string | null
      roles: string[]
      viewedBy?: {
        /** Format: uuid */
        userId: string
        email: string
      }
    }
    AuthUpdateProfileBody: {
      /** Format: email */
      email?: string
      currentPassword?: string
      password?: string
    }
    AuthUpdateProfileResponse: {
      ok: true
      email: string
    }
    AuthGetOwnSettingsResponse: {
      /** An IANA time zone such as `Europe/Berlin`, or `UTC`. */
      timeZone: string | null
      /** One of the languages of the platform, by default `en`, `de`, `es` and `pl`. */
      language: string | null
      weekStart: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday') | null
      currency: string | null
      effective: {
        timeZone: string
        language: string
        weekStart: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
        currency: string | null
      }
      updatedAt: string
    }
    AuthUpdateOwnSettingsBody: {
      /** An IANA time zone such as `Europe/Berlin`, or `UTC`. */
      timeZone?: string | null
      /** One of the languages of the platform, by default `en`, `de`, `es` and `pl`. */
      language?: string | null
      weekStart?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday') | null
      currency?: string | null
    }
    AuthUpdateOwnSettingsResponse: {
      ok: true
    }
    AuthVerifyLoginBody: {
      challenge: string
      code?: string
      passkey?: {
        id: string
        rawId: string
        type: 'public-key'
        response: {
          clientDataJSON: string
        } & { [key: string]: unknown }
        clientExtensionResults?: { [key: string]: unknown }
      } & { [key: string]: unknown }
      enrollment?: string
      name?: string
    }
    AuthVerifyLoginResponse: {
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
    } & { [key: string]: unknown }
    AuthLoginByPasskeyBody: {
      credential: {
        id: string
        rawId: string
        type: 'public-key'
        response: {
          clientDataJSON: string
        } & { [key: string]: unknown }
        clientExtensionResults?: { [key: string]: unknown }
      } & { [key: string]: unknown }
      remember?: boolean
    }
    AuthLoginByPasskeyResponse: {
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
        type: 'public-key'
        response: {
          clientDataJSON: string
        } & { [key: string]: unknown }
        clientExtensionResults?: { [key: string]: unknown }
      } & { [key: string]: unknown }
    }
    AuthVerifySessionResponse: {
      ok: true
    }
    AuthListFactorsResponse: {
      factors: {
        /** Format: uuid */
        id: string
        kind: 'totp' | 'passkey'
        name: string
        createdAt: string
        lastUsedAt: string | null
        isBackedUp: boolean | null
      }[]
      recoveryCodesLeft: number
      policy: 'off' | 'optional' | 'required'
      requiredFrom: string | null
    }
    AuthOfferAuthenticatorBody: { [key: string]: unknown }
    AuthOfferAuthenticatorResponse: {
      secret: string
      uri: string
      svg: string
      enrollment: string
    }
    AuthConfirmAuthenticatorBody: {
      enrollment: string
      code: string
      name?: string
    }
    AuthConfirmAuthenticatorResponse: {
      /** Format: uuid */
      id: string
      recoveryCodes?: string[]
    }
    AuthOfferPasskeyBody: { [key: string]: unknown }
    AuthOfferPasskeyResponse: {
      challenge: string
    } & { [key: string]: unknown }
    AuthAddPasskeyBody: {
      credential: {
        id: string
        rawId: string
        type: 'public-key'
        response: {
          clientDataJSON: string
        } & { [key: string]: unknown }
        clientExtensionResults?: { [key: string]: unknown }
      } & { [key: string]: unknown }
      name?: string
    }
    AuthAddPasskeyResponse: {
      /** Format: uuid */
      id: string
      recoveryCodes?: string[]
    }
    AuthRenewRecoveryCodesBody: { [key: string]: unknown }
    AuthRenewRecoveryCodesResponse: {
      recoveryCodes: string[]
    }
    AuthRemoveFactorBody: {
      /** Format: uuid */
      id?: string
    }
    AuthRemoveFactorResponse: {
      ok: true
    }
    AuthGetUserFactorsResponse: {
      factors: {
        /** Format: uuid */
        id: string
        kind: 'totp' | 'passkey'
        name: string
        createdAt: string
        lastUsedAt: string | null
        isBackedUp: boolean | null
      }[]
      recoveryCodesLeft: number
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
      secondFactor?: 'off' | 'optional' | 'required'
      graceDays?: number
      idleMinutes?: number | null
      lifetimeHours?: number | null
    }
    AuthSaveSignInPolicyResponse: {
      ok: true
      /** Format: uuid */
      id: string
    }
    AuthListSessionsItem: {
      /** Format: uuid */
      id: string
      isCurrent: boolean
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
      others?: 'true'
    }
    AuthEndSessionsResponse: {
      ended: number
    }
    AuthListSignInsItem: {
      /** Format: uuid */
      id: string
      method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'
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
      method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string
      userAgent: string | null
      ipAddress: string | null
    } & { [key: string]: unknown }
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
      method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'
      outcome: 'success' | 'wrong_password' | 'wrong_factor' | 'refused'
      createdAt: string
      userAgent: string | null
      ipAddress: string | null
    } & { [key: string]: unknown }
    AuthListUserSignInsResponse: {
      items: components['schemas']['AuthListUserSignInsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    AuthViewAsBody: {
      /** Format: uuid */
      userId: string
    }
    AuthViewAsResponse: {
      endsAt: string
    }
    AuthStopViewingResponse: {
      ok: true
    }
    AuthResendInvitationBody: {
      /** Format: uuid */
      id: string
    }
    AuthResendInvitationResponse: {
      ok: true
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
          pageContext: 'main' | 'settings' | 'profile'
          children?: {
            id: string
            href: string
            title: string
            defaultTitle: string
            enabled: boolean
            hidden?: boolean
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
        groupLabels: { [key: string]: string }
        itemLabels: { [key: string]: string }
        hiddenItems: string[]
        itemOrder: { [key: string]: string[] }
      }
      updatedAt: string | null
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
      groupLabels: { [key: string]: string }
      itemLabels: { [key: string]: string }
      hiddenItems: string[]
      itemOrder: { [key: string]: string[] }
    }
    AuthSaveSidebarBody: {
      version?: number
      groupOrder?: string[]
      groupLabels?: { [key: string]: string }
      itemLabels?: { [key: string]: string }
      hiddenItems?: string[]
      itemOrder?: { [key: string]: string[] }
      applyToRoles?: string[]
      clearRoleIds?: string[]
    }
    AuthSaveSidebarResponse: {
      locale: string
      settings: {
        version: number
        groupOrder: string[]
        groupLabels: { [key: string]: string }
        itemLabels: { [key: string]: string }
        hiddenItems: string[]
        itemOrder: { [key: string]: string[] }
      }
      updatedAt: string | null
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
    AuthGetDefaultListViewsItem: {
      list: string
      /** Format: uuid */
      id: string
    }
    AuthGetDefaultListViewsResponse: {
      items: components['schemas']['AuthGetDefaultListViewsItem'][]
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
      updatedAt: string
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
      roles?: string[]
      /** An ISO 8601 date or time (UTC if it has no offset). Null or an empty string means never. */
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
    ApiKeysRotateKeyBody: {
      /** Format: uuid */
      id: string
      keepHours?: number
    }
    ApiKeysRotateKeyResponse: {
      /** Format: uuid */
      id: string
      name: string
      keyPrefix: string
      secret: string
    }
    ApiKeysDeleteKeyBody: {
      /** Format: uuid */
      id?: string
    }
    ApiKeysDeleteKeyResponse: {
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
      ok: true
    }
    ApiKeysDeleteServiceAccountBody: {
      /** Format: uuid */
      id?: string
    }
    ApiKeysDeleteServiceAccountResponse: {
      ok: true
    }
    ApiKeysCreateServiceAccountKeyBody: {
      /** Format: uuid */
      serviceAccountId: string
      name: string
      /** An ISO 8601 date or time (UTC if it has no offset). Null or an empty string means never. */
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
      intent: 'tool' | 'general_chat'
      toolName?: string
      confidence: number
      reasoning: string
    }
    AiAssistantGetHealthResponse: {
      status: 'ok' | 'error'
      opencode?: {
        healthy: boolean
        version: string
      }
      mcp?: {
        [key: string]: {
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
      updatedAt: string | null
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
        inputSchema: { [key: string]: unknown }
        module: string
      }[]
    }
    AiAssistantExecuteToolBody: {
      toolName: string
      args?: { [key: string]: unknown }
    }
    AiAssistantExecuteToolResponse: {
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
        state: 'done' | 'undone' | 'redone' | 'final'
      }[]
    }
    AiAssistantDeleteConversationBody: { [key: string]: unknown }
    AiAssistantDeleteConversationResponse: {
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
      jsonrpc: '2.0'
      method: string
      id?: string | number
      params?: { [key: string]: unknown }
    }
    McpRefusal:
      | {
          error: string
        }
      | {
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
        customFields?: { [key: string]: unknown }
      }
    }
    AttachmentsBeginUploadResponse: {
      /**
       * Also the id of the file once the upload is complete.
       * Format: uuid
       */
      id: string
      size: number
      received: number
      isFinished: boolean
      /**
       * When it expires unless more data arrives.
       * Format: date-time
       */
      expiresAt: string
    }
    AttachmentsGetUploadResponse: {
      /**
       * Also the id of the file once the upload is complete.
       * Format: uuid
       */
      id: string
      size: number
      received: number
      isFinished: boolean
      /**
       * When it expires unless more data arrives.
       * Format: date-time
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
      updatedAt: string
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
    } & { [key: string]: unknown }
    AttachmentsListAttachmentsResponse: {
      items: components['schemas']['AttachmentsListAttachmentsItem'][]
      /** This and the totals are included if `page` or `pageSize` was sent. */
      page?: number
      pageSize?: number
      total?: number
      totalPages?: number
    }
    AttachmentsDeleteAttachmentBody: {
      /** Format: uuid */
      id?: string
    }
    AttachmentsDeleteAttachmentResponse: {
      ok: true
    }
    AttachmentsTransferAttachmentsBody: {
      entityId: string
      attachmentIds: string[]
      toRecordId: string
      fromRecordId?: string
    }
    AttachmentsTransferAttachmentsResponse: {
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
      updatedAt: string
      tags: string[]
      assignments: {
        type: string
        id: string
        href?: string | null
        label?: string
      }[]
      content: string | null
      thumbnailUrl?: string
      /** The text around the first match of `text`, as plain text. */
      snippet?: string
    } & { [key: string]: unknown }
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
        updatedAt: string
        customFields: { [key: string]: unknown } | null
        /** The status of text extraction. */
        text: {
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
    } & { [key: string]: unknown }
    AttachmentsUpdateAttachmentResponse: {
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
    AttachmentsDeleteLibraryFileBody: { [key: string]: unknown }
    AttachmentsDeleteLibraryFileResponse: {
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
      code?: string
      title?: string
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
      context: { [key: string]: unknown } | null
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
      snapshotBefore: { [key: string]: unknown } | null
      snapshotAfter: { [key: string]: unknown } | null
      changes: { [key: string]: unknown } | null
      context: { [key: string]: unknown } | null
    }
    AuditLogsListActionsResponse: {
      items: components['schemas']['AuditLogsListActionsItem'][]
      canViewTenant: boolean
      hasMoreInOtherOrganizations?: true
      /** Present if there may be more entries; pass it as `cursor` for the next page. For somebody with row policies, there may be more after a page with fewer entries than its limit, too. Only in the order of time. */
      nextCursor?: string
      /** This and the totals are included if `page` or `pageSize` was sent. */
      page?: number
      pageSize?: number
      total?: number
      totalPages?: number
    }
    AuditLogsCountActionsResponse: {
      total: number
      isPartial: boolean
      days: {
        /** Format: date */
        date: string
        count: number
      }[]
      hours: {
        weekday: number
        hour: number
        count: number
      }[]
      kinds: {
        resourceKind: string
        count: number
      }[]
    }
    AuditLogsUndoActionBody: {
      undoToken: string
    }
    AuditLogsUndoActionResponse: {
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
      snapshotBefore: { [key: string]: unknown } | null
      snapshotAfter: { [key: string]: unknown } | null
      changes: { [key: string]: unknown } | null
      context: { [key: string]: unknown } | null
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
      context: { [key: string]: unknown } | null
      createdAt: string
    }
    AuditLogsGetSettingsResponse: {
      accessDays: number
      isUsual: boolean
      actionDays: number | null
      updatedAt: string | null
    }
    AuditLogsUpdateSettingsBody: {
      accessDays?: number | null
      actionDays?: number | null
    }
    AuditLogsUpdateSettingsResponse: {
      ok: true
    }
    BusinessRulesListRulesItem: {
      /** Format: uuid */
      id: string
      ruleId: string
      ruleName: string
      description: string | null
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
    RuleAction:
      | ({
          type: 'ALLOW_TRANSITION'
          config?:
            | ({
                message?: string | null
              } & { [key: string]: unknown })
            | null
        } & { [key: string]: unknown })
      | ({
          type: 'BLOCK_TRANSITION'
          config?:
            | ({
                message?: string | null
              } & { [key: string]: unknown })
            | null
        } & { [key: string]: unknown })
      | ({
          type: 'LOG'
          config: {
            /** Tokens are replaced: {{data.total}}. */
            message: string
            /** One of debug, info, warn, error. Default: info. */
            level?: string | null
          } & { [key: string]: unknown }
        } & { [key: string]: unknown })
      | ({
          type: 'SHOW_ERROR'
          config: {
            /** Tokens are replaced: {{data.total}}. */
            message: string
          } & { [key: string]: unknown }
        } & { [key: string]: unknown })
      | ({
          type: 'SHOW_WARNING'
          config: {
            /** Tokens are replaced: {{data.total}}. */
            message: string
          } & { [key: string]: unknown }
        } & { [key: string]: unknown })
      | ({
          type: 'SHOW_INFO'
          config: {
            /** Tokens are replaced: {{data.total}}. */
            message: string
          } & { [key: string]: unknown }
        } & { [key: string]: unknown })
      | ({
          type: 'NOTIFY'
          config: {
            /** Tokens are replaced: {{data.total}}. */
            message: string
            /** Users of the tenant by email address or id, and roles by name or id. */
            recipients: string[]
            /** Tokens are replaced. Default: the name of the rule. */
            subject?: string | null
            /** Stored, but not used. */
            template?: string | null
          } & { [key: string]: unknown }
        } & { [key: string]: unknown })
      | ({
          type: 'SET_FIELD'
          config: {
            field: string
            /** A string that consists of one token is replaced by its value, which keeps its type. */
            value: unknown
          } & { [key: string]: unknown }
        } & { [key: string]: unknown })
      | ({
          type: 'CALL_WEBHOOK'
          config: {
            /** Tokens are replaced. */
            url: string
            /** One of GET, POST, PUT, PATCH, DELETE. Default: POST. */
            method?: string | null
            /** Tokens in values are replaced. */
            headers?: { [key: string]: string } | null
            /** Sent as JSON. Tokens in strings are replaced. Default: the data that the rule was evaluated on. */
            body?: unknown
          } & { [key: string]: unknown }
        } & { [key: string]: unknown })
      | ({
          type: 'EMIT_EVENT'
          config: {
            eventName?: string
            /** The previous name of `eventName`. */
            event?: string
            /** The data of the event. Tokens in strings are replaced. Default: {}. */
            payload?: unknown
          } & { [key: string]: unknown }
        } & { [key: string]: unknown })
    BusinessRulesCreateRuleBody: {
      ruleId: string
      ruleName: string
      description?: string | null
      ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
      ruleCategory?: string | null
      entityType: string
      eventType?: string | null
      /** A group of conditions or a comparison. Without a condition, the rule always applies. */
      conditionExpression?: components['schemas']['RuleCondition'] | null
      successActions?: components['schemas']['RuleAction'][] | null
      failureActions?: components['schemas']['RuleAction'][] | null
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
      ruleType?: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
      ruleCategory?: string | null
      entityType?: string
      eventType?: string | null
      /** A group of conditions or a comparison. Without a condition, the rule always applies. */
      conditionExpression?: components['schemas']['RuleCondition'] | null
      successActions?: components['schemas']['RuleAction'][] | null
      failureActions?: components['schemas']['RuleAction'][] | null
      enabled?: boolean
      priority?: number
      version?: number
      effectiveFrom?: string | null
      effectiveTo?: string | null
      /** Format: uuid */
      id: string
    }
    BusinessRulesUpdateRuleResponse: {
      ok: true
    }
    BusinessRulesDeleteRuleBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    BusinessRulesDeleteRuleResponse: {
      ok: true
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
      ok: true
    }
    BusinessRulesDeleteSetBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    BusinessRulesDeleteSetResponse: {
      ok: true
    }
    BusinessRulesGetRuleResponse: {
      /** Format: uuid */
      id: string
      ruleId: string
      ruleName: string
      description: string | null
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
      conditionExpression: components['schemas']['RuleCondition'] | null
      successActions: components['schemas']['RuleAction'][] | null
      failureActions: components['schemas']['RuleAction'][] | null
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
        ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
        sequence: number
        enabled: boolean
        updatedAt: string
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
      ok: true
    }
    BusinessRulesRemoveSetMemberBody: {
      /** Format: uuid */
      memberId?: string
    }
    BusinessRulesRemoveSetMemberResponse: {
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
        ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
      }[]
      totalExecutionTime: number
      errors?: string[]
      logIds?: string[]
      messages?: {
        ruleId: string
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
    BusinessRulesTestRuleBody: {
      records: { [key: string]: unknown }[]
    }
    BusinessRulesTestRuleResponse: {
      /** In the order of the records. Fewer than them if it took longer than a second. */
      results: {
        conditionResult: boolean
        error?: string
      }[]
    }
    BusinessRulesAnalyzeRulesBody: {
      entityType?: string
      drafts?: {
        ruleId: string
        ruleName: string
        description?: string | null
        ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT'
        ruleCategory?: string | null
        entityType: string
        eventType?: string | null
        /** A group of conditions or a comparison. Without a condition, the rule always applies. */
        conditionExpression?: components['schemas']['RuleCondition'] | null
        successActions?: components['schemas']['RuleAction'][] | null
        failureActions?: components['schemas']['RuleAction'][] | null
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
      algorithm: 'HMAC-SHA256'
      key: string
    }
    BusinessRulesListRuleEntitiesItem: {
      entityType: string
      aliases: string[]
      source: 'code' | 'custom'
      title: string
      events: {
        eventType: string
        canRefuse: boolean
        commands: string[]
      }[]
      fields: {
        name: string
        type: 'text' | 'number' | 'boolean' | 'date' | 'array' | 'object' | 'any'
        settable: boolean
        values?: (string | number)[]
        label?: string
      }[]
      definedFor?: string
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
      cancellable?: boolean
      meta?: { [key: string]: unknown } | null
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
      meta: { [key: string]: unknown } | null
      resultSummary: { [key: string]: unknown } | null
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
      meta?: { [key: string]: unknown }
    }
    ProgressUpdateJobResponse: {
      ok: true
      progressPercent: number
    }
    ProgressCancelJobResponse: {
      ok: true
    }
    ProgressListActiveJobsResponse: {
      active: {
        jobType: string
        name: string
        description: string | null
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
        meta: { [key: string]: unknown } | null
        errorMessage: string | null
      }[]
      recentlyCompleted: {
        jobType: string
        name: string
        description: string | null
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
        meta: { [key: string]: unknown } | null
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
      metadata: { [key: string]: unknown } | null
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
      /** The values of the custom fields, by key. */
      customValues?: { [key: string]: unknown } | null
      /** The custom fields in their defined order. */
      customFields?: {
        key: string
        label: string
        value: unknown
        kind: string
        multi: boolean
      }[]
    } & { [key: string]: unknown }
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
      productType?: 'simple' | 'configurable' | 'virtual' | 'downloadable' | 'bundle' | 'grouped'
      primaryCurrencyCode?: string | null
      metadata?: { [key: string]: unknown } | null
      categoryIds?: string[]
    } & { [key: string]: unknown }
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
      productType?: 'simple' | 'configurable' | 'virtual' | 'downloadable' | 'bundle' | 'grouped'
      primaryCurrencyCode?: string | null
      metadata?: { [key: string]: unknown } | null
      categoryIds?: string[]
      /** Format: uuid */
      id: string
    } & { [key: string]: unknown }
    CatalogUpdateProductResponse: {
      ok: true
    }
    CatalogDeleteProductBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    CatalogDeleteProductResponse: {
      ok: true
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
      ok: true
    }
    CatalogDeleteCategoryBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    CatalogDeleteCategoryResponse: {
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
      optionValues: { [key: string]: string } | null
      isDefault: boolean
      isActive: boolean
      organizationId: string | null
      /** Format: uuid */
      tenantId: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      /** The values of the custom fields, by key. */
      customValues?: { [key: string]: unknown } | null
      /** The custom fields in their defined order. */
      customFields?: {
        key: string
        label: string
        value: unknown
        kind: string
        multi: boolean
      }[]
    } & { [key: string]: unknown }
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
      optionValues?: { [key: string]: string } | null
    } & { [key: string]: unknown }
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
      optionValues?: { [key: string]: string } | null
      /** Format: uuid */
      id: string
    } & { [key: string]: unknown }
    CatalogUpdateVariantResponse: {
      ok: true
    }
    CatalogDeleteVariantBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    CatalogDeleteVariantResponse: {
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
      ok: true
    }
    CatalogDeletePriceBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    CatalogDeletePriceResponse: {
      ok: true
    }
    CatalogBulkDeleteProductsBody: {
      confirm: true
      ids: string[]
      scope: 'selected' | 'filtered'
    }
    CatalogBulkDeleteProductsResponse: {
      ok: true
      /** Format: uuid */
      progressJobId: string
      message: string
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
      encrypted?: boolean
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
      } & { [key: string]: unknown })[]
      maxAttachmentSizeMb?: number
      acceptExtensions?: string[]
      personal?: boolean
      entityId: string
      updatedAt: string
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
      configJson: { [key: string]: unknown }
      isActive: boolean
      organizationId: string | null
      /** Format: uuid */
      tenantId: string
      isInherited: boolean
      updatedAt: string
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
      configJson?:
        | ({
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
            formEditable?: boolean
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
                  rule: 'required'
                  message: string
                }
              | {
                  rule: 'date'
                  message: string
                }
              | {
                  rule: 'integer'
                  message: string
                }
              | {
                  rule: 'float'
                  message: string
                }
              | {
                  rule: 'lt'
                  message: string
                  param: number
                }
              | {
                  rule: 'lte'
                  message: string
                  param: number
                }
              | {
                  rule: 'gt'
                  message: string
                  param: number
                }
              | {
                  rule: 'gte'
                  message: string
                  param: number
                }
              | {
                  rule: 'eq'
                  message: string
                  param: unknown
                }
              | {
                  rule: 'ne'
                  message: string
                  param: unknown
                }
              | {
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
          } & { [key: string]: unknown })
        | null
      isActive?: boolean
      entityId: string
      tenantWide?: boolean
    }
    EntitiesSaveDefinitionResponse: {
      ok: true
      item: {
        /** Format: uuid */
        id: string
        key: string
        kind: string
        configJson: { [key: string]: unknown }
        isActive: boolean
      }
    }
    EntitiesSaveDefinitionsBody: {
      entityId: string
      tenantWide?: boolean
      definitions: {
        key: string
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
        configJson?:
          | ({
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
              formEditable?: boolean
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
                    rule: 'required'
                    message: string
                  }
                | {
                    rule: 'date'
                    message: string
                  }
                | {
                    rule: 'integer'
                    message: string
                  }
                | {
                    rule: 'float'
                    message: string
                  }
                | {
                    rule: 'lt'
                    message: string
                    param: number
                  }
                | {
                    rule: 'lte'
                    message: string
                    param: number
                  }
                | {
                    rule: 'gt'
                    message: string
                    param: number
                  }
                | {
                    rule: 'gte'
                    message: string
                    param: number
                  }
                | {
                    rule: 'eq'
                    message: string
                    param: unknown
                  }
                | {
                    rule: 'ne'
                    message: string
                    param: unknown
                  }
                | {
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
            } & { [key: string]: unknown })
          | null
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
      ok: true
    }
    EntitiesDeleteDefinitionBody: {
      entityId?: string
      key?: string
      tenantWide?: boolean
    }
    EntitiesDeleteDefinitionResponse: {
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
      ok: true
      /** Format: uuid */
      id: string
    }
    EntitiesListEntitiesItem: {
      entityId: string
      source: 'code' | 'custom'
      label: string
      description?: string
      labelField?: string
      defaultEditor?: string
      showInSidebar?: boolean
      owned?: boolean
      count: number
      updatedAt?: string
    }
    EntitiesListEntitiesResponse: {
      items: components['schemas']['EntitiesListEntitiesItem'][]
    }
    EntitiesSaveEntityBody: {
      entityId: string
      label: string
      description?: string | null
      labelField?: string
      defaultEditor?: 'markdown' | 'simpleMarkdown' | 'htmlRichText'
      showInSidebar?: boolean
      /** Whether records have owners. Absent: as it is. */
      owned?: boolean
      isActive?: boolean
      tenantWide?: boolean
    }
    EntitiesSaveEntityResponse: {
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
      isActive?: boolean
    }
    EntitiesSaveEncryptionResponse: {
      ok: true
    }
    EntitiesListRecordsItem: {
      /** Format: uuid */
      id: string
      updatedAt: string
    } & { [key: string]: unknown }
    EntitiesListRecordsResponse: {
      items: components['schemas']['EntitiesListRecordsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    EntitiesCreateRecordBody: {
      entityId: string
      recordId?: string
      values?: { [key: string]: unknown }
      /** The user to whom the record belongs, if records of the entity have owners. */
      ownerId?: string | null
    }
    EntitiesCreateRecordResponse: {
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
      values?: { [key: string]: unknown }
      /** The user to whom the record belongs, if records of the entity have owners. */
      ownerId?: string | null
    }
    EntitiesUpdateRecordResponse: {
      ok: true
      item: {
        entityId: string
        /** Format: uuid */
        recordId: string
      }
    }
    EntitiesDeleteRecordBody: {
      /** Format: uuid */
      recordId?: string
      entityId?: string
      /** Instead of `recordId`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    EntitiesDeleteRecordResponse: {
      ok: true
    }
    EntitiesListRecordsSharesItem: {
      /** Format: uuid */
      id: string
      with: 'user' | 'team' | 'role'
      /** Format: uuid */
      subjectId: string
      /** The email of the user, or the name of the team or role. */
      name: string | null
      access: 'read' | 'edit'
      until: string | null
      createdAt: string
    }
    EntitiesListRecordsSharesResponse: {
      items: components['schemas']['EntitiesListRecordsSharesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    EntitiesPostRecordsSharesBody: {
      with: 'user' | 'team' | 'role'
      /**
       * The id of the user, team or role.
       * Format: uuid
       */
      subjectId: string
      access?: 'read' | 'edit'
      /** Null for no end. */
      until?: string | null
    }
    EntitiesPostRecordsSharesResponse: {
      /** Format: uuid */
      id: string
    }
    EntitiesDeleteRecordsSharesResponse: {
      ok: true
    }
    DashboardsGetLayoutResponse: {
      layout: {
        items: {
          id: string
          widgetId: string
          order: number
          priority: number
          size: 'sm' | 'md' | 'lg'
          settings?: unknown
        }[]
      }
      updatedAt: string | null
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
        defaultSize: 'sm' | 'md' | 'lg'
        defaultEnabled: boolean
        defaultSettings: unknown
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
        size?: 'sm' | 'md' | 'lg'
        settings?: unknown
      }[]
    }
    DashboardsSaveLayoutResponse: {
      ok: true
    }
    DashboardsUpdateLayoutItemBody: {
      size?: 'sm' | 'md' | 'lg'
      settings?: unknown
    }
    DashboardsUpdateLayoutItemResponse: {
      ok: true
    }
    DashboardsListWidgetsItem: {
      id: string
      title: string
      description: string | null
      defaultSize: 'sm' | 'md' | 'lg'
      defaultEnabled: boolean
      defaultSettings: unknown
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
      updatedAt: string | null
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
      ok: true
      widgetIds: string[]
    }
    DashboardsGetUserWidgetsResponse: {
      mode: 'inherit' | 'override'
      widgetIds: string[]
      hasCustom: boolean
      updatedAt: string | null
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
      mode?: 'inherit' | 'override'
      widgetIds: string[]
    }
    DashboardsAssignUserWidgetsResponse: {
      ok: true
      mode: 'inherit' | 'override'
      widgetIds: string[]
    }
    DashboardsGetWidgetDataBody: {
      entityType: string
      metric: {
        field: string
        aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max'
      }
      groupBy?: {
        field: string
        granularity?: 'day' | 'week' | 'month' | 'quarter' | 'year'
        limit?: number
        resolveLabels?: boolean
      }
      /** Splits each group by a second field, into the 7 largest values and the rest. Needs `groupBy`. */
      splitBy?: {
        field: string
        resolveLabels?: boolean
      }
      filters?: {
        field: string
        operator: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'not_in' | 'is_null' | 'is_not_null'
        value?: (string | number | boolean) | (string | number | boolean)[] | null
      }[]
      dateRange?: {
        field: string
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
        type: 'previous_period' | 'previous_year'
      }
    }
    DashboardsGetWidgetDataResponse: {
      value: number | null
      data: {
        groupKey: string | number | boolean | null
        groupLabel?: string
        value: number | null
        /** With `splitBy`: the value of each of `series`, in their order. */
        values?: (number | null)[]
      }[]
      /** With `splitBy`: the values that groups are split by, largest first. */
      series?: {
        seriesKey: string | number | boolean | null
        seriesLabel?: string
        /** Whether it stands for all values that have no series of their own. */
        isOther: boolean
        value: number | null
      }[]
      /** With `dateRange`: its first and its last day. */
      period?: {
        from: string
        to: string
      }
      comparison?: {
        value: number
        /** In percent. Null if the value compared with is 0. */
        change: number | null
        direction: 'up' | 'down' | 'unchanged'
      }
      metadata: {
        fetchedAt: string
        recordCount: number
        /** Whether only the newest of the rows are summed up, because row policies decide on each of them. */
        isPartial?: true
      }
    }
    DashboardsGetWidgetDataBatchBody: {
      requests: {
        id: string
        request: {
          entityType: string
          metric: {
            field: string
            aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max'
          }
          groupBy?: {
            field: string
            granularity?: 'day' | 'week' | 'month' | 'quarter' | 'year'
            limit?: number
            resolveLabels?: boolean
          }
          /** Splits each group by a second field, into the 7 largest values and the rest. Needs `groupBy`. */
          splitBy?: {
            field: string
            resolveLabels?: boolean
          }
          filters?: {
            field: string
            operator: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'not_in' | 'is_null' | 'is_not_null'
            value?: (string | number | boolean) | (string | number | boolean)[] | null
          }[]
          dateRange?: {
            field: string
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
            type: 'previous_period' | 'previous_year'
          }
        }
      }[]
    }
    DashboardsGetWidgetDataBatchResponse: {
      results: (
        | {
            id: string
            ok: true
            data: {
              value: number | null
              data: {
                groupKey: string | number | boolean | null
                groupLabel?: string
                value: number | null
                /** With `splitBy`: the value of each of `series`, in their order. */
                values?: (number | null)[]
              }[]
              /** With `splitBy`: the values that groups are split by, largest first. */
              series?: {
                seriesKey: string | number | boolean | null
                seriesLabel?: string
                /** Whether it stands for all values that have no series of their own. */
                isOther: boolean
                value: number | null
              }[]
              /** With `dateRange`: its first and its last day. */
              period?: {
                from: string
                to: string
              }
              comparison?: {
                value: number
                /** In percent. Null if the value compared with is 0. */
                change: number | null
                direction: 'up' | 'down' | 'unchanged'
              }
              metadata: {
                fetchedAt: string
                recordCount: number
                /** Whether only the newest of the rows are summed up, because row policies decide on each of them. */
                isPartial?: true
              }
            }
          }
        | {
            id: string
            ok: false
            error: string
            /** Whether a field that it names does not exist, or does not fit. */
            code?: 'invalid_field'
          }
      )[]
    }
    DashboardsListAnalyticsEntitiesItem: {
      id: string
      module: string
      label?: string
      fields: {
        name: string
        label?: string
        type: 'uuid' | 'text' | 'number' | 'boolean' | 'time' | 'json'
        aggregates: ('count' | 'sum' | 'avg' | 'min' | 'max')[]
        hasLabels: boolean
      }[]
    }
    DashboardsListAnalyticsEntitiesResponse: {
      items: components['schemas']['DashboardsListAnalyticsEntitiesItem'][]
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
    DictionariesDeleteDictionaryBody: { [key: string]: unknown }
    DictionariesDeleteDictionaryResponse: {
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
      position?: number | null
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
      position?: number | null
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
    DictionariesDeleteEntryBody: { [key: string]: unknown }
    DictionariesDeleteEntryResponse: {
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
      ok: true
    }
    DictionariesSetDefaultEntryBody: {
      entryId: string | null
    }
    DictionariesSetDefaultEntryResponse: {
      ok: true
    }
    DictionariesListCurrencyOptionsItem: {
      value: string
      label: string
    }
    DictionariesListCurrencyOptionsResponse: {
      items: components['schemas']['DictionariesListCurrencyOptionsItem'][]
    }
    NumbersListSeriesItem: {
      /** Format: uuid */
      id: string
      title: string
      key: string
      pattern: string
      next: number
      example: string
      per: 'organization' | 'tenant'
      period: 'year' | 'month' | 'never'
      gapless: boolean
      updatedAt: string | null
    }
    NumbersListSeriesResponse: {
      items: components['schemas']['NumbersListSeriesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    NumbersUpdateSeriesBody: {
      /** Format: uuid */
      id: string
      /** `{yyyy}`, `{yy}` and `{mm}` stand for the day, zeros for the number: `RE-{yyyy}-{00000}`. Null restores the default. */
      pattern?: string | null
      /** The next number, at least the one that would be next. */
      next?: number
    }
    NumbersUpdateSeriesResponse: {
      ok: true
      /** Format: uuid */
      id: string
    }
    MailTemplatesListTemplatesItem: {
      /** Format: uuid */
      id: string
      mail: string
      language: string
      subject: string
      text: string
      html: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    MailTemplatesListTemplatesResponse: {
      items: components['schemas']['MailTemplatesListTemplatesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    MailTemplatesCreateTemplateBody: {
      mail: string
      language: string
      subject: string
      text: string
      /** What stands within `<body>`. Without it, the paragraphs and links of `text` are used. */
      html?: string | null
    }
    MailTemplatesCreateTemplateResponse: {
      /** Format: uuid */
      id: string
    }
    MailTemplatesUpdateTemplateBody: {
      subject?: string
      text?: string
      /** What stands within `<body>`. Without it, the paragraphs and links of `text` are used. */
      html?: string | null
      /** Format: uuid */
      id: string
    }
    MailTemplatesUpdateTemplateResponse: {
      ok: true
    }
    MailTemplatesDeleteTemplateBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    MailTemplatesDeleteTemplateResponse: {
      ok: true
    }
    MailTemplatesListMailsItem: {
      id: string
      title: string
      module: string
      languages: string[]
      invalid: string[]
    }
    MailTemplatesListMailsResponse: {
      items: components['schemas']['MailTemplatesListMailsItem'][]
    }
    MailTemplatesGetMailResponse: {
      id: string
      title: string
      values: {
        name: string
        kind: 'text' | 'number' | 'moment' | 'day' | 'link'
        isRequired: boolean
      }[]
      canPreviewRecords: boolean
      texts: {
        language: string
        declared: {
          subject: string
          text: string
          html: string | null
        }
        template: {
          subject: string
          text: string
          html: string | null
          /** Format: uuid */
          id: string
          updatedAt: string
          problems: {
            part: 'subject' | 'text' | 'html'
            line: number
            column: number
            message: string
          }[]
        } | null
      }[]
    }
    MailTemplatesPreviewBody: {
      subject: string
      text: string
      /** What stands within `<body>`. Without it, the paragraphs and links of `text` are used. */
      html?: string | null
      mail: string
      language: string
      /** The record whose values are used, instead of examples. */
      recordId?: string | null
    }
    MailTemplatesPreviewResponse: {
      subject: string
      text: string
      html: string
    }
    MailTemplatesSendTestBody: {
      subject: string
      text: string
      /** What stands within `<body>`. Without it, the paragraphs and links of `text` are used. */
      html?: string | null
      mail: string
      language: string
      /** The record whose values are used, instead of examples. */
      recordId?: string | null
    }
    MailTemplatesSendTestResponse: {
      to: string
    }
    OnboardingStartBody: {
      /** Format: email */
      email: string
      firstName: string
      lastName: string
      organizationName: string
      password: string
      confirmPassword: string
      termsAccepted: true
      marketingConsent?: boolean
      locale?: string
    }
    OnboardingStartResponse: {
      ok: true
      email: string
    }
    OnboardingFollowLinkResponse: {
      ok: boolean
      status: 'completed' | 'password_required' | 'invalid' | 'already_exists' | 'error'
      tenantId: string | null
      redirect: string
    }
    OnboardingVerifyBody: {
      token: string
      password: string
    }
    OnboardingVerifyResponse: {
      ok: boolean
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
      groupTeams: {
        group: string
        teamId: string
      }[]
      settings: { [key: string]: unknown }
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
      protocol?: string
      issuer: string
      clientId?: string
      authMethod?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none'
      secret?: string | null
      scopes?: string[]
      groupsClaim?: string | null
      createsAccounts?: boolean
      /** Format: uuid */
      homeOrganizationId: string
      defaultRoleIds?: string[]
      groupRoles?: {
        group: string
        /** Format: uuid */
        roleId: string
      }[]
      groupTeams?: {
        group: string
        /** Format: uuid */
        teamId: string
      }[]
      settings?: { [key: string]: unknown }
      isActive?: boolean
      isEnforced?: boolean
      asksSecondFactor?: boolean
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
      groupTeams?: {
        group: string
        /** Format: uuid */
        teamId: string
      }[]
      settings?: { [key: string]: unknown }
      isActive?: boolean
      isEnforced?: boolean
      asksSecondFactor?: boolean
      breakGlassUserIds?: string[]
      /** Format: uuid */
      id: string
    }
    SsoUpdateConnectionResponse: {
      ok: true
    }
    SsoDeleteConnectionBody: {
      /** Format: uuid */
      id?: string
    }
    SsoDeleteConnectionResponse: {
      ok: true
    }
    SsoTestConnectionBody: {
      /** Format: uuid */
      id: string
    }
    SsoTestConnectionResponse: {
      isUsable: boolean
      findings: {
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
      updatedAt: string
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
    } & { [key: string]: unknown }
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
      ok: true
    }
    SsoLogoutResponse: {
      redirect: string | null
    }
    SsoBackchannelLogoutBody: {
      logout_token: string
    }
    SsoBackchannelLogoutResponse: {
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
    ScimGetServiceProviderConfigResponse: { [key: string]: unknown }
    ScimListResourceTypesResponse: { [key: string]: unknown }
    ScimGetResourceTypeResponse: { [key: string]: unknown }
    ScimListSchemasResponse: { [key: string]: unknown }
    ScimGetSchemaResponse: { [key: string]: unknown }
    ScimListUsersResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: { [key: string]: unknown }[]
    } & { [key: string]: unknown }
    ScimSearchUsersBody: {
      attributes?: (string | string[]) | null
      excludedAttributes?: (string | string[]) | null
      filter?: string | null
      startIndex?: number
      count?: number
      sortBy?: string | null
      sortOrder?: 'ascending' | 'descending'
    } & { [key: string]: unknown }
    ScimSearchUsersResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: { [key: string]: unknown }[]
    } & { [key: string]: unknown }
    ScimCreateUserBody: { [key: string]: unknown }
    ScimCreateUserResponse: { [key: string]: unknown }
    ScimGetUserResponse: { [key: string]: unknown }
    ScimReplaceUserBody: { [key: string]: unknown }
    ScimReplaceUserResponse: { [key: string]: unknown }
    ScimUpdateUserBody: {
      Operations: ({
        op: string
        path?: string | null
        value?: unknown
      } & { [key: string]: unknown })[]
    } & { [key: string]: unknown }
    ScimUpdateUserResponse: { [key: string]: unknown }
    ScimListGroupsResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: { [key: string]: unknown }[]
    } & { [key: string]: unknown }
    ScimSearchGroupsBody: {
      attributes?: (string | string[]) | null
      excludedAttributes?: (string | string[]) | null
      filter?: string | null
      startIndex?: number
      count?: number
      sortBy?: string | null
      sortOrder?: 'ascending' | 'descending'
    } & { [key: string]: unknown }
    ScimSearchGroupsResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: { [key: string]: unknown }[]
    } & { [key: string]: unknown }
    ScimCreateGroupBody: { [key: string]: unknown }
    ScimCreateGroupResponse: { [key: string]: unknown }
    ScimGetGroupResponse: { [key: string]: unknown }
    ScimReplaceGroupBody: { [key: string]: unknown }
    ScimReplaceGroupResponse: { [key: string]: unknown }
    ScimUpdateGroupBody: {
      Operations: ({
        op: string
        path?: string | null
        value?: unknown
      } & { [key: string]: unknown })[]
    } & { [key: string]: unknown }
    ScimUpdateGroupResponse: { [key: string]: unknown }
    ScimSearchBody: {
      attributes?: (string | string[]) | null
      excludedAttributes?: (string | string[]) | null
      filter?: string | null
      startIndex?: number
      count?: number
      sortBy?: string | null
      sortOrder?: 'ascending' | 'descending'
    } & { [key: string]: unknown }
    ScimSearchResponse: {
      schemas: string[]
      totalResults: number
      startIndex: number
      itemsPerPage: number
      Resources: { [key: string]: unknown }[]
    } & { [key: string]: unknown }
    ScimBulkBody: {
      failOnErrors?: number | null
      Operations: ({
        method: string
        path: string
        bulkId?: string | null
        version?: string | null
        data?: { [key: string]: unknown } | null
      } & { [key: string]: unknown })[]
    } & { [key: string]: unknown }
    ScimBulkResponse: {
      schemas: string[]
      Operations: ({
        status: string
      } & { [key: string]: unknown })[]
    } & { [key: string]: unknown }
    ScimListGroupRolesItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      serviceAccountId: string
      displayName: string
      externalId: string | null
      roleId: string | null
      teamId: string | null
      /** Format: date-time */
      updatedAt: string
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
      roleId?: string | null
      teamId?: string | null
    }
    ScimMapGroupResponse: {
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
    TransferListTemplatesItem: {
      /** Format: uuid */
      id: string
      name: string
      entity: string
      settings: unknown
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    TransferListTemplatesResponse: {
      items: components['schemas']['TransferListTemplatesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    TransferCreateTemplateBody: {
      name: string
      entity: string
      settings: {
        format: {
          /** Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file. */
          type: 'csv' | 'jsonl' | 'sheet'
          encoding:
            | 'utf-8'
            | 'utf-16le'
            | 'utf-16be'
            | 'windows-1250'
            | 'windows-1251'
            | 'windows-1252'
            | 'windows-1253'
            | 'windows-1254'
            | 'windows-1255'
            | 'windows-1256'
            | 'windows-1257'
            | 'windows-1258'
          delimiter: string
          /** The name of the sheet. Default: the first visible one that is not empty. */
          sheet?: string
          /** The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty. */
          headerRow?: number
        }
        mapping: {
          column: string
          field: string
          lookUp?: {
            /** The kind of the related records: `catalog.product`. */
            entity: string
            /** A field of these records, or `externalId`. */
            by: string
            /** The source of external ids. */
            source?: string
          }
          /** Values of the file, and what to import instead. */
          values?: { [key: string]: string }
        }[]
        /** What to import, by field, where the file has nothing. */
        defaults?: { [key: string]: string }
        /** Whether rows become new records, change existing ones, or either. */
        mode: 'create' | 'update' | 'both'
        key:
          | (
              | {
                  by: 'id'
                  column: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
              | {
                  by: 'field'
                  field: string
                }
              | {
                  by: 'externalId'
                  column: string
                  source: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
            )
          | null
        /** Whether an empty cell leaves the value of an existing record, or clears it. */
        blank: 'leave' | 'clear'
        /** What separates the decimals of a number. */
        decimal: '.' | ','
        /** The order of dates such as 1/2/2026. ISO 8601 is always accepted. */
        dates: 'ymd' | 'dmy' | 'mdy'
        /** The time zone of times without an offset. */
        timeZone: string
      }
    }
    TransferCreateTemplateResponse: {
      /** Format: uuid */
      id: string
    }
    TransferUpdateTemplateBody: {
      name?: string
      settings?: {
        format: {
          /** Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file. */
          type: 'csv' | 'jsonl' | 'sheet'
          encoding:
            | 'utf-8'
            | 'utf-16le'
            | 'utf-16be'
            | 'windows-1250'
            | 'windows-1251'
            | 'windows-1252'
            | 'windows-1253'
            | 'windows-1254'
            | 'windows-1255'
            | 'windows-1256'
            | 'windows-1257'
            | 'windows-1258'
          delimiter: string
          /** The name of the sheet. Default: the first visible one that is not empty. */
          sheet?: string
          /** The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty. */
          headerRow?: number
        }
        mapping: {
          column: string
          field: string
          lookUp?: {
            /** The kind of the related records: `catalog.product`. */
            entity: string
            /** A field of these records, or `externalId`. */
            by: string
            /** The source of external ids. */
            source?: string
          }
          /** Values of the file, and what to import instead. */
          values?: { [key: string]: string }
        }[]
        /** What to import, by field, where the file has nothing. */
        defaults?: { [key: string]: string }
        /** Whether rows become new records, change existing ones, or either. */
        mode: 'create' | 'update' | 'both'
        key:
          | (
              | {
                  by: 'id'
                  column: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
              | {
                  by: 'field'
                  field: string
                }
              | {
                  by: 'externalId'
                  column: string
                  source: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
            )
          | null
        /** Whether an empty cell leaves the value of an existing record, or clears it. */
        blank: 'leave' | 'clear'
        /** What separates the decimals of a number. */
        decimal: '.' | ','
        /** The order of dates such as 1/2/2026. ISO 8601 is always accepted. */
        dates: 'ymd' | 'dmy' | 'mdy'
        /** The time zone of times without an offset. */
        timeZone: string
      }
      /** Format: uuid */
      id: string
    }
    TransferUpdateTemplateResponse: {
      ok: true
    }
    TransferDeleteTemplateBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    TransferDeleteTemplateResponse: {
      ok: true
    }
    TransferListEntitiesItem: {
      id: string
      title: string
      fields: {
        name: string
        label: string
        kind: string
        isList: boolean
        isRequired: boolean
        options?: string[]
      }[]
    }
    TransferListEntitiesResponse: {
      items: components['schemas']['TransferListEntitiesItem'][]
    }
    TransferListImportsItem: {
      /** Format: uuid */
      id: string
      name: string
      /** Format: uuid */
      attachmentId: string
      entity: string
      status: string
      progressJobId: string | null
      lastRow: number
      errorMessage: string | null
      organizationId: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      settings: {
        format: {
          /** Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file. */
          type: 'csv' | 'jsonl' | 'sheet'
          encoding:
            | 'utf-8'
            | 'utf-16le'
            | 'utf-16be'
            | 'windows-1250'
            | 'windows-1251'
            | 'windows-1252'
            | 'windows-1253'
            | 'windows-1254'
            | 'windows-1255'
            | 'windows-1256'
            | 'windows-1257'
            | 'windows-1258'
          delimiter: string
          /** The name of the sheet. Default: the first visible one that is not empty. */
          sheet?: string
          /** The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty. */
          headerRow?: number
        }
        mapping: {
          column: string
          field: string
          lookUp?: {
            /** The kind of the related records: `catalog.product`. */
            entity: string
            /** A field of these records, or `externalId`. */
            by: string
            /** The source of external ids. */
            source?: string
          }
          /** Values of the file, and what to import instead. */
          values?: { [key: string]: string }
        }[]
        /** What to import, by field, where the file has nothing. */
        defaults: { [key: string]: string }
        /** Whether rows become new records, change existing ones, or either. */
        mode: 'create' | 'update' | 'both'
        key:
          | (
              | {
                  by: 'id'
                  column: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
              | {
                  by: 'field'
                  field: string
                }
              | {
                  by: 'externalId'
                  column: string
                  source: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
            )
          | null
        /** Whether an empty cell leaves the value of an existing record, or clears it. */
        blank: 'leave' | 'clear'
        /** What separates the decimals of a number. */
        decimal: '.' | ','
        /** The order of dates such as 1/2/2026. ISO 8601 is always accepted. */
        dates: 'ymd' | 'dmy' | 'mdy'
        /** The time zone of times without an offset. */
        timeZone: string
      }
      columns: {
        name: string
        samples: string[]
      }[]
      counts: {
        created: number
        updated: number
        unchanged: number
        refused: number
        /** Likely duplicates that were left out by choice. */
        skipped?: number
      } | null
      rehearsal: {
        created: number
        updated: number
        unchanged: number
        refused: number
        /** Likely duplicates that were left out by choice. */
        skipped?: number
      } | null
    }
    TransferListImportsResponse: {
      items: components['schemas']['TransferListImportsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    TransferCreateImportBody: {
      /**
       * A file of the caller, uploaded to `/attachments`.
       * Format: uuid
       */
      attachmentId: string
      /** What is imported: an id of `GET /transfer/entities`. */
      entity: string
      /** Default: recognized from the file. */
      format?: {
        /** Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file. */
        type?: 'csv' | 'jsonl' | 'sheet'
        encoding?:
          | 'utf-8'
          | 'utf-16le'
          | 'utf-16be'
          | 'windows-1250'
          | 'windows-1251'
          | 'windows-1252'
          | 'windows-1253'
          | 'windows-1254'
          | 'windows-1255'
          | 'windows-1256'
          | 'windows-1257'
          | 'windows-1258'
        delimiter?: string
        /** The name of the sheet. Default: the first visible one that is not empty. */
        sheet?: string
        /** The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty. */
        headerRow?: number
      }
    }
    TransferCreateImportResponse: {
      /** Format: uuid */
      id: string
      settings: {
        format: {
          /** Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file. */
          type: 'csv' | 'jsonl' | 'sheet'
          encoding:
            | 'utf-8'
            | 'utf-16le'
            | 'utf-16be'
            | 'windows-1250'
            | 'windows-1251'
            | 'windows-1252'
            | 'windows-1253'
            | 'windows-1254'
            | 'windows-1255'
            | 'windows-1256'
            | 'windows-1257'
            | 'windows-1258'
          delimiter: string
          /** The name of the sheet. Default: the first visible one that is not empty. */
          sheet?: string
          /** The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty. */
          headerRow?: number
        }
        mapping: {
          column: string
          field: string
          lookUp?: {
            /** The kind of the related records: `catalog.product`. */
            entity: string
            /** A field of these records, or `externalId`. */
            by: string
            /** The source of external ids. */
            source?: string
          }
          /** Values of the file, and what to import instead. */
          values?: { [key: string]: string }
        }[]
        /** What to import, by field, where the file has nothing. */
        defaults: { [key: string]: string }
        /** Whether rows become new records, change existing ones, or either. */
        mode: 'create' | 'update' | 'both'
        key:
          | (
              | {
                  by: 'id'
                  column: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
              | {
                  by: 'field'
                  field: string
                }
              | {
                  by: 'externalId'
                  column: string
                  source: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
            )
          | null
        /** Whether an empty cell leaves the value of an existing record, or clears it. */
        blank: 'leave' | 'clear'
        /** What separates the decimals of a number. */
        decimal: '.' | ','
        /** The order of dates such as 1/2/2026. ISO 8601 is always accepted. */
        dates: 'ymd' | 'dmy' | 'mdy'
        /** The time zone of times without an offset. */
        timeZone: string
      }
      columns: {
        name: string
        samples: string[]
      }[]
    }
    TransferUpdateImportBody: {
      /** Format: uuid */
      id: string
      settings: {
        format: {
          /** Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file. */
          type: 'csv' | 'jsonl' | 'sheet'
          encoding:
            | 'utf-8'
            | 'utf-16le'
            | 'utf-16be'
            | 'windows-1250'
            | 'windows-1251'
            | 'windows-1252'
            | 'windows-1253'
            | 'windows-1254'
            | 'windows-1255'
            | 'windows-1256'
            | 'windows-1257'
            | 'windows-1258'
          delimiter: string
          /** The name of the sheet. Default: the first visible one that is not empty. */
          sheet?: string
          /** The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty. */
          headerRow?: number
        }
        mapping: {
          column: string
          field: string
          lookUp?: {
            /** The kind of the related records: `catalog.product`. */
            entity: string
            /** A field of these records, or `externalId`. */
            by: string
            /** The source of external ids. */
            source?: string
          }
          /** Values of the file, and what to import instead. */
          values?: { [key: string]: string }
        }[]
        /** What to import, by field, where the file has nothing. */
        defaults?: { [key: string]: string }
        /** Whether rows become new records, change existing ones, or either. */
        mode: 'create' | 'update' | 'both'
        key:
          | (
              | {
                  by: 'id'
                  column: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
              | {
                  by: 'field'
                  field: string
                }
              | {
                  by: 'externalId'
                  column: string
                  source: string
                  /** Values of the file, and what to import instead. */
                  values?: { [key: string]: string }
                }
            )
          | null
        /** Whether an empty cell leaves the value of an existing record, or clears it. */
        blank: 'leave' | 'clear'
        /** What separates the decimals of a number. */
        decimal: '.' | ','
        /** The order of dates such as 1/2/2026. ISO 8601 is always accepted. */
        dates: 'ymd' | 'dmy' | 'mdy'
        /** The time zone of times without an offset. */
        timeZone: string
      }
    }
    TransferUpdateImportResponse: {
      ok: true
    }
    TransferDeleteImportBody: {
      /** Format: uuid */
      id?: string
    }
    TransferDeleteImportResponse: {
      ok: true
    }
    TransferRehearseImportResponse: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      progressJobId: string
    }
    TransferRunImportResponse: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      progressJobId: string
    }
    TransferUndoImportResponse: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      progressJobId: string
    }
    TransferRedoImportResponse: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      progressJobId: string
    }
    TransferListChunksItem: {
      /** Format: uuid */
      id: string
      firstRow: number
      lastRow: number
      /** Format: uuid */
      logId: string
      isUndone: boolean
      /** Format: date-time */
      createdAt: string
      counts: {
        created: number
        updated: number
        unchanged: number
        refused: number
        /** Likely duplicates that were left out by choice. */
        skipped?: number
      }
      kept: {
        resourceKind: string
        resourceId: string
        fields: string[]
      }[]
    }
    TransferListChunksResponse: {
      items: components['schemas']['TransferListChunksItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    TransferListRowsItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      importId: string
      row: number
      isNew: boolean
      /** Null if there is no such record any more, or none that the caller may see. */
      recordId: string | null
      /** What the record is called, if the caller may read it. */
      label: string | null
      /** Whether the row was undone, by itself or with the whole import. */
      isUndone: boolean
    }
    TransferListRowsResponse: {
      items: components['schemas']['TransferListRowsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    TransferUndoImportedRowsBody: {
      /** Numbers of rows, as `GET /transfer/rows` lists them. */
      rows: number[]
    }
    TransferUndoImportedRowsResponse: {
      undone: number
      kept: {
        row: number | null
        resourceKind: string
        resourceId: string
        fields: string[]
      }[]
    }
    TransferListDuplicatesItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      importId: string
      row: number
      otherRow: number | null
      /** The same address, the same digits, the same words, or a name with one typing error. */
      reason: 'email' | 'phone' | 'name' | 'spelling'
      /** The column of the file with what is alike. */
      column: string | null
      /** The record; null for an earlier row, and if the caller cannot see it any more. */
      recordId: string | null
      /** What the record is called, if the caller may read it. */
      label: string | null
      /** Null if nothing was chosen: a record is created. */
      choice: ('create' | 'update' | 'skip') | null
    }
    TransferListDuplicatesResponse: {
      items: components['schemas']['TransferListDuplicatesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    TransferChooseForDuplicatesBody: {
      /** Create a record all the same, update the record that the row looks like, or leave the row out. Default: create. */
      choice: 'create' | 'update' | 'skip'
      /** Numbers of rows, as `GET /transfer/duplicates` lists them. Default: all of them. */
      rows?: number[]
    }
    TransferChooseForDuplicatesResponse: {
      chosen: number
    }
    TransferListRefusalsItem: {
      /** Format: uuid */
      id: string
      row: number
      isRehearsal: boolean
      problems: {
        column: string | null
        message: string
      }[]
    }
    TransferListRefusalsResponse: {
      items: components['schemas']['TransferListRefusalsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    TransferListExportsItem: {
      /** Format: uuid */
      id: string
      name: string
      list: string
      query: string
      format: string
      frequency: string
      weekday: number | null
      day: number | null
      time: string
      timeZone: string
      keptFiles: number
      tellsOwner: boolean
      isActive: boolean
      ownerId: string
      organizationId: string | null
      destinationId: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      isOwn: boolean
      nextAt: string | null
      lastStatus: ('waiting' | 'running' | 'completed' | 'failed') | null
      lastRunAt: string | null
    }
    TransferListExportsResponse: {
      items: components['schemas']['TransferListExportsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    TransferCreateExportBody: {
      name: string
      /** The path of a list: `/catalog/products`. */
      list: string
      /** Its filters and order, as in a URL: `isActive=true&sortField=title`. */
      query?: string
      format?: 'csv' | 'xlsx' | 'ods' | 'jsonl' | 'json' | 'xml' | 'markdown'
      frequency: 'daily' | 'weekly' | 'monthly'
      /** From Monday, which is 1. If weekly. */
      weekday?: number | null
      /** Of the month; in a shorter one, its last day. If monthly. */
      day?: number | null
      time: string
      timeZone: string
      /** How many of the last files are kept. */
      keptFiles?: number
      /** Whether its owner gets an email for each file, and not only for failures. */
      tellsOwner?: boolean
      /** Whether it runs at its times. */
      isActive?: boolean
      /** The bucket of `GET /transfer/destinations` to which its files go; null for the storage of the platform. */
      destinationId?: string | null
    }
    TransferCreateExportResponse: {
      /** Format: uuid */
      id: string
    }
    TransferUpdateExportBody: {
      name?: string
      /** The path of a list: `/catalog/products`. */
      list?: string
      /** Its filters and order, as in a URL: `isActive=true&sortField=title`. */
      query?: string
      format?: 'csv' | 'xlsx' | 'ods' | 'jsonl' | 'json' | 'xml' | 'markdown'
      frequency?: 'daily' | 'weekly' | 'monthly'
      /** From Monday, which is 1. If weekly. */
      weekday?: number | null
      /** Of the month; in a shorter one, its last day. If monthly. */
      day?: number | null
      time?: string
      timeZone?: string
      /** How many of the last files are kept. */
      keptFiles?: number
      /** Whether its owner gets an email for each file, and not only for failures. */
      tellsOwner?: boolean
      /** Whether it runs at its times. */
      isActive?: boolean
      /** The bucket of `GET /transfer/destinations` to which its files go; null for the storage of the platform. */
      destinationId?: string | null
      /** Format: uuid */
      id: string
    }
    TransferUpdateExportResponse: {
      ok: true
    }
    TransferDeleteExportBody: {
      /** Format: uuid */
      id?: string
    }
    TransferDeleteExportResponse: {
      ok: true
    }
    TransferRunExportResponse: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      runId: string
    }
    TransferListExportRunsItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      exportId: string
      /** Format: date-time */
      dueAt: string
      isManual: boolean
      status: string
      attempts: number
      startedAt: string | null
      endedAt: string | null
      rows: number | null
      fileName: string | null
      fileSize: number | null
      errorMessage: string | null
      destinationId: string | null
      objectKey: string | null
      hasFile: boolean
    }
    TransferListExportRunsResponse: {
      items: components['schemas']['TransferListExportRunsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    TransferListDestinationsItem: {
      /** Format: uuid */
      id: string
      name: string
      endpoint: string
      region: string
      bucket: string
      prefix: string
      accessKeyId: string
      pathStyle: boolean
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    TransferListDestinationsResponse: {
      items: components['schemas']['TransferListDestinationsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    TransferCreateDestinationBody: {
      name: string
      /** The URL of an S3-compatible store, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
      endpoint: string
      region?: string
      bucket: string
      /** The beginning of all keys: `plinth/exports`. */
      prefix?: string
      accessKeyId: string
      /** The secret access key. Never returned. */
      secret: string
      /** Whether the bucket is the first segment of the path; if not, it is the beginning of the host. */
      pathStyle?: boolean
    }
    TransferCreateDestinationResponse: {
      /** Format: uuid */
      id: string
    }
    TransferUpdateDestinationBody: {
      name?: string
      /** The URL of an S3-compatible store, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
      endpoint?: string
      region?: string
      bucket?: string
      prefix?: string
      accessKeyId?: string
      /** The secret access key. Never returned. */
      secret?: string
      pathStyle?: boolean
      /** Format: uuid */
      id: string
    }
    TransferUpdateDestinationResponse: {
      ok: true
    }
    TransferDeleteDestinationBody: {
      /** Format: uuid */
      id?: string
    }
    TransferDeleteDestinationResponse: {
      ok: true
    }
    TransferTestDestinationResponse: {
      isUsable: boolean
      findings: {
        check: 'write' | 'remove'
        outcome: 'passed' | 'warning' | 'failed'
        message: string
      }[]
    }
    WebhooksListEndpointsItem: {
      /** Format: uuid */
      id: string
      organizationId: string | null
      url: string | null
      description: string | null
      enabled: boolean
      ordered: boolean
      ed25519: boolean
      publicKey: string | null
      /** Format: uuid */
      ownerId: string
      disabledReason: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      events: string[]
      condition: components['schemas']['RuleCondition'] | null
    }
    WebhooksListEndpointsResponse: {
      items: components['schemas']['WebhooksListEndpointsItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    WebhooksCreateEndpointBody: {
      /** Where events are sent, by HTTPS. Without one, they are only kept for `GET /webhooks/events`. */
      url?: string | null
      description?: string | null
      /** Ids of `GET /webhooks/event-types`, or `*` alone for all. */
      events: string[]
      /** A condition on the record, in the language of rules. It does not apply to deletions. */
      condition?: components['schemas']['RuleCondition'] | null
      enabled?: boolean
      /** Whether events of one record are sent one after another: each waits until those before it have been received. */
      ordered?: boolean
      /** Whether messages are also signed with Ed25519 (`v1a`). */
      ed25519?: boolean
    }
    WebhooksCreateEndpointResponse: {
      /** Format: uuid */
      id: string
      secret: string
      publicKey: string | null
    }
    WebhooksUpdateEndpointBody: {
      url?: string | null
      description?: string | null
      /** Ids of `GET /webhooks/event-types`, or `*` alone for all. */
      events?: string[]
      /** A group of conditions or a comparison. Without a condition, the rule always applies. */
      condition?: components['schemas']['RuleCondition'] | null
      enabled?: boolean
      ordered?: boolean
      ed25519?: boolean
      /** Format: uuid */
      id: string
    }
    WebhooksUpdateEndpointResponse: {
      ok: true
    }
    WebhooksDeleteEndpointBody: {
      /** Format: uuid */
      id?: string
      /** Instead of `id`: up to 1000 records. */
      ids?: string[]
      /** The versions of these records that the change is based on. */
      versions?: {
        /** Format: uuid */
        id: string
        /** Format: date-time */
        updatedAt: string
      }[]
    }
    WebhooksDeleteEndpointResponse: {
      ok: true
    }
    WebhooksRotateSecretEndpointBody: {
      /** For how long the former secret signs as well; 0 if it has become known. */
      hours?: number
    }
    WebhooksRotateSecretEndpointResponse: {
      /** Format: uuid */
      id: string
      secret: string
      publicKey: string | null
    }
    WebhooksTestEndpointBody: { [key: string]: unknown }
    WebhooksTestEndpointResponse: {
      /** Format: uuid */
      deliveryId: string
    }
    WebhooksReplayEndpointBody: {
      /**
       * Events that happened from this time on.
       * Format: date-time
       */
      from: string
      /**
       * Events before this time. Default: now.
       * Format: date-time
       */
      to?: string
    }
    WebhooksReplayEndpointResponse: {
      /** Format: uuid */
      id: string
      count: number
    }
    WebhooksListEventTypesItem: {
      id: string
    }
    WebhooksListEventTypesResponse: {
      items: components['schemas']['WebhooksListEventTypesItem'][]
    }
    WebhooksListDeliveriesItem: {
      /** Format: uuid */
      id: string
      /** Format: uuid */
      endpointId: string
      event: string
      status: 'pending' | 'delivered' | 'failed' | 'skipped' | 'pulled'
      attempts: number
      nextAttemptAt: string | null
      lastAttemptAt: string | null
      answerStatus: number | null
      answer: string | null
      error: string | null
      milliseconds: number | null
      /** Format: date-time */
      createdAt: string
      recordId: string | null
    }
    WebhooksListDeliveriesResponse: {
      items: components['schemas']['WebhooksListDeliveriesItem'][]
      total: number
      page: number
      pageSize: number
      totalPages: number
    }
    WebhooksResendDeliveryBody: { [key: string]: unknown }
    WebhooksResendDeliveryResponse: {
      ok: true
      /** Format: uuid */
      id: string
    }
    WebhooksPullEventsItem: {
      id: string
      type: string
      timestamp: string
      data: { [key: string]: unknown }
    }
    WebhooksPullEventsResponse: {
      items: components['schemas']['WebhooksPullEventsItem'][]
      /** For the next request, also if there are no more events yet. */
      cursor: string
      hasMore: boolean
    }
    'directory.organization.created.webhook': {
      type: 'directory.organization.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: components['schemas']['DirectoryListOrganizationsResponsePart0']
    }
    'directory.organization.updated.webhook': {
      type: 'directory.organization.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: components['schemas']['DirectoryListOrganizationsResponsePart0']
    }
    'directory.organization.deleted.webhook': {
      type: 'directory.organization.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'directory.tenant.created.webhook': {
      type: 'directory.tenant.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        name: string
        isActive: boolean
        createdAt: string
        updatedAt: string
      }
    }
    'directory.tenant.updated.webhook': {
      type: 'directory.tenant.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        name: string
        isActive: boolean
        createdAt: string
        updatedAt: string
      }
    }
    'directory.tenant.deleted.webhook': {
      type: 'directory.tenant.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'auth.user.created.webhook': {
      type: 'auth.user.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
      }
    }
    'auth.user.updated.webhook': {
      type: 'auth.user.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
      }
    }
    'auth.user.deleted.webhook': {
      type: 'auth.user.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'auth.role.created.webhook': {
      type: 'auth.role.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        name: string
        /** Format: date-time */
        updatedAt: string
        usersCount: number
        tenantId: string | null
        tenantIds: string[]
        tenantName: string | null
      }
    }
    'auth.role.updated.webhook': {
      type: 'auth.role.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        name: string
        /** Format: date-time */
        updatedAt: string
        usersCount: number
        tenantId: string | null
        tenantIds: string[]
        tenantName: string | null
      }
    }
    'auth.role.deleted.webhook': {
      type: 'auth.role.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'attachments.attachment.created.webhook': {
      type: 'attachments.attachment.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /**
         * Also the id of the file once the upload is complete.
         * Format: uuid
         */
        id: string
        size: number
        received: number
        isFinished: boolean
        /**
         * When it expires unless more data arrives.
         * Format: date-time
         */
        expiresAt: string
      }
    }
    'attachments.attachment.updated.webhook': {
      type: 'attachments.attachment.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /**
         * Also the id of the file once the upload is complete.
         * Format: uuid
         */
        id: string
        size: number
        received: number
        isFinished: boolean
        /**
         * When it expires unless more data arrives.
         * Format: date-time
         */
        expiresAt: string
      }
    }
    'attachments.attachment.deleted.webhook': {
      type: 'attachments.attachment.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'business_rules.rule.created.webhook': {
      type: 'business_rules.rule.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        ruleId: string
        ruleName: string
        description: string | null
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
    }
    'business_rules.rule.updated.webhook': {
      type: 'business_rules.rule.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        ruleId: string
        ruleName: string
        description: string | null
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
    }
    'business_rules.rule.deleted.webhook': {
      type: 'business_rules.rule.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'business_rules.set.created.webhook': {
      type: 'business_rules.set.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
    }
    'business_rules.set.updated.webhook': {
      type: 'business_rules.set.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
    }
    'business_rules.set.deleted.webhook': {
      type: 'business_rules.set.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'catalog.product.created.webhook': {
      type: 'catalog.product.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        title: string
        subtitle: string | null
        description: string | null
        sku: string | null
        handle: string | null
        productType: string
        primaryCurrencyCode: string | null
        metadata: { [key: string]: unknown } | null
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
      }
    }
    'catalog.product.updated.webhook': {
      type: 'catalog.product.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        title: string
        subtitle: string | null
        description: string | null
        sku: string | null
        handle: string | null
        productType: string
        primaryCurrencyCode: string | null
        metadata: { [key: string]: unknown } | null
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
      }
    }
    'catalog.product.deleted.webhook': {
      type: 'catalog.product.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'catalog.category.created.webhook': {
      type: 'catalog.category.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
    }
    'catalog.category.updated.webhook': {
      type: 'catalog.category.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
    }
    'catalog.category.deleted.webhook': {
      type: 'catalog.category.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'catalog.variant.created.webhook': {
      type: 'catalog.variant.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        /** Format: uuid */
        productId: string
        name: string | null
        sku: string | null
        barcode: string | null
        optionValues: { [key: string]: string } | null
        isDefault: boolean
        isActive: boolean
        organizationId: string | null
        /** Format: uuid */
        tenantId: string
        /** Format: date-time */
        createdAt: string
        /** Format: date-time */
        updatedAt: string
      }
    }
    'catalog.variant.updated.webhook': {
      type: 'catalog.variant.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        /** Format: uuid */
        productId: string
        name: string | null
        sku: string | null
        barcode: string | null
        optionValues: { [key: string]: string } | null
        isDefault: boolean
        isActive: boolean
        organizationId: string | null
        /** Format: uuid */
        tenantId: string
        /** Format: date-time */
        createdAt: string
        /** Format: date-time */
        updatedAt: string
      }
    }
    'catalog.variant.deleted.webhook': {
      type: 'catalog.variant.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'catalog.price.created.webhook': {
      type: 'catalog.price.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
    }
    'catalog.price.updated.webhook': {
      type: 'catalog.price.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
    }
    'catalog.price.deleted.webhook': {
      type: 'catalog.price.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'entities.record.created.webhook': {
      type: 'entities.record.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        updatedAt: string
      } & { [key: string]: unknown }
    }
    'entities.record.updated.webhook': {
      type: 'entities.record.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        updatedAt: string
      } & { [key: string]: unknown }
    }
    'entities.record.deleted.webhook': {
      type: 'entities.record.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'dictionaries.dictionary.created.webhook': {
      type: 'dictionaries.dictionary.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
    }
    'dictionaries.dictionary.updated.webhook': {
      type: 'dictionaries.dictionary.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
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
    }
    'dictionaries.dictionary.deleted.webhook': {
      type: 'dictionaries.dictionary.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'numbers.series.updated.webhook': {
      type: 'numbers.series.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        title: string
        key: string
        pattern: string
        next: number
        example: string
        per: 'organization' | 'tenant'
        period: 'year' | 'month' | 'never'
        gapless: boolean
        updatedAt: string | null
      }
    }
    'transfer.import.completed.webhook': {
      type: 'transfer.import.completed'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        name: string
        /** Format: uuid */
        attachmentId: string
        entity: string
        status: string
        progressJobId: string | null
        lastRow: number
        errorMessage: string | null
        organizationId: string | null
        /** Format: date-time */
        createdAt: string
        /** Format: date-time */
        updatedAt: string
        settings: {
          format: {
            /** Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file. */
            type: 'csv' | 'jsonl' | 'sheet'
            encoding:
              | 'utf-8'
              | 'utf-16le'
              | 'utf-16be'
              | 'windows-1250'
              | 'windows-1251'
              | 'windows-1252'
              | 'windows-1253'
              | 'windows-1254'
              | 'windows-1255'
              | 'windows-1256'
              | 'windows-1257'
              | 'windows-1258'
            delimiter: string
            /** The name of the sheet. Default: the first visible one that is not empty. */
            sheet?: string
            /** The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty. */
            headerRow?: number
          }
          mapping: {
            column: string
            field: string
            lookUp?: {
              /** The kind of the related records: `catalog.product`. */
              entity: string
              /** A field of these records, or `externalId`. */
              by: string
              /** The source of external ids. */
              source?: string
            }
            /** Values of the file, and what to import instead. */
            values?: { [key: string]: string }
          }[]
          /** What to import, by field, where the file has nothing. */
          defaults: { [key: string]: string }
          /** Whether rows become new records, change existing ones, or either. */
          mode: 'create' | 'update' | 'both'
          key:
            | (
                | {
                    by: 'id'
                    column: string
                    /** Values of the file, and what to import instead. */
                    values?: { [key: string]: string }
                  }
                | {
                    by: 'field'
                    field: string
                  }
                | {
                    by: 'externalId'
                    column: string
                    source: string
                    /** Values of the file, and what to import instead. */
                    values?: { [key: string]: string }
                  }
              )
            | null
          /** Whether an empty cell leaves the value of an existing record, or clears it. */
          blank: 'leave' | 'clear'
          /** What separates the decimals of a number. */
          decimal: '.' | ','
          /** The order of dates such as 1/2/2026. ISO 8601 is always accepted. */
          dates: 'ymd' | 'dmy' | 'mdy'
          /** The time zone of times without an offset. */
          timeZone: string
        }
        columns: {
          name: string
          samples: string[]
        }[]
        counts: {
          created: number
          updated: number
          unchanged: number
          refused: number
          /** Likely duplicates that were left out by choice. */
          skipped?: number
        } | null
        rehearsal: {
          created: number
          updated: number
          unchanged: number
          refused: number
          /** Likely duplicates that were left out by choice. */
          skipped?: number
        } | null
      }
    }
    'transfer.import.undone.webhook': {
      type: 'transfer.import.undone'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        name: string
        /** Format: uuid */
        attachmentId: string
        entity: string
        status: string
        progressJobId: string | null
        lastRow: number
        errorMessage: string | null
        organizationId: string | null
        /** Format: date-time */
        createdAt: string
        /** Format: date-time */
        updatedAt: string
        settings: {
          format: {
            /** Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file. */
            type: 'csv' | 'jsonl' | 'sheet'
            encoding:
              | 'utf-8'
              | 'utf-16le'
              | 'utf-16be'
              | 'windows-1250'
              | 'windows-1251'
              | 'windows-1252'
              | 'windows-1253'
              | 'windows-1254'
              | 'windows-1255'
              | 'windows-1256'
              | 'windows-1257'
              | 'windows-1258'
            delimiter: string
            /** The name of the sheet. Default: the first visible one that is not empty. */
            sheet?: string
            /** The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty. */
            headerRow?: number
          }
          mapping: {
            column: string
            field: string
            lookUp?: {
              /** The kind of the related records: `catalog.product`. */
              entity: string
              /** A field of these records, or `externalId`. */
              by: string
              /** The source of external ids. */
              source?: string
            }
            /** Values of the file, and what to import instead. */
            values?: { [key: string]: string }
          }[]
          /** What to import, by field, where the file has nothing. */
          defaults: { [key: string]: string }
          /** Whether rows become new records, change existing ones, or either. */
          mode: 'create' | 'update' | 'both'
          key:
            | (
                | {
                    by: 'id'
                    column: string
                    /** Values of the file, and what to import instead. */
                    values?: { [key: string]: string }
                  }
                | {
                    by: 'field'
                    field: string
                  }
                | {
                    by: 'externalId'
                    column: string
                    source: string
                    /** Values of the file, and what to import instead. */
                    values?: { [key: string]: string }
                  }
              )
            | null
          /** Whether an empty cell leaves the value of an existing record, or clears it. */
          blank: 'leave' | 'clear'
          /** What separates the decimals of a number. */
          decimal: '.' | ','
          /** The order of dates such as 1/2/2026. ISO 8601 is always accepted. */
          dates: 'ymd' | 'dmy' | 'mdy'
          /** The time zone of times without an offset. */
          timeZone: string
        }
        columns: {
          name: string
          samples: string[]
        }[]
        counts: {
          created: number
          updated: number
          unchanged: number
          refused: number
          /** Likely duplicates that were left out by choice. */
          skipped?: number
        } | null
        rehearsal: {
          created: number
          updated: number
          unchanged: number
          refused: number
          /** Likely duplicates that were left out by choice. */
          skipped?: number
        } | null
      }
    }
    'transfer.export.completed.webhook': {
      type: 'transfer.export.completed'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        name: string
        list: string
        query: string
        format: string
        frequency: string
        weekday: number | null
        day: number | null
        time: string
        timeZone: string
        keptFiles: number
        tellsOwner: boolean
        isActive: boolean
        ownerId: string
        organizationId: string | null
        destinationId: string | null
        /** Format: date-time */
        createdAt: string
        /** Format: date-time */
        updatedAt: string
        isOwn: boolean
        nextAt: string | null
        lastStatus: ('waiting' | 'running' | 'completed' | 'failed') | null
        lastRunAt: string | null
      }
    }
    'transfer.export.failed.webhook': {
      type: 'transfer.export.failed'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        name: string
        list: string
        query: string
        format: string
        frequency: string
        weekday: number | null
        day: number | null
        time: string
        timeZone: string
        keptFiles: number
        tellsOwner: boolean
        isActive: boolean
        ownerId: string
        organizationId: string | null
        destinationId: string | null
        /** Format: date-time */
        createdAt: string
        /** Format: date-time */
        updatedAt: string
        isOwn: boolean
        nextAt: string | null
        lastStatus: ('waiting' | 'running' | 'completed' | 'failed') | null
        lastRunAt: string | null
      }
    }
    'webhooks.endpoint.created.webhook': {
      type: 'webhooks.endpoint.created'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        organizationId: string | null
        url: string | null
        description: string | null
        enabled: boolean
        ordered: boolean
        ed25519: boolean
        publicKey: string | null
        /** Format: uuid */
        ownerId: string
        disabledReason: string | null
        /** Format: date-time */
        createdAt: string
        /** Format: date-time */
        updatedAt: string
        events: string[]
        condition: components['schemas']['RuleCondition'] | null
      }
    }
    'webhooks.endpoint.updated.webhook': {
      type: 'webhooks.endpoint.updated'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        organizationId: string | null
        url: string | null
        description: string | null
        enabled: boolean
        ordered: boolean
        ed25519: boolean
        publicKey: string | null
        /** Format: uuid */
        ownerId: string
        disabledReason: string | null
        /** Format: date-time */
        createdAt: string
        /** Format: date-time */
        updatedAt: string
        events: string[]
        condition: components['schemas']['RuleCondition'] | null
      }
    }
    'webhooks.endpoint.deleted.webhook': {
      type: 'webhooks.endpoint.deleted'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
    'webhooks.endpoint.disabled.webhook': {
      type: 'webhooks.endpoint.disabled'
      /**
       * When it happened.
       * Format: date-time
       */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
        organizationId: string | null
        url: string | null
        description: string | null
        enabled: boolean
        ordered: boolean
        ed25519: boolean
        publicKey: string | null
        /** Format: uuid */
        ownerId: string
        disabledReason: string | null
        /** Format: date-time */
        createdAt: string
        /** Format: date-time */
        updatedAt: string
        events: string[]
        condition: components['schemas']['RuleCondition'] | null
      }
    }
    'webhooks.endpoint.test.webhook': {
      type: 'webhooks.endpoint.test'
      /** Format: date-time */
      timestamp: string
      data: {
        /** Format: uuid */
        id: string
      }
    }
  }
  responses: {
    Error400: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error401: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error403: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error413: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error422: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error404: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error409: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    NotOk400: {
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    NotOk404: {
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    Error429: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    NotOk401: {
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    NotOk403: {
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    NotOk413: {
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    Status302: {}
    Error500: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error503: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Status202: {}
    Error412: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error460: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error415: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Status304: {}
    Error416: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    Error502: {
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    NotOk409: {
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
    NotOk502: {
      content: {
        'application/json': components['schemas']['NotOkBody']
      }
    }
  }
}

export interface operations {
  directoryListOrganizations: {
    parameters: {
      query?: {
        view?: 'options' | 'manage' | 'tree'
        page?: number
        pageSize?: number
        search?: string
        ids?: string
        /** Format: uuid */
        tenantId?: string
        includeInactive?: 'true' | 'false'
        status?: 'all' | 'active' | 'inactive'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DirectoryListOrganizationsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  directoryUpdateOrganization: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DirectoryUpdateOrganizationBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DirectoryCreateOrganizationBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        confirm?: boolean | ('true' | 'false')
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['DirectoryDeleteOrganizationBody']
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        id?: string
        page?: number
        pageSize?: number
        search?: string
        sortField?: 'name' | 'createdAt' | 'updatedAt'
        sortDir?: 'asc' | 'desc'
        isActive?: 'true' | 'false'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DirectoryListTenantsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  directoryUpdateTenant: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DirectoryUpdateTenantBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DirectoryCreateTenantBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['DirectoryDeleteTenantBody']
      }
    }
    responses: {
      200: {
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
  directoryFindTenant: {
    parameters: {
      query?: {
        /** Format: uuid */
        tenantId?: string
        /** Format: uuid */
        tenant?: string
      }
    }
    responses: {
      200: {
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
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DirectoryFindOrganizationResponse']
        }
      }
      400: components['responses']['NotOk400']
      404: components['responses']['NotOk404']
      429: components['responses']['Error429']
    }
  }
  directoryGetOrganizationSwitcher: {
    parameters: {
      query?: {
        tenantId?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DirectoryGetOrganizationSwitcherResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  directoryGetSettings: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DirectoryGetSettingsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  directoryUpdateSettings: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['DirectoryUpdateSettingsBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DirectoryUpdateSettingsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  directoryListWriteSuspensions: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DirectoryListWriteSuspensionsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  directorySuspendWrites: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DirectorySuspendWritesBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DirectorySuspendWritesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  directoryResumeWrites: {
    parameters: {
      query?: {
        id?: string | null
      }
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['DirectoryResumeWritesBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DirectoryResumeWritesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
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
        /** To sort by a custom field, use `cf_<key>`. */
        sortField?: 'email' | 'name' | 'isActive'
        sortDir?: 'asc' | 'desc'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListUsersResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authUpdateUser: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateUserBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthCreateUserBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthDeleteUserBody']
      }
    }
    responses: {
      200: {
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
  authListRoles: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        search?: string
        tenantId?: string
        /** To sort by a custom field, use `cf_<key>`. */
        sortField?: 'name'
        sortDir?: 'asc' | 'desc'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListRolesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authUpdateRole: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateRoleBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthCreateRoleBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthDeleteRoleBody']
      }
    }
    responses: {
      200: {
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
  authListTeams: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'name' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        search?: string
        parentId?: string
        /** Up to 200 values, separated by commas. */
        parentId_in?: string
        /** Up to 200 values, separated by commas. */
        parentId_not?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListTeamsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authUpdateTeam: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateTeamBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthUpdateTeamResponse']
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
  authCreateTeam: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthCreateTeamBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['AuthCreateTeamResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  authDeleteTeam: {
    parameters: {
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthDeleteTeamBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthDeleteTeamResponse']
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
  authListListViews: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        list?: string
        id?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListListViewsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authUpdateListView: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateListViewBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthUpdateListViewResponse']
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
  authCreateListView: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthCreateListViewBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['AuthCreateListViewResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  authDeleteListView: {
    parameters: {
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthDeleteListViewBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthDeleteListViewResponse']
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
  authHandOverRecords: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthHandOverRecordsBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthHandOverRecordsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  authGetUserAcl: {
    parameters: {
      query: {
        /** Format: uuid */
        userId: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateUserAclBody']
      }
    }
    responses: {
      200: {
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
  authGetRoleAcl: {
    parameters: {
      query: {
        /** Format: uuid */
        roleId: string
        /** Format: uuid */
        tenantId?: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUpdateRoleAclBody']
      }
    }
    responses: {
      200: {
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
  authGetUserRowPolicies: {
    parameters: {
      query: {
        /** Format: uuid */
        userId: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthGetUserRowPoliciesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authRestrictUserAcl: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthRestrictUserAclBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthRestrictUserAclResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authGetRoleRowPolicies: {
    parameters: {
      query: {
        /** Format: uuid */
        roleId: string
        /** Format: uuid */
        tenantId?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthGetRoleRowPoliciesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authRestrictRoleAcl: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthRestrictRoleAclBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthRestrictRoleAclResponse']
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
  authListRowPolicyKinds: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListRowPolicyKindsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authTryRoleRowPolicies: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthTryRoleRowPoliciesBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthTryRoleRowPoliciesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  authGetUserFieldPolicies: {
    parameters: {
      query: {
        /** Format: uuid */
        userId: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthGetUserFieldPoliciesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authRestrictFieldsUserAcl: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthRestrictFieldsUserAclBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthRestrictFieldsUserAclResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  authGetRoleFieldPolicies: {
    parameters: {
      query: {
        /** Format: uuid */
        roleId: string
        /** Format: uuid */
        tenantId?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthGetRoleFieldPoliciesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authRestrictFieldsRoleAcl: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthRestrictFieldsRoleAclBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthRestrictFieldsRoleAclResponse']
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
  authListFieldPolicyKinds: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListFieldPolicyKindsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authExportRole: {
    parameters: {
      query: {
        /** Format: uuid */
        roleId: string
        /** Format: uuid */
        tenantId?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthExportRoleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authImportRole: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthImportRoleBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthImportRoleResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  authListTeamsMembers: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        teamId?: string
        /** Up to 200 values, separated by commas. */
        teamId_in?: string
        /** Up to 200 values, separated by commas. */
        teamId_not?: string
        userId?: string
        /** Up to 200 values, separated by commas. */
        userId_in?: string
        /** Up to 200 values, separated by commas. */
        userId_not?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListTeamsMembersResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authChangeTeamMembers: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthChangeTeamMembersBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthChangeTeamMembersResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  authCheckFeatures: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthCheckFeaturesBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
        /** Format: uuid */
        userId: string
        feature: string
        /** Format: uuid */
        organizationId?: string
        /** The kind of a record, such as `catalog.product`. */
        kind?: string
        /** Format: uuid */
        recordId?: string
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        organizationId?: string
        /** The kind of a record, such as `catalog.product`. */
        kind?: string
        /** Format: uuid */
        recordId?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListAccessHoldersResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authListAccessFaults: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListAccessFaultsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authLogin: {
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['AuthLoginBody']
        'multipart/form-data': components['schemas']['AuthLoginBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      302: {}
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authLogout: {
    responses: {
      302: {}
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authRequestPasswordReset: {
    requestBody?: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['AuthRequestPasswordResetBody']
        'multipart/form-data': components['schemas']['AuthRequestPasswordResetBody']
      }
    }
    responses: {
      200: {
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
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['AuthConfirmPasswordResetBody']
        'multipart/form-data': components['schemas']['AuthConfirmPasswordResetBody']
      }
    }
    responses: {
      200: {
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
    }
    responses: {
      302: {}
      429: components['responses']['Error429']
    }
  }
  authRefreshSession: {
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthRefreshSessionBody']
      }
    }
    responses: {
      200: {
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
        locale?: string
        redirect?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthGetLocaleResponse']
        }
      }
      302: components['responses']['Status302']
      400: components['responses']['Error400']
    }
  }
  authChooseLocale: {
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthChooseLocaleBody']
      }
    }
    responses: {
      201: {
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
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthUpdateProfileBody']
      }
    }
    responses: {
      200: {
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
  authGetOwnSettings: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthGetOwnSettingsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authUpdateOwnSettings: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthUpdateOwnSettingsBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthUpdateOwnSettingsResponse']
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
  authVerifyLogin: {
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthVerifyLoginBody']
      }
    }
    responses: {
      200: {
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
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthEnrollAtLoginBody']
      }
    }
    responses: {
      200: {
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
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthOfferPasskeyLoginBody']
      }
    }
    responses: {
      200: {
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
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthLoginByPasskeyBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthVerifySessionBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
        /** Format: uuid */
        id: string
      }
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthRemoveFactorBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthOfferAuthenticatorBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthConfirmAuthenticatorBody']
      }
    }
    responses: {
      201: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthOfferPasskeyBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthAddPasskeyBody']
      }
    }
    responses: {
      201: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthRenewRecoveryCodesBody']
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        userId: string
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        userId: string
      }
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthResetUserFactorsBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthResetUserFactorsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  authListSignInPolicies: {
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthSaveSignInPolicyBody']
      }
    }
    responses: {
      200: {
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListSessionsResponse']
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
        /** Format: uuid */
        id?: string
        others?: 'true'
      }
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthEndSessionsBody']
      }
    }
    responses: {
      200: {
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListSignInsResponse']
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
        /** Format: uuid */
        userId: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListUserSessionsResponse']
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
        /** Format: uuid */
        userId: string
        /** Format: uuid */
        id?: string
      }
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthEndUserSessionsBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthEndUserSessionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  authListUserSignIns: {
    parameters: {
      query: {
        page?: number
        pageSize?: number
        /** Format: uuid */
        userId: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthListUserSignInsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  authViewAs: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthViewAsBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthViewAsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  authStopViewing: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthStopViewingResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  authResendInvitation: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthResendInvitationBody']
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        userId: string
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthGetNavigationResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authGetSidebar: {
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuthSaveSidebarBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthGetAppliedSidebarResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  authGetDefaultListViews: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuthGetDefaultListViewsResponse']
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ApiKeysListKeysResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  apiKeysCreateKey: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeysCreateKeyBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['ApiKeysCreateKeyResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  apiKeysDeleteKey: {
    parameters: {
      query: {
        /** Format: uuid */
        id: string
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ApiKeysDeleteKeyBody']
      }
    }
    responses: {
      200: {
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
  apiKeysRotateKey: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeysRotateKeyBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ApiKeysRotateKeyResponse']
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ApiKeysListServiceAccountsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  apiKeysUpdateServiceAccount: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeysUpdateServiceAccountBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeysCreateServiceAccountBody']
      }
    }
    responses: {
      201: {
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
        /** Format: uuid */
        id: string
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ApiKeysDeleteServiceAccountBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeysCreateServiceAccountKeyBody']
      }
    }
    responses: {
      201: {
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
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['ApiKeysIssueTokenBody']
        'multipart/form-data': components['schemas']['ApiKeysIssueTokenBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AiAssistantChatBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json':
            | {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AiAssistantRouteBody']
      }
    }
    responses: {
      201: {
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
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AiAssistantGetHealthResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  aiAssistantGetSettings: {
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AiAssistantUpdateSettingsBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AiAssistantExecuteToolBody']
      }
    }
    responses: {
      201: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    responses: {
      200: {
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AiAssistantListConversationsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  aiAssistantGetConversation: {
    parameters: {
      query?: {
        /** Format: uuid */
        before?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AiAssistantDeleteConversationBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
        content: {
          'application/json': unknown
        }
      }
      401: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      403: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      405: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
    }
  }
  aiAssistantCallMcp: {
    requestBody: {
      content: {
        'application/json': components['schemas']['McpMessage'] | components['schemas']['McpMessage'][]
      }
    }
    responses: {
      200: {
        content: {
          'application/json': unknown
          'text/event-stream': string
        }
      }
      202: components['responses']['Status202']
      400: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      401: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      403: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      406: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      413: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      415: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
    }
  }
  aiAssistantEndMcpSession: {
    responses: {
      200: {
        content: {
          'application/json': unknown
        }
      }
      400: components['responses']['Error400']
      401: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      403: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      405: {
        content: {
          'application/json': components['schemas']['McpRefusal']
        }
      }
      413: components['responses']['Error413']
    }
  }
  aiAssistantGetResourceMetadata: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AiAssistantGetResourceMetadataResponse']
        }
      }
    }
  }
  aiAssistantGetMcpMetadata: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AiAssistantGetMcpMetadataResponse']
        }
      }
    }
  }
  aiAssistantGetApiMcpMetadata: {
    responses: {
      200: {
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
        page?: number
        pageSize?: number
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'multipart/form-data': {
          /** `<module>:<entity>`, or `attachments:library`. */
          entityId: string
          recordId: string
          /** Format: binary */
          file: string
          /** For super admins. Must precede the file. */
          tenantId?: string
          /** Must precede the file. */
          organizationId?: string
          partitionCode?: string
          /** The key of a custom field of the entity. Its limits on files apply. */
          fieldKey?: string
          /** The values of the file's custom fields, as a JSON object. Alternatively, one part `cf_<key>` for each. */
          customFields?: string
          /** A JSON array of strings, or words separated by commas. */
          tags?: string
          /** A JSON array of objects `{type, id, href?, label?}`. */
          assignments?: string
        }
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AttachmentsCreateAttachmentResponse']
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
  attachmentsDeleteAttachment: {
    parameters: {
      query: {
        /** Format: uuid */
        id: string
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AttachmentsDeleteAttachmentBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** `1.0.0` */
        'Tus-Resumable'?: string
        /** The size of the file in bytes. */
        'Upload-Length'?: string
        /** Pairs of a name and a Base64 value, separated by commas: `filename`, `filetype`, and the fields of a form upload. */
        'Upload-Metadata'?: string
        /** A checksum of the bytes: the algorithm (sha1, sha256, sha512), a space, and the hash in Base64. */
        'Upload-Checksum'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/offset+octet-stream': string
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['AttachmentsBeginUploadResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      412: components['responses']['Error412']
      413: components['responses']['Error413']
      422: components['responses']['Error422']
      460: components['responses']['Error460']
    }
  }
  attachmentsGetUpload: {
    parameters: {
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /** `1.0.0` */
        'Tus-Resumable'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      204: {}
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
      header?: {
        /** `1.0.0` */
        'Tus-Resumable'?: string
        /** The offset of the first byte in the body. */
        'Upload-Offset'?: string
        /** A checksum of the bytes: the algorithm (sha1, sha256, sha512), a space, and the hash in Base64. */
        'Upload-Checksum'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/offset+octet-stream': string
      }
    }
    responses: {
      204: {}
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AttachmentsTransferAttachmentsBody']
      }
    }
    responses: {
      200: {
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
        /** A part of the file name, or words in custom fields. */
        search?: string
        /** Words in the text of the file. The best matches come first, unless `sortField` is given. */
        text?: string
        partition?: string
        tags?: string
        /** To sort by a custom field, use `cf_<key>`. */
        sortField?: 'fileName' | 'fileSize' | 'createdAt'
        sortDir?: 'asc' | 'desc'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AttachmentsListLibraryResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  attachmentsGetLibraryFile: {
    parameters: {
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AttachmentsDeleteLibraryFileBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AttachmentsUpdateAttachmentBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AttachmentsUpdatePartitionBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AttachmentsCreatePartitionBody']
      }
    }
    responses: {
      201: {
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
        /** Format: uuid */
        id: string
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AttachmentsDeletePartitionBody']
      }
    }
    responses: {
      200: {
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
        /** `1` to download the file instead of displaying it. */
        download?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
        content: {
          '*/*': unknown
        }
      }
      206: {
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
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
      path: {
        /** Format: uuid */
        id: string
        slug: string
      }
    }
    responses: {
      200: {
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuditLogsListAccessesResponse']
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
        /** Format: uuid */
        id?: string
        resourceId?: string
        includeRelated?: string
        undoableOnly?: string
        /** `create`, `edit`, `delete`, or the last part of a command id. Separate several by commas. */
        actionType?: string
        /** A text in the name or resource of an entry, or in what it changed. The newest 2,000 entries that the other filters find are searched. */
        search?: string
        limit?: number
        /** `nextCursor` of the previous page. */
        cursor?: string
        page?: number
        pageSize?: number
        sortField?: 'createdAt' | 'actionLabel' | 'commandId' | 'resourceKind' | 'actorUserId' | 'action' | 'user'
        sortDir?: 'asc' | 'desc'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuditLogsListActionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  auditLogsCountActions: {
    parameters: {
      query?: {
        organizationId?: string | '__all__'
        actorUserId?: string
        resourceKind?: string
        before?: string
        after?: string
        /** Format: uuid */
        id?: string
        resourceId?: string
        includeRelated?: string
        undoableOnly?: string
        /** `create`, `edit`, `delete`, or the last part of a command id. Separate several by commas. */
        actionType?: string
        /** A text in the name or resource of an entry, or in what it changed. The newest 2,000 entries that the other filters find are searched. */
        search?: string
        /** Whose days and hours are meant. Default: that of the caller. */
        timeZone?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuditLogsCountActionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  auditLogsUndoAction: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuditLogsUndoActionBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuditLogsUndoActionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  auditLogsRedoAction: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuditLogsRedoActionBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AuditLogsRedoActionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  auditLogsVerifyTrail: {
    parameters: {
      query?: {
        after?: string
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        id?: string
        resourceId?: string
        includeRelated?: string
        undoableOnly?: string
        /** `create`, `edit`, `delete`, or the last part of a command id. Separate several by commas. */
        actionType?: string
        /** A text in the name or resource of an entry, or in what it changed. The newest 2,000 entries that the other filters find are searched. */
        search?: string
      }
    }
    responses: {
      200: {
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
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AuditLogsUpdateSettingsBody']
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['BusinessRulesListRulesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  businessRulesUpdateRule: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesUpdateRuleBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesCreateRuleBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesDeleteRuleBody']
      }
    }
    responses: {
      200: {
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
  businessRulesListSets: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** Format: uuid */
        id?: string
        setId?: string
        search?: string
        enabled?: 'true' | 'false'
        sortField?: 'setId' | 'setName' | 'enabled' | 'createdAt' | 'updatedAt'
        sortDir?: 'asc' | 'desc'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['BusinessRulesListSetsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  businessRulesUpdateSet: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesUpdateSetBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesCreateSetBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesDeleteSetBody']
      }
    }
    responses: {
      200: {
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
  businessRulesGetRule: {
    parameters: {
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
  businessRulesGetSet: {
    parameters: {
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesUpdateSetMemberBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesAddSetMemberBody']
      }
    }
    responses: {
      201: {
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
        /** Format: uuid */
        memberId: string
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesRemoveSetMemberBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesExecuteBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        ruleId: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesExecuteRuleBody']
      }
    }
    responses: {
      200: {
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
  businessRulesTestRule: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        ruleId: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessRulesTestRuleBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['BusinessRulesTestRuleResponse']
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['BusinessRulesAnalyzeRulesBody']
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        ruleId?: string
        entityId?: string
        entityType?: string
        executedBy?: string
        executionResult?: 'SUCCESS' | 'FAILURE' | 'ERROR'
        executedAtFrom?: string
        executedAtTo?: string
        sortField?: 'id' | 'ruleId' | 'entityType' | 'executionResult' | 'executionTimeMs' | 'executedAt'
        sortDir?: 'asc' | 'desc'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['BusinessRulesListLogsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  businessRulesGetLog: {
    parameters: {
      path: {
        id: string
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['BusinessRulesGetWebhookKeyResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  businessRulesListRuleEntities: {
    responses: {
      200: {
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
        /** One value, or several separated by commas. */
        status?: string
        jobType?: string
        /** Format: uuid */
        parentJobId?: string
        includeCompleted?: 'true' | 'false'
        completedSince?: string
        page?: number
        pageSize?: number
        search?: string
        sortField?: 'createdAt' | 'startedAt' | 'finishedAt'
        sortDir?: 'asc' | 'desc'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ProgressListJobsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  progressCreateJob: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProgressCreateJobBody']
      }
    }
    responses: {
      201: {
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
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ProgressUpdateJobBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ProgressListActiveJobsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  progressStreamEvents: {
    responses: {
      200: {
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
        /** To sort by a custom field, use `cf_<key>`. */
        sortField?: 'title' | 'sku' | 'handle' | 'productType' | 'isActive' | 'createdAt' | 'updatedAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        search?: string
        isActive?: 'true' | 'false'
        productType?: string
        /** Up to 200 values, separated by commas. */
        productType_in?: string
        /** Up to 200 values, separated by commas. */
        productType_not?: string
        categoryId?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['CatalogListProductsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  catalogUpdateProduct: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpdateProductBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogCreateProductBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['CatalogDeleteProductBody']
      }
    }
    responses: {
      200: {
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
        /** Up to 200 values, separated by commas. */
        parentId_in?: string
        /** Up to 200 values, separated by commas. */
        parentId_not?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['CatalogListCategoriesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  catalogUpdateCategory: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpdateCategoryBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogCreateCategoryBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['CatalogDeleteCategoryBody']
      }
    }
    responses: {
      200: {
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
        /** To sort by a custom field, use `cf_<key>`. */
        sortField?: 'name' | 'sku' | 'createdAt' | 'updatedAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        search?: string
        productId?: string
        /** Up to 200 values, separated by commas. */
        productId_in?: string
        /** Up to 200 values, separated by commas. */
        productId_not?: string
        isActive?: 'true' | 'false'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['CatalogListVariantsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  catalogUpdateVariant: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpdateVariantBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogCreateVariantBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['CatalogDeleteVariantBody']
      }
    }
    responses: {
      200: {
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
        sortField?: 'createdAt' | 'updatedAt' | 'currencyCode' | 'unitPrice' | 'minQuantity' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        productId?: string
        /** Up to 200 values, separated by commas. */
        productId_in?: string
        /** Up to 200 values, separated by commas. */
        productId_not?: string
        variantId?: string
        /** Up to 200 values, separated by commas. */
        variantId_in?: string
        /** Up to 200 values, separated by commas. */
        variantId_not?: string
        currencyCode?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['CatalogListPricesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  catalogUpdatePrice: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpdatePriceBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogCreatePriceBody']
      }
    }
    responses: {
      201: {
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
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['CatalogDeletePriceBody']
      }
    }
    responses: {
      200: {
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
  catalogBulkDeleteProducts: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogBulkDeleteProductsBody']
      }
    }
    responses: {
      201: {
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
  entitiesListDefinitions: {
    parameters: {
      query?: {
        entityId?: string[]
        entityIds?: string
        fieldset?: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesSaveDefinitionBody']
      }
    }
    responses: {
      200: {
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
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['EntitiesDeleteDefinitionBody']
      }
    }
    responses: {
      200: {
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
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesSaveDefinitionsBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesRestoreDefinitionBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesSaveEntityBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['EntitiesSaveEntityResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
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
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['EntitiesDeleteEntityBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
    }
    responses: {
      200: {
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
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesSaveEncryptionBody']
      }
    }
    responses: {
      200: {
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
        /** The id of the entity. Further parameters filter by its fields: `size=`, `size_in=` and `size_not=` with several values, and for numbers, dates and times `size_gte=`, `size_gt=`, `size_lte=` and `size_lt=`. */
        entityId: string
        page?: number
        pageSize?: number
        sortField?: string
        sortDir?: string
        withDeleted?: 'true' | 'false'
        id?: string
        ids?: string
        all?: 'true' | 'false'
        /** Words in `searchable` fields. If the entity has none, a part of the record's title. */
        search?: string
        /** Ids of users, separated by commas, if records of the entity have owners. */
        ownerId?: string
        /** `me` for what is shared with the caller, unless the entity has a field of this name. */
        shared?: string | string[]
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['EntitiesListRecordsResponse']
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesUpdateRecordBody']
      }
    }
    responses: {
      200: {
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
      422: components['responses']['Error422']
    }
  }
  entitiesCreateRecord: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesCreateRecordBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['EntitiesCreateRecordResponse']
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
  entitiesDeleteRecord: {
    parameters: {
      query: {
        /** Format: uuid */
        recordId?: string
        entityId: string
        /** Instead of `recordId`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['EntitiesDeleteRecordBody']
      }
    }
    responses: {
      200: {
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
      422: components['responses']['Error422']
    }
  }
  entitiesListRecordsShares: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['EntitiesListRecordsSharesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  entitiesPostRecordsShares: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EntitiesPostRecordsSharesBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['EntitiesPostRecordsSharesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  entitiesDeleteRecordsShares: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
        /** Format: uuid */
        shareId: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['EntitiesDeleteRecordsSharesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  dashboardsGetLayout: {
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsSaveLayoutBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        itemId: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['DashboardsUpdateLayoutItemBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
        /** Format: uuid */
        roleId: string
        tenantId?: string | null
        organizationId?: string | null
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsAssignRoleWidgetsBody']
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        userId: string
        tenantId?: string | null
        organizationId?: string | null
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsAssignUserWidgetsBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsGetWidgetDataBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardsGetWidgetDataBatchBody']
      }
    }
    responses: {
      200: {
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
  dashboardsListAnalyticsEntities: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DashboardsListAnalyticsEntitiesResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  dictionariesListDictionaries: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        q?: string
        includeInactive?: 'true' | 'false'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DictionariesListDictionariesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  dictionariesCreateDictionary: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesCreateDictionaryBody']
      }
    }
    responses: {
      201: {
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
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['DictionariesDeleteDictionaryBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesUpdateDictionaryBody']
      }
    }
    responses: {
      200: {
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
      path: {
        /** Format: uuid */
        dictionaryId: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DictionariesListEntriesResponse']
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        dictionaryId: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesCreateEntryBody']
      }
    }
    responses: {
      201: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        dictionaryId: string
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['DictionariesDeleteEntryBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        dictionaryId: string
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesUpdateEntryBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        dictionaryId: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesReorderEntriesBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        dictionaryId: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DictionariesSetDefaultEntryBody']
      }
    }
    responses: {
      200: {
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
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['DictionariesListCurrencyOptionsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  numbersListSeries: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['NumbersListSeriesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  numbersUpdateSeries: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NumbersUpdateSeriesBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['NumbersUpdateSeriesResponse']
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
  mailTemplatesListTemplates: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'mail' | 'language' | 'updatedAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        search?: string
        mail?: string
        /** Up to 200 values, separated by commas. */
        mail_in?: string
        /** Up to 200 values, separated by commas. */
        mail_not?: string
        language?: string
        /** Up to 200 values, separated by commas. */
        language_in?: string
        /** Up to 200 values, separated by commas. */
        language_not?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['MailTemplatesListTemplatesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  mailTemplatesUpdateTemplate: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MailTemplatesUpdateTemplateBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['MailTemplatesUpdateTemplateResponse']
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
  mailTemplatesCreateTemplate: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MailTemplatesCreateTemplateBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['MailTemplatesCreateTemplateResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  mailTemplatesDeleteTemplate: {
    parameters: {
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['MailTemplatesDeleteTemplateBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['MailTemplatesDeleteTemplateResponse']
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
  mailTemplatesListMails: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['MailTemplatesListMailsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  mailTemplatesGetMail: {
    parameters: {
      path: {
        mail: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['MailTemplatesGetMailResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  mailTemplatesPreview: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MailTemplatesPreviewBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['MailTemplatesPreviewResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  mailTemplatesSendTest: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MailTemplatesSendTestBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['MailTemplatesSendTestResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
      502: components['responses']['Error502']
    }
  }
  onboardingStart: {
    requestBody: {
      content: {
        'application/json': components['schemas']['OnboardingStartBody']
      }
    }
    responses: {
      201: {
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
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['OnboardingFollowLinkResponse']
        }
      }
      302: components['responses']['Status302']
      429: components['responses']['Error429']
    }
  }
  onboardingVerify: {
    requestBody: {
      content: {
        'application/json': components['schemas']['OnboardingVerifyBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['SsoListConnectionsResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  ssoUpdateConnection: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoUpdateConnectionBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoCreateConnectionBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['SsoCreateConnectionResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      409: components['responses']['Error409']
      413: components['responses']['Error413']
    }
  }
  ssoDeleteConnection: {
    parameters: {
      query: {
        /** Format: uuid */
        id: string
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['SsoDeleteConnectionBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoTestConnectionBody']
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        connectionId: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoAddDomainBody']
      }
    }
    responses: {
      201: {
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
        /** Format: uuid */
        id: string
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['SsoRemoveDomainBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoVerifyDomainBody']
      }
    }
    responses: {
      200: {
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
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoDiscoverBody']
      }
    }
    responses: {
      200: {
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
      path: {
        /** Format: uuid */
        connectionId: string
      }
    }
    responses: {
      302: {}
      400: components['responses']['Error400']
      404: components['responses']['Error404']
      429: components['responses']['Error429']
    }
  }
  ssoCompleteSignIn: {
    parameters: {
      path: {
        /** Format: uuid */
        connectionId: string
      }
    }
    responses: {
      302: {}
      400: components['responses']['Error400']
      429: components['responses']['Error429']
    }
  }
  ssoLinkIdentity: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
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
        /** Format: uuid */
        id: string
      }
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['SsoEndLinkBody']
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        userId: string
      }
    }
    responses: {
      200: {
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
        /** Format: uuid */
        userId: string
        /** Format: uuid */
        id: string
      }
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['SsoEndUserLinkBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['SsoEndUserLinkResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
    }
  }
  ssoLogout: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    responses: {
      200: {
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
      path: {
        /** Format: uuid */
        connectionId: string
      }
    }
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['SsoBackchannelLogoutBody']
        'multipart/form-data': components['schemas']['SsoBackchannelLogoutBody']
      }
    }
    responses: {
      200: {
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
      path: {
        /** Format: uuid */
        connectionId: string
      }
    }
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['SamlReceiveResponseBody']
        'multipart/form-data': components['schemas']['SamlReceiveResponseBody']
      }
    }
    responses: {
      302: {}
      400: components['responses']['Error400']
      404: components['responses']['Error404']
      413: components['responses']['Error413']
      429: components['responses']['Error429']
    }
  }
  samlCompleteSignIn: {
    parameters: {
      query: {
        /** Format: uuid */
        response: string
      }
      path: {
        /** Format: uuid */
        connectionId: string
      }
    }
    responses: {
      302: {}
      400: components['responses']['Error400']
      404: components['responses']['Error404']
      429: components['responses']['Error429']
    }
  }
  samlGetMetadata: {
    parameters: {
      path: {
        /** Format: uuid */
        connectionId: string
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['SamlReadProviderMetadataBody']
      }
    }
    responses: {
      200: {
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
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimGetServiceProviderConfigResponse']
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
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
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimListResourceTypesResponse']
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
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
      path: {
        id: string
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimGetResourceTypeResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
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
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimListSchemasResponse']
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
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
      path: {
        id: string
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimGetSchemaResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
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
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimListUsersResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
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
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimCreateUserBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/scim+json': components['schemas']['ScimCreateUserResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      409: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimSearchUsersBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimSearchUsersResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimGetUserResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
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
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimReplaceUserBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimReplaceUserResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      409: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      412: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      204: {}
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      412: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimUpdateUserBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimUpdateUserResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      409: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      412: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimListGroupsResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
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
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimCreateGroupBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/scim+json': components['schemas']['ScimCreateGroupResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      409: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimSearchGroupsBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimSearchGroupsResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimGetGroupResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
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
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimReplaceGroupBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimReplaceGroupResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      409: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      412: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      204: {}
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      412: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimUpdateGroupBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimUpdateGroupResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      404: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      409: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      412: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ScimSearchBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimSearchResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimBulkBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimBulkResponse']
        }
      }
      400: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      401: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      403: {
        content: {
          'application/scim+json': {
            schemas: string[]
            status: string
            scimType?: string
            detail?: string
          }
        }
      }
      413: {
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
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ScimListGroupRolesResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  scimMapGroup: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimMapGroupBody']
      }
    }
    responses: {
      200: {
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
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimReactivateBody']
      }
    }
    responses: {
      200: {
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
  transferListTemplates: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'name' | 'createdAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        entity?: string
        /** Up to 200 values, separated by commas. */
        entity_in?: string
        /** Up to 200 values, separated by commas. */
        entity_not?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListTemplatesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferUpdateTemplate: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferUpdateTemplateBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferUpdateTemplateResponse']
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
  transferCreateTemplate: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferCreateTemplateBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['TransferCreateTemplateResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  transferDeleteTemplate: {
    parameters: {
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['TransferDeleteTemplateBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferDeleteTemplateResponse']
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
  transferListEntities: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListEntitiesResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferListImports: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'createdAt' | 'name' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        status?: string
        /** Up to 200 values, separated by commas. */
        status_in?: string
        /** Up to 200 values, separated by commas. */
        status_not?: string
        entity?: string
        /** Up to 200 values, separated by commas. */
        entity_in?: string
        /** Up to 200 values, separated by commas. */
        entity_not?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListImportsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferUpdateImport: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferUpdateImportBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferUpdateImportResponse']
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
  transferCreateImport: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferCreateImportBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['TransferCreateImportResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  transferDeleteImport: {
    parameters: {
      query: {
        /** Format: uuid */
        id: string
      }
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['TransferDeleteImportBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferDeleteImportResponse']
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
  transferRehearseImport: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      202: {
        content: {
          'application/json': components['schemas']['TransferRehearseImportResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
    }
  }
  transferRunImport: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      202: {
        content: {
          'application/json': components['schemas']['TransferRunImportResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
    }
  }
  transferUndoImport: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      202: {
        content: {
          'application/json': components['schemas']['TransferUndoImportResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
    }
  }
  transferRedoImport: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      202: {
        content: {
          'application/json': components['schemas']['TransferRedoImportResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
    }
  }
  transferListChunks: {
    parameters: {
      query: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'firstRow' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        /** Format: uuid */
        importId: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListChunksResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferListRows: {
    parameters: {
      query: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'row' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        isNew?: 'true' | 'false'
        /** Format: uuid */
        importId: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListRowsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferUndoImportedRows: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferUndoImportedRowsBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferUndoImportedRowsResponse']
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
  transferListDuplicates: {
    parameters: {
      query: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'row' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        /** Format: uuid */
        importId: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListDuplicatesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferChooseForDuplicates: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferChooseForDuplicatesBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferChooseForDuplicatesResponse']
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
  transferListRefusals: {
    parameters: {
      query: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'row' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        isRehearsal?: 'true' | 'false'
        /** Format: uuid */
        importId: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListRefusalsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferGetRefusedRows: {
    parameters: {
      query?: {
        rehearsal?: 'true' | 'false'
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
        content: {
          'text/csv; charset=utf-8': string
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  transferListExports: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'createdAt' | 'name' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        isActive?: 'true' | 'false'
        list?: string
        /** Up to 200 values, separated by commas. */
        list_in?: string
        /** Up to 200 values, separated by commas. */
        list_not?: string
        ownerId?: string
        /** Up to 200 values, separated by commas. */
        ownerId_in?: string
        /** Up to 200 values, separated by commas. */
        ownerId_not?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListExportsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferUpdateExport: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferUpdateExportBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferUpdateExportResponse']
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
  transferCreateExport: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferCreateExportBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['TransferCreateExportResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  transferDeleteExport: {
    parameters: {
      query: {
        /** Format: uuid */
        id: string
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['TransferDeleteExportBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferDeleteExportResponse']
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
  transferRunExport: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      202: {
        content: {
          'application/json': components['schemas']['TransferRunExportResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
      409: components['responses']['Error409']
    }
  }
  transferListExportRuns: {
    parameters: {
      query: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'dueAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        status?: string
        /** Up to 200 values, separated by commas. */
        status_in?: string
        /** Up to 200 values, separated by commas. */
        status_not?: string
        /** Format: uuid */
        exportId: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListExportRunsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferGetExportFile: {
    parameters: {
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
        content: {
          '*/*': unknown
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  transferListDestinations: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'createdAt' | 'name' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferListDestinationsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  transferUpdateDestination: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferUpdateDestinationBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferUpdateDestinationResponse']
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
  transferCreateDestination: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferCreateDestinationBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['TransferCreateDestinationResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  transferDeleteDestination: {
    parameters: {
      query: {
        /** Format: uuid */
        id: string
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['TransferDeleteDestinationBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferDeleteDestinationResponse']
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
  transferTestDestination: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TransferTestDestinationResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
  webhooksListEndpoints: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'createdAt' | 'url' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        enabled?: 'true' | 'false'
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['WebhooksListEndpointsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  webhooksUpdateEndpoint: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhooksUpdateEndpointBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['WebhooksUpdateEndpointResponse']
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
  webhooksCreateEndpoint: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhooksCreateEndpointBody']
      }
    }
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['WebhooksCreateEndpointResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      413: components['responses']['Error413']
    }
  }
  webhooksDeleteEndpoint: {
    parameters: {
      query?: {
        /** Format: uuid */
        id?: string
        /** Instead of `id`: up to 1000 records. */
        ids?: string[]
        /** The versions of these records that the change is based on. */
        versions?: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          updatedAt: string
        }[]
      }
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['WebhooksDeleteEndpointBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['WebhooksDeleteEndpointResponse']
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
  webhooksRotateSecretEndpoint: {
    parameters: {
      header?: {
        /**
         * The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.
         * Format: date-time
         */
        'x-om-ext-optimistic-lock-expected-updated-at'?: string
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhooksRotateSecretEndpointBody']
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['WebhooksRotateSecretEndpointResponse']
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
  webhooksTestEndpoint: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhooksTestEndpointBody']
      }
    }
    responses: {
      202: {
        content: {
          'application/json': components['schemas']['WebhooksTestEndpointResponse']
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
  webhooksReplayEndpoint: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhooksReplayEndpointBody']
      }
    }
    responses: {
      202: {
        content: {
          'application/json': components['schemas']['WebhooksReplayEndpointResponse']
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
  webhooksListEventTypes: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['WebhooksListEventTypesResponse']
        }
      }
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  webhooksListDeliveries: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        id?: string
        ids?: string
        sortField?: 'createdAt' | 'id'
        sortDir?: 'asc' | 'desc'
        after?: string
        endpointId?: string
        /** Up to 200 values, separated by commas. */
        endpointId_in?: string
        /** Up to 200 values, separated by commas. */
        endpointId_not?: string
        status?: 'pending' | 'delivered' | 'failed' | 'skipped' | 'pulled'
        /** Up to 200 values, separated by commas. */
        status_in?: string
        /** Up to 200 values, separated by commas. */
        status_not?: string
        /** Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned. */
        format?: string
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['WebhooksListDeliveriesResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
    }
  }
  webhooksResendDelivery: {
    parameters: {
      header?: {
        /** Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again. */
        'idempotency-key'?: string
      }
      path: {
        /** Format: uuid */
        id: string
      }
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhooksResendDeliveryBody']
      }
    }
    responses: {
      202: {
        content: {
          'application/json': components['schemas']['WebhooksResendDeliveryResponse']
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
  webhooksPullEvents: {
    parameters: {
      query: {
        /** Format: uuid */
        endpointId: string
        /** `cursor` of the previous answer. Default: from the oldest event that is kept. */
        cursor?: string
        limit?: number
      }
    }
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['WebhooksPullEventsResponse']
        }
      }
      400: components['responses']['Error400']
      401: components['responses']['Error401']
      403: components['responses']['Error403']
      404: components['responses']['Error404']
    }
  }
}
