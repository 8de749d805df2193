import type { ComponentChildren, JSX } from 'preact'
import type { Values } from '../lib/merge.ts'
import type { Control } from '../ui/input.tsx'
import { deferred } from '../ui/deferred.tsx'

/** A field of a form. */
export interface FormField {
  /** The member of what is sent. */
  readonly name: string
  /** Default: the name in words, `Bought on` for `boughtOn`. */
  readonly label?: string
  /** `date` is a day, `moment` a date with a time in the viewer's zone. Default: `text`, or `choice` with `choices`. */
  readonly kind?: 'text' | 'long' | 'number' | 'boolean' | 'choice' | 'date' | 'moment' | 'email' | 'password'
  readonly isRequired?: boolean
  readonly hint?: string
  /** What can be chosen: labels by values. */
  readonly choices?: Readonly<Record<string, string>>
  readonly minimum?: number
  readonly maximum?: number
  /** Of a number: whether it has no decimals. */
  readonly isInteger?: boolean
  readonly maxLength?: number
  /** The legend of a group of fields, which comes before those of no group. */
  readonly group?: string
  /** A control of its own, such as a picker. Pass `described` on to it: it ties the control to its label. */
  readonly control?: Control
}

/** A record that is edited. `updatedAt` says which version was seen, so that nobody's change is lost. */
export interface StoredRecord {
  readonly id: string
  readonly updatedAt?: string | null
}

/** What forms have in common. */
export interface FormBase {
  /** A route that takes `POST` for new records and `PUT` with the id for others, as `resource()` declares it. */
  readonly path: string
  readonly fields: readonly FormField[]
  /** The record that is edited. Without one, a new record is filled in. */
  readonly record?: StoredRecord
  /** What a new record begins with. */
  readonly start?: Values
  /** Sends what was filled in, or what has changed. Default: to `path`. */
  readonly onSubmit?: (values: Values, version: string | null) => Promise<unknown>
  /** Shown above the fields. */
  readonly lead?: ComponentChildren
}

export interface FormProps extends FormBase {
  /** For a button that sends it: `<Button form={id}>`. */
  readonly id: string
  /** What was sent is stored. */
  readonly onDone: () => void
}

/**
 * A form. What is typed survives a reload and the end of the session; what others change meanwhile is merged, or shown if both have
 * changed the same; errors of the API are shown at their fields.
 */
export const Form: (props: FormProps) => JSX.Element = deferred(async () => (await import('./form-views.tsx')).FormOf)

export interface FormDrawerProps extends FormBase {
  readonly title: string
  /** What the button says that sends the form. Default: "Save". */
  readonly action?: string
  /** The drawer is to be closed, after the form was sent or given up. */
  readonly onClose: () => void
}

/** A form in a drawer, with the buttons that send it and give it up. */
export const FormDrawer: (props: FormDrawerProps) => JSX.Element = deferred(
  async () => (await import('./form-views.tsx')).FormDrawerOf,
  () => <></>,
)
