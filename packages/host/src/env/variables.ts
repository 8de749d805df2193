import type { z } from 'zod'

/** The declaration of an environment variable. */
export interface Variable {
  /** Parses the text of the variable. */
  readonly schema: z.ZodType
  /** Alternative names, used if the main one is absent. */
  readonly aliases?: readonly string[]
  /** The text used if the variable is absent. */
  readonly default?: string
  /** Describes what happens if there is neither a value nor a default. */
  readonly otherwise?: string
  /** Keeps its value out of all messages. */
  readonly secret?: true
  /** The name under which the documentation groups it with similar variables. */
  readonly family?: string
  readonly description: string
}

export type Variables = Readonly<Record<string, Variable>>

/** The validated values, by variable name. */
export type ValuesOf<V extends Variables> = {
  readonly [Name in keyof V]: z.output<V[Name]['schema']> | (V[Name] extends { default: string } ? never : undefined)
}

/** Preserves the exact type of a declaration. */
export const variable = <const Declaration extends Variable>(declaration: Declaration) => declaration

/** Reads and validates variables. Returns the values and the problems. An empty variable counts as absent. */
export function readVariables<V extends Variables>(
  variables: V,
  source: Readonly<Record<string, string | undefined>>,
): { readonly values: ValuesOf<V>; readonly wrong: string[] } {
  const wrong: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { schema, default: fallback, secret, aliases = [] }] of Object.entries(variables)) {
    const found = [name, ...aliases].find((known) => source[known]?.trim())
    const raw = found === undefined ? fallback : source[found]!.trim()
    if (raw === undefined) continue
    const result = schema.safeParse(raw)
    if (result.success) values[name] = result.data
    else wrong.push(`  ${found ?? name}: ${explain(result.error)}${secret ? '' : ` (it is ${JSON.stringify(raw)})`}`)
  }
  return { values: values as ValuesOf<V>, wrong }
}

/** Renders all variables as a Markdown table, for the documentation. */
export function renderTable(variables: Variables): string {
  const shown = new Map(Object.entries(variables).map(([name, one]) => [one.family ?? name, one]))
  const rows = [...shown].map(([name, { aliases = [], default: fallback, otherwise, description }]) => {
    const names = [name, ...aliases].map((known) => `\`${known}\``).join(', ')
    const absent = fallback === undefined ? (otherwise ?? '') : `\`${fallback}\``
    return `| ${names} | ${absent} | ${description} |`
  })
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

function explain(error: z.ZodError): string {
  return [...new Set(error.issues.map((issue) => issue.message))].join('; ')
}
