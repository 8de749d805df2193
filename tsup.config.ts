import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { inlineSql } from './scripts/inline-sql.ts'
import { entriesOf, packages } from './scripts/packages.ts'

export default defineConfig(
  packages.map((manifest) => ({
    name: manifest.name,
    entry: entriesOf(manifest),
    outDir: `${manifest.folder}/dist`,
    format: 'esm' as const,
    target: 'node22',
    platform: 'node' as const,
    splitting: true,
    sourcemap: true,
    clean: true,
    silent: true,
    skipNodeModulesBundle: true,
    esbuildPlugins: [inlineSql],
    async onSuccess() {
      await copyFile('LICENSE', `${manifest.folder}/LICENSE`)
    },
  })),
)
