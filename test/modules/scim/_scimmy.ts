import SCIMMY from 'scimmy'
import { USER, GROUP, type Json } from './_walk.ts'

/** An answer without what servers determine on their own. */
export interface Outcome {
  readonly status: number
  readonly body: Json
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type Kind = 'Users' | 'Groups'

const stores: Readonly<Record<Kind, Map<string, Json>>> = { Users: new Map(), Groups: new Map() }

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json

interface Instance {
  readonly id?: string
  readonly filter?: { match(all: Json[]): Json[] }
}

/** What this file uses of scimmy's types of resources. */
interface Declared {
  ingress(handler: (resource: Instance, instance: unknown) => Json): unknown
  egress(handler: (resource: Instance) => Json | Json[]): unknown
  degress(handler: (resource: Instance) => void): unknown
}

function assertFree(store: Map<string, Json>, key: string, wanted: Json & { readonly id: string }): void {
  const name = (one: Json) => String(one[key]).toLowerCase()
  if ([...store].some(([id, one]) => id !== wanted.id && name(one) === name(wanted)))
    throw new SCIMMY.Types.Error(409, 'uniqueness', 'taken')
}

/** Declares a type of resource in memory, as scimmy's documentation shows. */
function declare(kind: Kind, key: string) {
  const store = stores[kind]
  const Resource = (kind === 'Users' ? SCIMMY.Resources.User : SCIMMY.Resources.Group) as unknown as Declared
  Resource.ingress(({ id = crypto.randomUUID() as string }, instance) => {
    const wanted = { ...plain(instance), id }
    assertFree(store, key, wanted)
    const now = new Date().toISOString()
    const created = (store.get(id)?.['meta'] as Json | undefined)?.['created'] ?? now
    const stored = { ...wanted, meta: { created, lastModified: now } }
    store.set(id, stored)
    return structuredClone(stored)
  })
  Resource.egress(({ id, filter }) => {
    if (id === undefined) {
      const all = [...store.values()].map((one) => structuredClone(one))
      return filter ? filter.match(all) : all
    }
    const found = store.get(id)
    if (!found) throw new SCIMMY.Types.Error(404, null as never, 'not found')
    return structuredClone(found)
  })
  Resource.degress(({ id }) => {
    if (!store.delete(id!)) throw new SCIMMY.Types.Error(404, null as never, 'not found')
  })
}

SCIMMY.Resources.declare(SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser, false))
SCIMMY.Resources.declare(SCIMMY.Resources.Group)
declare('Users', 'userName')
declare('Groups', 'displayName')

/** Writes a resource past scimmy, so that one difference does not cause others. */
export const overwrite = (kind: Kind, id: string, resource: Json) => {
  const known = stores[kind].get(id)
  const { meta: _meta, ...rest } = resource
  stores[kind].set(id, {
    meta: { created: new Date().toISOString(), lastModified: new Date().toISOString() },
    ...(known?.['meta'] ? { meta: known['meta'] } : {}),
    ...rest,
    id,
    schemas: (resource['schemas'] as string[] | undefined) ?? [kind === 'Users' ? USER : GROUP],
  })
}

export const forget = (kind: Kind, id: string) => void stores[kind].delete(id)

export const forgetAll = () => Object.values(stores).forEach((store) => store.clear())

/** Asks scimmy as a server. */
export async function askScimmy({ method, path, query = {}, body }: Asked): Promise<Outcome> {
  const [, kind, id] = path.split('/') as ['', Kind, string | undefined]
  const Resource = kind === 'Users' ? SCIMMY.Resources.User : SCIMMY.Resources.Group
  const numbers = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, /^(startIndex|count)$/.test(name) ? Number(value) : value]),
  )
  try {
    const resource = id === undefined ? new Resource(numbers as never) : new Resource(id, numbers as never)
    if (method === 'GET') return { status: 200, body: plain(await resource.read()) }
    if (method === 'POST') return { status: 201, body: plain(await resource.write(structuredClone(body) as never)) }
    if (method === 'PUT') return { status: 200, body: plain(await resource.write(structuredClone(body) as never)) }
    if (method === 'PATCH') {
      // Nothing is returned where nothing changed.
      const changed = (await resource.patch(structuredClone(body) as never)) as unknown
      return { status: 200, body: plain(changed ?? (await new Resource(id!, numbers as never).read())) }
    }
    await resource.dispose()
    return { status: 204, body: {} }
  } catch (error) {
    if (!(error instanceof SCIMMY.Types.Error)) throw error
    const { status, scimType, message } = error as unknown as { status: number; scimType?: string; message: string }
    return { status: Number(status), body: { scimType, detail: message } }
  }
}
