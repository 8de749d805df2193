import type { Module } from '../define/module.ts'
import type { Route } from '../define/route.ts'

/**
 * What typed clients call each route: `createTicket` for the command `helpdesk.tickets.create`, `listTickets` for a list,
 * `getTicket` for `GET …/tickets/{id}`, else the method and the path. Where two modules would share a name, the later one
 * begins with its id.
 */
export function nameOperations(modules: readonly Module[]): ReadonlyMap<Route, string> {
  const names = new Map<Route, string>()
  const taken = new Set<string>()
  for (const module of modules) {
    for (const route of module.routes ?? []) {
      const candidates = [...candidatesOf(module, route)]
      const qualified = candidates.map((name) => toCamel([module.id, name]))
      const counted = Array.from({ length: 99 }, (_, at) => `${qualified.at(-1)}${at + 2}`)
      const free = [...candidates, ...qualified, ...counted].find((name) => !taken.has(name))!
      taken.add(free)
      names.set(route, free)
    }
  }
  return names
}

function candidatesOf({ id: moduleId }: Module, { method, path, command, spec }: Route): readonly string[] {
  if (spec.operation !== undefined) return [spec.operation]
  const words = path.split('/').filter((word) => word !== '')
  const named = words.filter((word) => !isParameter(word))
  // The module's own name says nothing, unless it is all there is.
  const things = named.length > 1 && named[0] === moduleId ? named.slice(1) : named
  const fromPath = toCamel([method.toLowerCase(), ...things])
  const commandId = (command ?? spec.runs)?.id.split('.')
  if (commandId && commandId.length > 2) return [toCamel([commandId.at(-1)!, toSingular(commandId.at(-2)!)]), fromPath]
  if (method !== 'GET') return [fromPath]
  if (spec.response && 'shape' in spec.response && 'items' in (spec.response.shape as object))
    return [toCamel(['list', ...things])]
  const isOne = isParameter(words.at(-1) ?? '')
  return [toCamel(['get', ...things.slice(0, -1), isOne ? toSingular(things.at(-1) ?? '') : (things.at(-1) ?? '')])]
}

const isParameter = (word: string) => word.startsWith('{')

function toCamel(words: readonly string[]): string {
  const parts = words.flatMap((word) => word.split(/[^a-zA-Z0-9]+/)).filter((part) => part !== '')
  return parts.map((part, at) => (at === 0 ? part : part[0]!.toUpperCase() + part.slice(1))).join('')
}

function toSingular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}
