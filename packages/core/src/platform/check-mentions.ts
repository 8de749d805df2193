import type { Module } from '../define/module.ts'
import { type Access, type Feature, featuresOf } from '../define/feature.ts'
import { brokenSetup } from '../errors.ts'
import { offersOf } from './check-tools.ts'

/** Refuses what leads nowhere: features and commands that a module uses and no composed module lists. */
export function checkMentions(modules: readonly Module[]): void {
  const features = new Set(modules.flatMap((module) => Object.values(module.features ?? {})).map(({ id }) => id))
  const commands = new Set(modules.flatMap((module) => module.commands ?? []).map(({ id }) => id))
  const assertFeatures = (who: string, access: Access) => {
    for (const { id } of featuresOf(access))
      if (!features.has(id))
        throw brokenSetup(`${who} asks for '${id}', which no composed module lists in \`features\``)
  }
  for (const { who, access } of modules.flatMap(offersOf)) assertFeatures(who, access)
  for (const { id, roles = {}, routes = [], commands: own = [] } of modules) {
    for (const { method, path, spec, command } of routes) {
      assertFeatures(`Route ${method} ${path}`, spec.access)
      if (command && !commands.has(command.id))
        throw brokenSetup(
          `Route ${method} ${path} runs '${command.id}', which no composed module lists in \`commands\``,
        )
    }
    for (const command of own) assertFeatures(`Command '${command.id}'`, command.access)
    for (const [role, grants] of Object.entries(roles))
      for (const grant of grants)
        if (!isKnown(features, grant))
          throw brokenSetup(`Module '${id}' grants '${toId(grant)}' to the role '${role}', which fits no feature`)
  }
}

const toId = (grant: Feature | string) => (typeof grant === 'string' ? grant : grant.id)

function isKnown(features: ReadonlySet<string>, grant: Feature | string): boolean {
  const id = toId(grant)
  if (id === '*' || features.has(id)) return true
  return id.endsWith('.*') && [...features].some((feature) => feature.startsWith(id.slice(0, -1)))
}
