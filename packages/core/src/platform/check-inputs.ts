import { z } from 'zod'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/** Refuses inputs with members that may be absent and are filled in all the same: an update would reset columns. */
export function checkInputs(modules: readonly Module[]): void {
  for (const { commands = [], routes = [] } of modules) {
    for (const { id, input } of commands) assertAbsentStays(`command '${id}'`, input)
    for (const { method, path, spec } of routes) assertAbsentStays(`route ${method} ${path}`, spec.body)
  }
}

function assertAbsentStays(owner: string, schema: z.ZodType | undefined): void {
  if (!(schema instanceof z.ZodObject)) return
  for (const [name, member] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    if (!(member instanceof z.ZodOptional)) continue
    const filled = fillOf(member)
    if (filled === undefined) continue
    throw brokenSetup(
      `The ${owner} fills in ${JSON.stringify(filled)} where '${name}' is absent, although it is optional: ` +
        '`partial(Fields)` leaves defaults out, where `Fields.partial()` keeps them',
    )
  }
}

function fillOf(member: z.ZodType): unknown {
  try {
    return member.safeParse(undefined).data
  } catch (error) {
    // A check that waits for something cannot be asked at boot, and fills in nothing.
    if (error instanceof z.core.$ZodAsyncError) return undefined
    throw error
  }
}
