import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'

/** Its type declarations are for another module format. */
const release = variant as unknown as QuickJSSyncVariant

/** Bytes per page of WebAssembly memory. */
const WASM_PAGE = 65_536

/** Initial memory the engine is compiled with, in bytes. */
const INITIAL = 16 * 1_048_576

/**
 * Stack available to JavaScript, in bytes. Less than the engine has, so that deep recursion throws inside instead of trapping.
 */
const STACK = 512 * 1024

let program: Promise<WebAssembly.Module> | undefined

/** Compiled once per process. */
async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return WebAssembly.compile(await readFile(path))
}

/**
 * Creates a JavaScript engine with its own memory, which cannot exceed `memory` bytes whatever happens inside, because it is the
 * maximum of the WebAssembly memory. The engine's own limit does not count everything.
 */
export async function createEngine(memory: number): Promise<QuickJSContext> {
  program ??= compile()
  const wasmMemory = new WebAssembly.Memory({
    initial: INITIAL / WASM_PAGE,
    maximum: Math.max(INITIAL, memory) / WASM_PAGE,
  })
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(release, { wasmModule: await program, wasmMemory }))
  const runtime = quickjs.newRuntime()
  runtime.setMaxStackSize(STACK)
  return runtime.newContext()
}
