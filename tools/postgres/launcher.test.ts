import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fastFolder } from '#tests/fastFolder.ts'
import { type RunningPostgres, startPostgres } from './launcher.ts'
import { readPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'

let folder: string
let dataDirectory: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(fastFolder(), 'rooftree-launcher-'))
  chmodSync(folder, 0o755)
  dataDirectory = join(folder, 'data')
})

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
      await once(child, 'exit')
  }
  // A test that failed half way left its database running.
  const postmaster = readPostmaster(join(dataDirectory, 'cluster'))
  if (postmaster && isAlive(postmaster.processId)) await stopPostmaster(postmaster.processId)
  rmSync(folder, { recursive: true, force: true })
})

async function ask(postgres: RunningPostgres, text: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows.map((row: unknown[]) => String(row[0])).join(',')
  } finally {
    await client.end()
  }
}

/** Another process that starts the same database, says so on its output, and stops it when its input ends. */
async function startElsewhere(): Promise<{ child: ChildProcess; postgres: RunningPostgres }> {
  const program = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'launcher.ts'))}
    const postgres = await startPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)} })
    console.log(JSON.stringify(postgres))
    for await (const _ of process.stdin);
    await postgres.stop()`
  const child = spawn('node', ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { child, postgres: JSON.parse(String(line)) }
}

async function killPostmaster({ processId }: RunningPostgres): Promise<void> {
  process.kill(processId, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(processId)).toBe(false), { timeout: 10_000 })
}

describe('start and stop', () => {
  test('makes a UTF-8 cluster, reachable over a private socket only, with the password of a private file', async () => {
    const postgres = await startPostgres({ dataDirectory })
    expect(postgres.attached).toBe(false)
    expect(await ask(postgres, 'select current_database()')).toBe('rooftree')
    expect(
      await ask(postgres, "select datcollate || ' ' || pg_encoding_to_char(encoding) from pg_database"),
    ).toContain('UTF8')
    expect(await ask(postgres, 'show listen_addresses')).toBe('')
    expect(await ask(postgres, 'show unix_socket_directories')).toBe(join(dataDirectory, 'socket'))
    expect(statSync(join(dataDirectory, 'socket')).mode & 0o777).toBe(0o700)
    expect(await ask(postgres, 'show jit')).toBe('off')
    const password = new URL(postgres.connectionString).password
    expect(readFileSync(join(dataDirectory, 'password'), 'utf8').trim()).toBe(password)
    expect(statSync(join(dataDirectory, 'password')).mode & 0o777).toBe(0o600)
    const wrong = { ...postgres, connectionString: postgres.connectionString.replace(password, 'guess') }
    await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')
    await postgres.stop()
    await postgres.stop()
    expect(isAlive(postgres.processId)).toBe(false)
    expect(existsSync(join(dataDirectory, 'launcher.lock'))).toBe(false)
  })

  test('keeps data between starts and creates a second database by name', async () => {
    const first = await startPostgres({ dataDirectory })
    await ask(first, 'create table kept as select 42 as n')
    await first.stop()
    const second = await startPostgres({ dataDirectory })
    expect(await ask(second, 'select n from kept')).toBe('42')
    const other = await startPostgres({ dataDirectory, databaseName: 'with space "quoted"' })
    expect(other.attached).toBe(true)
    expect(await ask(other, 'select current_database()')).toBe('with space "quoted"')
    await second.stop()
    expect(await ask(other, 'select 1')).toBe('1')
    await other.stop()
    expect(isAlive(other.processId)).toBe(false)
  })

  test('a folder whose path is too long for a socket gets a short one, which a second starter finds', async () => {
    dataDirectory = join(folder, 'x'.repeat(120), 'data')
    mkdirSync(dataDirectory, { recursive: true, mode: 0o755 })
    const first = await startPostgres({ dataDirectory })
    const socket = await ask(first, 'show unix_socket_directories')
    expect(socket.length).toBeLessThan(90)
    expect(statSync(socket).mode & 0o777).toBe(0o700)
    const second = await startPostgres({ dataDirectory })
    expect(second).toMatchObject({ attached: true, connectionString: first.connectionString })
    await first.stop()
    await second.stop()
    const third = await startPostgres({ dataDirectory })
    expect(await ask(third, 'show unix_socket_directories')).toBe(socket)
    await third.stop()
  })

  test('listens on a port where sockets are not wanted', async () => {
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
    const postgres = await startPostgres({ dataDirectory, settings })
    expect(new URL(postgres.connectionString).searchParams.get('host')).toBeNull()
    expect(await ask(postgres, 'select 1')).toBe('1')
    const second = await startPostgres({ dataDirectory })
    expect(second).toMatchObject({ attached: true, connectionString: postgres.connectionString })
    await second.stop()
    await postgres.stop()
  })

  test('settings reach the server', async () => {
    const postgres = await startPostgres({ dataDirectory, settings: { fsync: 'off' } })
    expect(await ask(postgres, 'show fsync')).toBe('off')
    await postgres.stop()
  })

  const debian = '/usr/lib/postgresql/15/bin'
  test.runIf(existsSync(debian))(
    'runs other binaries, and refuses a cluster of another major version',
    async () => {
      const postgres = await startPostgres({ dataDirectory, binDirectory: debian })
      expect(await ask(postgres, 'show server_version')).toMatch(/^15/)
      await postgres.stop()
      await expect(startPostgres({ dataDirectory })).rejects.toThrow(
        /made by PostgreSQL 15, but .* PostgreSQL 18/,
      )
    },
  )
})

describe('several processes', () => {
  test('of four starters at once on an empty folder one starts, three attach, the last one stops it', async () => {
    const here = [startPostgres({ dataDirectory }), startPostgres({ dataDirectory })]
    const elsewhere = await Promise.all([startElsewhere(), startElsewhere()])
    const all = [...(await Promise.all(here)), ...elsewhere.map((each) => each.postgres)]
    expect(all.filter((each) => !each.attached)).toHaveLength(1)
    expect(new Set(all.map((each) => each.connectionString)).size).toBe(1)
    for (const postgres of await Promise.all(here)) await postgres.stop()
    for (const { child, postgres } of elsewhere) {
      expect(isAlive(postgres.processId)).toBe(true)
      child.stdin?.end()
      expect(await once(child, 'exit')).toEqual([0, null])
    }
    expect(isAlive(all[0]!.processId)).toBe(false)
  })

  test('kill -9 of the starting process leaves the database running; the next start attaches', async () => {
    const { child, postgres } = await startElsewhere()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isAlive(postgres.processId)).toBe(true)
    const next = await startPostgres({ dataDirectory })
    expect(next).toMatchObject({ attached: true, connectionString: postgres.connectionString })
    // The server hears of a killed client when it reads from its connection next.
    const users = `select count(*) from pg_stat_activity where starts_with(application_name, 'rooftree')`
    await vi.waitFor(async () => expect(await ask(next, users)).toBe('1'), { timeout: 10_000 })
    await next.stop()
    expect(isAlive(next.processId)).toBe(false)
  })

  test('a process whose backends crashed still counts as a user of the database, even at once', async () => {
    const first = await startPostgres({ dataDirectory })
    const second = await startPostgres({ dataDirectory })
    const victim = Number(await ask(first, 'select pg_backend_pid()'))
    const client = new pg.Client({ connectionString: first.connectionString })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    expect(rows[0].pid).not.toBe(victim)
    process.kill(rows[0].pid, 'SIGKILL')
    await second.stop()
    await vi.waitFor(async () => expect(await ask(first, 'select 1')).toBe('1'), {
      timeout: 10_000,
      interval: 100,
    })
    await first.stop()
    expect(isAlive(first.processId)).toBe(false)
  })
})

describe('after a crash', () => {
  test('kill -9 of the postmaster loses nothing committed', async () => {
    const first = await startPostgres({ dataDirectory })
    await ask(first, 'create table ledger as select generate_series(1, 1000) as n')
    await killPostmaster(first)
    await first.stop()
    const second = await startPostgres({ dataDirectory })
    expect(second.attached).toBe(false)
    expect(await ask(second, 'select count(*) from ledger')).toBe('1000')
    await second.stop()
  })

  test('waits for a backend that outlives its killed postmaster', async () => {
    const first = await startPostgres({ dataDirectory })
    const busy = new pg.Client({ connectionString: first.connectionString })
    busy.on('error', () => undefined)
    await busy.connect()
    // A tight loop does not look at its parent; statement_timeout ends it.
    await busy.query("set statement_timeout = '1500ms'")
    const loop = busy.query('do $$ begin loop null; end loop; end $$').catch((error: Error) => error.message)
    await killPostmaster(first)
    await first.stop()
    const second = await startPostgres({ dataDirectory })
    expect(await ask(second, 'select 1')).toBe('1')
    expect(await loop).toMatch(/statement timeout|terminated/)
    await busy.end()
    await second.stop()
  })

  test('a postmaster.pid that names a living foreign process is taken for stale', async () => {
    const first = await startPostgres({ dataDirectory })
    await ask(first, 'create table kept as select 7 as n')
    const pidFile = join(first.cluster, 'postmaster.pid')
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    await killPostmaster(first)
    await first.stop()
    const foreign = spawn('sleep', ['600'])
    children.push(foreign)
    writeFileSync(pidFile, [foreign.pid, ...lines.slice(1)].join('\n'))
    const second = await startPostgres({ dataDirectory })
    expect(second.attached).toBe(false)
    expect(await ask(second, 'select n from kept')).toBe('7')
    expect(foreign.exitCode).toBeNull()
    await second.stop()
  })

  test('an unfinished initdb is thrown away', async () => {
    const first = await startPostgres({ dataDirectory })
    await first.stop()
    const { cluster } = first
    rmSync(cluster, { recursive: true })
    writeFileSync(`${cluster}.unfinished`, 'half made')
    const second = await startPostgres({ dataDirectory })
    expect(await ask(second, 'select 1')).toBe('1')
    await second.stop()
  })
})

describe('refuses in one line', () => {
  async function refusal(options: Parameters<typeof startPostgres>[0]): Promise<string> {
    const error = await startPostgres(options).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ name: 'PostgresStartError' })
    expect((error as Error).message).not.toContain('\n')
    return (error as Error).message
  }

  test('a folder that cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect(await refusal({ dataDirectory: join(folder, 'file', 'data') })).toContain('cannot be used')
  })

  test.runIf(process.getuid?.() !== 0)('a folder that is not writable', async () => {
    chmodSync(folder, 0o555)
    expect(await refusal({ dataDirectory })).toContain('is not writable')
    chmodSync(folder, 0o755)
  })

  test('binaries that do not run', async () => {
    expect(await refusal({ dataDirectory, binDirectory: folder })).toContain(
      `PostgreSQL in ${folder} does not run`,
    )
  })

  test('a running database whose password is another', async () => {
    const running = await startPostgres({ dataDirectory })
    const file = join(dataDirectory, 'password')
    const password = readFileSync(file, 'utf8')
    writeFileSync(file, 'another\n')
    expect(await refusal({ dataDirectory })).toContain('refuses the password')
    writeFileSync(file, password)
    await running.stop()
  })

  test('a cluster without its password file', async () => {
    const running = await startPostgres({ dataDirectory })
    await running.stop()
    rmSync(join(dataDirectory, 'password'))
    expect(await refusal({ dataDirectory })).toContain('no password file')
  })

  test("a setting PostgreSQL does not know, in PostgreSQL's own words", async () => {
    expect(await refusal({ dataDirectory, settings: { no_such_setting: '1' } })).toContain('no_such_setting')
  })
})
