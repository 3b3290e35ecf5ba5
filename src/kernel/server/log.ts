/** The stream that a logger writes its lines to. */
export type LogStream = { write: (line: string) => void }

/**
 * Returns the parts of an error that are logged. The database's detail and quoted input are omitted, because
 * they may be names or addresses.
 */
export const errorLine = ({ name, message, stack = '', code }: Error & { code?: string }) => {
  const text = /^22/.test(code ?? '') ? message.replace(/".*"/s, '"…"') : message
  return { type: name, code, message: text, stack: stack.slice(Math.max(0, stack.indexOf('\n    at '))) }
}

/** The number of characters after which a batch is written. */
const FULL = 16_384
const LONGEST_WAIT_MILLISECONDS = 1000
/** The level of errors in Pino. */
const ERROR = 50
/** Pino sets `lastLevel` to the level of the next line on any stream with this symbol. */
const metadata: unique symbol = Symbol.for('pino.metadata') as never

/**
 * Collects log lines in batches, because each write costs as much as the request that it logs. A line waits
 * at most one second. A fault is written at once with all lines before it, and the others when the process
 * ends.
 */
export class LogBatch implements LogStream {
  readonly #out: LogStream
  #lines = ''
  readonly [metadata] = true
  lastLevel = 0

  constructor(out: LogStream = process.stdout) {
    this.#out = out
    setInterval(() => this.flush(), LONGEST_WAIT_MILLISECONDS).unref()
    process.on('exit', () => this.flush())
  }

  write(line: string): void {
    this.#lines += line
    if (this.lastLevel >= ERROR || this.#lines.length >= FULL) this.flush()
  }

  flush(): void {
    if (this.#lines) this.#out.write(this.#lines)
    this.#lines = ''
  }
}
