import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { kindName } from '../lib/kind-name.ts'
import { toast } from '../lib/toasts.ts'
import type { Role } from '../lib/types.ts'
import { Dialog } from './dialog.tsx'
import { UploadButton, useFileDrop } from './upload-button.tsx'

interface ImportProps {
  /** The role whose rights and policies the document replaces; a new one without it. */
  readonly role?: Role
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

/** Imports a role from the document that another one was exported as. */
export function ImportRole({ role, onDone, onClose }: ImportProps): JSX.Element {
  const [problems, setProblems] = useState<readonly string[]>([])
  const send = async ([file]: readonly File[]) => {
    try {
      const document: unknown = JSON.parse(await file!.text())
      const body = { document, ...(role && { roleId: role.id }) }
      const saved = await call<{ id: string; warnings: readonly { kind: string; rows: number }[] }>(
        'POST',
        '/auth/roles/import',
        { body },
      )
      const { id, warnings } = saved
      for (const { kind, rows } of warnings)
        toast({ text: t('policies.slow', { kind: kindName(kind), rows: number(rows) }), kind: 'bad' })
      onDone(id)
      onClose()
    } catch (error) {
      setProblems(problemsOf(error))
    }
  }
  const drop = useFileDrop((files) => void send(files))
  return (
    <Dialog title={t('roles.import')} onClose={onClose}>
      <div class="stack">
        <p>{role ? t('roles.importInto', { name: visible(role.name, 120) }) : t('roles.importText')}</p>
        <div class={`upload ${drop.isOver ? 'dropping' : ''}`} {...drop.handlers}>
          <UploadButton label={t('roles.importFile')} accept=".json,application/json" isSingle take={send} />
        </div>
        {problems.length > 0 && (
          <div class="message bad" role="alert">
            <ul class="problems">
              {problems.map((problem) => (
                <li key={problem}>{visible(problem, 400)}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** What is wrong with a document, by name. */
function problemsOf(error: unknown): readonly string[] {
  if (error instanceof SyntaxError) return [t('roles.importInvalid')]
  if (!(error instanceof ApiError)) return [String(error)]
  const { details } = error.body as {
    readonly details?: readonly { readonly path: readonly unknown[]; readonly message: string }[]
  }
  if (!details || details.length === 0) return [error.message]
  const nameOf = (path: readonly unknown[]) => path.slice(1).filter((part) => typeof part === 'string')
  return details.map(({ path, message }) => [nameOf(path).join(' › '), message].filter(Boolean).join(': '))
}
