import type { Module } from '../define/module.ts'
import type { StateMachine } from '../define/state-machine.ts'

/** The states of the entities that modules list. */
export const findStates = (modules: readonly Module[]): readonly StateMachine[] => [
  ...new Set(modules.flatMap(({ routes = [] }) => routes.flatMap(({ states }) => states ?? []))),
]
