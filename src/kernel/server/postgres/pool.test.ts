import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { poolAt, toInstant } from './pool.ts'

const plain = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})
/** As PostgreSQL writes an instant in UTC: no fraction where there is none, no zeros at its end. */
const written = (instant: Date, micros: number): string => {
  const [day, time = ''] = instant.toISOString().slice(0, 19).split('T')
  const fraction =
    `${String(instant.getUTCMilliseconds()).padStart(3, '0')}${String(micros).padStart(3, '0')}`.replace(
      /0+$/,
      '',
    )
  return `${day} ${time}${fraction && `.${fraction}`}+00`
}

test('an instant of the database is read as a date would be read, to the millisecond', () => {
  fc.assert(
    fc.property(plain, fc.nat(999), (instant, micros) => {
      expect(toInstant(written(instant, micros))).toBe(instant.toISOString())
    }),
  )
})

test('an instant of another zone is told in UTC', () => {
  expect(toInstant('2026-03-08 01:30:00.5-05')).toBe('2026-03-08T06:30:00.500Z')
})

const ASLEEP = `from pg_stat_activity where query = 'select pg_sleep(20)'`
let pool: pg.Pool
let observer: pg.Pool
beforeEach(() => {
  const connectionString = Object.assign(new URL(inject('postgres')), { pathname: '/postgres' }).toString()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  pool = poolAt(connectionString, 1)
  observer = new pg.Pool({ connectionString, max: 1, pipeline: true } as pg.PoolConfig)
})
afterEach(async () => {
  vi.useRealTimers()
  await observer.query(`select pg_terminate_backend(pid) ${ASLEEP}`)
  await Promise.all([pool.end(), observer.end()])
})

test('a database that says nothing for longer than a statement may take is given up, with all that was asked of it', async () => {
  const client = await pool.connect()
  const query = Promise.allSettled(['select pg_sleep(20)', 'select 1'].map((text) => client.query(text)))
  let isAnswered = false
  void query.then(() => (isAnswered = true))
  await vi.waitFor(async () => expect((await observer.query(`select pid ${ASLEEP}`)).rowCount).toBe(1))
  vi.advanceTimersByTime(62_000)
  await observer.query('select 1')
  expect(isAnswered).toBe(false)
  vi.advanceTimersByTime(2000)
  const why = (await query).map((result) =>
    result.status === 'rejected' ? (result.reason as Error).message : 'answered',
  )
  expect(why).toEqual(['Query read timeout', 'Query read timeout'])
  client.release()
  expect((await pool.query('select 2 as answer')).rows).toEqual([{ answer: 2 }])
})

test('a connection that rests, or whose database says something now and then, is kept', async () => {
  const server = 'select pg_backend_pid() as server'
  const { rows } = await pool.query(server)
  vi.advanceTimersByTime(200_000)
  const client = await pool.connect()
  for (let turn = 0; turn < 3; turn += 1) {
    vi.advanceTimersByTime(40_000)
    await client.query('select 1')
  }
  client.release()
  expect((await pool.query(server)).rows).toEqual(rows)
})

/** Statements with rows, without any, that fail when read, bound or run, unnamed, and several in one text. */
const statement = fc.oneof(
  fc.record({
    name: fc.constant('rows'),
    text: fc.constant(`select $1::integer as a, 'x' as b`),
    values: fc.tuple(fc.nat(9)),
  }),
  fc.record({
    name: fc.constant('some'),
    text: fc.constant('select g as c from generate_series(1, $1::integer) g'),
    values: fc.tuple(fc.nat(3)),
  }),
  fc.record({
    name: fc.constant('zero'),
    text: fc.constant('select 6 / $1::integer as d'),
    values: fc.tuple(fc.constantFrom<unknown>(0, 2, 'x')),
  }),
  fc.constant({ name: 'none', text: 'commit', values: [] }),
  fc.constant({ name: 'wrong', text: 'select nothing', values: [] }),
  fc.record({ text: fc.constant('select $1::integer as e'), values: fc.tuple(fc.nat(9)) }),
  fc.record({
    text: fc.constant('select $1::text as f, 1 as g'),
    values: fc.tuple(fc.string({ unit: 'grapheme-ascii' })),
  }),
  fc.constantFrom(
    { text: 'select 7 as h; select 8 as i, 9 as j' },
    { text: 'select 10 as k' },
    { text: 'wrong' },
  ),
)
const outcome = async (client: pg.ClientBase, query: { text: string }): Promise<unknown> => {
  const reply = await client.query(query).catch((error: Error) => error.message)
  const getSummary = (result: pg.QueryResult) => [
    result.command,
    result.rowCount,
    result.fields.map((field) => field.name),
    result.rows,
  ]
  return typeof reply === 'string' ? reply : [reply].flat().map(getSummary)
}

test('statements sent together in any order answer as with the bare driver, whatever is known of their rows', async () => {
  const client = await pool.connect()
  const plain = await observer.connect()
  const bunches = fc.array(fc.array(statement, { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 6,
  })
  try {
    await fc.assert(
      fc.asyncProperty(bunches, async (queryBunches) => {
        for (const bunch of queryBunches) {
          const [ours, drivers] = [client, plain].map((poolClient) =>
            Promise.all(bunch.map((each) => outcome(poolClient, each))),
          )
          expect(await ours).toEqual(await drivers)
        }
      }),
    )
  } finally {
    client.release()
    plain.release()
  }
})
