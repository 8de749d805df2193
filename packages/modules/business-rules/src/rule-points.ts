import { composition, type Context } from '@plinth/core'
import type { FieldTypes } from '@plinth/core/rules'
import { z } from 'zod'

/** What entities of a type hold, when a composed module has declared a rule point for it. */
export function ruleFieldsOf({ inject }: Pick<Context, 'inject'>, entityType: string): FieldTypes | undefined {
  const commands = inject(composition).modules.flatMap((module) => module.commands ?? [])
  const point = commands.map(({ rules }) => rules?.point()).find((found) => found?.entityType === entityType)
  if (!point) return undefined
  const { properties = {} } = z.toJSONSchema(point.data, { io: 'output', unrepresentable: 'any' })
  const fields = Object.entries(properties).map(([name, schema]) => [name, typeOf(schema)] as const)
  return { ...Object.fromEntries(fields), before: 'object' }
}

function typeOf(schema: unknown): FieldTypes[string] {
  if (typeof schema !== 'object' || schema === null) return 'any'
  const { type, format, anyOf } = schema as { type?: string; format?: string; anyOf?: unknown[] }
  if (anyOf) {
    const types = new Set(anyOf.filter((part) => (part as { type?: string }).type !== 'null').map(typeOf))
    return types.size === 1 ? [...types][0]! : 'any'
  }
  if (type === 'string') return format === 'date-time' || format === 'date' ? 'date' : 'text'
  return (type && TYPES[type]) || 'any'
}

const TYPES: Readonly<Record<string, FieldTypes[string]>> = {
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
}
