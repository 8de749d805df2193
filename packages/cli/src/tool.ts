import type { HostedProduct, Product } from './product.ts'
import type { Terminal } from './terminal.ts'

/** What the definitions of commands need. */
export interface Tool {
  readonly terminal: Terminal
  /** Loads the product of `--config`. */
  product(): Promise<Product>
  /** The same, for commands that need `@plinth/host`. */
  hosted(): Promise<HostedProduct>
  /** An action for Commander that keeps the exit code of `work`. */
  does<A extends readonly unknown[]>(work: (...args: A) => Promise<number>): (...args: A) => Promise<void>
}
