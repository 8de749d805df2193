import { z } from 'zod'
import { setsOf } from '../data/query/from.ts'
import { relatedEntity } from '../data/query/properties.ts'
import { type Declared, nameOf, type StoredRow } from '../data/query/row-types.ts'
import { type Command, type CommandContext, defineCommand } from '../define/command.ts'
import { OWNER } from '../define/owned-records.ts'
import { Id, Ok } from '../define/route.ts'
import { badInput, brokenSetup, notFound } from '../errors.ts'
import { partial } from './input.ts'
import type { LineFields, LinesByName } from './lines.ts'
import type { WriteNames } from './resource-names.ts'
import { toWords } from '../data/query/entity-names.ts'
import { anyOf } from '../data/query/scope-conditions.ts'
import { ownerToWrite } from './owners.ts'
import { filesOf } from './resource-files.ts'
import { sharesOf } from './resource-shares.ts'
import { saveLines, splitLines } from './save-lines.ts'
import { assertEditable } from './states.ts'
import type { WriteSpec } from './write-spec.ts'

type PartialFields<F extends z.ZodRawShape> = { [K in keyof F]: z.ZodOptional<F[K]> } & {
  id: z.ZodType<string, string>
}

type One = z.ZodObject<{ id: z.ZodType<string, string> }>

export type Creates<F extends z.ZodRawShape, L extends LinesByName = {}> = Command<
  z.ZodObject<F & LineFields<L>>,
  typeof Id
>

export type Updates<F extends z.ZodRawShape, L extends LinesByName = {}> = Command<
  z.ZodObject<PartialFields<F> & LineFields<L>>,
  typeof Ok
>

export type Deletes = Command<One, typeof Ok>

