import { useRef } from 'preact/hooks'

/**
 * The text of a control for a number. It stays as it was typed while it stands for the value, since `1.0` and `-0` are on the way to
 * `1.05` and `-0.5`.
 */
export function useTypedNumber(value: unknown): readonly [text: string, keep: (typed: string) => void] {
  const typed = useRef('')
  const text = value === null || value === undefined ? '' : String(value)
  const isTyped = text !== '' && typed.current !== '' && Number(typed.current) === Number(text)
  return [
    isTyped ? typed.current : text,
    (next) => {
      typed.current = next
    },
  ]
}
