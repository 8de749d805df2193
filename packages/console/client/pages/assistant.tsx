import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, call, get } from '../lib/api.ts'
import { type Frame, type PreviewedRow, type Question, say } from '../lib/chat.ts'
import { useData } from '../lib/data.ts'
import { valueText, visible } from '../lib/format.ts'
import { actionName, memberName, t, textOr } from '../lib/i18n.ts'
import { query, setQuery } from '../lib/location.ts'
import { revision } from '../lib/operations.ts'
import { toast } from '../lib/toasts.ts'
import type { Conflict, Listed } from '../lib/types.ts'
import { Diff } from '../ui/diff.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { PagerButtons } from '../ui/pager-buttons.tsx'
import { Empty, Shown } from '../ui/states.tsx'

interface Conversation {
  readonly id: string
  readonly title: string
  readonly updatedAt: string
}

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
  | { readonly type: 'tool-result'; readonly toolCallId: string; readonly output: { readonly value: string } }

interface Stored extends Conversation {
  readonly messages: readonly {
    readonly id: string
    readonly role: 'user' | 'assistant' | 'tool'
    readonly content: string | readonly Part[]
  }[]
  readonly actions: readonly {
    readonly id: string
    readonly label: string | null
    readonly commandId: string
    readonly state: string
  }[]
}

/** What is shown of a conversation. */
type Entry =
  | { readonly kind: 'user' | 'assistant' | 'error'; readonly text: string }
  | {
      readonly kind: 'tool'
      readonly id: string
      readonly name: string
      readonly input: unknown
      readonly result?: unknown
    }
  | { readonly kind: 'question'; readonly question: Question; readonly answer?: number }

/** Conversations with the assistant. It asks before each write, and what it did can be taken back. */
export function Assistant(): JSX.Element {
  const [page, setPage] = useState(1)
  const conversations = useData<Listed<Conversation>>('/ai_assistant/conversations', { page, pageSize: 50 })
  const id = query.value['conversation']
  const [round, setRound] = useState(0)
  const start = () => {
    setQuery({ conversation: null })
    setRound(round + 1)
  }
  return (
    <Page
      title={t('assistant')}
      text={t('assistant.text')}
      actions={
        <button type="button" class="button" onClick={start}>
          <Icon name="plus" size={18} />
          {t('assistant.new')}
        </button>
      }
    >
      <section class="card chat" aria-label={t('assistant')}>
        <nav class="chat-list" aria-label={t('assistant.conversations')}>
          <Shown of={conversations}>
            {({ items, total, totalPages }) => (
              <>
                {total === 0 && <p class="muted padded">{t('assistant.none')}</p>}
                {items.map((one) => (
                  <button
                    key={one.id}
                    type="button"
                    aria-current={one.id === id ? 'true' : undefined}
                    onClick={() => {
                      setQuery({ conversation: one.id })
                      setRound(round + 1)
                    }}
                  >
                    {visible(one.title, 80)}
                  </button>
                ))}
                <PagerButtons page={page} totalPages={totalPages} onChange={setPage} />
              </>
            )}
          </Shown>
        </nav>
        <Chat key={round} id={id ?? null} onDeleted={start} />
      </section>
    </Page>
  )
}

