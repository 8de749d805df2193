import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { config } from '../lib/config.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { loadComponent } from '../lib/load-component.ts'
import { hrefOf } from '../lib/location.ts'
import { revision } from '../lib/operations.ts'
import { may, profile } from '../lib/session.ts'
import { change, snapshotOf, whole } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import {
  type Answers,
  chartTitle,
  COMPARISONS,
  type DataAnswer,
  GRANULARITIES,
  granularityOf,
  isChart,
  type Item,
  numbersOf,
  PRESETS,
  type Settings,
  type Size,
  type WidgetOf,
} from '../lib/widgets.ts'
import { deferred } from '../ui/deferred.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Icon } from '../ui/icon.tsx'
import { NumbersView } from '../ui/numbers-view.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Loading, Shown } from '../ui/states.tsx'

interface Layout {
  readonly layout: { readonly items: readonly Item[] }
  readonly canConfigure: boolean
  readonly context: { readonly userName: string | null; readonly userLabel: string }
  readonly widgets: readonly WidgetOf[]
}

const PATH = '/dashboards/layout'

const ChartSettings = deferred(async () => (await import('../ui/chart-settings.tsx')).ChartSettings)

/** A change of the dashboard, which is made to what it is by then. */
type Arrange = (items: readonly Item[]) => readonly Item[]

/** The visitor's dashboard. */
export function Home(): JSX.Element {
  const layout = useData<Layout>(may('dashboards.view') ? PATH : null)
  if (!may('dashboards.view'))
    return (
      <Page title={t('home.hello', { name: profile.value.email })}>
        <Shortcuts />
      </Page>
    )
  return <Shown of={layout}>{(data) => <Dashboard data={data} />}</Shown>
}

const SHORTCUTS = [
  { page: '/users', icon: 'users', text: 'users', feature: 'auth.users.list' },
  { page: '/roles?tab=explain', icon: 'shield', text: 'explain.title', feature: 'auth.acl.manage' },
  { page: '/business_rules/rules', icon: 'rules', text: 'rules', feature: 'business_rules.view' },
  { page: '/audit-logs', icon: 'history', text: 'audit', feature: 'audit_logs.view_self' },
  { page: '/attachments', icon: 'file', text: 'files', feature: 'attachments.view' },
  { page: '/assistant', icon: 'sparkles', text: 'assistant', feature: 'ai_assistant.view' },
] as const

function Shortcuts(): JSX.Element {
  return (
    <nav class="welcome" aria-label={t('home.shortcuts')}>
      {SHORTCUTS.filter(({ feature }) => may(feature)).map(({ page, icon, text }) => (
        <a key={page} class="tile" href={hrefOf(page)}>
          <Icon name={icon} />
          {t(text)}
        </a>
      ))}
    </nav>
  )
}

