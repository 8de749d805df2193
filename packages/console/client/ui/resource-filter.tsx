import type { FilterField } from '../lib/openapi.ts'
import type { Filter } from './filters.tsx'
import { choiceName } from './input.tsx'
import { ReferencePicker } from './reference-picker.tsx'

interface FilterOptions {
  readonly label: string
  /** Where the records are read whose id is the value. */
  readonly path: string | undefined
  readonly nameOfChoice: (value: string) => string
}

/** How a list is filtered by a member of its records; nothing if people cannot. */
export function filterOf(
  { name, kind, choices, isId, isRange, isTime }: FilterField,
  { label, path, nameOfChoice }: FilterOptions,
): readonly Filter[] {
  if (path !== undefined)
    return [
      {
        name,
        label,
        control: ({ value, set }) => <ReferencePicker path={path} label={label} value={value} onChange={set} />,
      },
    ]
  if (choices) return [{ name, label, options: choices.map((choice) => [choice, nameOfChoice(choice)] as const) }]
  if (kind === 'boolean')
    return [{ name, label, options: ['true', 'false'].map((choice) => [choice, choiceName(choice)] as const) }]
  if (kind === 'date' || kind === 'number') return [{ name, label, kind, isRange, isTime }]
  // Amounts and other exact decimals are texts.
  if (isRange) return [{ name, label, kind: 'number', isRange }]
  // The id of something else cannot be typed.
  const isReference = isId || /Ids?$/.test(name)
  return kind === 'text' && !isReference ? [{ name, label, kind }] : []
}
