import { signal } from '@preact/signals'
import { ApiError, call } from './api.ts'
import { actionName, t } from './i18n.ts'
import { asOneAct, forgetOperation, keepParts, onOperation, type Operation, operations } from './operations.ts'
import { toast } from './toasts.ts'
import type { Conflict } from './types.ts'

/** An undo that later changes do not allow. */
export interface Refusal {
  readonly logId: string
  readonly label: string
  readonly conflicts: readonly Conflict[]
}

/** The refusal that a dialog explains. */
export const refusal = signal<Refusal | null>(null)

/** What is needed to take something back. */
export type Undoable = Pick<Operation, 'id' | 'undoToken' | 'parts'> & { readonly actionLabel: string | null }

/** Undoes an action. A conflict is explained in a dialog, other refusals in a message. */
export async function undo(operation: Undoable): Promise<boolean> {
  const label = actionName({ actionLabel: operation.actionLabel })
  const parts = operation.parts ?? [operation]
  const undone: string[] = []
  let isPartly = false
  // The last one first, since it may depend on those before it.
  for (const { id, undoToken } of parts.toReversed()) {
    try {
      const { logId, credentialsLeft } = await call<{ logId: string; credentialsLeft?: string[] }>(
        'POST',
        '/audit_logs/audit-logs/actions/undo',
        { body: { undoToken } },
      )
      undone.unshift(logId)
      if (credentialsLeft?.length) isPartly = true
    } catch (error) {
      keepParts(operation.id, parts.slice(0, parts.length - undone.length))
      explain(error, { logId: id, label })
      return false
    }
  }
  forgetOperation(operation.id)
  toast({
    text: isPartly ? t('undo.partly', { label }) : t('undo.done', { label }),
    action: { label: t('undo.redo'), run: () => void redoAll(undone, label) },
  })
  return true
}

/** Does an undone action again. */
export async function redo(logId: string, label: string): Promise<boolean> {
  try {
    await call('POST', '/audit_logs/audit-logs/actions/redo', { body: { logId } })
    return true
  } catch (error) {
    explain(error, { logId, label })
    return false
  }
}

async function redoAll(logIds: readonly string[], label: string): Promise<void> {
  await asOneAct(label, async () => {
    for (const logId of logIds) if (!(await redo(logId, label))) return
  })
}

/** Ctrl+Z outside of text fields undoes the last write of this tab, and every write offers to. */
export function startUndo(): void {
  onOperation.call = (operation) =>
    toast({
      text: actionName({ actionLabel: operation.actionLabel }),
      action: { label: t('undo.undo'), hint: 'Ctrl+Z', run: () => void undo(operation) },
      isUndo: true,
    })
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'z') return
    const target = event.target as HTMLElement
    if (target.isContentEditable || target.matches('input, textarea, select')) return
    event.preventDefault()
    const last = operations.value.at(-1)
    if (last) void undo(last)
    else toast({ text: t('undo.nothing') })
  })
}

function explain(error: unknown, { logId, label }: Omit<Refusal, 'conflicts'>): void {
  const conflicts = error instanceof ApiError ? error.body['conflicts'] : undefined
  if (Array.isArray(conflicts) && conflicts.length > 0) {
    refusal.value = { logId, label, conflicts: conflicts as Conflict[] }
    return
  }
  toast({ text: t('undo.failed', { label, reason: error instanceof Error ? error.message : '' }), kind: 'bad' })
}
