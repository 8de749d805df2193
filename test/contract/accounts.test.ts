import { proveStatements } from './_frame/group.ts'
import { closedOnboarding } from './accounts/closed-onboarding.ts'
import { conventions } from './accounts/conventions.ts'
import { identity } from './accounts/identity.ts'
import { invitations } from './accounts/invitations.ts'
import { languages } from './accounts/languages.ts'
import { limits, limitSettings } from './accounts/limits.ts'
import { loginSessions } from './accounts/login-sessions.ts'
import { login } from './accounts/login.ts'
import { lookups } from './accounts/lookups.ts'
import { navigation } from './accounts/navigation.ts'
import { onboardingLinks } from './accounts/onboarding-links.ts'
import { onboarding } from './accounts/onboarding.ts'
import { organizationLists } from './accounts/organization-lists.ts'
import { organizations } from './accounts/organizations.ts'
import { own } from './accounts/own.ts'
import { passwords } from './accounts/passwords.ts'
import { places } from './accounts/places.ts'
import { rights } from './accounts/rights.ts'
import { roleRights } from './accounts/role-rights.ts'
import { roles } from './accounts/roles.ts'
import { setup } from './accounts/setup.ts'
import { sidebar } from './accounts/sidebar.ts'
import { tenants } from './accounts/tenants.ts'
import { transport } from './accounts/transport.ts'
import { userList } from './accounts/user-list.ts'
import { userRights } from './accounts/user-rights.ts'
import { users } from './accounts/users.ts'
import { validation } from './accounts/validation.ts'

/** The contract of accounts, the directory and onboarding. */
proveStatements(
  [
    closedOnboarding,
    conventions,
    identity,
    invitations,
    languages,
    limits,
    limitSettings,
    loginSessions,
    login,
    lookups,
    navigation,
    onboardingLinks,
    onboarding,
    organizationLists,
    organizations,
    own,
    passwords,
    places,
    rights,
    roleRights,
    roles,
    setup,
    sidebar,
    tenants,
    transport,
    userList,
    userRights,
    users,
    validation,
  ],
  { atLeast: 2_540 },
)
