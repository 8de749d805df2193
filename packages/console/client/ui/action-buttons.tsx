import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { complain } from '../lib/bulk.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Values } from '../lib/merge.ts'
import { type Field, fieldsOfAction, type Resource } from '../lib/openapi.ts'
import { revision } from '../lib/operations.ts'
import { type Offer, offersFor, useRecordActions } from '../lib/record-actions.ts'
import { isOutdated } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { deferred } from './deferred.tsx'
import { CancelButton, Dialog } from './dialog.tsx'
import { Shown } from './states.tsx'
import type { Row } from '../lib/types.ts'

const EditDialog = deferred(
  async () => (await import('./edit-dialog.tsx')).EditDialog,
  () => null,
)

interface ActionButtonsProps {
  readonly resource: Pick<Resource, 'path' | 'hasActions'>
  readonly rows: readonly Row[]
  readonly isSmall?: boolean
}

/** What an action would do, as the server says it. */
interface Preview {
  readonly isUndoable: boolean
  readonly total: number
  readonly changes: readonly {
    readonly table: string
    readonly kind: 'insert' | 'update' | 'delete'
    readonly count: number
  }[]
}

/** What was chosen, and the records that it was chosen for. */
type Chosen = Offer & { readonly rows: readonly Row[] }

type Asked =
  | { readonly step: 'form'; readonly offer: Chosen; readonly fields: readonly Field[] }
  | {
      readonly step: 'confirm'
      readonly offer: Chosen
      readonly values: Values
      readonly preview?: Preview | undefined
    }

/** Buttons for what the visitor can do with a record, or with all that are selected as one act. */
export function ActionButtons({ resource, rows, isSmall = false }: ActionButtonsProps): JSX.Element | null {
  const { data } = useRecordActions(
    resource,
    rows.map(({ id }) => String(id)),
  )
  const { begin, dialogs } = useActionSteps()
  if (!data) return null
  return (
    <>
      <Offers offers={offersFor(data, rows)} isSmall={isSmall} onChoose={(offer) => begin(offer, rows)} />
      {dialogs}
    </>
  )
}

interface ActionMenuProps {
  readonly resource: Pick<Resource, 'path' | 'hasActions'>
  readonly row: Row
  readonly onChoose: (offer: Offer) => void
}

/** The same for one record, where what is asked is shown elsewhere. */
export function ActionMenu({ resource, row, onChoose }: ActionMenuProps): JSX.Element {
  const found = useRecordActions(resource, [String(row['id'])])
  return <Shown of={found}>{(data) => <Offers offers={offersFor(data, [row])} isSmall onChoose={onChoose} />}</Shown>
}

interface OffersProps {
  readonly offers: readonly Offer[]
  readonly isSmall: boolean
  readonly onChoose: (offer: Offer) => void
}

const Offers = ({ offers, isSmall, onChoose }: OffersProps) =>
  offers.map((offer) => (
    <button
      key={offer.action.name}
      type="button"
      class={`button ${isSmall ? 'small' : ''}`}
      aria-disabled={offer.ids.length === 0}
      title={offer.reason ?? undefined}
      onClick={() => onChoose(offer)}
    >
      {offer.action.label}
    </button>
  ))

interface ActionSteps {
  /** Does what is offered, after what it needs has been asked. */
  readonly begin: (offer: Offer, rows: readonly Row[]) => void
  /** Shown on the page for as long as something is asked. */
  readonly dialogs: JSX.Element
}

/** What lies between choosing an action and doing it: a form, a preview, a confirmation. */
export function useActionSteps(): ActionSteps {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)

  /** What needs no questions is done; undo is offered afterwards. */
  async function choose(offer: Chosen) {
    const { action, ids, reason } = offer
    if (ids.length === 0) return toast({ text: reason ?? action.label, kind: 'bad' })
    const fields = await fieldsOfAction(action.path)
    if (fields.length > 0) return setAsked({ step: 'form', offer, fields })
    if (action.preview || reason !== null) return confirm(offer, {})
    return send(offer, {})
  }

  async function confirm(offer: Chosen, values: Values) {
    const preview = offer.action.preview
      ? await call<Preview>('POST', `${offer.action.path}/preview`, { body: bodyOf(offer, values), isRead: true })
      : undefined
    setAsked({ step: 'confirm', offer, values, preview })
  }

  async function send(offer: Chosen, values: Values) {
    const [first, ...others] = rowsOf(offer)
    const version = others.length === 0 ? (first?.['updatedAt'] as string | undefined) : undefined
    await call('POST', offer.action.path, { body: bodyOf(offer, values), version })
  }

  function bodyOf(offer: Chosen, values: Values) {
    const [id, ...others] = offer.ids
    if (others.length === 0) return { ...values, id }
    const versions = rowsOf(offer).flatMap(({ id: one, updatedAt }) => (updatedAt ? [{ id: one, updatedAt }] : []))
    return { ...values, ids: offer.ids, versions }
  }

  /** Runs what a click begins, and says why it was refused. */
  const attempt = (work: () => Promise<unknown> | unknown) => void Promise.resolve(work()).catch(refuse)

  const dialogs = (
    <>
      {asked?.step === 'form' && (
        <EditDialog
          title={asked.offer.action.label}
          action={asked.offer.action.label}
          name={asked.offer.action.name}
          fields={asked.fields}
          lead={<Partly offer={asked.offer} />}
          onSubmit={(values) => (asked.offer.action.preview ? confirm(asked.offer, values) : send(asked.offer, values))}
          // A preview takes its place.
          onClose={() => setAsked((now) => (now?.step === 'form' ? undefined : now))}
        />
      )}
      {asked?.step === 'confirm' && (
        <Dialog
          title={asked.offer.action.label}
          onClose={close}
          footer={
            <>
              <CancelButton />
              <button
                type="button"
                class="button primary"
                onClick={() => {
                  close()
                  attempt(() => send(asked.offer, asked.values))
                }}
              >
                {asked.offer.action.label}
              </button>
            </>
          }
        >
          <div class="stack">
            <Partly offer={asked.offer} />
            {asked.preview && <Previewed preview={asked.preview} />}
          </div>
        </Dialog>
      )}
    </>
  )
  return { begin: (offer, rows) => attempt(() => choose({ ...offer, rows })), dialogs }
}

function refuse(error: unknown): void {
  // What is shown is not what there is.
  if (isOutdated(error) || (error instanceof ApiError && error.status === 404)) revision.value++
  complain(error)
}

/** The records with which it is possible. */
const rowsOf = ({ ids, rows }: Chosen) => rows.filter(({ id }) => ids.includes(String(id)))

function Partly({ offer: { ids, reason } }: { readonly offer: Offer }): JSX.Element | null {
  return reason === null ? null : <p>{t('actions.partly', { count: number(ids.length), reason })}</p>
}

function Previewed({ preview: { isUndoable, total, changes } }: { readonly preview: Preview }): JSX.Element {
  return (
    <>
      <p>
        {t('actions.preview', { count: number(total) })} {t(isUndoable ? 'actions.undoable' : 'actions.notUndoable')}
      </p>
      <ul>
        {changes.map(({ table, kind, count }) => (
          <li key={`${table} ${kind}`}>{t(`actions.${kind}`, { table, count: number(count) })}</li>
        ))}
      </ul>
    </>
  )
}