function Chat({ id, onDeleted }: { readonly id: string | null; readonly onDeleted: () => void }): JSX.Element {
  const [sessionId, setSessionId] = useState(id)
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [isBusy, setBusy] = useState(false)
  const [actions, setActions] = useState<Stored['actions']>([])
  const [asked, setAsked] = useState<'undo' | 'delete'>()
  const [text, setText] = useState('')
  const log = useRef<HTMLDivElement>(null)
  const abort = useRef<AbortController>(undefined)

  const load = async (of: string) => {
    const stored = await get<Stored>(`/ai_assistant/conversations/${of}`)
    setActions(stored.actions)
    return stored
  }
  useEffect(() => {
    if (id)
      load(id).then(
        (stored) => setEntries(toEntries(stored)),
        (error: unknown) => setEntries([toError(error)]),
      )
    return () => abort.current?.abort()
  }, [])
  useEffect(() => log.current?.scrollTo({ top: log.current.scrollHeight }), [entries])

  async function submit() {
    const said = text.trim()
    if (said === '' || isBusy) return
    setText('')
    setBusy(true)
    setEntries((last) => [...last, { kind: 'user', text: said }])
    abort.current = new AbortController()
    let current = sessionId
    try {
      for await (const frame of say({ text: said, sessionId, signal: abort.current.signal })) {
        if (frame.type === 'done') current = frame.sessionId
        setEntries((last) => withFrame(last, frame))
      }
    } catch (error) {
      if (!abort.current.signal.aborted) setEntries((last) => [...last, toError(error)])
    }
    setBusy(false)
    revision.value++
    if (!current) return
    setSessionId(current)
    setQuery({ conversation: current }, { replace: true })
    await load(current).catch(() => {})
  }

  async function answer(question: Question, index: number) {
    const body = { answerQuestion: { questionId: question.id, answer: index, sessionId: question.sessionID } }
    setEntries((last) =>
      last.map((one) => (one.kind === 'question' && one.question.id === question.id ? { ...one, answer: index } : one)),
    )
    await call('POST', '/ai_assistant/chat', { body, isRead: true }).catch((error: unknown) =>
      setEntries((last) => [...last, toError(error)]),
    )
  }

  async function takeBack() {
    setAsked(undefined)
    interface Undone {
      readonly isComplete: boolean
      readonly actions: readonly {
        readonly label: string | null
        readonly isUndone: boolean
        readonly error?: string
        readonly conflicts?: readonly Conflict[]
      }[]
    }
    try {
      const { isComplete, actions: undone } = await call<Undone>(
        'POST',
        `/ai_assistant/conversations/${sessionId}/undo`,
      )
      const stopped = undone.find((one) => !one.isUndone)
      toast(
        isComplete
          ? { text: t('assistant.undone') }
          : { text: t('assistant.partly', { reason: stopped?.error ?? '' }), kind: 'bad' },
      )
      await load(sessionId!)
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })
    }
  }

  const canUndo = actions.some(({ state }) => state === 'done' || state === 'redone')
  return (
    <div class="chat-main">
      <div class="chat-log" ref={log} role="log" aria-live="polite" aria-label={t('assistant')} tabIndex={0}>
        {entries.length === 0 && <Empty icon="sparkles" title={t('assistant.ask')} text={t('assistant.askText')} />}
        {entries.map((entry, index) => (
          <EntryView key={index} entry={entry} onAnswer={answer} />
        ))}
        {isBusy && <p class="muted">{t('assistant.thinking')}</p>}
      </div>
      {sessionId && !isBusy && (
        <div class="toolbar">
          {actions.length > 0 && <span class="muted">{t('assistant.actions', { count: actions.length })}</span>}
          {canUndo && (
            <button type="button" class="button small" onClick={() => setAsked('undo')}>
              <Icon name="undo" size={16} />
              {t('assistant.undo')}
            </button>
          )}
          <button type="button" class="button small quiet push" onClick={() => setAsked('delete')}>
            <Icon name="trash" size={16} />
            {t('delete')}
          </button>
        </div>
      )}
      <form
        class="chat-form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <textarea
          class="input"
          rows={2}
          maxLength={20_000}
          aria-label={t('assistant.message')}
          placeholder={t('assistant.message')}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            void submit()
          }}
        />
        {isBusy ? (
          <button type="button" class="button" onClick={() => abort.current?.abort()}>
            {t('assistant.stop')}
          </button>
        ) : (
          <button type="submit" class="button primary" aria-label={t('assistant.send')}>
            <Icon name="send" size={18} />
          </button>
        )}
      </form>
      {asked === 'undo' && (
        <Confirm
          title={t('assistant.undo')}
          text={t('assistant.undoText')}
          action={t('assistant.undo')}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void takeBack()}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={t('delete')}
          text={t('assistant.deleteText')}
          action={t('delete')}
          onClose={() => setAsked(undefined)}
          onConfirm={() =>
            void call('DELETE', `/ai_assistant/conversations/${sessionId}`).then(onDeleted, (error: Error) =>
              toast({ text: error.message, kind: 'bad' }),
            )
          }
        />
      )}
    </div>
  )
}

const toError = (error: unknown): Entry => ({
  kind: 'error',
  text:
    error instanceof ApiError && error.status === 0
      ? t('offline.text')
      : error instanceof Error
        ? error.message
        : String(error),
})

function withFrame(entries: readonly Entry[], frame: Frame): readonly Entry[] {
  const last = entries.at(-1)
  switch (frame.type) {
    case 'text':
      return last?.kind === 'assistant'
        ? entries.with(entries.length - 1, { kind: 'assistant', text: last.text + frame.content })
        : [...entries, { kind: 'assistant', text: frame.content }]
    case 'tool-call':
      return [...entries, { kind: 'tool', id: frame.id, name: frame.toolName, input: frame.args }]
    case 'tool-result':
      return entries.map((one) => (one.kind === 'tool' && one.id === frame.id ? { ...one, result: frame.result } : one))
    case 'question':
      return [...entries, { kind: 'question', question: frame.question }]
    case 'error':
      return [...entries, { kind: 'error', text: frame.error }]
    default:
      return entries
  }
}

