import { defineModule, type Module, provide } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { updateSettings } from './commands/update-settings.ts'
import { provisionTenant } from './commands/provision-tenant.ts'
import { resumeWrites, suspendWrites } from './commands/suspend-writes.ts'
import { ownPage } from './console-page.ts'
import { events, features } from './contract.ts'
import { Organization, Tenant, WriteSuspension } from './entities.ts'
import { fillNewTenant } from './commands/fill-tenant.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { customValues } from './migrations/0004-custom-values.ts'
import { customIndexes } from './migrations/0005-custom-indexes.ts'
import { names } from './migrations/0006-names.ts'
import { locale } from './migrations/0007-locale.ts'
import { suspensions as suspensionTable } from './migrations/0008-write-suspensions.ts'
import { suspensionEnds } from './migrations/0009-suspension-ends.ts'
import { ownNavigation } from './navigation.ts'
import { organizationLabels, organizationTrees, trees } from './organization-trees.ts'
import { type DirectoryOptions, settings, withDefaults } from './organization-limit.ts'
import { organizationOwners } from './organization-owners.ts'
import { organizationResource } from './resources/organizations.ts'
import { tenantResource } from './resources/tenants.ts'
import { lookupLocator, lookupRoutes } from './routes/lookups.ts'
import { organizationSwitcher } from './routes/organization-switcher.ts'
import { locales, putSettings, readSettings } from './routes/settings.ts'
import { deleteSuspension, listSuspensions, putSuspension } from './routes/write-suspensions.ts'
import { tenantFacts, tenants } from './tenants.ts'
import { suspensionMessages, suspensions } from './write-suspensions.ts'
import { translations } from './translations.ts'

/** Tenants and their organizations, with custom limits. */
export function defineDirectory(options: DirectoryOptions = {}): Module {
  const made = withDefaults(options)
  return defineModule({
    id: 'directory',
    title: 'Directory (Tenants & Organizations)',
    translations,
    entities: [Tenant, Organization, WriteSuspension],
    migrations: [baseline, customValues, customIndexes, names, locale, suspensionTable, suspensionEnds],
    features,
    contributes: [
      pages.of(
        readmePage({ title: 'Tenants and organizations', access: features['organizations.view'] }, import.meta.url),
      ),
      ownNavigation,
      ownPage,
    ],
    grantTables: ['organizations', 'tenants'],
    roles: {
      superadmin: ['directory.tenants.*'],
      admin: [features['organizations.view'], features['organizations.manage'], features['settings.manage']],
    },
    locators: [lookupLocator],
    services: [
      organizationLabels,
      organizationOwners,
      organizationTrees,
      tenants,
      locales,
      suspensions,
      provide(settings, () => made),
    ],
    caches: [trees, tenantFacts, suspensionMessages],
    resources: [organizationResource, tenantResource],
    commands: [provisionTenant, updateSettings, suspendWrites, resumeWrites],
    jobs: [fillNewTenant],
    events,
    routes: [
      ...lookupRoutes,
      organizationSwitcher,
      readSettings,
      putSettings,
      listSuspensions,
      putSuspension,
      deleteSuspension,
    ],
  })
}

/** Tenants and their organizations. */
export const directory = defineDirectory()
