import { defineModule } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { providerAuthenticator, providerCache } from './authenticator.ts'
import { changeGroup, mapGroup, provisionGroup, removeGroup } from './commands/groups.ts'
import { changeUser, provisionUser, removeUser, reprovision } from './commands/users.ts'
import { features } from './contract.ts'
import { ScimGroup, ScimMember, ScimUser } from './entities.ts'
import { resources } from './migrations/0001-resources.ts'
import { reuse, revisions } from './migrations/0002-revisions.ts'
import { groupsByRole } from './migrations/0003-groups-by-role.ts'
import { groupsByTeam, groupTeams } from './migrations/0004-groups-by-team.ts'
import { deletedUsers } from './migrations/0005-deleted-users.ts'
import { leavers } from './migrations/0006-leavers.ts'
import { keptAccounts } from './kept-accounts.ts'
import { listGroupRoles, postReprovision, putGroupRole } from './routes/administration.ts'
import { bulk } from './routes/bulk.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { resourceRoutes } from './routes/resources.ts'
import { search } from './routes/search.ts'
import { translations } from './translations.ts'

/** Provisioning via SCIM 2.0: an identity provider creates, changes and deactivates accounts. */
export const scim = defineModule({
  id: 'scim',
  title: 'Provisioning',
  translations,
  requires: ['api_keys', 'auth', 'directory'],
  entities: [ScimUser, ScimGroup, ScimMember],
  migrations: [resources, revisions, reuse, groupsByRole, groupTeams, groupsByTeam, deletedUsers, leavers],
  features,
  roles: { admin: ['scim.*'] },
  contributes: [
    pages.of(readmePage({ title: 'Provisioning by SCIM', access: features.manage }, import.meta.url)),
    keptAccounts,
  ],
  caches: [providerCache],
  authenticators: [providerAuthenticator],
  commands: [provisionUser, changeUser, removeUser, reprovision, provisionGroup, changeGroup, removeGroup, mapGroup],
  routes: [...discoveryRoutes, ...resourceRoutes, search, bulk, listGroupRoles, putGroupRole, postReprovision],
})
