import { assertMayActForAll } from '@plinth/auth'
import {
  type CommandContext,
  conflict,
  defineCommand,
  forbidden,
  Id,
  nameText,
  notFound,
  Ok,
  partial,
  sql,
} from '@plinth/core'
import { anyOf, assertMayRevertTenantRows, inTenant, type RevertedRow } from '@plinth/core/data'
import { keyRing } from '@plinth/core/security'
import { z } from 'zod'
import { DESTINATION_SECRET, features } from '../contract.ts'
import { ExportDestination } from './entities.ts'
import { assertEndpoint, destinationHosts } from './hosts.ts'

const SEGMENT = /^(?!\.{1,2}$)[\w.=-]+$/

const Fields = z.object({
  name: nameText().min(1).max(200),
  endpoint: z.string().trim().min(1).max(500).meta({
    description: 'The URL of an S3-compatible store, without the bucket: `https://s3.eu-central-1.amazonaws.com`.',
  }),
  region: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,50}$/, 'Must be a region like eu-central-1')
    .default('us-east-1'),
  bucket: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, 'Must be the name of a bucket'),
  prefix: z
    .string()
    .max(300)
    .refine(isPrefix, 'Must be a path of letters, digits and . _ = -')
    .default('')
    .meta({ description: 'The beginning of all keys: `plinth/exports`.' }),
  accessKeyId: z.string().regex(/^[\w.@:+=-]{1,128}$/, 'Must be an access key id'),
  secret: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'Must be a secret access key')
    .meta({ description: 'The secret access key. Never returned.' }),
  pathStyle: z.boolean().default(true).meta({
    description: 'Whether the bucket is the first segment of the path; if not, it is the beginning of the host.',
  }),
})

/** Whether a text is empty, or segments with slashes between them. One at the end is left out. */
function isPrefix(text: string): boolean {
  return (
    text === '' ||
    withoutSlash(text)
      .split('/')
      .every((segment) => SEGMENT.test(segment))
  )
}

function assertWholeTenant({ actor }: Pick<CommandContext, 'actor'>): void {
  if (actor.allowedOrganizationIds !== null) throw forbidden('Destinations of exports apply to the whole tenant.')
}

/**
 * Throws 403 unless the caller may do whatever the owners may of exports that go to these destinations (decision: Grants through
 * settings): whoever changes where they go reads what the owners may read.
 */
const assertMayRedirect = (ctx: CommandContext, ids: readonly string[]): Promise<void> =>
  assertMayActForAll(
    ctx,
    sql`select e.owner_id::uuid from transfer_exports e where ${inTenant(ctx.scope, 'e')} and e.destination_id = ${anyOf(ids)}`,
    'change where exports go of',
  )

/** Undo and redo ask what the commands ask. */
async function revertDestinations(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  await assertMayRevertTenantRows(ctx, rows)
  const redirected = rows.filter(isRedirected)
  if (redirected.length > 0)
    await assertMayRedirect(
      ctx,
      redirected.map(({ id }) => id),
    )
}

/** Columns that decide nothing. */
const PLAIN: ReadonlySet<string> = new Set(['name', 'created_at', 'updated_at'])

/** Whether exports would go elsewhere. None go to a destination that is created or deleted. */
const isRedirected = ({ before, after, isSecret }: RevertedRow): boolean =>
  before !== null &&
  after !== null &&
  (isSecret || Object.keys(after).some((name) => !PLAIN.has(name) && before[name] !== after[name]))

const shared = {
  access: features['destinations.manage'],
  resource: 'transfer.destination',
  entity: ExportDestination,
  beforeRevert: revertDestinations,
  constraints: {
    transfer_exports_destination_fkey: () => conflict('Scheduled exports go to this destination: change them first'),
  },
} as const

const label = (verb: string) => `${verb} destination of exports`

/** Creates a destination for all who may choose one. */
export const createDestination = defineCommand({
  ...shared,
  id: 'transfer.destinations.create',
  label: label('Create'),
  input: Fields,
  output: Id,
  async run(ctx) {
    const { secret, prefix, ...fields } = ctx.input
    assertWholeTenant(ctx)
    assertEndpoint(fields.endpoint, ctx.inject(destinationHosts))
    const { id } = await ctx.from.create(ExportDestination, {
      ...fields,
      prefix: withoutSlash(prefix),
      secret: seal(ctx, secret),
    })
    return { id }
  },
})

/** Changes a destination. Without a secret, it keeps the one that it has. */
export const updateDestination = defineCommand({
  ...shared,
  id: 'transfer.destinations.update',
  label: label('Update'),
  input: partial(Fields).extend({ id: z.uuid().toLowerCase() }),
  output: Ok,
  async run(ctx) {
    const { id, secret, prefix, ...fields } = ctx.input
    assertWholeTenant(ctx)
    if (fields.endpoint !== undefined) assertEndpoint(fields.endpoint, ctx.inject(destinationHosts))
    const row = await ctx.from.lock(ExportDestination, id, unknownDestination)
    const next = { ...fields, ...(prefix !== undefined && { prefix: withoutSlash(prefix) }) }
    const isRedirected = DECIDING.some((name) => next[name] !== undefined && next[name] !== row[name])
    if (isRedirected || secret !== undefined) await assertMayRedirect(ctx, [id])
    await ctx.from.change(ExportDestination, row, {
      ...next,
      ...(secret !== undefined && { secret: seal(ctx, secret) }),
    })
    return { ok: true as const }
  },
})

/** Deletes a destination to which no export goes. What has been written there stays. */
export const deleteDestination = defineCommand({
  ...shared,
  id: 'transfer.destinations.delete',
  label: label('Delete'),
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  async run(ctx) {
    assertWholeTenant(ctx)
    const row = await ctx.from.lock(ExportDestination, ctx.input.id, unknownDestination)
    await ctx.from.remove(ExportDestination, row)
    return { ok: true as const }
  },
})

/** What decides where exports go, besides the secret. */
const DECIDING = ['endpoint', 'region', 'bucket', 'prefix', 'accessKeyId', 'pathStyle'] as const

function withoutSlash(prefix: string): string {
  return prefix.replace(/\/$/, '')
}

const unknownDestination = () => notFound('Destination')

const seal = ({ inject }: CommandContext, secret: string) => inject(keyRing).encrypt(DESTINATION_SECRET, secret)
