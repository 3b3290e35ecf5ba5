import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { removeDataFolder } from '#postgres/data-folder.ts'
import { type RunningPostgres, startPostgres } from '#postgres/launcher.ts'
import { migrate } from '#postgres/migrate.ts'
import { isAlive } from '#postgres/processes.ts'
import { loadFixture } from '#tests/fixture.ts'

/** Where the transaction of a step can be held: after the insert into a table, or inside its commit. */
export const beats = ['status_history', 'audit_log', 'outbox', 'reserve_entry', 'letter', 'commit'] as const

/** The worker's beat: a mail has been handed over and is being noted as sent. */
const noted = 'sent mail'
export type Beat = (typeof beats)[number] | typeof noted

/** Keys of the advisory locks on which the triggers wait. */
const FIRST_KEY = 81_000
const getKey = (beat: Beat): number => FIRST_KEY + [...beats, noted].indexOf(beat)

/** A PostgreSQL of the test's own, to be killed, with the fixture and a trigger at every beat. */
export class Cluster {
  readonly folder: string
  readonly #running: RunningPostgres
  #owner: pg.Client

  private constructor(folder: string, running: RunningPostgres, owner: pg.Client) {
    this.folder = folder
    this.#running = running
    this.#owner = owner
  }

  static async open(): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'rooftree-crash-'))
    const running = await launch(folder)
    await migrate(running.connectionString, join(import.meta.dirname, '..', '..', 'migrations'))
    const owner = await connect(running.connectionString)
    await loadFixture(owner)
    await owner.query(beatsThatWait)
    return new Cluster(folder, running, owner)
  }

  get connectionString(): string {
    return this.#running.connectionString
  }

  /** The database as its owner, past row-level security. */
  get owner(): pg.Client {
    return this.#owner
  }

  /** A connection of its own, which may be lost without harm. */
  session(): Promise<pg.Client> {
    return connect(this.#running.connectionString)
  }

  /** From now on whoever comes to the beat waits, until the answered session ends. */
  async hold(beat: Beat): Promise<pg.Client> {
    const holder = await this.session()
    await holder.query('select pg_advisory_lock($1)', [getKey(beat)])
    return holder
  }

  /** The backend that waits at the beat, if there is one. */
  async waitingAt(beat: Beat): Promise<number | undefined> {
    const result = await this.#owner.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and objid = $1 limit 1`,
      [getKey(beat)],
    )
    return result.rows[0]?.pid
  }

  /** Any backend that serves the portal, a busy one first. */
  async someBackend(): Promise<number> {
    const result = await this.#owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'rooftree' order by state = 'idle', pid limit 1`,
    )
    return result.rows[0]!.pid
  }

  /** Waits until every transaction of a killed server has ended. */
  async quiet(): Promise<void> {
    const portal = `select 1 from pg_stat_activity where application_name = 'rooftree'`
    while ((await this.#owner.query(portal)).rowCount !== 0) await delay(5)
  }

  /** Kills the postmaster with SIGKILL; those who use it start it again. */
  async killPostmaster(): Promise<void> {
    const { processId } = this.#running
    process.kill(processId, 'SIGKILL')
    while (isAlive(processId)) await delay(5)
  }

  /**
   * Kills a backend with SIGKILL; the postmaster then ends all others, recovers and goes on at the same
   * address.
   */
  async killBackend(processId: number): Promise<void> {
    const lost = new Promise((resolve) => this.#owner.once('end', resolve))
    process.kill(processId, 'SIGKILL')
    await lost
  }

  /** Connects again once PostgreSQL has recovered by itself or was started again. */
  async recovered(): Promise<void> {
    this.#owner = await connect(this.#running.connectionString)
  }

  async close(): Promise<void> {
    await this.#owner.end()
    await this.#running.stop()
    removeDataFolder(join(this.folder, 'postgres'))
    await rm(this.folder, { recursive: true, force: true })
  }
}

/**
 * A killed process loses nothing it has written to the system: only the fsync, which guards against power
 * loss, is off.
 */
const launch = (folder: string): Promise<RunningPostgres> =>
  startPostgres({
    dataDirectory: join(folder, 'postgres'),
    databaseName: 'crash',
    settings: { fsync: 'off' },
  })

async function connect(connectionString: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString, application_name: 'crash test' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (attempt === 500) throw error
      await delay(20)
    }
  }
}

/** Every beat takes the lock shared, so that it waits only while the test holds it. */
const beatsThatWait = `
  create function crash_beat() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(tg_argv[0]::bigint);
    return null;
  end $$;
  ${beats
    .filter((beat) => beat !== 'commit')
    .map(
      (beat) =>
        `create trigger crash_beat after insert on ${beat} for each row execute function crash_beat(${getKey(beat)});`,
    )
    .join('\n')}
  create trigger crash_sent after update of sent_at on outbox for each row execute function crash_beat(${getKey(noted)});
  create constraint trigger crash_commit after insert on status_history deferrable initially deferred
    for each row execute function crash_beat(${getKey('commit')});`
