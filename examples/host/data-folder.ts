import { fileURLToPath } from 'node:url'
import type { Env } from './env.ts'

/** Where everything is that the host keeps. */
export const dataFolderOf = ({ DATA_DIR }: Env) => DATA_DIR ?? fileURLToPath(new URL('.data', import.meta.url))
