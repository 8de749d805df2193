import { type Context, defineCommand, defineFeatures, Ok, open, type PlatformError, sql } from '@plinth/core'
import { runLogged, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { command, createItem, renameItem } from '../_lab/lab-module.ts'
import { openLab } from '../_lab/lab.ts'

const features = defineFeatures('lab', { shelve: 'Shelve' })
const shelve = defineCommand({ ...createItem, id: 'lab.items.shelve', access: features.shelve })

/** Takes an entry back and makes an item, whether the first succeeds or not. */
const replace = command('replace', async ({ input, undo, run }) => {
  await undo(input.id!).catch(() => {})
  return run(createItem, { name: input.name! })
})

/** Takes an entry back, and tells how later statements are planned. */
const undoAndPlan = command('undo-and-plan', async ({ input, undo, db }) => {
  await undo(input.id!)
  return (await sql`show plan_cache_mode`.execute(db)).rows
})

const NOT_UNDOABLE = { code: 'bad_input', message: 'Undo token not available' }

async function openUndo() {
  const lab = await openLab({ features, commands: [shelve, replace, undoAndPlan] })
  const caller = lab.callerOf({ features: ['lab.*'] })
  const by = <T>(work: (ctx: Context) => Promise<T>) => lab.platform.actAs(caller, work)
  return {
    ...lab,
    by,
    caller,
    create: (name: string) => runLogged(lab, caller, { command: createItem, input: { name } }),
    names: async () =>
      (await lab.sql<{ name: string }>('select name from items order by name')).map(({ name }) => name),
    idOf: async (name: string) =>
      (await lab.sql<{ id: string }>('select id from items where name = $1', [name]))[0]!.id,
    entry: async (id: string) =>
      (
        await lab.sql(
          'select command_id, resource_kind, context, undo_token_hash from plinth.action_log where id = $1',
          [id],
        )
      )[0],
    [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
  }
}

test('undo and redo take an id and answer what they did, as commands of their own', async () => {
  await using lab = await openUndo()
  const { id } = await lab.create('one')
  const before = await lab.sql('select * from items')
  const undone = await lab.by(({ undo }) => undo(id))
  expect(undone).toMatchObject({ sourceId: id, credentialsLeft: [], target: { commandId: 'lab.items.create' } })
  expect(await lab.names()).toEqual([])
  expect(await lab.entry(undone.entryId)).toMatchObject({
    command_id: 'lab.items.create',
    resource_kind: 'lab.item',
    context: { historyAction: 'undo', sourceLogId: id },
    undo_token_hash: null,
  })
  await expect(lab.by(({ undo }) => undo(id))).rejects.toMatchObject(NOT_UNDOABLE)
  const redone = await lab.by(({ redo }) => redo(id))
  expect(await lab.sql('select * from items')).toEqual(before)
  await expect(lab.by(({ redo }) => redo(id))).rejects.toMatchObject({ message: 'Redo target not available' })
  await lab.by(({ undo }) => undo(redone.entryId))
  expect(await lab.names()).toEqual([])
})

test('own entries only, unless those of others are asked for, and never those of another tenant', async () => {
  await using lab = await openUndo()
  const { id } = await lab.create('one')
  const other = lab.callerOf({ features: ['lab.*'] })
  const stranger = lab.callerOf({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  await expect(lab.platform.actAs(other, ({ undo }) => undo(id))).rejects.toMatchObject(NOT_UNDOABLE)
  await expect(lab.platform.actAs(stranger, ({ undo }) => undo(id, { ofOthers: true }))).rejects.toMatchObject(
    NOT_UNDOABLE,
  )
  await expect(lab.by(({ undo }) => undo('seven'))).rejects.toMatchObject({ code: 'bad_input' })
  expect(await lab.names()).toEqual(['one'])
  await lab.platform.actAs(other, ({ undo }) => undo(id, { ofOthers: true }))
  expect(await lab.names()).toEqual([])
})

test('who may not do today what the command does may not undo it', async () => {
  await using lab = await openUndo()
  const userId = crypto.randomUUID()
  const holder = lab.callerOf({ features: ['lab.shelve'], userId })
  const { id } = await runLogged(lab, holder, { command: shelve, input: { name: 'one' } })
  const now = lab.callerOf({ features: [], userId })
  await expect(lab.platform.actAs(now, ({ undo }) => undo(id))).rejects.toMatchObject({ code: 'forbidden' })
  await lab.platform.actAs(holder, ({ undo }) => undo(id))
})

test('the newest entry of a resource goes first, and what is in the way is named', async () => {
  await using lab = await openUndo()
  const { id } = await lab.create('one')
  const item = await lab.idOf('one')
  const renamed = await runLogged(lab, lab.caller, { command: renameItem, input: { id: item, name: 'two' } })
  const refused = await lab.by(({ undo }) => undo(id)).catch((error: PlatformError) => error)
  expect(refused).toMatchObject({
    ...NOT_UNDOABLE,
    body: { conflicts: [{ resourceKind: 'lab.item', resourceId: item, fields: ['name'] }] },
  })
  await lab.by(({ undo }) => undo(renamed.id))
  await lab.by(({ undo }) => undo(id))
  expect(await lab.names()).toEqual([])
})

test('what has been edited since is kept and named, if that is asked for', async () => {
  await using lab = await openUndo()
  const { id } = await lab.create('one')
  await lab.create('alone')
  const item = await lab.idOf('one')
  const renamed = await runLogged(lab, lab.caller, { command: renameItem, input: { id: item, name: 'two' } })
  const kept = [{ resourceKind: 'lab.item', resourceId: item, fields: ['name'] }]
  expect(await lab.by(({ undo }) => undo(id, { keepsEdits: true }))).toMatchObject({ kept })
  await lab.sql(`update items set name = 'three' where id = $1`, [item])
  expect(await lab.by(({ undo }) => undo(renamed.id, { keepsEdits: true }))).toMatchObject({ kept })
  expect(await lab.names()).toEqual(['alone', 'three'])
})

test('what is in the way is not named to who could not undo it', async () => {
  await using lab = await openUndo()
  const userId = crypto.randomUUID()
  const holder = lab.callerOf({ features: ['lab.shelve'], userId })
  const shelved = await runLogged(lab, holder, { command: shelve, input: { name: 'one' } })
  const item = await lab.idOf('one')
  await runLogged(lab, holder, { command: renameItem, input: { id: item, name: 'two' } })
  const refusal = (caller: typeof holder) =>
    lab.platform
      .actAs(caller, ({ undo }) => undo(shelved.id))
      .catch(({ status, body }: PlatformError) => [status, body])
  expect(await refusal(holder)).toEqual([400, { conflicts: [expect.objectContaining({ resourceId: item })] }])
  expect(await refusal(lab.callerOf({ features: [], userId }))).toEqual([400, {}])
  await lab.sql(`update plinth.changes set after = jsonb_set(after, '{organization_id}', to_jsonb(gen_random_uuid()))
    where entry_id = '${shelved.id}'`)
  const confined = { ...holder, actor: { ...holder.actor, allowedOrganizationIds: [holder.scope.organizationId!] } }
  expect(await refusal(confined)).toEqual([400, {}])
})

test('a row in the way that lies beyond the caller is not named', async () => {
  await using lab = await openUndo()
  const { id } = await lab.create('one')
  const part = crypto.randomUUID()
  await lab.sql(`insert into parts (id, tenant_id, organization_id, item_id)
    select '${part}', tenant_id, gen_random_uuid(), id from items`)
  const refusal = (caller: typeof lab.caller) =>
    lab.platform.actAs(caller, ({ undo }) => undo(id)).catch(({ message, body }: PlatformError) => [message, body])
  const { caller } = lab
  const confined = { ...caller, actor: { ...caller.actor, allowedOrganizationIds: [caller.scope.organizationId!] } }
  expect(await refusal(caller)).toEqual([
    'Later changes are in the way',
    { conflicts: [{ resourceKind: 'parts', resourceId: part, fields: ['itemId'] }] },
  ])
  expect(await refusal(confined)).toEqual(['Later changes are in the way', { conflicts: [] }])
})

test('inside a command it is part of that one, which cannot be undone and does not outlive its failure', async () => {
  await using lab = await openUndo()
  const { id } = await lab.create('one')
  const replaced = await runLogged(lab, lab.caller, { command: replace, input: { id, name: 'instead' } })
  expect(await lab.names()).toEqual(['instead'])
  expect(replaced.isUndoable).toBe(false)
  expect(await lab.entry(replaced.id)).toMatchObject({
    command_id: 'lab.items.replace',
    context: { notUndoable: { commandId: 'core.undo', reason: 'what was undone is redone' } },
  })
  // Caught, but half of it must not be committed.
  await expect(lab.by(({ run }) => run(replace, { id, name: 'again' }))).rejects.toMatchObject(NOT_UNDOABLE)
  expect(await lab.names()).toEqual(['instead'])
})

test('a command that undoes something is planned as others are', async () => {
  await using lab = await openUndo()
  const { id } = await lab.create('one')
  expect(await lab.by(({ run }) => run(undoAndPlan, { id }))).toEqual([{ plan_cache_mode: 'auto' }])
})

test('a dry run shows what undo would do, and does nothing', async () => {
  await using lab = await openUndo()
  const { id } = await lab.create('one')
  const counts = await lab.counts()
  const previews = await lab.by(({ dryRun }) => dryRun(({ undo }) => undo(id)))
  expect(previews).toMatchObject([
    {
      commandId: 'lab.items.create',
      isUndoable: false,
      changes: [{ table: 'items', kind: 'delete', before: { name: 'one' } }],
    },
  ])
  const both = await lab.by(({ dryRun }) =>
    dryRun(async ({ run }) => {
      await run(createItem, { name: 'two' })
      await run(createItem, { name: 'three' })
    }),
  )
  expect(both.map(({ changes }) => changes[0]?.after?.['name'])).toEqual(['two', 'three'])
  await expect(lab.by(({ dryRun }) => dryRun(({ undo }) => undo(crypto.randomUUID())))).rejects.toMatchObject(
    NOT_UNDOABLE,
  )
  expect(await lab.counts()).toEqual(counts)
  const nested = defineCommand({
    id: 'lab.items.nested',
    access: open,
    input: z.object({}),
    output: Ok,
    run: async ({ dryRun }) => {
      await dryRun(async () => {})
      return { ok: true as const }
    },
  })
  await expect(lab.do(({ run }) => run(nested, {}))).rejects.toMatchObject({ code: 'broken_setup' })
})
