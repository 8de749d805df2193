import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { type Invited, MOST_INVITED, readInvited, toLine } from '../lib/invited-people.ts'
import { setQuery } from '../lib/location.ts'
import { asOneAct } from '../lib/operations.ts'
import { toast } from '../lib/toasts.ts'
import { EditDialog, field } from './edit-dialog.tsx'
import { organizationControl, rolesControl } from './pickers.tsx'
import { UploadButton } from './upload-button.tsx'

const MOST_TEXT = 100_000

/** Invites all people of a pasted list or a CSV file, as one act. Those who could not be invited stay in the form. */
export function InviteMany(): JSX.Element {
  const [filled, setFilled] = useState<{ readonly people: string }>()
  const readFile = ([file]: readonly File[]) =>
    void file?.text().then((people) => setFilled({ people: people.slice(0, MOST_TEXT) }))
  const refuse = (message: string) => new ApiError(400, { fieldErrors: { people: message } })

  async function invite({ people: text, ...shared }: Readonly<Record<string, unknown>>) {
    const { people, faulty } = readInvited(String(text ?? ''))
    if (faulty[0] !== undefined) throw refuse(t('users.inviteFaulty', { line: visible(faulty[0], 80) }))
    if (people.length > MOST_INVITED) throw refuse(t('users.inviteMost', { count: number(MOST_INVITED) }))
    const left: Invited[] = []
    const reasons: string[] = []
    let unsent = 0
    await asOneAct(t('users.inviteMany'), async () => {
      for (const person of people)
        try {
          const body = { roles: [], ...shared, ...person, sendInviteEmail: true }
          const { _warning } = await call<{ _warning?: string }>('POST', '/auth/users', { body })
          if (_warning) unsent++
        } catch (error) {
          left.push(person)
          const [why] = error instanceof ApiError ? Object.values(error.fields) : []
          reasons.push(`${person.email}: ${why ?? (error instanceof Error ? error.message : String(error))}`)
        }
    })
    if (unsent > 0) toast({ text: t('users.inviteUnsent', { count: number(unsent) }), kind: 'bad' })
    if (left.length === 0) return
    setFilled({ people: left.map(toLine).join('\n') })
    throw refuse(`${t('users.inviteLeft', { count: number(left.length) })} ${reasons.slice(0, 3).join(' ')}`)
  }

  return (
    <EditDialog
      title={t('users.inviteMany')}
      name="invite-many"
      action={t('users.sendInvite')}
      fields={[
        field('people', { kind: 'long', isRequired: true, maxLength: MOST_TEXT, title: t('users') }),
        field('organizationId', { isRequired: true }),
        field('roles', { kind: 'list' }),
      ]}
      filled={filled}
      hints={{ people: t('users.inviteManyText') }}
      controls={{
        organizationId: organizationControl,
      }}
      fieldsets={{ roles: rolesControl }}
      onSubmit={invite}
      onClose={() => setQuery({ new: null }, { replace: true })}
    >
      <div>
        <UploadButton label={t('users.inviteFile')} accept=".csv,.txt,text/csv,text/plain" isSingle take={readFile} />
      </div>
    </EditDialog>
  )
}
