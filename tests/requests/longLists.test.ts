import { once } from 'node:events'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { served } from '#app/registry.ts'
import { answerLongList, jsonText } from '#kernel/server/longLists.ts'
import { mapInTurns } from '#kernel/server/mapInTurns.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/** Many more holidays than are answered in one piece. */
const MANY = 5000
const path = '/api/Holiday'
const { list, call } = served.find((served) => served.call.path === path && served.call.method === 'GET')!

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query('delete from holiday')
  await portal.owner.query(
    `insert into holiday (holiday_date, name)
      select date '1990-01-01' + n, case when n % 5 = 0 then 'Fifth' else 'Day ' || n end from generate_series(1, $1) n`,
    [MANY],
  )
})
afterEach(() => vi.useRealTimers())
afterAll(() => portal.close())

type Holiday = { holidayId: number; holidayDate: string; name: string }
const ask = async (query = '', persona = 'agency.read') => {
  const { status, body } = await portal.ask(persona, 'GET', path + query)
  return { status, rows: body as Holiday[] }
}
const writeList = async (query: object = {}) =>
  (await answerLongList({
    call,
    list: list!,
    pool: portal.pool,
    token: await portal.tokenOf('agency.read'),
    requestId: 'test',
    checked: { params: undefined, query, body: undefined } as never,
  })) as Readable
const countUsedConnections = () => portal.pool.totalCount - portal.pool.idleCount

test('TRUST-5.4: a long list is answered completely and in order', async () => {
  const { status, rows } = await ask()
  expect(status).toBe(200)
  expect(rows).toHaveLength(MANY)
  expect(rows.map((row) => row.holidayId)).toEqual(rows.map((row) => row.holidayId).sort((a, b) => a - b))
  const result =
    await portal.owner.query(`select holiday_id as "holidayId", to_char(holiday_date, 'YYYY-MM-DD') as
    "holidayDate", name from holiday order by 1`)
  expect(rows).toEqual(result.rows)
})

test('TRUST-5.4: a long list is written in pieces of limited size on one connection, which is returned afterwards', async () => {
  const pieces: string[] = []
  for await (const piece of await writeList()) pieces.push(String(piece))
  expect(JSON.parse(pieces.join(''))).toHaveLength(MANY)
  expect(pieces.length).toBeGreaterThan(3)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(300_000)
  await expect.poll(countUsedConnections).toBe(0)
})

test('TRUST-5.4, CAL-16: a list accepts startRow, fetchCount and values of its columns as filters', async () => {
  const { rows: all } = await ask()
  expect((await ask('?startRow=10&fetchCount=5')).rows).toEqual(all.slice(10, 15))
  expect((await ask('?startRow=20&fetchCount=1000')).rows).toEqual(all.slice(20, 1020))
  expect((await ask('?startRow=4990')).rows).toEqual(all.slice(4990))
  expect((await ask('?startRow=0&fetchCount=0')).rows).toEqual(all)
  const fifths = all.filter((row) => row.name === 'Fifth')
  expect((await ask('?name=Fifth')).rows).toEqual(fifths)
  expect((await ask('?Name=Fifth&startRow=2&fetchCount=3')).rows).toEqual(fifths.slice(2, 5))
  expect((await ask('?holiday_date=01/06/1990')).rows).toEqual([fifths[0]])
  expect((await ask('?name=Nobody')).rows).toEqual([])
})

test('TRUST-5.4: an unknown column, a value of the wrong kind and a wrong part of the list are refused by name', async () => {
  for (const [query, field] of [
    ['?nane=Fifth', 'nane'],
    ['?holidayDate=soon', 'holidayDate'],
    ['?fetchCount=-1', 'fetchCount'],
    ['?startRow=some', 'startRow'],
  ] as const) {
    const { status, body } = await portal.ask('agency.read', 'GET', path + query)
    expect([status, body], query).toMatchObject([400, { faults: [{ field }] }])
  }
})

test('TRUST-5.4: a company cannot filter by a column that is withheld from it', async () => {
  const url = '/api/OperatingReserve?vacancy=5'
  expect(await portal.ask('company.admin', 'GET', url)).toMatchObject({
    status: 403,
    body: { message: 'Rows are not asked for by “vacancy”, which the agency alone reads.' },
  })
  expect(await portal.ask('company.admin', 'GET', '/api/OperatingReserve?statusId=1')).toMatchObject({
    status: 200,
  })
  expect(await portal.ask('agency.read', 'GET', url)).toMatchObject({ status: 200, body: [] })
})

test('TRUST-5.4: a caller who may not make the call or is not signed in gets no part of the list', async () => {
  expect((await ask('', 'anonymous')).status).toBe(401)
  const count = countUsedConnections()
  await expect(
    answerLongList({
      call,
      list: list!,
      pool: portal.pool,
      token: 'none',
      requestId: 'test',
      checked: { params: undefined, query: {}, body: undefined } as never,
    }),
  ).rejects.toMatchObject({ kind: 'signedOut' })
  expect(countUsedConnections()).toBe(count)
})

test('TRUST-5.4: a reader who breaks off or never begins returns the connection', async () => {
  const readable = await writeList()
  readable.once('data', () => readable.destroy())
  await once(readable, 'close')
  const never = await writeList()
  never.destroy()
  await once(never, 'close')
  await expect.poll(countUsedConnections).toBe(0)
})

test('TRUST-5.4: a reader who is too slow is cut off', async () => {
  const slow = await writeList()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = once(slow, 'error')
  slow.read(0)
  await vi
    .waitFor(() => expect(slow.readableLength).toBeGreaterThan(0), { timeout: 5000 })
    .catch(() => undefined)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(await ended).toMatchObject([{ message: 'The list was not read in time.' }])
  vi.useRealTimers()
  await expect.poll(countUsedConnections).toBe(0)
})

test('TRUST-5.4: of many long lists at once, a few are written at a time, and all are completed', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask()))
  expect(answers.map(({ rows }) => rows.length)).toEqual(Array.from({ length: 12 }, () => MANY))
  await expect.poll(countUsedConnections).toBe(0)
})

test('TRUST-5.4: computing a long list lets other work run in between', async () => {
  let otherTurns = 0
  const clock = setInterval(() => (otherTurns += 1), 1)
  const rows = Array.from({ length: 60 }, (_, index) => index)
  const doubled = await mapInTurns(rows, (row) => {
    for (const startTime = performance.now(); performance.now() - startTime < 2; );
    return row * 2
  })
  clearInterval(clock)
  expect(doubled).toEqual(rows.map((row) => row * 2))
  expect(otherTurns).toBeGreaterThan(2)
})

test('TRUST-5.4: a large answer of any shape is turned into JSON in pieces, with the same text as JSON.stringify', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => ({
    index,
    name: `Row “${index}”, of many alike`,
    none: undefined,
    empty: null,
  }))
  for (const answer of [
    rows,
    { total: 3, rows, counts: [], absent: undefined, more: { deep: true } },
    [undefined, ...rows],
  ]) {
    const text = jsonText(answer)
    expect(text).toBeInstanceOf(Readable)
    const pieces: string[] = []
    for await (const piece of text as Readable) pieces.push(String(piece))
    expect(pieces.join('')).toBe(JSON.stringify(answer))
    expect(pieces.length).toBeGreaterThan(2)
  }
  for (const small of [null, undefined, 5, 'text', [], {}, new Date(0), rows.slice(0, 2000)])
    expect(jsonText(small)).toBe(JSON.stringify(small ?? null))
})
