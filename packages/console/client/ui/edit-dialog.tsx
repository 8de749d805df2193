import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import type { Field } from '../lib/openapi.ts'
import type { LocalText } from '../lib/types.ts'
import { Dialog } from './dialog.tsx'
import { type Control, Form, type Values } from './form.tsx'

interface EditProps {
  readonly title: string
  readonly fields: readonly Field[]
  readonly initial?: Values
  readonly start?: Values
  readonly controls?: Readonly<Record<string, Control>>
  readonly groups?: readonly { readonly title: LocalText; readonly fields: readonly string[] }[]
  readonly labels?: Readonly<Record<string, LocalText>>
  readonly hints?: Readonly<Record<string, string>>
  readonly action?: string
  readonly onSubmit: (values: Values) => Promise<unknown>
  readonly onClose: () => void
  /** What is above the fields; `children` are below them. */
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}

/** A form in a drawer at the side, with the buttons that send and close it. */
export function EditDialog({ title, action = t('save'), onClose, ...form }: EditProps): JSX.Element {
  const id = useId()
  return (
    <Dialog
      title={title}
      look="drawer"
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" class="button primary" form={id}>
            {action}
          </button>
        </>
      }
    >
      <Form id={id} {...form} onDone={onClose} />
    </Dialog>
  )
}

/** A field that the console itself asks for. */
export const field = (name: string, given: Partial<Field> = {}): Field => ({
  name,
  kind: 'text',
  isRequired: false,
  isNullable: false,
  isId: false,
  ...given,
})
