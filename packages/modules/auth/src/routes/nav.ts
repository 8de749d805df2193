import { composition, get, signedIn } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { texts } from '@plinth/core/http'
import { navigation, navigationSources } from '@plinth/points'
import { applySettings } from '../nav/apply-settings.ts'
import { toPages } from '../nav/to-pages.ts'
import { toGroups } from '../nav/to-groups.ts'
import { toPathPrefixes, toProfileSections, toSections } from '../nav/to-sections.ts'
import { NavView } from '../nav/navigation-view.ts'
import { readPreferences } from '../sidebar/preferences.ts'

/** GET /auth/admin/nav: the pages of the composed modules that the caller may open. */
export const readNavigation = get(
  '/auth/admin/nav',
  {
    operation: 'getNavigation',
    access: signedIn,
    inView: true,
    summary: 'Get the navigation of the back office as the caller sees it.',
    response: NavView,
  },
  async (ctx) => {
    const { actor, inject, request } = ctx
    const { locale } = request
    const { modules } = inject(composition)
    const configured = navigationSources.from(modules).map(({ value }) => value.entriesFor(ctx))
    const entries = [...navigation.from(modules).map(({ value }) => value), ...(await Promise.all(configured)).flat()]
    const pages = toPages(
      entries.filter(({ access }) => hasAccess(actor, access)),
      { locale, texts: inject(texts) },
    )
    const pagesOf = (name: string) => pages.filter(({ area = 'main' }) => area === name)
    const { role, user } = await readPreferences(ctx, locale)
    const shipped = toGroups(pagesOf('main'))
    const byRole = role ? applySettings(shipped, role, 'role') : shipped
    const settingsSections = toSections(pagesOf('settings'))
    return {
      groups: [...(user ? applySettings(byRole, user, 'user') : byRole)],
      settingsSections,
      settingsPathPrefixes: toPathPrefixes(settingsSections),
      profileSections: toProfileSections(pagesOf('profile'), locale),
      profilePathPrefixes: ['/backend/profile/'],
      grantedFeatures: actor.isSuperAdmin ? ['*'] : [...actor.grants.list],
      roles: [...actor.roles],
    }
  },
)
