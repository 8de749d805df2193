import { badInput, type CommandContext, conflict, defineCommand, forbidden, nameText, notFound, Ok } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { assertMayRevertTenantRows, requireOrganization, type RevertedRow } from '@plinth/core/data'
import { isTimeZone } from '@plinth/core/http'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ExportDestination } from '../destinations/entities.ts'
import { ScheduledExport } from './entities.ts'
import { assertMayExport, findList, toFilters } from './find-list.ts'
import { startRun } from './start-run.ts'

/** The most files of an export that are kept. */
const MAX_FILES = 100

const Fields = z.object({
  name: nameText().min(1).max(200),
  list: z.string().min(1).max(200).meta({ description: 'The path of a list: `/catalog/products`.' }),
  query: z
    .string()
    .max(4_000)
    .meta({ description: 'Its filters and order, as in a URL: `isActive=true&sortField=title`.' }),
  format: z.enum(['csv', 'xlsx', 'ods', 'jsonl', 'json', 'xml', 'markdown']),
  frequency: z.enum(['daily', 'weekly', 'monthly']),
  weekday: z.number().int().min(1).max(7).nullable().meta({ description: 'From Monday, which is 1. If weekly.' }),
  day: z
    .number()
    .int()
    .min(1)
    .max(31)
    .nullable()
    .meta({ description: 'Of the month; in a shorter one, its last day. If monthly.' }),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 07:30'),
  timeZone: z.string().refine(isTimeZone, 'Must be a time zone like Europe/Berlin, or UTC'),
  keptFiles: z.number().int().min(1).max(MAX_FILES).meta({ description: 'How many of the last files are kept.' }),
  tellsOwner: z
    .boolean()
    .meta({ description: 'Whether its owner gets an email for each file, and not only for failures.' }),
  isActive: z.boolean().meta({ description: 'Whether it runs at its times.' }),
  destinationId: z.uuid().toLowerCase().nullable().meta({
    description:
      'The bucket of `GET /transfer/destinations` to which its files go; null for the storage of the platform.',
  }),
})

/** What an export is created with. */
export const NewExport = Fields.extend({
  query: Fields.shape.query.default(''),
  format: Fields.shape.format.default('csv'),
  weekday: Fields.shape.weekday.default(null),
  day: Fields.shape.day.default(null),
  keptFiles: Fields.shape.keptFiles.default(10),
  tellsOwner: Fields.shape.tellsOwner.default(false),
  isActive: Fields.shape.isActive.default(true),
  destinationId: Fields.shape.destinationId.default(null),
})

/** What is changed of an export. */
export const ChangedExport = Fields.partial().extend({ id: z.uuid().toLowerCase() })

/** Only owners change their exports, also by undo and redo. Whoever may delete those of others takes back a deletion. */
async function revertExports(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  const { actor } = ctx
  await assertMayRevertTenantRows(ctx, rows)
  if (actor.kind === 'system') return
  const mayDelete = hasAccess(actor, features['exports.manage'])
  const isOwn = (image: RevertedRow['before']) => image === null || image['owner_id'] === actor.id
  for (const { before, after } of rows) {
    if (isOwn(before) && isOwn(after)) {
      if (before?.['destination_id'] !== after?.['destination_id']) assertMayChoose(ctx, after?.['destination_id'])
      continue
    }
    if (!mayDelete || (before && after)) throw forbidden('This is an export of somebody else.')
  }
}

function assertMayChoose({ actor }: CommandContext, destinationId: unknown): void {
  if (typeof destinationId === 'string' && !hasAccess(actor, features['destinations.view']))
    throw forbidden('Forbidden', { requiredFeatures: [features['destinations.view'].id] })
}

const label = (verb: string) => `${verb} scheduled export`

/** Creates an export that runs with the rights of the caller, in the organization that they have selected. */
export const createExport = defineCommand({
  id: 'transfer.exports.create',
  label: label('Create'),
  access: features['exports.schedule'],
  resource: 'transfer.export',
  entity: ScheduledExport,
  input: NewExport,
  output: z.object({ id: z.uuid() }),
  beforeRevert: revertExports,
  async run(ctx) {
    const { input, actor, scope, from } = ctx
    if (actor.kind !== 'user') throw forbidden('An export runs with the rights of a person: sign in to schedule it')
    const fields = await checked(ctx, input)
    const { id } = await from.create(ScheduledExport, {
      ...fields,
      ownerId: actor.id,
      organizationId: actor.allowedOrganizationIds === null ? scope.organizationId : requireOrganization(scope),
    })
    return { id }
  },
})