function toEntries({ messages }: Stored): readonly Entry[] {
  const results = new Map<string, string>()
  for (const { content } of messages)
    if (typeof content !== 'string')
      for (const part of content) if (part.type === 'tool-result') results.set(part.toolCallId, part.output.value)
  return messages.flatMap(({ role, content }): readonly Entry[] => {
    if (typeof content === 'string') return [{ kind: role === 'user' ? 'user' : 'assistant', text: content }]
    return content.flatMap((part): readonly Entry[] => {
      if (part.type === 'text') return [{ kind: 'assistant', text: part.text }]
      if (part.type === 'tool-call')
        return [
          {
            kind: 'tool',
            id: part.toolCallId,
            name: part.toolName,
            input: part.input,
            result: results.get(part.toolCallId),
          },
        ]
      return []
    })
  })
}

interface EntryProps {
  readonly entry: Entry
  readonly onAnswer: (question: Question, index: number) => Promise<void>
}

function EntryView({ entry, onAnswer }: EntryProps): JSX.Element {
  if (entry.kind === 'tool')
    return (
      <details class="tool-call">
        <summary>
          {textOr(`tool.${entry.name}`, visible(memberName(entry.name), 80))} {entry.result === undefined ? '…' : '✓'}
        </summary>
        <pre>{visible(JSON.stringify(entry.input, null, 2) ?? '', 4000)}</pre>
        {entry.result !== undefined && (
          <pre>
            {visible(
              typeof entry.result === 'string' ? entry.result : (JSON.stringify(entry.result, null, 2) ?? ''),
              4000,
            )}
          </pre>
        )}
      </details>
    )
  if (entry.kind === 'question') return <Approval entry={entry} onAnswer={onAnswer} />
  if (entry.kind === 'error')
    return (
      <p class="message bad" role="alert">
        {visible(entry.text, 1000)}
      </p>
    )
  return <p class={`said ${entry.kind}`}>{visible(entry.text, 20_000)}</p>
}

interface ApprovalProps {
  readonly entry: Extract<Entry, { kind: 'question' }>
  readonly onAnswer: EntryProps['onAnswer']
}

/** What the assistant wants to write, row by row, and the buttons that allow or refuse it. */
function Approval({ entry: { question, answer }, onAnswer }: ApprovalProps): JSX.Element {
  const commands = question.preview?.requests.flatMap((request) => request.commands) ?? []
  const options = question.questions[0]?.options ?? []
  return (
    <div class="approval" role="group" aria-label={t('assistant.approval')}>
      <p class="strong">
        <Icon name="warning" size={18} />{' '}
        {question.preview ? visible(question.preview.title, 160) : t('assistant.approval')}
      </p>
      {commands.length === 0 && <p class="said">{visible(question.questions[0]?.question ?? '', 4000)}</p>}
      {commands.map(({ commandId, label, isUndoable, changes, moreChanges }, index) => (
        <div key={index}>
          <p>
            {visible(actionName({ actionLabel: label, commandId }), 120)}{' '}
            {!isUndoable && <span class="badge bad">{t('assistant.final')}</span>}
          </p>
          {changes.slice(0, 20).map((row) => (
            <RowDiff key={`${row.table} ${row.id}`} row={row} />
          ))}
          {moreChanges > 0 && <p class="muted">+ {moreChanges}</p>}
        </div>
      ))}
      {answer === undefined ? (
        <div class="actions">
          {options.map((option, index) => (
            <button
              key={option.label}
              type="button"
              class={`button ${index === 0 ? 'primary' : ''}`}
              onClick={() => void onAnswer(question, index)}
            >
              {index === 0 ? t('assistant.allow') : index === 1 ? t('assistant.refuse') : visible(option.label, 60)}
            </button>
          ))}
        </div>
      ) : (
        <p class="muted">{answer === 0 ? t('assistant.allowed') : t('assistant.refused')}</p>
      )}
    </div>
  )
}

/** Members without anything are no change. */
const shownOf = (value: unknown) => valueText(JSON.stringify(value) === '{}' ? null : value)

const COLUMNS_OF_EVERY_ROW = new Set(['id', 'tenant_id', 'organization_id', 'created_at', 'updated_at'])

function RowDiff({ row: { table, kind, before, after } }: { readonly row: PreviewedRow }): JSX.Element {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !COLUMNS_OF_EVERY_ROW.has(name),
  )
  const changes = names
    .map((name) => [name, { from: before?.[name], to: after?.[name] }] as const)
    .filter(([, { from, to }]) => shownOf(from) !== shownOf(to))
  return (
    <>
      <p class="muted">
        {t(`row.${kind}`)}: {visible(memberName(table), 80)}
      </p>
      <Diff changes={changes} />
    </>
  )
}
