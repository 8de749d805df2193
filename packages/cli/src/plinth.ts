#!/usr/bin/env node
// What the program imports does not link in older versions of Node, so that it is imported once the version is known.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  const { main } = await import('./main.ts')
  process.exitCode = await main(process.env)
} else {
  console.error(`plinth: The command needs Node 22.18 or newer; this is Node ${process.versions.node}`)
  process.exitCode = 1
}
