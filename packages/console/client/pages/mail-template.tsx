import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { ApiError, call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { useEditing } from '../lib/editing.ts'
import { visible } from '../lib/format.ts'
import { locale, locales, t } from '../lib/i18n.ts'
import { tm } from '../texts/late/mail-templates.ts'
import { hrefOf, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { Field, Select } from '../ui/field.tsx'
import { FormNotes } from '../ui/form-notes.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { Shown } from '../ui/states.tsx'

interface Text {
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

interface Template extends Text {
  readonly id: string
  readonly updatedAt: string
  readonly problems: readonly { readonly message: string }[]
}

interface Texts {
  readonly language: string
  readonly declared: Text
  readonly template: Template | null
}

interface Mail {
  readonly id: string
  readonly title: string
  readonly values: readonly { readonly name: string; readonly isRequired: boolean }[]
  readonly canPreviewRecords: boolean
  readonly texts: readonly Texts[]
}

/** The text of an email in one language, with a preview of what is typed. */
export function MailTemplatePage({ parameters: { id = '' } }: PageProps): JSX.Element {
  const found = useData<Mail>(`/mail_templates/mails/${encodeURIComponent(id)}`)
  return (
    <>
      <a class="back" href={hrefOf('/mail-templates')}>
        <Icon name="left" size={16} />
        {t('mails')}
      </a>
      <Shown of={found}>
        {(mail) => {
          const wanted = query.value['language'] ?? locale.value
          const texts = mail.texts.find(({ language }) => language === wanted) ?? mail.texts[0]!
          return (
            <Page title={visible(mail.title, 120)}>
              <div class="columns">
                <Editor key={texts.language} mail={mail} texts={texts} />
              </div>
            </Page>
          )
        }}
      </Shown>
    </>
  )
}

interface EditorProps {
  readonly mail: Mail
  readonly texts: Texts
}

const toValues = ({ subject, text, html }: Text) => ({ subject, text, html: html ?? '' })

function Editor({ mail, texts }: EditorProps): JSX.Element {
  const { language, declared, template } = texts
  const path = `/mail_templates/mails/${encodeURIComponent(mail.id)}`
  const pick = (now: Mail) => now.texts.find((one) => one.language === language)?.template ?? undefined
  const seen = template && snapshotOf<Template>(template, { path, pick, toValues })
  const editing = useEditing<Template>({ seen, start: toValues(declared), draft: `${path} ${language}` })
  const values = editing.values as unknown as ReturnType<typeof toValues>
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isDeleting, setIsDeleting] = useState(false)
  const canManage = may('mail_templates.manage')
  const body = { mail: mail.id, language, ...values }

  /** Shows what is wrong with fields beside them, and anything else in a message. */
  async function attempt(work: () => Promise<unknown>) {
    setProblems({})
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(error.fields)
      if (Object.keys(error.fields).length === 0) toast({ text: error.message, kind: 'bad' })
    }
  }
  const save = () =>
    editing.save((_, { seen: now }) =>
      now
        ? call('PUT', '/mail_templates/templates', { body: { id: now.row.id, ...values }, version: now.version })
        : call('POST', '/mail_templates/templates', { body }),
    )
  const sendTest = async () => {
    const { to } = await call<{ to: string }>('POST', '/mail_templates/test', { body, isRead: true })
    toast({ text: tm('sent', { to }) })
  }
  const titleOf = (name: string) => (name === 'subject' ? tm('subject') : name === 'text' ? tm('plain') : 'HTML')
  const long = (name: 'text' | 'html', rows: number) => (
    <Field
      label={titleOf(name)}
      isRequired={name === 'text'}
      problem={problems[name]}
      hint={name === 'html' ? tm('htmlHint') : undefined}
    >
      {(described) => (
        <textarea
          {...described}
          class="input mono"
          rows={rows}
          maxLength={name === 'text' ? 20_000 : 60_000}
          required={name === 'text'}
          readOnly={!canManage}
          value={values[name]}
          onInput={(event) => editing.set({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <section class="card padded stack" aria-label={tm('edit')}>
        <Field label={tm('language')} isRequired>
          {(described) => (
            <Select
              {...described}
              value={language}
              options={mail.texts.map((one) => {
                const name = locales[one.language] ?? one.language
                return [one.language, one.template ? tm('own', { language: name }) : name]
              })}
              onChange={(next) => setQuery({ language: next })}
            />
          )}
        </Field>
        <p class="hint">
          {tm('values')}{' '}
          {mail.values.map(({ name, isRequired }) => (
            <code key={name}>
              {`{${name}}`}
              {isRequired ? '* ' : ' '}
            </code>
          ))}
        </p>
        {template && template.problems.length > 0 && (
          <p class="message bad" role="alert">
            {tm('leftAside')} {template.problems[0]!.message}
          </p>
        )}
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            void attempt(save)
          }}
        >
          <FormNotes editing={editing} titleOf={titleOf} />
          <Field label={titleOf('subject')} isRequired problem={problems['subject']}>
            {(described) => (
              <input
                {...described}
                class="input"
                maxLength={200}
                required
                readOnly={!canManage}
                value={values.subject}
                onInput={(event) => editing.set({ subject: event.currentTarget.value })}
              />
            )}
          </Field>
          {long('text', 10)}
          {long('html', 8)}
          {canManage && (
            <div class="actions">
              <button type="submit" class="button primary">
                {t('save')}
              </button>
              <button type="button" class="button" onClick={() => void attempt(sendTest)}>
                {tm('test')}
              </button>
              {template && (
                <button type="button" class="button danger" onClick={() => setIsDeleting(true)}>
                  {tm('reset')}
                </button>
              )}
            </div>
          )}
        </form>
      </section>
      <Preview body={body} canPreviewRecords={mail.canPreviewRecords} onProblems={setProblems} />
      {isDeleting && seen && (
        <RemoveDialog
          seen={seen}
          title={tm('reset')}
          action={tm('reset')}
          text={tm('resetText')}
          onRemove={({ row, version }) =>
            call('DELETE', '/mail_templates/templates', { query: { id: row.id }, version })
          }
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  )
}

interface PreviewProps {
  readonly body: object
  readonly canPreviewRecords: boolean
  readonly onProblems: (problems: Readonly<Record<string, string>>) => void
}

function Preview({ body, canPreviewRecords, onProblems }: PreviewProps): JSX.Element {
  const [shown, setShown] = useState<{ subject: string; text: string; html: string }>()
  const [recordId, setRecordId] = useState('')
  const show = async () => {
    onProblems({})
    try {
      const draft = { ...body, recordId: recordId.trim() || null }
      setShown(await call('POST', '/mail_templates/preview', { body: draft, isRead: true }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onProblems(error.fields)
      if (Object.keys(error.fields).length === 0) toast({ text: error.message, kind: 'bad' })
    }
  }
  return (
    <section class="card padded stack" aria-label={tm('preview')}>
      <h2>{tm('preview')}</h2>
      {canPreviewRecords && (
        <Field label={tm('record')}>
          {(described) => (
            <input
              {...described}
              class="input mono"
              value={recordId}
              onInput={(event) => setRecordId(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <button type="button" class="button" onClick={() => void show()}>
        {tm('show')}
      </button>
      {shown && (
        <>
          <p class="strong">{visible(shown.subject, 300)}</p>
          <iframe
            class="mail-preview"
            title={tm('preview')}
            // No scripts; the same origin lets this page apply the styles that its own policy forbids in markup.
            sandbox="allow-same-origin"
            srcdoc={shown.html.replaceAll(' style="', ' data-style="')}
            onLoad={({ currentTarget }) => applyStyles(currentTarget)}
          />
          <details>
            <summary>{tm('plain')}</summary>
            <pre class="mail-text">{shown.text}</pre>
          </details>
        </>
      )}
    </section>
  )
}

function applyStyles({ contentDocument }: HTMLIFrameElement): void {
  for (const element of contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
    element.style.cssText = element.dataset['style'] ?? ''
}
