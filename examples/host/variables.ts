import type { z } from 'zod'

/** What a variable of the environment means. */
export interface Variable {
  /** Turns the text of the variable into its value. */
  readonly schema: z.ZodType
  /** Further names, which count where the first one is absent. */
  readonly aliases?: readonly string[]
  /** The text that stands for an absent variable. */
  readonly default?: string
  /** In words, what happens when there is neither a value nor a default. */
  readonly otherwise?: string
  /** Its value appears in no message. */
  readonly secret?: true
  /** The name under which the documentation shows it with others of its kind. */
  readonly family?: string
  readonly description: string
}

export type Variables = Readonly<Record<string, Variable>>

/** The validated values, under the names of the variables. */
export type ValuesOf<V extends Variables> = {
  readonly [Name in keyof V]: z.output<V[Name]['schema']> | (V[Name] extends { default: string } ? never : undefined)
}

/** Keeps the exact type of a declaration. */
export const variable = <const Declaration extends Variable>(declaration: Declaration) => declaration

/** Reads and checks variables; answers their values and what is wrong. An empty variable counts as absent. */
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

/** The table of all variables in Markdown, for the documentation. */
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
