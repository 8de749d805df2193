import { createByteCache } from '../byte-cache.ts'
import { toPlatformError } from '../data/connection/database-errors.ts'
import type { Caller } from '../define/access.ts'
import type { RequestFacts } from '../define/context.ts'
import { BinaryAnswer } from '../define/binary-answer.ts'
import { customValues } from '../define/custom-values.ts'
import type { Locale } from '../define/locales.ts'
import type { Module } from '../define/module.ts'
import type { Texts } from '../define/texts.ts'
import { inSlices } from '../fairness/time-slices.ts'
import { toJsonInSteps } from '../http/json-in-steps.ts'
import { toMarkdown } from '../http/openapi/markdown.ts'
import type { Json } from '../http/openapi/schemas.ts'
import { type DescribedFields, readDescribedFields, type ShownFields } from '../http/openapi/shown-fields.ts'
import type { TenantFields } from '../http/openapi/tenant-fields.ts'
import { translateInSteps } from '../http/openapi/translate-document.ts'
import { type AuthenticateDeps, identifyByHeaders } from '../request/authenticate.ts'
import { doWork } from '../context/context.ts'

interface TenantDocumentOptions {
  readonly modules: readonly Module[]
  readonly callers: AuthenticateDeps
  readonly texts: Texts
  /** The English document without the fields of a tenant. */
  readonly document: () => Json
  /** Creates the English document with the fields of a tenant and without those that a caller may not use, step by step. */
  readonly create: (fields: TenantFields, rights: ShownFields | undefined) => Generator<void, Json>
}

/** Memory of the documents kept per host; there is one for each distinct set of custom fields. */
const KEPT_BYTES = 64 * 1024 * 1024

/** The levels of the document that are written separately: up to an operation of a path, and to a named schema. */
const DEPTH = 3

/** Documents of tenants that are kept as objects, for pages of this host; they take a multiple of their text. */
const KEPT_OBJECTS = 4

/**
 * The API document as a caller sees it: with the custom fields of the organization that the caller works in, and in their language.
 */
export interface TenantDocuments {
  /** The document for the sender of a request, to send. */
  send(request: RequestFacts): Promise<Json | BinaryAnswer>
  /** The document for everybody as Markdown, to send. */
  sendMarkdown(request: RequestFacts): Promise<BinaryAnswer>
  /** The document for everybody, to read. Default: in English. */
  general(language?: Locale): Json
  /** The document for a caller, to read. Default: in the caller's language. */
  read(caller: Caller, language?: Locale): Promise<Json>
}

/** What a document depends on. An empty key stands for the English document for everybody. */
interface Asked extends DescribedFields {
  readonly language: Locale
}

const EVERYBODY: DescribedFields = { key: '', fields: new Map(), rights: undefined }

/** Documents are created and written in time slices, once for all who ask at the same time. */
export function createTenantDocuments(options: TenantDocumentOptions): TenantDocuments {
  const { modules, callers, texts, document, create } = options
  const isComposed = modules.some(({ services = [] }) => services.some(({ id }) => id === customValues.id))
  const made = createByteCache<Buffer>({ bytes: KEPT_BYTES, weigh: ({ byteLength }) => byteLength })
  const making = new Map<string, Promise<Buffer>>()
  const objects = new Map<string, Promise<Json>>()
  const translated = new Map<Locale, Json>()
  const make = (asked: Asked): Promise<Buffer> => {
    const begun = making.get(asked.key)
    if (begun) return begun
    const work = inSlices(createBytes(createFor(asked))).finally(() => making.delete(asked.key))
    making.set(asked.key, work)
    return work
  }
  function* createFor({ fields, rights, language }: Asked): Generator<void, Json> {
    const isGeneral = fields.size === 0 && rights === undefined
    const english = isGeneral ? document() : yield* create(fields, rights)
    return language === 'en' ? english : yield* translateInSteps(english, texts, language)
  }
  const { runtime } = callers
  const isPlain = (caller: Caller) => !isComposed && !runtime.fieldPolicies.restricts(caller.actor)
  const inLanguage = (described: DescribedFields, language: Locale): Asked => {
    const { key } = described
    return { ...described, language, key: language === 'en' ? key : `${language} ${key}` }
  }
  const askedBy = async (caller: Caller, language: Locale | undefined, request?: RequestFacts): Promise<Asked> => {
    if (language !== undefined && isPlain(caller)) return inLanguage(EVERYBODY, language)
    const origin = { requestId: request?.requestId ?? null, client: request }
    return doWork({ runtime, caller, origin }, async (ctx) => {
      const described = isPlain(caller) ? EVERYBODY : await readDescribedFields(ctx)
      return inLanguage(described, language ?? (await ctx.locale()).language)
    })
  }
  const send = async (asked: Asked, type: string, make: () => Promise<Buffer>) => {
    const key = `${type} ${asked.key}`
    const known = made.get(key)
    const bytes = known ?? (await make())
    if (!known) made.set(key, bytes)
    const headers = { 'content-type': `${type}; charset=utf-8`, 'content-length': String(bytes.byteLength) }
    const { language } = asked
    return new BinaryAnswer(bytes, {
      headers: language === 'en' ? headers : { ...headers, 'content-language': language },
    })
  }

  const documents: TenantDocuments = {
    async send(request) {
      const { caller } = await identifyByHeaders(callers, request)
      const asked = caller ? await askedBy(caller, undefined, request) : inLanguage(EVERYBODY, request.locale)
      return asked.key === '' ? document() : send(asked, 'application/json', () => make(asked))
    },
    sendMarkdown: ({ locale }) =>
      send(inLanguage(EVERYBODY, locale), 'text/markdown', async () =>
        Buffer.from(toMarkdown(documents.general(locale))),
      ),
    general(language = 'en') {
      if (language === 'en' || !texts.languages.includes(language)) return document()
      const known = translated.get(language) ?? finish(translateInSteps(document(), texts, language))
      translated.set(language, known)
      return known
    },
    async read(caller, language) {
      const asked = await askedBy(caller, language).catch((error: unknown) => {
        throw toPlatformError(error)
      })
      const { key } = asked
      if (key === '') return document()
      const known = objects.get(key) ?? inSlices(createFor(asked))
      // The one that was used last is at the end.
      objects.delete(key)
      objects.set(key, known)
      for (const oldest of objects.keys()) if (objects.size > KEPT_OBJECTS) objects.delete(oldest)
      return known.catch((error: unknown) => {
        objects.delete(key)
        throw error
      })
    },
  }
  return documents
}

function finish<T>(steps: Generator<void, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

function* createBytes(steps: Generator<void, Json>): Generator<void, Buffer> {
  return yield* toJsonInSteps(yield* steps, DEPTH)
}
