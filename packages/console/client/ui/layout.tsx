import { computed } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { call, isOffline } from '../lib/api.ts'
import { config } from '../lib/config.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { actionName, type Locale, loadTexts, locale, locales, t } from '../lib/i18n.ts'
import { hrefOf, path } from '../lib/location.ts'
import { groups, type MenuGroup } from '../lib/menu.ts'
import { operations } from '../lib/operations.ts'
import { ALL_ORGANIZATIONS, select, selected } from '../lib/selection.ts'
import { loginHref, profile, reloadNavigation } from '../lib/session.ts'
import { type Theme, theme } from '../lib/theme.ts'
import { toast } from '../lib/toasts.ts'
import { undo } from '../lib/undo.ts'
import { isViewing, showAnew } from '../lib/view.ts'
import { isPaletteOpen } from './palette-state.ts'
import { Select } from './field.tsx'
import { Icon } from './icon.tsx'

/** The frame around every page: navigation, search, and what the visitor may set anywhere. */
export function Layout({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const at = path.value
  useEffect(() => setOpen(false), [at])
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen])
  return (
    <div class="frame" data-menu={isOpen ? 'open' : undefined}>
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <aside class="sidebar" id="menu">
        <Brand />
        <Menu />
      </aside>
      {isOpen && <button type="button" class="scrim" aria-label={t('menu.close')} onClick={() => setOpen(false)} />}
      <div class="main">
        <header class="topbar">
          <button
            type="button"
            class="icon-button menu-button"
            aria-label={t('menu.open')}
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpen(true)}
          >
            <Icon name="menu" />
          </button>
          <button type="button" class="find" onClick={() => (isPaletteOpen.value = true)}>
            <Icon name="search" size={18} />
            <span>{t('palette.open')}</span>
            <kbd>Ctrl K</kbd>
          </button>
          <div class="topbar-end">
            <UndoButton />
            <OrganizationSwitcher />
            <ThemeButton />
            <AccountMenu />
          </div>
        </header>
        <ViewBar />
        {isOffline.value && (
          <p class="banner" role="alert">
            <Icon name="warning" size={18} />
            {t('offline.text')}
          </p>
        )}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}

/** Says on every page that it is shown as another person sees it, and ends that. */
function ViewBar(): JSX.Element | null {
  const { email, viewedBy } = profile.value
  if (!viewedBy) return null
  const stop = async () => {
    try {
      await call('DELETE', '/auth/view-as', { isRead: true })
      showAnew()
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })
    }
  }
  return (
    <section class="banner view-bar" aria-label={t('view')}>
      <Icon name="eye" size={18} />
      <p>
        <span class="strong">{t('view.as', { name: visible(email, 120) })}</span> {t('view.text')}
      </p>
      <button type="button" class="button small push" onClick={() => void stop()}>
        {t('view.stop')}
      </button>
    </section>
  )
}

function Brand(): JSX.Element {
  return (
    <a class="brand" href={hrefOf('/')}>
      {config.brand.logo ? (
        <img src={config.brand.logo} alt="" width={28} height={28} />
      ) : (
        <svg viewBox="0 0 28 28" width="28" height="28" fill="currentColor" aria-hidden="true">
          <rect x="3" y="22" width="22" height="4" rx="1" />
          <rect x="6" y="17" width="16" height="4" rx="1" />
          <rect x="9.5" y="6" width="2" height="10" rx="1" />
          <rect x="13" y="6" width="2" height="10" rx="1" />
          <rect x="16.5" y="6" width="2" height="10" rx="1" />
          <rect x="7" y="2" width="14" height="3" rx="1" />
        </svg>
      )}
      <span>{config.brand.name}</span>
    </a>
  )
}

function Menu(): JSX.Element {
  return (
    <nav class="menu" aria-label={t('menu')}>
      <ul>
        <MenuLink page="/" title={t('home')} icon="home" />
      </ul>
      {groups.value.map((group) => (
        <MenuGroupView key={group.id} group={group} />
      ))}
    </nav>
  )
}

function MenuGroupView({ group: { id, name, items } }: { readonly group: MenuGroup }): JSX.Element {
  const heading = `menu-${id.replace(/[^\w-]/g, '-')}`
  return (
    <>
      <h2 id={heading}>{name}</h2>
      <ul aria-labelledby={heading}>
        {items.map(({ page, title, icon, isChild }) => (
          <MenuLink key={page} page={page} title={title} icon={icon} isChild={isChild} />
        ))}
      </ul>
    </>
  )
}

/** The entry whose page is shown, or the nearest one above it. */
const currentPage = computed(() => {
  const at = path.value
  const pages = groups.value.flatMap(({ items }) => items.map(({ page }) => page))
  const above = pages.filter((page) => at === page || at.startsWith(`${page}/`))
  return above.toSorted((one, other) => other.length - one.length)[0] ?? (at === '/' ? '/' : undefined)
})

interface MenuLinkProps {
  readonly page: string
  readonly title: string
  readonly icon: string
  readonly isChild?: boolean
}

