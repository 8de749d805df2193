import type { Context } from '@plinth/core'
import { Import } from '../entities.ts'
import { findLabels } from '../rows/find-labels.ts'
import { targetsOf } from '../targets/target.ts'

type Label = string | null

interface AskedRow {
  readonly importId: string
  readonly recordId: string | null
}

/** The records of a page, which are read together. */
interface Page {
  readonly asked: AskedRow[]
  readonly labels: Promise<ReadonlyMap<string, Label>>
}

const pages = new WeakMap<Context, Page>()

/** The record of a row, and what it is called, as far as the caller may know. */
export async function describeRecord(ctx: Context, { importId, recordId }: AskedRow) {
  if (recordId === null) return { recordId, label: null }
  let page = pages.get(ctx)
  if (!page) {
    const asked: AskedRow[] = []
    // All rows of a page are described at once.
    page = { asked, labels: Promise.resolve().then(() => readLabels(ctx, asked)) }
    pages.set(ctx, page)
    page.labels.catch(() => {}).finally(() => pages.delete(ctx))
  }
  page.asked.push({ importId, recordId })
  const labels = await page.labels
  const isSeen = labels.has(recordId)
  return { recordId: isSeen ? recordId : null, label: labels.get(recordId) ?? null }
}

async function readLabels(ctx: Context, asked: readonly AskedRow[]): Promise<ReadonlyMap<string, Label>> {
  const [{ importId }] = asked as [AskedRow]
  const row = await ctx.from(Import, 'i').select('i.entity').where('i.id', '=', importId).executeTakeFirst()
  const target = row && (await targetsOf(ctx)).get(row.entity)
  const ids = asked.flatMap(({ recordId }) => recordId ?? [])
  return target ? findLabels(ctx, target, ids) : new Map()
}
