import type { ComponentChildren, JSX } from 'preact'
import { Icon } from '../ui/icon.tsx'

/** What a button says and does. */
export interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  /** `primary` for the one thing that a page or dialog is for, `danger` for what is lost, `quiet` for tools. Default: `usual`. */
  readonly look?: 'usual' | 'primary' | 'danger' | 'quiet'
  readonly isSmall?: boolean
  readonly isDisabled?: boolean
  /** The name of an icon before the text, as of a page: `plus`. */
  readonly icon?: string
  /** The id of a form that the button sends. */
  readonly form?: string
}

/** A button. */
export function Button(props: ButtonProps): JSX.Element {
  const { children, onClick, look = 'usual', isSmall = false, isDisabled = false, icon, form } = props
  return (
    <button
      type={form === undefined ? 'button' : 'submit'}
      class={['button', look === 'usual' ? '' : look, isSmall ? 'small' : ''].filter(Boolean).join(' ')}
      form={form}
      disabled={isDisabled}
      onClick={() => onClick?.()}
    >
      {icon && <Icon name={icon} size={isSmall ? 16 : 18} />}
      {children}
    </button>
  )
}
