import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { copyOut } from './copy.ts'

let client: pg.Client
beforeEach(async () => {
  const connectionString = Object.assign(new URL(inject('postgres')), { pathname: '/postgres' }).toString()
  client = new pg.Client({ connectionString })
  await client.connect()
})
afterEach(() => client.end())

/** A copy of so many rows of 1,000 bytes each. */
const copied = (rows: number) =>
  copyOut(client, `copy (select repeat('x', 999) from generate_series(1, ${rows})) to stdout`)
const next = async () => (await client.query('select 1 as one')).rows

test('a copy read late loses nothing and leaves its connection open, also where the packet that fills it up tells the end', async () => {
  // What waits for a reader is some 128 KB: more is left with the database until it is read.
  for (let count = 100; count <= 160; count += 1) {
    const { content, rows } = copied(count)
    let ended = false
    void rows.then(() => {
      ended = true
    })
    while (!ended && !content.writableNeedDrain) await turn()
    let bytes = 0
    for await (const chunk of content) bytes += chunk.length
    expect([await rows, bytes]).toEqual([count, count * 1000])
    expect(await next()).toEqual([{ one: 1 }])
  }
})

test('a reader that gives up leaves the connection open to the next statement', async () => {
  const { content, rows } = copied(5000)
  for await (const _ of content) break
  expect(await rows).toBe(5000)
  expect(await next()).toEqual([{ one: 1 }])
})
