import type { CommandContext } from '@plinth/core'
import { Variant } from './entities.ts'

/** A product has one default variant: the one that was before gives way. */
export async function yieldDefault({ em }: Pick<CommandContext<unknown>, 'em'>, productId: string): Promise<void> {
  const former = await em.find(Variant, { productId, isDefault: true })
  for (const variant of former) em.assign(variant, { isDefault: false })
  await em.flush()
}
