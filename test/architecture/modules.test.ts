import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EntitySchema } from '@mikro-orm/core'
import type { Module } from '@plinth/core'
import { describe, expect, test } from 'vitest'
import { folders, modules } from './_modules.ts'
import { readManifest, readSources, ROOT } from './_sources.ts'

/** Packages of ours that modules use and that are no modules. */
const NO_MODULES = ['@plinth/core', '@plinth/points', '@plinth/testing']

/** Modules whose features and paths are published under another name than that of the package. */
const PUBLISHED_IDS: Readonly<Record<string, string>> = { 'custom-fields': 'entities' }

test('every module package is known here', () => {
  expect(Object.keys(modules).toSorted()).toEqual(folders)
})

describe.each(Object.entries(modules))('%s', (name, module) => {
  const folder = `packages/modules/${name}`

  test('is named after its id', () => {
    expect(PUBLISHED_IDS[name] ?? module.id.replaceAll('_', '-')).toBe(PUBLISHED_IDS[name] ? module.id : name)
    expect(readManifest(folder).name).toBe(`@plinth/${name}`)
  })

  test('requires the modules that its package.json lists as peers', () => {
    const peers = Object.keys(readManifest(folder).peerDependencies ?? {})
      .filter((peer) => peer.startsWith('@plinth/') && !NO_MODULES.includes(peer))
      .map((peer) => peer.replace('@plinth/', '').replaceAll('-', '_'))
    expect([...(module.requires ?? [])].toSorted()).toEqual(peers.toSorted())
  })

  test('lists everything it declares', async () => {
    const parts = [...Object.values(module), ...(module.contributes ?? []).map(({ values }) => values)] as unknown[]
    const listed = new Set(parts.flatMap((part) => (Array.isArray(part) ? part : [])))
    const files = readSources(`${folder}/src/**/*.ts`).map(({ path }) => path)
    const missing: string[] = []
    for (const path of files) {
      const exported = (await import(pathToFileURL(join(ROOT, path)).href)) as Readonly<Record<string, unknown>>
      for (const [key, value] of Object.entries(exported)) {
        const kind = kindOf(value)
        if (kind && !listed.has(value) && !isListed(module, value)) missing.push(`${kind} ${key} of ${path}`)
      }
    }
    expect(missing).toEqual([])
  })
})

test('undo can tell webhooks of every kind of record: one of its commands names the entity', () => {
  const all = Object.values(modules)
  const told = all.flatMap(({ describeWebhooks }) => describeWebhooks?.(all) ?? []).map(({ name }) => name)
  const events = told.filter((name) => /\.(created|updated|deleted)$/.test(name))
  const commands = all.flatMap((module) => module.commands ?? [])
  const kinds = new Set(commands.flatMap(({ resource, entity }) => (entity && resource ? [resource] : [])))
  expect(events.length).toBeGreaterThan(30)
  expect(events.filter((name) => !kinds.has(name.slice(0, name.lastIndexOf('.'))))).toEqual([])
})

/** What a module has to list, by its shape. Services are not among it: a host may be the one who provides them. */
function kindOf(value: unknown): string | null {
  if (value instanceof EntitySchema) return value.meta.abstract ? null : 'entity'
  if (typeof value !== 'object' || value === null) return null
  if ('run' in value && 'output' in value) return 'command'
  if ('run' in value && 'payload' in value) return 'job'
  if ('path' in value && 'spec' in value) return 'route'
  if ('event' in value && 'handle' in value) return 'subscriber'
  if ('authenticate' in value) return 'authenticator'
  if ('ttl' in value && 'max' in value) return 'cache'
  if ('sql' in value && 'id' in value) return 'migration'
  return null
}

/** Features and events are listed as the records that declare them. */
function isListed({ features, events }: Module, value: unknown): boolean {
  return value === features || value === events
}
