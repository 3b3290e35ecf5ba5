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
  test('statements run in order, and a query returns the result after all of them', async () => {
    const quick = queueStatements(client)
    await quick.query('insert into counted values (1)')
    await copyRows(quick, 'counted', ['place'], [[2], [3]])
    await quick.query('with more (place) as (values (4)) insert into counted select place from more')
    expect(await readPlaces(quick)).toEqual([1, 2, 3, 4])
    await quick.query('delete from counted')
    await waitForQueue(quick)
    expect(await readPlaces(client)).toEqual([])
  })

  test('after an error, no further statement runs, and the next query throws the error', async () => {
    const quick = queueStatements(client)
    await quick.query('insert into counted values (1)')
    await copyRows(quick, 'counted', ['place'], [[1]])
    await quick.query('insert into counted values (2)')
    await expect(readPlaces(quick)).rejects.toThrow('Loading counted: duplicate key')
    await expect(waitForQueue(quick)).rejects.toThrow('Loading counted')
    expect(await readPlaces(client)).toEqual([1])
  })

  test('an abandoned queue starts no further statement', async () => {
    const quick = queueStatements(client)
    let completed = 0
    await runInQueue(quick, 1, async () => (completed += 1))
    await runInQueue(quick, 1, async () => (completed += 1))
    await abandonQueue(quick)
    await expect(waitForQueue(quick)).rejects.toThrow('given up')
    expect(completed).toBeLessThan(2)
  })

  test('statements without a result are recognized by their text', () => {
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