/** The three commands of a resource, as an author would write them by hand. */
export function defineWrites<T extends object, F extends z.ZodRawShape>(
  entity: Declared<T>,
  spec: WriteSpec<T, F>,
  { id, kind, title, point, machine, owner, isOwned, shared: sharing }: WriteNames,
) {
  const { access, input, fixed = [], constraints, beforeRevert, parent, complete, onWritten, lines = {} } = spec
  const missing = () => notFound(spec.missing ?? title)
  const lineFields = Object.fromEntries(Object.entries(lines).map(([name, { sent }]) => [name, sent.optional()]))
  const shared: Pick<Command, 'access' | 'resource' | 'entity' | 'constraints' | 'beforeRevert' | 'lines'> = {
    access: access.write,
    resource: kind,
    entity,
    ...(spec.lines && { lines: Object.entries(spec.lines).map(([name, one]) => ({ ...one, name })) }),
    ...(constraints && { constraints }),
    ...(beforeRevert && { beforeRevert }),
  }
  const name = title.toLowerCase()
  /** Whether creating a row does nothing else, so that several can be created at once. */
  const isPlain = !complete && !onWritten && !spec.lines

  const create: Creates<F> = defineCommand<z.ZodObject<F>, typeof Id>({
    ...shared,
    id: `${id}.create`,
    label: `Create ${name}`,
    input: input.extend(lineFields) as unknown as z.ZodObject<F>,
    output: Id,
    ...(point && { rules: point.create }),
    ...(parent && { target: (done) => ({ id: done.result.id, parent: parent(done.input as never)! }) }),
    async run(ctx) {
      const { fields, sent } = splitLines(lines, ctx.input as Values)
      await assertRelated(ctx, entity, [{ fields, row: null }])
      const more = await complete?.(ctx, { fields: fields as never, row: null })
      const initial = machine && { [machine.property]: machine.initial }
      const belongs = isOwned && (await ownerToWrite(ctx, { sent: fields[OWNER], row: null }))
      const row = await ctx.from.create(entity, { ...fields, ...belongs, ...more, ...initial } as never)
      await saveLines(ctx, lines, { entity, row: row as never, before: null, sent })
      await onWritten?.(ctx, await current(ctx, row, sent), 'created')
      return { id: idIn(row) }
    },
    ...(isPlain && {
      async runAll(ctx) {
        const { from, input: rows } = ctx as CommandContext<readonly Values[]>
        await assertRelated(
          ctx,
          entity,
          rows.map((fields) => ({ fields, row: null })),
        )
        const initial = machine && { [machine.property]: machine.initial }
        // Each owner is looked up once.
        const owners = new Map<unknown, { readonly ownerId?: string | null }>()
        if (isOwned)
          for (const sent of new Set(rows.map((row) => row[OWNER])))
            owners.set(sent, await ownerToWrite(ctx, { sent, row: null }))
        const ids = await setsOf(from).createAll(
          entity,
          rows.map((row) => ({ ...row, ...owners.get(row[OWNER]), ...initial })),
        )
        return ids.map((id) => ({ id }))
      },
    }),
  })
  /** The row with its sums, if lines have been written after it. */
  const current = async ({ from }: CommandContext, row: StoredRow<T>, { size }: { readonly size: number }) =>
    size > 0 && onWritten ? await from.lock(entity, idIn(row)) : row
  const one = { id: z.uuid().toLowerCase() }
  const changes = partial(input.omit(Object.fromEntries(fixed.map((member) => [member, true])) as never))
  const update = defineCommand({
    ...shared,
    id: `${id}.update`,
    label: `Update ${name}`,
    input: changes.extend({ ...one, ...lineFields }) as unknown as z.ZodObject<PartialFields<F>>,
    output: Ok,
    ...(point && { rules: point.update }),
    async run(ctx) {
      const { id: rowId, ...said } = ctx.input as Record<string, unknown> & { readonly id: string }
      const row = await ctx.from.lock(entity, rowId, missing)
      assertEditable(machine, row)
      const { fields, sent } = splitLines(lines, withoutAbsent(said))
      await assertRelated(ctx, entity, [{ fields, row }])
      const more = await complete?.(ctx, { fields: fields as never, row })
      if (machine && more && machine.property in more)
        throw brokenSetup(`'${machine.property}' of '${nameOf(entity)}' is changed by transitions only`)
      if (isOwned) await ownerToWrite(ctx, { sent: fields[OWNER], row })
      const changed = await ctx.from.change(entity, row as never, { ...fields, ...more } as never)
      await saveLines(ctx, lines, { entity, row: changed as never, before: row as never, sent })
      await onWritten?.(ctx, await current(ctx, changed, sent), 'updated')
      return { ok: true as const }
    },
    ...(isPlain && {
      async runAll(ctx) {
        const said = ctx.input as readonly (Values & { readonly id: string })[]
        const locked = await ctx.from.lockAll(entity, { id: said.map((one) => one.id) } as never)
        const known = new Map(locked.map((row) => [idIn(row), row]))
        const writes = said.map(({ id: rowId, ...fields }) => {
          const row = known.get(rowId)
          if (!row) throw missing()
          return { row, fields: withoutAbsent(fields) }
        })
        // Those of each state, and each new owner, once.
        const states = new Map(machine && writes.map(({ row }) => [(row as Values)[machine.property], row]))
        for (const row of states.values()) assertEditable(machine, row)
        await assertRelated(ctx, entity, writes)
        const given = isOwned ? writes.filter(({ row, fields }) => fields[OWNER] !== (row as Values)[OWNER]) : []
        for (const write of new Map(given.map((one) => [one.fields[OWNER], one])).values())
          await ownerToWrite(ctx, { sent: write.fields[OWNER], row: write.row })
        await setsOf(ctx.from).changeAll(
          entity,
          writes.map(({ row }) => row as Values),
          writes.map(({ fields }) => fields),
        )
        return said.map(() => ({ ok: true as const }))
      },
    }),
  })
  const remove = defineCommand({
    ...shared,
    id: `${id}.delete`,
    label: `Delete ${name}`,
    input: z.object(one),
    output: Ok,
    ...(point && { rules: point.delete }),
    async run(ctx) {
      const row = await ctx.from.lock(entity, ctx.input.id, missing)
      assertEditable(machine, row)
      if (owner) await filesOf(ctx).removeAll(ctx, owner, [idIn(row)])
      await ctx.from.remove(entity, row as never)
      // Later, because the caller may see the row by a share, and must be refused then.
      if (sharing) await sharesOf(ctx).endAll(ctx, sharing, [idIn(row)])
      await onWritten?.(ctx, row, 'deleted')
      return { ok: true as const }
    },
  })
  return { create, update, delete: remove }
}

type Values = Readonly<Record<string, unknown>>

const idIn = (row: object) => (row as { readonly id: string }).id

interface RelatingWrite {
  readonly fields: Values
  /** The row before the write. */
  readonly row: object | null
}

/**
 * Rejects ids of related rows that the caller cannot see, whether they do not exist or belong to someone else. Existing
 * references may stay. Nothing is locked here: the foreign key locks the rows against deletion on write, and a lock here would
 * serialize writes to all children of a row.
 */
async function assertRelated(
  { db, from }: CommandContext,
  entity: Declared,
  writes: readonly RelatingWrite[],
): Promise<void> {
  const unknown: [string, Declared][] = []
  for (const name of new Set(writes.flatMap(({ fields }) => Object.keys(fields)))) {
    const target = relatedEntity(entity, name)
    if (!target) continue
    const sent = writes.flatMap(({ fields: { [name]: id }, row }) =>
      typeof id === 'string' && (row as Values | null)?.[name] !== id ? id.toLowerCase() : [],
    )
    const ids = [...new Set(sent)]
    if (ids.length === 0) continue
    const related = db.selectFrom(from.table(target, 'related')).select('related.id')
    const found = await related.where('related.id', '=', anyOf(ids)).execute()
    if (found.length < ids.length) unknown.push([name, target])
  }
  const [first] = unknown
  if (!first) return
  const fieldErrors = Object.fromEntries(unknown.map(([name]) => [name, 'Not found']))
  throw badInput(`${toWords(first[1])} not found`, { fieldErrors })
}

/** Absent properties keep their value (decision: Partial updates and unique values). */
const withoutAbsent = (fields: Values) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
