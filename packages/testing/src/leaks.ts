import type { TestResponse } from './client.ts'
import type { Attacker } from './attackers.ts'
import type { Fixture } from './isolation-fixture.ts'
import type { WireRequest } from './route-request.ts'

interface LeakContext {
  readonly attacker: Attacker
  readonly request: WireRequest
  /** Tables whose rows are public. */
  readonly mayTell: readonly string[]
}

/** What an answer leaks to the caller: marks, ids or secrets. */
export function leaksIn(fixture: Fixture, answer: TestResponse, { attacker, request, mayTell }: LeakContext): string[] {
  const { tables, actors } = fixture
  const text = `${answer.text}\n${[...answer.headers].flat().join('\n')}`
  const decoded = text.includes('%') ? decode(text) : text
  const asked = `${request.path} ${typeof request.body === 'string' ? request.body : ''}`
  const leaks: string[] = []
  const says = (start: string) => decoded.includes(start) || decoded.includes(start.replaceAll('_', '-'))
  const marked = new Set((['own', 'sibling', 'foreign'] as const).filter((name) => says(actors[name].mark)))
  for (const table of tables) {
    const prefix = (name: keyof typeof actors) => `${actors[name].mark}-${table.name}-`
    for (const name of attacker.hidden) {
      const actor = actors[name]
      if (mayTell.includes(table.name)) continue
      if (name === 'sibling' && !fixture.isConfined(table)) continue
      if (marked.has(name) && says(prefix(name))) leaks.push(`reveals the ${name} row of ${table.name}`)
      const id = fixture.idOf(table, actor)
      // The caller's own user and organization may always be returned.
      const isKnown = asked.includes(id) || id === attacker.persona?.userId || id === actors.own.organizationId
      if (!isKnown && id !== actors.own.tenantId && decoded.includes(id))
        leaks.push(`reveals the id of the ${name} row of ${table.name}`)
    }
    for (const name of marked) {
      for (const secret of table.secrets)
        if (says(`${prefix(name)}${secret}`)) leaks.push(`reveals the secret ${secret} of ${table.name}`)
    }
  }
  return leaks
}

function decode(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
}
