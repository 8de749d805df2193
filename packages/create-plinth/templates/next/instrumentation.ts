/** Next.js calls it when a server starts, but not when it builds. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return
  const { getPlatform } = await import('./src/platform.ts')
  await getPlatform()
}
