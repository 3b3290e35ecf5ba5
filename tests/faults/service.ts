import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { makeServerSender } from '#tests/crash/processes.ts'
import { loadFixture } from '#tests/fixture.ts'
import { removeDataFolder } from '#tools/postgres/data-folder.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'
import { readPostmaster, stopPostmaster } from '#tools/postgres/postmaster.ts'
import { isAlive } from '#tools/postgres/processes.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The answer to a call, with the milliseconds until it arrived. */
export type TimedReply = { status: number; retryAfter: string | null; message: string; milliseconds: number }

/** The portal as `npm start -- --production` runs it: a separate process with a separate PostgreSQL. */
export class Service {
  readonly folder: string
  #child: ChildProcess | null = null
  address = ''
  /** The text of its error output so far. */
  said = ''
  readonly asks = makeServerSender(this)

  private constructor(folder: string) {
    this.folder = folder
  }

  /**
   * Makes a data folder with the fixture, in `parent` or in the system's temporary folder. Nothing runs on it
   * yet.
   */
  static async prepare(parent = tmpdir()): Promise<Service> {
    const service = new Service(await mkdtemp(join(parent, 'rooftree-faults-')))
    await chmod(service.folder, 0o755)
    const running = await startPostgres({ dataDirectory: service.postgres })
    await migrate(running.connectionString, join(ROOT, 'migrations'))
    const client = new pg.Client({ connectionString: running.connectionString })
    await client.connect()
    await loadFixture(client)
    // In production the portal refuses accounts that look like those of the demonstration.
    await client.query(`update app_user set email = replace(email, '.example', '.test')`)
    await client.end()
    await running.stop()
    return service
  }

  /** Makes a service for an existing data folder. */
  static on(folder: string): Service {
    return new Service(folder)
  }

  get postgres(): string {
    return join(this.folder, 'postgres')
  }

  /** The process id of the postmaster of its PostgreSQL; 0 if there is none. */
  get postmaster(): number {
    return readPostmaster(join(this.postgres, 'cluster'))?.processId ?? 0
  }

  /** Sends a signal to its postmaster and the children of that process, and returns their process ids. */
  signalDatabase(signal: NodeJS.Signals): number[] {
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(this.postmaster)], {
      encoding: 'utf8',
    })
    const all = [this.postmaster, ...stdout.trim().split(/\s+/).map(Number)].filter(isAlive)
    for (const id of all) process.kill(id, signal)
    return all
  }

  get isAlive(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    const child = spawn(process.execPath, [join(ROOT, 'src', 'app', 'main.ts'), '--production'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, DATA_FOLDER: this.folder, PORT: '0', LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    child.stderr.on('data', (chunk) => {
      this.said += chunk
    })
    const ended = once(child, 'exit').then(() => {
      throw new Error(`The portal ended instead of starting: ${this.said}`)
    })
    ended.catch(() => undefined)
    let output = ''
    while (!this.address || !output.includes('ready at')) {
      const [chunk] = await Promise.race([once(child.stdout, 'data'), ended])
      output += chunk
      this.address = /ready at (\S+)/.exec(output)?.[1] ?? ''
    }
  }

  /** Sends SIGTERM as a service manager does, and returns the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child
    if (!child || !this.isAlive) return child?.exitCode ?? null
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    return code
  }

  /** Makes one call and returns the answer, of any status. */
  async call(path: string, token?: string): Promise<TimedReply> {
    const startTime = performance.now()
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const response = await fetch(this.address + path, { headers })
    const body = (await response.json()) as { message?: string; status?: string }
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      message: (Array.isArray(body) ? undefined : (body.message ?? body.status)) ?? '',
      milliseconds: performance.now() - startTime,
    }
  }

  /** Ends all of its processes that still run, and removes its folder. */
  async close(): Promise<void> {
    if (this.isAlive && this.#child?.kill('SIGKILL')) await once(this.#child, 'exit')
    if (this.postmaster && isAlive(this.postmaster)) await stopPostmaster(this.postmaster)
    removeDataFolder(this.postgres)
    await rm(this.folder, { recursive: true, force: true })
  }
}