/** Changes an export. Only its owner may, since it runs with their rights. */
export const updateExport = defineCommand({
  id: 'transfer.exports.update',
  label: label('Update'),
  access: features['exports.schedule'],
  resource: 'transfer.export',
  entity: ScheduledExport,
  input: ChangedExport,
  output: Ok,
  beforeRevert: revertExports,
  async run(ctx) {
    const { id, ...changes } = ctx.input
    const row = await ctx.from.lock(ScheduledExport, { id, ownerId: ctx.actor.id }, () => notFound('Export'))
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const { name, list, query, format, frequency, weekday, day, time, timeZone, keptFiles } = row
    const { tellsOwner, isActive, destinationId } = row
    const before = {
      name,
      list,
      query,
      format,
      frequency,
      weekday,
      day,
      time,
      timeZone,
      keptFiles,
      tellsOwner,
      isActive,
      destinationId,
    }
    const next = await checked(ctx, { ...before, ...given } as z.output<typeof NewExport>)
    await ctx.from.change(ScheduledExport, row, next)
    return { ok: true as const }
  },
})

/** Deletes an export. Its files are removed when that can no longer be undone. */
export const deleteExport = defineCommand({
  id: 'transfer.exports.delete',
  label: label('Delete'),
  access: features['exports.schedule'],
  resource: 'transfer.export',
  entity: ScheduledExport,
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  beforeRevert: revertExports,
  async run({ input: { id }, from, actor }) {
    const row = await from.lock(ScheduledExport, id, () => notFound('Export'))
    const isOwn = row.ownerId === actor.id
    if (!isOwn && !hasAccess(actor, features['exports.manage'])) throw notFound('Export')
    if (!isOwn && row.organizationId === null && actor.allowedOrganizationIds !== null) throw forbidden()
    await from.remove(ScheduledExport, row)
    return { ok: true as const }
  },
})

/** Runs an export now. */
export const runExport = defineCommand({
  id: 'transfer.exports.run',
  label: label('Run'),
  access: features['exports.schedule'],
  resource: 'transfer.export',
  undoable: { because: 'what has been exported may have been read' },
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: z.object({ id: z.uuid(), runId: z.uuid() }),
  async run(ctx) {
    const { id } = ctx.input
    const row = await ctx.from.lock(ScheduledExport, { id, ownerId: ctx.actor.id }, () => notFound('Export'))
    const runId = await startRun(ctx, { exportId: row.id, dueAt: ctx.now(), isManual: true })
    if (runId === undefined) throw conflict('The export is running already')
    return { id, runId }
  },
})

/**
 * What is stored of an export. Throws for a list that the caller may not export, days that do not fit, and a destination that they may not
 * choose. Its row stays locked: who changes where exports go needs the rights of those whose exports these are.
 */
async function checked(ctx: CommandContext, fields: z.output<typeof NewExport>): Promise<z.output<typeof NewExport>> {
  assertMayExport(findList(ctx, fields.list), ctx.actor)
  const { destinationId } = fields
  if (destinationId !== null) {
    assertMayChoose(ctx, destinationId)
    await ctx.from.lock(ExportDestination, destinationId, unknownDestination)
  }
  const { frequency, weekday, day } = fields
  if (frequency === 'weekly' && weekday === null) throw needed('weekday')
  if (frequency === 'monthly' && day === null) throw needed('day')
  return {
    ...fields,
    query: toFilters(fields.query),
    weekday: frequency === 'weekly' ? weekday : null,
    day: frequency === 'monthly' ? day : null,
  }
}

const unknownDestination = () => {
  const message = 'There is no such destination'
  return badInput(message, { fieldErrors: { destinationId: message } })
}

const needed = (field: string) => badInput('This is needed', { fieldErrors: { [field]: 'This is needed' } })