function Dashboard({ data }: { readonly data: Layout }): JSX.Element {
  const { canConfigure, context, widgets } = data
  const [items, setItems] = useState(data.layout.items)
  const [isArranging, setArranging] = useState(false)
  const [isAdding, setAdding] = useState(false)
  /** The chart whose settings are open. */
  const [edited, setEdited] = useState<string>()
  const [dragged, setDragged] = useState<string>()
  // Before anything can be moved: an effect would wait for the next frame, and undo what was moved within it.
  useLayoutEffect(() => setItems(data.layout.items), [data])
  const answers = useNumbers(items)
  const save = async (arrange: Arrange) => {
    setItems(arrange)
    const seen = snapshotOf(data, { path: PATH, pick: whole<Layout> })
    await change(seen, ({ row, version }) => {
      const next = arrange(row.layout.items)
      const body = { items: next.map((item, order) => ({ ...item, order, priority: order })) }
      return call('PUT', PATH, { body, version })
    }).catch((error: Error) => {
      setItems(data.layout.items)
      toast({ text: error.message, kind: 'bad' })
    })
  }
  const move = (id: string, to: number) => {
    const at = items.findIndex((item) => item.id === id)
    if (at === -1 || to < 0 || to >= items.length || to === at) return
    void save((all) => {
      const item = all.find((one) => one.id === id)
      return item ? all.filter((one) => one !== item).toSpliced(to, 0, item) : all
    })
  }
  const set = (id: string, values: Partial<Item>) =>
    void save((all) => all.map((item) => (item.id === id ? { ...item, ...values } : item)))
  const titles = titlesOf(items, widgets)
  return (
    <Page
      title={t('home.hello', { name: visible(context.userName ?? context.userLabel, 80) })}
      actions={
        canConfigure && (
          <>
            {isArranging && (
              <button type="button" class="button" onClick={() => setAdding(true)}>
                <Icon name="plus" size={18} />
                {t('home.add')}
              </button>
            )}
            <button
              type="button"
              class={`button ${isArranging ? 'primary' : ''}`}
              aria-pressed={isArranging}
              onClick={() => setArranging(!isArranging)}
            >
              <Icon name={isArranging ? 'check' : 'grip'} size={18} />
              {isArranging ? t('done') : t('home.arrange')}
            </button>
          </>
        )
      }
    >
      <div class="stack">
        <Shortcuts />
        {items.length === 0 && <Empty icon="chart" title={t('home.empty')} />}
        <div class="board">
          {items.map((item, index) => {
            const title = titles[index]!
            return (
              <section
                key={item.id}
                class={`card widget ${item.size} ${dragged === item.id ? 'dragged' : ''}`}
                aria-label={title}
                draggable={isArranging}
                onDragStart={() => setDragged(item.id)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => dragged && event.preventDefault()}
                onDrop={() => dragged && move(dragged, index)}
              >
                <header class="widget-head">
                  {isArranging && <Icon name="grip" size={18} />}
                  <h2>{visible(title, 120)}</h2>
                </header>
                <Content
                  item={item}
                  answers={answers}
                  title={title}
                  name={context.userName ?? context.userLabel}
                  onSettings={(settings) => set(item.id, { settings })}
                />
                {isArranging && (
                  <Tools
                    item={item}
                    title={title}
                    isFirst={index === 0}
                    isLast={index === items.length - 1}
                    onMove={(step) => move(item.id, index + step)}
                    {...(isChart(item.widgetId) && { onEdit: () => setEdited(item.id) })}
                    onChange={(values) => set(item.id, values)}
                    onRemove={() => void save((all) => all.filter(({ id }) => id !== item.id))}
                  />
                )}
              </section>
            )
          })}
        </div>
      </div>
      {items
        .filter(({ id }) => id === edited)
        .map(({ id, settings = {} }) => (
          <ChartSettings
            key={id}
            settings={settings}
            onSave={(next) => {
              setEdited(undefined)
              set(id, { settings: next })
            }}
            onClose={() => setEdited(undefined)}
          />
        ))}
      {isAdding && (
        <Dialog title={t('home.add')} onClose={() => setAdding(false)}>
          <ul class="rows">
            {widgets.map(({ id, title, description, defaultSize, defaultSettings }) => (
              <li key={id}>
                <span>
                  <span class="strong">{title}</span>
                  {description && <span class="below muted">{description}</span>}
                </span>
                <button
                  type="button"
                  class="button small push"
                  aria-label={`${t('home.add')}: ${title}`}
                  onClick={() => {
                    setAdding(false)
                    const item: Item = {
                      id: crypto.randomUUID(),
                      widgetId: id,
                      order: items.length,
                      size: defaultSize,
                      ...(defaultSettings && { settings: defaultSettings }),
                    }
                    void save((all) => [...all, item])
                    if (isChart(id)) setEdited(item.id)
                  }}
                >
                  <Icon name="plus" size={16} />
                  {t('add')}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </Page>
  )
}

/** What widgets are called. Of equal names, all but the first have a number. */
function titlesOf(items: readonly Item[], widgets: readonly WidgetOf[]): readonly string[] {
  const seen = new Map<string, number>()
  return items.map(({ widgetId, settings = {} }) => {
    const name =
      (isChart(widgetId) && chartTitle(settings)) || (widgets.find(({ id }) => id === widgetId)?.title ?? widgetId)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** The numbers of all widgets in one request; again after every write. */
function useNumbers(items: readonly Item[]): Answers | undefined {
  const [answers, setAnswers] = useState<Answers>()
  const requests = items.flatMap(({ id, widgetId, settings = {} }) => {
    const numbers = numbersOf(widgetId, settings)
    return numbers ? [{ id, request: numbers.request }] : []
  })
  const key = JSON.stringify(requests)
  const at = revision.value
  useEffect(() => {
    if (requests.length === 0 || !may('analytics.view')) return setAnswers({})
    let isCurrent = true
    type Result = { id: string; ok: true; data: DataAnswer } | { id: string; ok: false; error: string; code?: string }
    const body = { requests: requests.slice(0, 50) }
    call<{ results: readonly Result[] }>('POST', '/dashboards/widgets/data/batch', { body, isRead: true }).then(
      ({ results }) =>
        isCurrent && setAnswers(Object.fromEntries(results.map((one) => [one.id, one.ok ? one.data : one]))),
      (error: unknown) => {
        const text = error instanceof ApiError ? error.message || t('offline.text') : String(error)
        if (isCurrent) setAnswers(Object.fromEntries(requests.map(({ id }) => [id, { error: text }])))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [key, at])
  return answers
}

interface ContentProps {
  readonly item: Item
  readonly answers: Answers | undefined
  readonly name: string
  readonly title: string
  readonly onSettings: (settings: Settings) => void
}

function Content({
  item: { id, widgetId, settings = {} },
  answers,
  name,
  title,
  onSettings,
}: ContentProps): JSX.Element {
  const numbers = numbersOf(widgetId, settings)
  if (numbers) {
    const answer = answers?.[id]
    if (!answer) return answers ? <p class="muted">{t('home.noNumbers')}</p> : <Loading />
    if ('error' in answer) return <p class="problem">{answer.code ? t('chart.gone') : visible(answer.error, 300)}</p>
    return <NumbersView {...numbers} {...{ answer, title }} />
  }
  if (isChart(widgetId)) return <p class="muted">{t('chart.empty')}</p>
  if (widgetId.endsWith('.welcome')) {
    const text = (key: string) => String(settings[key] ?? '').replaceAll('{{user}}', name)
    return (
      <div class="stack">
        <p class="strong">{visible(text('headline'), 200)}</p>
        <p class="muted">{visible(text('message'), 1000)}</p>
      </div>
    )
  }
  if (widgetId.endsWith('.notes'))
    return <Notes text={String(settings['text'] ?? '')} onSave={(text) => onSettings({ ...settings, text })} />
  const own = config.widgets.find((one) => one.id === widgetId)
  return own && 'script' in own ? <OwnWidget {...own} settings={settings} /> : <p class="muted">{t('home.unknown')}</p>
}

interface OwnProps {
  readonly component: string
  readonly script: string
  readonly settings: Settings
}

/** A widget that a module draws. */
function OwnWidget({ component, script, settings }: OwnProps): JSX.Element {
  const [View, setView] = useState<FunctionComponent<{ readonly settings: Settings }>>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    loadComponent<{ readonly settings: Settings }>(script, component).then(
      (loaded) => setView(() => loaded),
      (error: Error) => setProblem(error.message),
    )
  }, [script, component])
  if (problem !== undefined) return <p class="problem">{visible(problem, 300)}</p>
  if (!View) return <Loading />
  return (
    <ErrorBoundary>
      <View settings={settings} />
    </ErrorBoundary>
  )
}

function Notes({ text, onSave }: { readonly text: string; readonly onSave: (text: string) => void }): JSX.Element {
  return (
    <textarea
      class="input"
      rows={4}
      maxLength={10_000}
      aria-label={t('home.notes')}
      placeholder={t('home.notes')}
      defaultValue={text}
      readOnly={!may('dashboards.configure')}
      onChange={(event) => event.currentTarget.value !== text && onSave(event.currentTarget.value)}
    />
  )
}

interface ToolsProps {
  readonly item: Item
  readonly title: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (step: number) => void
  /** Opens its settings, if it has some. */
  readonly onEdit?: () => void
  readonly onChange: (values: Partial<Item>) => void
  readonly onRemove: () => void
}

const SIZES: readonly Size[] = ['sm', 'md', 'lg']

function Tools({ item, title, isFirst, isLast, onMove, onEdit, onChange, onRemove }: ToolsProps): JSX.Element {
  const { settings = {}, size, widgetId } = item
  const numbers = numbersOf(widgetId, settings)
  const look = numbers?.look
  const hasPeriod = look !== undefined && (!isChart(widgetId) || typeof settings['time'] === 'string')
  const preset = typeof settings['dateRange'] === 'string' ? settings['dateRange'] : ''
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = settings
    onChange({ settings: value === '' ? others : { ...others, [name]: value } })
  }
  return (
    <div class="widget-tools" role="group" aria-label={`${t('home.arrange')}: ${title}`}>
      <button
        type="button"
        class="icon-button small"
        disabled={isFirst}
        aria-label={t('moveUp', { name: title })}
        onClick={() => onMove(-1)}
      >
        <Icon name="left" size={16} />
      </button>
      <button
        type="button"
        class="icon-button small"
        disabled={isLast}
        aria-label={t('moveDown', { name: title })}
        onClick={() => onMove(1)}
      >
        <Icon name="right" size={16} />
      </button>
      {onEdit && (
        <button type="button" class="icon-button small" aria-label={`${t('edit')}: ${title}`} onClick={onEdit}>
          <Icon name="edit" size={16} />
        </button>
      )}
      <Select
        label={`${t('home.size')}: ${title}`}
        value={size}
        options={SIZES.map((one) => [one, t(`size.${one}`)] as const)}
        onChange={(next) => onChange({ size: next as Size })}
      />
      {hasPeriod && (
        <Select
          label={`${t('home.period')}: ${title}`}
          value={preset}
          options={[['', t('preset.all')], ...PRESETS.map((one) => [one, t(`preset.${one}`)] as const)]}
          onChange={(next) => set('dateRange', next)}
        />
      )}
      {look === 'figure' && preset !== '' && (
        <Select
          label={`${t('home.comparison')}: ${title}`}
          value={String(settings['comparison'] ?? COMPARISONS[0])}
          options={COMPARISONS.map((one) => [one, t(`comparison.${one}`)] as const)}
          onChange={(next) => set('comparison', next)}
        />
      )}
      {numbers?.request.groupBy?.['granularity'] !== undefined && (
        <Select
          label={`${t('home.granularity')}: ${title}`}
          value={granularityOf(settings)}
          options={GRANULARITIES.map((one) => [one, t(`granularity.${one}`)] as const)}
          onChange={(next) => set('granularity', next)}
        />
      )}
      <button type="button" class="icon-button small danger" aria-label={`${t('remove')}: ${title}`} onClick={onRemove}>
        <Icon name="trash" size={16} />
      </button>
    </div>
  )
}
