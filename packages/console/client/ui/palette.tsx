import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { actionName, t } from '../lib/i18n.ts'
import { go } from '../lib/location.ts'
import { groups } from '../lib/menu.ts'
import { operations } from '../lib/operations.ts'
import { may } from '../lib/session.ts'
import { type Theme, theme } from '../lib/theme.ts'
import { undo } from '../lib/undo.ts'
import { Icon } from './icon.tsx'
import { isPaletteOpen } from './palette-state.ts'

interface Entry {
  readonly id: string
  readonly title: string
  readonly hint: string
  readonly icon: string
  readonly run: () => void
}

const MAX_SHOWN = 12

/** Opens with Ctrl+K. */
export function startPalette(): void {
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    isPaletteOpen.value = !isPaletteOpen.value
  })
}

export function Palette(): JSX.Element | null {
  return isPaletteOpen.value ? <PaletteDialog /> : null
}

/** Finds pages, records of all modules and what can be done, by typing. */
function PaletteDialog(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [records, setRecords] = useState<readonly Entry[]>([])
  const [at, setAt] = useState(0)
  const close = () => (isPaletteOpen.value = false)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    setRecords([])
    if (text.trim().length < 2) return
    const abort = new AbortController()
    const find = async () => {
      const { findRecords } = await import('../lib/find-records.ts')
      const found = await findRecords(text.trim(), abort.signal)
      if (!abort.signal.aborted) setRecords(found.map(({ page, ...record }) => ({ ...record, run: () => go(page) })))
    }
    const timer = setTimeout(() => void find().catch(() => {}), 200)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text])
  const wanted = text.trim().toLowerCase()
  const entries = [
    ...[...pageEntries(), ...actionEntries()]
      .filter(({ title, hint }) => `${title} ${hint}`.toLowerCase().includes(wanted))
      .slice(0, MAX_SHOWN),
    ...records,
  ]
  const current = Math.min(at, entries.length - 1)
  const currentId = entries[current] && `palette-${entries[current].id}`
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    close()
    entry.run()
  }
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label={t('palette')}
      onClose={close}
      onMouseDown={(event) => event.target === dialog.current && close()}
    >
      <div class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={t('palette')}
          aria-expanded="true"
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={currentId}
          placeholder={t('palette.placeholder')}
          maxLength={200}
          autoComplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (step !== undefined && entries.length > 0) {
              event.preventDefault()
              setAt((current + step + entries.length) % entries.length)
            } else if (event.key === 'Enter') {
              event.preventDefault()
              run(entries[current])
            }
          }}
        />
      </div>
      <ul id="palette-list" role="listbox" aria-label={t('palette')}>
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            id={`palette-${entry.id}`}
            role="option"
            aria-selected={index === current}
            onMouseMove={() => setAt(index)}
            onClick={() => run(entry)}
          >
            <Icon name={entry.icon} size={18} />
            <span>{entry.title}</span>
            <span class="muted">{entry.hint}</span>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p class="palette-none muted">{t('list.noMatch')}</p>}
    </dialog>
  )
}

function pageEntries(): readonly Entry[] {
  const pages = groups.value.flatMap(({ name, items }) => items.map((item) => ({ ...item, hint: name })))
  const own = [
    { page: '/', title: t('home'), icon: 'home', hint: '' },
    { page: '/me', title: t('me'), icon: 'user', hint: '' },
    { page: '/navigation', title: t('navigation'), icon: 'menu', hint: '' },
  ]
  return [...own, ...pages].map(({ page, title, icon, hint }) => ({
    id: page.replace(/\W+/g, '-'),
    title,
    hint,
    icon,
    run: () => go(page),
  }))
}

function actionEntries(): readonly Entry[] {
  const hint = t('palette.action')
  const last = operations.value.at(-1)
  const themes: readonly Theme[] = ['light', 'dark', 'system']
  return [
    ...(may('auth.users.create')
      ? [{ id: 'invite', title: t('users.invite'), hint, icon: 'plus', run: () => go('/users?new=1') }]
      : []),
    ...(may('auth.roles.manage')
      ? [{ id: 'new-role', title: t('roles.new'), hint, icon: 'plus', run: () => go('/roles?new=1') }]
      : []),
    ...(may('auth.acl.manage')
      ? [{ id: 'explain', title: t('explain.title'), hint, icon: 'shield', run: () => go('/roles?tab=explain') }]
      : []),
    ...(may('business_rules.manage')
      ? [{ id: 'new-rule', title: t('rules.new'), hint, icon: 'plus', run: () => go('/business_rules/rules/new') }]
      : []),
    ...(last
      ? [
          {
            id: 'undo',
            title: t('undo.last', { label: actionName(last) }),
            hint: 'Ctrl+Z',
            icon: 'undo',
            run: () => void undo(last),
          },
        ]
      : []),
    ...themes.map((one) => ({
      id: `theme-${one}`,
      title: t('theme.is', { theme: t(`theme.${one}`) }),
      hint,
      icon: one === 'dark' ? 'moon' : one === 'light' ? 'sun' : 'system',
      run: () => (theme.value = one),
    })),
  ]
}
