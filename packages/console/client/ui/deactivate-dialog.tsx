import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { complain } from '../lib/bulk.ts'
import { visible } from '../lib/format.ts'
import { handOver } from '../lib/hand-over.ts'
import { t } from '../lib/i18n.ts'
import { kindName } from '../lib/kind-name.ts'
import { asOneAct } from '../lib/operations.ts'
import { change, type Snapshot } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { User } from '../lib/types.ts'
import { CancelButton, Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { ReferencePicker } from './reference-picker.tsx'

interface DeactivateProps {
  readonly seen: Snapshot<User>
  readonly onClose: () => void
}

/** Deactivates an account and hands over what the person owns, as one act. */
export function DeactivateDialog({ seen, onClose }: DeactivateProps): JSX.Element {
  const { id, email } = seen.row
  const name = visible(email, 120)
  const [toUserId, setToUserId] = useState('')
  const deactivate = () =>
    change(seen, ({ version }) => call('PUT', '/auth/users', { body: { id, isActive: false }, version }))
  async function leave() {
    let withheld: readonly string[] = []
    // Undo takes the last step back first, so the person is active again when the records return.
    await asOneAct(t('users.left', { name }), async () => {
      ;({ withheld } = await handOver(id, toUserId))
      await deactivate()
    })
    onClose()
    if (withheld.length > 0)
      toast({ text: t('users.withheld', { kinds: withheld.map(kindName).join(', ') }), kind: 'bad' })
  }
  return (
    <Dialog
      title={t('users.deactivate')}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <button
            type="button"
            class="button danger"
            onClick={() => void (toUserId === '' ? deactivate().then(onClose) : leave()).catch(complain)}
          >
            {t('users.deactivate')}
          </button>
        </>
      }
    >
      <div class="stack">
        <p>{t('users.deactivateText', { name })}</p>
        <Field label={t('users.handOver')} hint={t('users.handOverText')}>
          {(described) => (
            <ReferencePicker path="/auth/users" value={toUserId} onChange={setToUserId} described={described} />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
