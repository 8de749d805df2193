import type { z } from 'zod'
import type { Context } from './context.ts'
import type { Access } from './feature.ts'
import type { Locale } from './request.ts'

/**
 * Something that an assistant may do for its caller, beside the commands and GET routes of all modules, which it knows by
 * themselves.
 */
export interface Tool<I extends z.ZodType = any, O extends z.ZodType = any> {
  /** Letters, digits, `_` and `-`, 64 at most; the module's id comes first: `tickets_triage`. */
  readonly name: string
  /** For people. Default: made of the name. */
  readonly title?: string
  /** For models: what it does, when to use it. */
  readonly description: string
  readonly access: Access
  readonly input: I
  readonly output: O
  /** True where it runs commands: people see first what those would do, and say yes. A tool without it cannot. */
  readonly writes?: boolean
  readonly run: (ctx: ToolContext<z.output<I>>) => Promise<z.input<O>> | z.input<O>
}

/** The context of the caller. What a tool does outside the database it does in jobs, as commands do. */
export interface ToolContext<I> extends Context {
  readonly input: I
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Tells clients that want to know how far it is: `progress(3, 10)`. What is told has to rise. */
  readonly progress: (done: number, total?: number) => void
}

/** Declares a tool. List it in the module's `tools`. */
export function defineTool<I extends z.ZodType, O extends z.ZodType>(tool: Tool<I, O>): Tool<I, O> {
  return Object.freeze(tool)
}

/** Fields of text, of which clients make a form. */
export type PromptInput = z.ZodObject<Readonly<Record<string, z.ZodType<unknown, string | undefined>>>>

/** What somebody may choose to begin a conversation with. */
export interface Prompt<I extends PromptInput = any> {
  /** Letters, digits, `_` and `-`, 64 at most; the module's id comes first: `tickets_triage`. */
  readonly name: string
  /** For people. Default: made of the name. */
  readonly title?: string
  readonly description: string
  readonly access: Access
  /** What has to be filled in, described for people by `describe`. Default: nothing. */
  readonly input?: I
  /** What the model is told, in the words of whoever chose it. */
  readonly text: (input: z.output<I>) => string
}

/** Declares a prompt. List it in the module's `prompts`. */
export function definePrompt<I extends PromptInput>(prompt: Prompt<I>): Prompt<I> {
  return Object.freeze(prompt)
}

/** A text of a module that clients of assistants may read, such as how to work with it. */
export interface Page {
  /** Letters, digits, `_` and `-`, 64 at most; unique in its module. */
  readonly name: string
  readonly title: string
  readonly access: Access
  /** Markdown, or the file that it is in: `new URL('../README.md', import.meta.url)`. */
  readonly text: string | URL
}

/** Declares a page. List it in the module's `pages`. */
export function definePage(page: Page): Page {
  return Object.freeze(page)
}

/** The README of a package, which npm packs beside `dist`. `url` is the `import.meta.url` of a file in `src` itself. */
export function readmePage(page: Pick<Page, 'title' | 'access'>, url: string): Page {
  return definePage({ ...page, name: 'readme', text: new URL('../README.md', url) })
}

/** A text that people read: the same in all languages, or one for each. */
export type LocalText = string | Readonly<Record<Locale, string>>

/** The text in a language. */
export const textIn = (text: LocalText, locale: Locale): string => (typeof text === 'string' ? text : text[locale])