function MenuLink({ page, title, icon, isChild = false }: MenuLinkProps): JSX.Element {
  const isCurrent = currentPage.value === page
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li class={isChild ? 'child' : undefined}>
      <a ref={link} href={hrefOf(page)} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} size={18} />
        <span>{title}</span>
      </a>
    </li>
  )
}

function UndoButton(): JSX.Element | null {
  const last = operations.value.at(-1)
  if (!last) return null
  const label = t('undo.last', { label: actionName(last) })
  return (
    <button type="button" class="icon-button" title={label} aria-label={label} onClick={() => void undo(last)}>
      <Icon name="undo" />
    </button>
  )
}

interface Switcher {
  readonly items: readonly SwitcherNode[]
  readonly selectedId: string | null
  readonly canViewAllOrganizations?: boolean
  readonly tenantId?: string | null
  readonly tenants?: readonly { readonly id: string; readonly name: string }[]
}
interface SwitcherNode {
  readonly id: string
  readonly name: string
  readonly depth: number
  readonly selectable: boolean
  readonly children: readonly SwitcherNode[]
}

function OrganizationSwitcher(): JSX.Element | null {
  const { data } = useData<Switcher>('/directory/organization-switcher')
  const nodes = flatten(data?.items ?? []).filter(({ selectable }) => selectable)
  const chosen = nodes.find(({ id }) => id === data?.selectedId)
  // Whoever works at the top of the only tree sees all of it.
  const isAll = chosen && flatten([chosen]).filter(({ selectable }) => selectable).length === nodes.length
  const [name, mayLeave] = [isAll ? undefined : chosen?.name, data?.canViewAllOrganizations === true]
  useEffect(() => {
    selected.value = name === undefined ? null : { name, mayLeave }
  }, [name, mayLeave])
  if (!data) return null
  const { tenants = [] } = data
  return (
    <>
      {tenants.length > 1 && (
        <Select
          label={t('tenant')}
          value={data.tenantId ?? ''}
          options={tenants.map(({ id, name }) => [id, name])}
          onChange={(id) => {
            document.cookie = 'om_selected_org=; path=/; max-age=0'
            select('om_selected_tenant', id)
          }}
        />
      )}
      {nodes.length > 1 && (
        <Select
          label={t('organization')}
          value={data.selectedId ?? ALL_ORGANIZATIONS}
          options={[
            ...(data.canViewAllOrganizations ? [[ALL_ORGANIZATIONS, t('organization.all')] as const] : []),
            ...nodes.map(({ id, name, depth }) => [id, `${'\u2003'.repeat(depth)}${name}`] as const),
          ]}
          onChange={(id) => select('om_selected_org', id)}
        />
      )}
    </>
  )
}

const flatten = (nodes: readonly SwitcherNode[]): readonly SwitcherNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)])

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const THEME_ICON: Readonly<Record<Theme, string>> = { system: 'system', light: 'sun', dark: 'moon' }

function ThemeButton(): JSX.Element {
  const label = t('theme.is', { theme: t(`theme.${theme.value}`) })
  return (
    <button
      type="button"
      class="icon-button"
      title={label}
      aria-label={label}
      onClick={() => (theme.value = NEXT_THEME[theme.value])}
    >
      <Icon name={THEME_ICON[theme.value]} />
    </button>
  )
}

function AccountMenu(): JSX.Element {
  const { email, roles } = profile.value
  return (
    <>
      <button type="button" class="avatar" popovertarget="account" aria-label={t('account')} title={email}>
        {(email[0] ?? '?').toUpperCase()}
      </button>
      <div id="account" class="popover" popover="auto">
        <p class="account-name">{email}</p>
        <p class="muted">{roles.join(', ')}</p>
        <a class="menu-item" href={hrefOf('/me')}>
          <Icon name="user" size={18} />
          {t('me')}
        </a>
        <a class="menu-item" href={hrefOf('/navigation')}>
          <Icon name="menu" size={18} />
          {t('navigation')}
        </a>
        {!isViewing && (
          <label class="menu-item">
            <Icon name="globe" size={18} />
            <span class="hidden">{t('language')}</span>
            <select
              class="input"
              value={locale.value}
              onChange={(event) => void chooseLocale(event.currentTarget.value as Locale)}
            >
              {Object.entries(locales).map(([id, name]) => (
                <option key={id} value={id} lang={id} selected={id === locale.value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="button" class="menu-item" onClick={() => void logOut()}>
          <Icon name="logout" size={18} />
          {t('logout')}
        </button>
      </div>
    </>
  )
}

/** Remembers a language for this browser and shows it at once. */
export async function chooseLocale(next: Locale): Promise<void> {
  await call('POST', '/auth/locale', { body: { locale: next }, isRead: true })
  await loadTexts(next)
  await reloadNavigation()
}

async function logOut(): Promise<void> {
  await fetch(`${config.apiPath}/auth/logout`, { method: 'POST', redirect: 'manual' })
  sessionStorage.clear()
  location.assign(loginHref())
}
