import { defineModule, keep, type Module, provide } from '@plinth/core'
import { type Outgoing, outgoing } from '@plinth/core/http'
import { rekey } from '@plinth/core/security'
import { pages, readmePage } from '@plinth/points'
import { linkedAccounts } from './account-links.ts'
import { changeGiven } from './commands/change-given.ts'
import { createConnection, deleteConnection, updateConnection } from './commands/connections.ts'
import { admitPerson } from './commands/admit-person.ts'
import { addDomain, proveDomain, removeDomain, reviewDomain } from './commands/domains.ts'
import { endProviderSessions } from './commands/end-provider-sessions.ts'
import { linkIdentity } from './commands/link-identity.ts'
import { unlinkIdentity, unlinkOwnIdentity } from './commands/unlink-identity.ts'
import { openProviderSession } from './commands/open-provider-session.ts'
import { CONNECTION_SECRET, features, ID_TOKEN } from './contract.ts'
import { SsoConnection, SsoDomain, SsoIdentity, SsoSession, SsoSpentToken } from './entities.ts'
import { mailLink } from './mail/mail-link.ts'
import { ownMails } from './mail/own-mails.ts'
import { reviewDomains } from './jobs/review-domains.ts'
import { locators } from './locators.ts'
import { connections } from './migrations/0001-connections.ts'
import { domainProofs } from './migrations/0002-domain-proofs.ts'
import { connectionLimit } from './migrations/0003-connection-limit.ts'
import { groupTeams } from './migrations/0004-group-teams.ts'
import type { SsoOptions } from './options.ts'
import { createProviders, providers } from './providers/provider.ts'
import {
  deleteConnectionById,
  deleteDomain,
  listConnections,
  listDomains,
  listProtocols,
  postConnection,
  postDomain,
  putConnection,
  testConnection,
  verifyDomain,
} from './routes/connections.ts'
import { deleteOwnIdentity, deleteUserIdentity, listOwnIdentities, listUserIdentities } from './routes/identities.ts'
import { link } from './routes/link.ts'
import { backchannelLogout, logout } from './routes/logout.ts'
import { callback, discover, start } from './routes/sign-in.ts'
import { enforcedSignOn, ownedAddresses } from './sign-in-check.ts'
import { translations } from './translations.ts'

/** Single sign-on with OpenID Connect: a tenant's people sign in through its identity provider. */
export function sso(options: SsoOptions = {}): Module {
  // One for each platform, since it caches what providers answer.
  const made = new WeakMap<Outgoing, ReturnType<typeof createProviders>>()
  const providersOf = (calls: Outgoing) => {
    const found = made.get(calls) ?? createProviders(calls, options)
    made.set(calls, found)
    return found
  }
  return defineModule({
    id: 'sso',
    title: 'Single sign-on',
    translations,
    requires: ['auth', 'directory'],
    entities: [SsoConnection, SsoDomain, SsoIdentity, SsoSession, SsoSpentToken],
    migrations: [connections, domainProofs, connectionLimit, groupTeams],
    features,
    roles: { admin: ['sso.*'] },
    grantTables: ['sso_connections', 'sso_domains'],
    services: [provide(providers, ({ now, inject }) => providersOf(inject(outgoing))(now))],
    contributes: [
      pages.of(readmePage({ title: 'Single sign-on', access: features.view }, import.meta.url)),
      enforcedSignOn,
      ownedAddresses,
      linkedAccounts,
      ownMails,
    ],
    locators,
    commands: [
      createConnection,
      updateConnection,
      deleteConnection,
      addDomain,
      proveDomain,
      removeDomain,
      reviewDomain,
      admitPerson,
      changeGiven,
      linkIdentity,
      unlinkOwnIdentity,
      unlinkIdentity,
      openProviderSession,
      endProviderSessions,
    ],
    jobs: [mailLink, reviewDomains],
    keep: [
      keep(SsoSession, { id: 'sso.sessions', by: 'expiresAt', days: 0 }),
      keep(SsoSpentToken, { id: 'sso.spent_tokens', by: 'expiresAt', days: 0 }),
    ],
    rekeys: [
      rekey(SsoConnection, { id: 'sso.connections', property: 'secret', purpose: CONNECTION_SECRET }),
      rekey(SsoSession, { id: 'sso.id_tokens', property: 'idToken', purpose: ID_TOKEN }),
    ],
    routes: [
      listProtocols,
      listConnections,
      postConnection,
      putConnection,
      deleteConnectionById,
      testConnection,
      listDomains,
      postDomain,
      verifyDomain,
      deleteDomain,
      discover,
      start,
      callback,
      link,
      listOwnIdentities,
      deleteOwnIdentity,
      listUserIdentities,
      deleteUserIdentity,
      logout,
      backchannelLogout,
    ],
  })
}
