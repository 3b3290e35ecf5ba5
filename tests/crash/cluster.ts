import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { loadFixture } from '#tests/fixture.ts'
import { removeDataFolder } from '#tools/postgres/data-folder.ts'
import { type RunningPostgres, startPostgres } from '#tools/postgres/launcher.ts'
import { isAlive } from '#tools/postgres/processes.ts'

/**
 * The points at which a test can stop the transaction of a step: after the insert into a table, or inside its
 * commit.
 */
export const PAUSE_POINTS = [
  'status_history',
  'audit_log',
  'outbox',
  'reserve_entry',
  'letter',
  'commit',
] as const

/**
 * The point at which a test can stop the mail worker: a mail has been handed over and is being marked as
 * sent.
 */
const MAIL_SENT = 'sent mail'
export type PausePoint = (typeof PAUSE_POINTS)[number] | typeof MAIL_SENT

/** Keys of the advisory locks on which the triggers wait, from this one up. */
const FIRST_KEY = 81_000
const getKey = (beat: PausePoint): number => FIRST_KEY + [...PAUSE_POINTS, MAIL_SENT].indexOf(beat)

/** A separate PostgreSQL that a test can kill, with the fixture and with a trigger at every pause point. */
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
    await owner.query(PAUSE_TRIGGERS)
    return new Cluster(folder, running, owner)
  }

  get connectionString(): string {
    return this.#running.connectionString
  }

  /** The connection of the database's owner, which is not subject to row-level security. */
  get owner(): pg.Client {
    return this.#owner
  }

  /** Opens a separate connection, which may be lost without harm. */
  session(): Promise<pg.Client> {
    return connect(this.#running.connectionString)
  }

  /** From now on every transaction that reaches the point waits there, until the returned session ends. */
  async hold(beat: PausePoint): Promise<pg.Client> {
    const holder = await this.session()
    await holder.query('select pg_advisory_lock($1)', [getKey(beat)])
    return holder
  }

  /** Returns the process id of the backend that waits at the point, if there is one. */
  async waitingAt(beat: PausePoint): Promise<number | undefined> {
    const result = await this.#owner.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and objid = $1 limit 1`,
      [getKey(beat)],
    )
    return result.rows[0]?.pid
  }

  /** Returns the process id of some backend that serves the portal, preferably a busy one. */
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

  /** Kills the postmaster with SIGKILL. The processes that use the database start it again. */
  async killPostmaster(): Promise<void> {
    const { processId } = this.#running
    process.kill(processId, 'SIGKILL')
    while (isAlive(processId)) await delay(5)
  }

  /**
   * Kills a backend with SIGKILL. The postmaster then ends all other backends, recovers and continues at the
   * same address.
   */
  async killBackend(processId: number): Promise<void> {
    const lost = new Promise((resolve) => this.#owner.once('end', resolve))
    process.kill(processId, 'SIGKILL')
    await lost
  }

  /** Connects again after PostgreSQL has recovered by itself or was restarted. */
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
 * Starts PostgreSQL without fsync, which guards only against the loss of power: a killed process loses
 * nothing that it has written to the operating system.
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

/**
 * SQL of the triggers. Each takes the lock of its point in shared mode, so that it waits only while a test
 * owns the lock.
 */
const PAUSE_TRIGGERS = `
  create function crash_beat() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(tg_argv[0]::bigint);
    return null;
  end $$;
  ${PAUSE_POINTS.filter((beat) => beat !== 'commit')
    .map(
      (beat) =>
        `create trigger crash_beat after insert on ${beat} for each row execute function crash_beat(${getKey(beat)});`,
    )
    .join('\n')}
  create trigger crash_sent after update of sent_at on outbox for each row execute function crash_beat(${getKey(MAIL_SENT)});
  create constraint trigger crash_commit after insert on status_history deferrable initially deferred
    for each row execute function crash_beat(${getKey('commit')});`
