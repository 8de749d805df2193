import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Described } from './field.tsx'

interface ComboboxProps extends Partial<Described> {
  readonly value: string
  /** What the chosen value is called. */
  readonly text: string
  /** What can be chosen, for what was typed. */
  readonly options: readonly { readonly value: string; readonly label: string }[] | undefined
  readonly onSearch: (text: string) => void
  readonly onChange: (value: string) => void
  /** Where no label is shown. */
  readonly label?: string
  readonly isRequired?: boolean
}

/** Chooses one of many, which are found by typing. Without any text, nothing is chosen. */
export function Combobox(props: ComboboxProps): JSX.Element {
  const { value, text, options, onSearch, onChange, label, isRequired = false, ...described } = props
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  // Until it has run, the options are those for other words.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (next: string, pause: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      onSearch(next.trim())
    }, pause)
  }
  const open = () => {
    if (isOpen) return
    search('', 0)
    setAt(0)
    setOpen(true)
  }
  const close = () => {
    setTyped(undefined)
    setOpen(false)
  }
  const choose = (next: string) => {
    close()
    if (next !== value) onChange(next)
  }
  const shown = isOpen ? (options ?? []) : []
  const current = Math.min(at, shown.length - 1)
  return (
    <div class="combobox">
      <input
        {...described}
        class="input"
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={shown[current] && `${listId}-${current}`}
        placeholder={label ?? t('combobox.search')}
        required={isRequired}
        maxLength={200}
        autoComplete="off"
        spellcheck={false}
        value={typed ?? text}
        onClick={open}
        onInput={(event) => {
          const next = event.currentTarget.value
          setTyped(next)
          setAt(0)
          setOpen(true)
          search(next, 200)
        }}
        onBlur={() => {
          if (typed?.trim() === '' && !isRequired) choose('')
          else close()
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined) {
            event.preventDefault()
            if (isOpen && shown.length > 0) setAt((current + step + shown.length) % shown.length)
            else open()
          } else if (event.key === 'Enter' && isOpen) {
            event.preventDefault()
            if (shown[current] && !timer.current) choose(shown[current].value)
          } else if (event.key === 'Escape' && isOpen) {
            event.preventDefault()
            close()
          }
        }}
      />
      {isOpen && (
        <ul id={listId} role="listbox" aria-label={label ?? t('combobox.search')}>
          {shown.map((option, index) => (
            <li
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setAt(index)}
              onClick={() => choose(option.value)}
            >
              {visible(option.label, 120)}
            </li>
          ))}
          {options?.length === 0 && (
            <li role="option" aria-disabled="true" aria-selected="false" class="muted">
              {t('list.noMatch')}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
