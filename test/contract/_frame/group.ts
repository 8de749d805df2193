import { afterAll, describe, expect, test } from 'vitest'
import { type Host, openHost } from './host.ts'
import { prove, type Statement } from './statement.ts'

/** The statements of some sections of the contract, which share a host and what a scenario has made there. */
export interface Group {
  readonly title: string
  open(): Promise<OpenGroup>
  readonly sections: readonly string[]
}

interface OpenGroup extends AsyncDisposable {
  statementsOf(section: string): Promise<readonly Statement[]>
}

/** Makes what the statements of a group speak of; they get it beside the host. */
type Scenario<Made extends object> = (host: Host) => Promise<Made>
type Table<Made extends object> = (made: Host & Made) => readonly Statement[] | Promise<readonly Statement[]>

/**
 * Declares a group: its title, what its statements speak of, and the statements of each section, named as the contract
 * names it. Sections run in order, on one database of their own.
 */
export function group<Made extends object>(
  title: string,
  { settings = {}, scenario }: { readonly settings?: Record<string, string>; readonly scenario: Scenario<Made> },
  tables: Readonly<Record<string, Table<Made>>>,
): Group {
  return {
    title,
    sections: Object.keys(tables),
    async open() {
      const host = await openHost(settings)
      const made = { ...host, ...(await scenario(host)) }
      return {
        statementsOf: async (section) => tables[section]!(made),
        [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
      }
    },
  }
}

/** Proves every statement of the groups, each by itself, and that there are as many as there should be. */
export function proveStatements(groups: readonly Group[], { atLeast }: { readonly atLeast: number }): void {
  let proven = 0
  describe.each([...groups])('$title', ({ sections, open }) => {
    let opened: Promise<OpenGroup> | undefined
    afterAll(async () => (await opened)?.[Symbol.asyncDispose]())
    test.each(sections)('%s', { timeout: 120_000 }, async (section) => {
      opened ??= open()
      const statements = await (await opened).statementsOf(section)
      const texts = statements.map(({ text }) => text)
      expect(texts, `${section}: every statement once`).toEqual([...new Set(texts)])
      expect(texts, `${section}: no statement`).not.toEqual([])
      const wrong: string[] = []
      for (const statement of statements) {
        proven += 1
        await prove(statement).catch((error: Error) =>
          wrong.push(`${section}: ${statement.text}\n  ${error.message.replaceAll('\n', '\n  ')}`),
        )
      }
      if (wrong.length > 0) throw new Error(`${wrong.length} of ${statements.length} differ\n\n${wrong.join('\n\n')}`)
    })
  })
  test(`at least ${atLeast} statements were proven`, () => expect(proven).toBeGreaterThanOrEqual(atLeast))
}
