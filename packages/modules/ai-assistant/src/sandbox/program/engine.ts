import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'

/** Its declarations are those of another module format. */
const release = variant as unknown as QuickJSSyncVariant

/** Bytes of a page of WebAssembly memory. */
const WASM_PAGE = 65_536

/** Bytes of memory that the engine is built to begin with. */
const INITIAL = 16 * 1_048_576

/** Bytes of the engine's stack that JavaScript may use: less than what it has, so that deep recursion is an error inside. */
const STACK = 512 * 1024

let program: Promise<WebAssembly.Module> | undefined

/** Compiled once for each process. */
async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return WebAssembly.compile(await readFile(path))
}

/**
 * A JavaScript engine with a memory of its own, which cannot grow beyond `memory` bytes whatever happens inside: that is
 * the WebAssembly memory's maximum. The engine's own limit does not count everything.
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
