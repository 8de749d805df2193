import type { Access } from '../define/feature.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

interface Offer {
  /** For messages: `Tool 'tickets_triage'`. */
  readonly who: string
  readonly name: string
  readonly access: Access
}

/** The tools, prompts and pages of a module. */
export function offersOf({ id, tools = [], prompts = [], pages = [] }: Module): readonly Offer[] {
  const toOffer = (who: string, { name, access }: Omit<Offer, 'who'>): Offer => ({ who, name, access })
  return [
    ...tools.map((tool) => toOffer(`Tool '${tool.name}'`, tool)),
    ...prompts.map((prompt) => toOffer(`Prompt '${prompt.name}'`, prompt)),
    ...pages.map((page) => toOffer(`Page '${page.name}' of module '${id}'`, page)),
  ]
}

/** Refuses what assistants could not name, and what does not say for whom it is. */
export function checkTools(modules: readonly Module[]): void {
  for (const { who, name, access } of modules.flatMap(offersOf)) {
    if (!/^[\w-]{1,64}$/.test(name))
      throw brokenSetup(`${who} must have a name of at most 64 letters, digits, '_' and '-'`)
    if (access === undefined || (Array.isArray(access) && access.length === 0))
      throw brokenSetup(`${who} does not say who may use it; what everybody may use says \`access: signedIn\``)
  }
}
