import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { PASSWORD } from '#tests/fixture.ts'
import type { HttpAnswer, RequestSender } from './filing.ts'

/** Server processes, one at a time, with the next one already loaded so that a restart is quick. */
export class Servers {
  readonly #env: NodeJS.ProcessEnv
  #next: LoadedServer
  #running: LoadedServer | null = null
  #address = ''

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env }
    this.#next = this.#load()
  }

  #load(): LoadedServer {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: this.#env,
    })
    return { child, input: child.stdin, lines: createInterface({ input: child.stdout }) }
  }

  get address(): string {
    return this.#address
  }

  get isAlive(): boolean {
    const child = this.#running?.child
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** Starts the loaded process on a database, and resolves once it listens. */
  async start(databaseUrl: string): Promise<void> {
    this.#running = this.#next
    this.#next = this.#load()
    this.#running.input.write(`${databaseUrl}\n`)
    const ended = once(this.#running.child, 'exit').then(() => {
      throw new Error('The server process ended instead of starting.')
    })
    const [line] = await Promise.race([once(this.#running.lines, 'line'), ended])
    // From now on the end of the process is expected, so its rejection is ignored.
    ended.catch(() => undefined)
    this.#address = String(line)
  }

  /** Kills the running process with SIGKILL and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.#running) await kill(this.#running.child)
    this.#running = null
  }

  async close(): Promise<void> {
    await this.kill()
    await kill(this.#next.child)
  }
}

type LoadedServer = { child: ChildProcess; input: Writable; lines: ReturnType<typeof createInterface> }

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit')
}

/**
 * Sends requests to a real server over HTTP. It signs in when needed, once per user. A call whose connection
 * is lost rejects.
 */
export function makeServerSender(servers: { readonly address: string }): RequestSender {
  const tokens = new Map<string, string>()
  const signIn = async (persona: string): Promise<string> => {
    const reply = await send(`${servers.address}/api/users/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: persona, password: PASSWORD }),
    })
    if (reply.status !== 200) throw new Error(`${persona} could not sign in: ${JSON.stringify(reply.body)}`)
    const { token } = reply.body as { token: string }
    tokens.set(persona, token)
    return token
  }
  const sendSignedIn = async (persona: string, url: string, init: RequestInit): Promise<HttpAnswer> => {
    const ask = (token: string) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      return send(servers.address + url, { ...init, headers })
    }
    const reply = await ask(tokens.get(persona) ?? (await signIn(persona)))
    return reply.status === 401 ? ask(await signIn(persona)) : reply
  }
  return {
    ask: (persona, method, url, body) =>
      sendSignedIn(persona, url, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    upload: (persona, url, fields, files) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      for (const file of files) form.append('files[]', new Blob([new Uint8Array(file.content)]), file.name)
      return sendSignedIn(persona, url, { method: 'POST', body: form })
    },
  }
}

async function send(url: string, init: RequestInit): Promise<HttpAnswer> {
  const response = await fetch(url, init)
  return { status: response.status, body: await response.json() }
}
