import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { path } from '../lib/location.ts'
import type { Field } from '../lib/openapi.ts'
import { CancelButton, Dialog } from './dialog.tsx'
import { Form, type FormProps } from './form.tsx'

interface EditProps<T> extends Omit<FormProps<T>, 'id' | 'onDone' | 'draft'> {
  readonly title: string
  readonly action?: string
  readonly onClose: () => void
  /** Tells forms of one page or record apart. Null for a form whose input is worthless later, such as a code. */
  readonly name?: string | null
}

/** A form in a drawer at the side, with the buttons that send and close it. */
export function EditDialog<T>(props: EditProps<T>): JSX.Element {
  const { title, action = t('save'), onClose, name = 'edit', ...form } = props
  const id = useId()
  const draft = name === null ? undefined : `${form.seen?.key ?? path.value} ${name}`
  return (
    <Dialog
      title={title}
      look="drawer"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <button type="submit" class="button primary" form={id}>
            {action}
          </button>
        </>
      }
    >
      <Form id={id} {...form} draft={draft} onDone={onClose} />
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
