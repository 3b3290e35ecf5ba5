import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyRows } from './insertRows.ts'
import { abandonQueue, hasNoResult, queueStatements, runInQueue, waitForQueue } from './statementQueue.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  await client.query('create temporary table counted (place integer primary key)')
})
afterAll(() => client.end())

const readPlaces = async (reader: pg.ClientBase): Promise<number[]> =>
  (await reader.query<{ place: number }>('select place from counted order by 1')).rows.map((row) => row.place)

describe('a connection that queues statements', () => {
  test('runs all statements in their order, and then returns the results of queries', async () => {
    const quick = queueStatements(client)
    await quick.query('insert into counted values (1)')
    await copyRows(quick, 'counted', ['place'], [[2], [3]])
    await quick.query('with more (place) as (values (4)) insert into counted select place from more')
    expect(await readPlaces(quick)).toEqual([1, 2, 3, 4])
    await quick.query('delete from counted')
    await waitForQueue(quick)
    expect(await readPlaces(client)).toEqual([])
  })

  test('starts no further statement after an error, and throws it', async () => {
    const quick = queueStatements(client)
    await quick.query('insert into counted values (1)')
    await copyRows(quick, 'counted', ['place'], [[1]])
    await quick.query('insert into counted values (2)')
    await expect(readPlaces(quick)).rejects.toThrow('Loading counted: duplicate key')
    await expect(waitForQueue(quick)).rejects.toThrow('Loading counted')
    expect(await readPlaces(client)).toEqual([1])
  })

  test('starts no queued statement after it was abandoned', async () => {
    const quick = queueStatements(client)
    let completed = 0
    await runInQueue(quick, 1, async () => (completed += 1))
    await runInQueue(quick, 1, async () => (completed += 1))
    await abandonQueue(quick)
    await expect(waitForQueue(quick)).rejects.toThrow('given up')
    expect(completed).toBeLessThan(2)
  })

  test('recognizes statements without a result by their text', () => {
    for (const text of [
      'insert into a values (1)',
      ' update a set b = 1',
      'analyze a',
      'with b as (select 1)\n insert into a select 1',
    ])
      expect(hasNoResult(text), text).toBe(true)
    for (const text of [
      'select 1',
      'insert into a values (1) returning b',
      'with b as (select 1) select * from b',
    ])
      expect(hasNoResult(text), text).toBe(false)
  })
})
