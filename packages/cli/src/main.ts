#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { runCommandLine } from './command-line.ts'

// Variables that are already set take precedence.
if (existsSync('.env')) process.loadEnvFile('.env')
// Half of the startup time is spent on loading code.
if (existsSync('node_modules')) enableCompileCache(resolve('node_modules/.cache/plinth'))
process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  folder: process.cwd(),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
})
flushCompileCache()
