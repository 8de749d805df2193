import { fileURLToPath } from 'node:url'
import type { Env } from '../../packages/host/src/env/env.ts'

/** The folder in which the host stores its data. */
export const dataFolderOf = ({ DATA_DIR }: Env) => DATA_DIR ?? fileURLToPath(new URL('.data', import.meta.url))
