import { type Logger, standardError } from '../define/logger.ts'
import type { Module } from '../define/module.ts'
import { findFileOwners, recordFiles } from '../define/record-files.ts'
import { recordShares } from '../define/record-shares.ts'
import { createTexts, type Texts } from '../define/texts.ts'
import { brokenSetup } from '../errors.ts'
import { faultTranslations } from '../acl/fault-translations.ts'
import { commonTranslations } from '../http/common-translations.ts'
import { documentTranslations } from '../http/openapi/translations.ts'
import { ownTranslations } from '../http/translations.ts'
import { createEffectCipher } from '../log/effects.ts'
import { createUndoTokens } from '../log/undo-tokens.ts'
import { createKeyRing } from '../security/key-ring.ts'
import { createPlatformKeys } from '../security/secret-keys.ts'
import { checkDeclarations } from './check-declarations.ts'
import { labelTranslations } from './label-translations.ts'
import { sortModules } from './module-order.ts'
import type { PlatformOptions } from './options.ts'

/** What a platform consists of before it has connected to anything. */
export interface Composed {
  readonly options: PlatformOptions
  /** In dependency order. */
  readonly modules: readonly Module[]
  readonly log: Logger
  readonly origin: string
  readonly texts: Texts
  readonly keys: Keys
}

type Keys = ReturnType<typeof createKeys>

/** Throws `broken_setup` with the reason if the modules do not fit together. */
export function compose(options: PlatformOptions): Composed {
  const { log = standardError, origin = 'http://localhost:3000', languages, translations = {} } = options
  if (options.secret.length < 32) throw brokenSetup('`secret` must have at least 32 characters')
  const modules = sortModules(options.modules)
  checkDeclarations(modules)
  checkFileOwners(options, modules)
  checkShared(options, modules)
  const sources = [
    commonTranslations,
    ownTranslations,
    faultTranslations,
    documentTranslations,
    ...modules.map((module) => module.translations ?? {}),
    translations,
  ]
  return {
    options,
    modules,
    log,
    origin,
    texts: createTexts(languages, [labelTranslations(modules, sources, languages), ...sources]),
    keys: createKeys(options),
  }
}

/** Throws for a resource whose records have files that nothing stores. */
function checkFileOwners({ services = [] }: PlatformOptions, modules: readonly Module[]): void {
  const [owner] = findFileOwners(modules)
  if (!owner || [...services, ...modules.flatMap((one) => one.services ?? [])].some(({ id }) => id === recordFiles.id))
    return
  throw brokenSetup(
    `The records of '${owner.kind}' have files, which no composed module stores: add \`attachments()\` of @plinth/attachments`,
  )
}

/** Throws for a resource whose records can be shared, if nothing stores shares. */
function checkShared({ services = [] }: PlatformOptions, modules: readonly Module[]): void {
  const shared = modules.flatMap(({ routes = [] }) => routes).find((route) => route.shared)?.shared
  const all = [...services, ...modules.flatMap((one) => one.services ?? [])]
  if (!shared || all.some(({ id }) => id === recordShares.id)) return
  throw brokenSetup(
    `The records of '${shared.kind}' can be shared, and no composed module stores shares: add \`auth()\` of @plinth/auth`,
  )
}

/** Everything that is made from the secret. */
function createKeys(options: PlatformOptions) {
  const ring = createKeyRing(options)
  const platformKeys = createPlatformKeys(options.secret, options.retiredSecrets)
  return { ring, platformKeys, tokens: createUndoTokens(platformKeys), cipher: createEffectCipher(ring) }
}
