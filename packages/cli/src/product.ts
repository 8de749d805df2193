import type { Module } from '@plinth/core'
import type { HostOptions } from '@plinth/host'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadHost } from './load-host.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** The exports of a product's `plinth.config.ts`. */
export interface Product {
  /** Its absolute path. */
  readonly file: string
  /** Made by `defineHost` of `@plinth/host`. Every command needs it, except `migration`. */
  readonly host?: HostOptions
  /** The modules of a product without `@plinth/host`. */
  readonly modules?: readonly Module[]
  /** Folders of migrations by module id, absolute or relative to the file. */
  readonly folders?: Readonly<Record<string, string>>
  /** A PostgreSQL server on which databases can be created. Default: `DATABASE_URL`, or the database of the host. */
  readonly databaseUrl?: string
}

/** A product that `@plinth/host` starts. */
export type HostedProduct = Product & { readonly host: HostOptions }

const NAMES = ['plinth.config.ts', 'plinth.config.js', 'plinth.config.mjs']

/** Loads the product: the file that is named, or `plinth.config.ts` in the working directory. */
export async function loadProduct(terminal: Terminal, named?: string): Promise<Product> {
  const { environment, folder } = terminal
  const asked = named ?? environment['PLINTH_CONFIG']
  const found = asked ?? NAMES.find((name) => existsSync(resolve(folder, name))) ?? NAMES[0]!
  const file = resolve(folder, found)
  if (!existsSync(file))
    throw new UsageError(
      `${file} does not exist. It has to export the \`host\` of a product; use --config to name another file`,
    )
  const exported = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw explain(file, error)
  })
  const { host, modules, folders, databaseUrl } = exported as Omit<Product, 'file'>
  return {
    file,
    ...(host && { host }),
    ...(modules && { modules }),
    ...(folders && { folders }),
    ...(databaseUrl && { databaseUrl }),
  }
}

/** Loads a product that `@plinth/host` starts. */
export async function loadHostedProduct(terminal: Terminal, named?: string): Promise<HostedProduct> {
  const product = await loadProduct(terminal, named)
  if (product.host?.modules === undefined)
    throw new UsageError(`${product.file} exports no \`host\`: export const host = defineHost({ modules })`)
  await loadHost()
  return { ...product, host: { environment: terminal.environment, ...product.host } }
}

function explain(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return new UsageError(`Node ${process.versions.node} cannot read ${file}: TypeScript needs Node 22.18 or newer`)
  if (code === 'ERR_MODULE_NOT_FOUND') return new UsageError(`${file} cannot be loaded: ${message}`)
  return error
}
