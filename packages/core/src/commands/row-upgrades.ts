import type { RowUpgrade } from '../data/migration.ts'
import { defineService } from '../define/service.ts'

/** What the composed modules' migrations declare about recorded rows: by migration, then by table. */
export type RowUpgrades = ReadonlyMap<string, Readonly<Record<string, RowUpgrade>>>

/** Resolve with `get(rowUpgrades)`; every platform provides it. */
export const rowUpgrades = defineService<RowUpgrades>('core.row-upgrades')
