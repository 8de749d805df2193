import { copyFile, mkdir } from 'node:fs/promises'
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
      if (manifest.name === '@plinth/host') await copySwaggerUi(`${manifest.folder}/dist/swagger-ui`)
    },
  })),
)

/** The host serves these files, and depends on nothing else of the package. */
async function copySwaggerUi(folder: string) {
  await mkdir(folder, { recursive: true })
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'])
    await copyFile(`node_modules/swagger-ui-dist/${name}`, `${folder}/${name}`)
}
