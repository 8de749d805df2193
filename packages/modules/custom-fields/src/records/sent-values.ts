/** Properties of `values` that are not fields. */
const OWN: ReadonlySet<string> = new Set(['id', 'entity_id', 'entityId'])

/** Values by key: keys may also be spelled `cf_size` or `cf:size`. */
export function toValues(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(sent)) if (!OWN.has(name)) values[name.replace(/^cf[_:]/, '')] = value
  return values
}
