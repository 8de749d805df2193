import { badInput, type Context } from '@plinth/core'
import { z } from 'zod'
import { widgetCatalog } from '../widgets.ts'

/** Widget ids in requests. */
export const WidgetIds = z.array(z.string().min(1).max(200)).max(200)

/** Throws 400 for widgets that no composed module offers. */
export function assertKnownWidgets(ctx: Pick<Context, 'inject'>, ids: readonly string[]): void {
  const widgetIds = new Set(widgetCatalog(ctx).map(({ id }) => id))
  const unknown = ids.filter((id) => !widgetIds.has(id))
  if (unknown.length > 0) throw badInput('Unknown widgets', { unknown })
}

/** The widgets that a composed module still offers. */
export function stillKnown(ctx: Pick<Context, 'inject'>, ids: readonly string[]): string[] {
  const widgetIds = new Set(widgetCatalog(ctx).map(({ id }) => id))
  return ids.filter((id) => widgetIds.has(id))
}
