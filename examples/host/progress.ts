/** Says what takes a while. */
export function progress(message: string): void {
  process.stderr.write(`  ${message} …\n`)
}
