import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { openPool } from '#postgres/role.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { MOST_STREAMS, serveEvents } from './events.ts'

const SOON = { timeout: 5000, interval: 10 }

/** Two web processes on one database: each with connections, listener and address of its own. */
type Process = { address: string; close: () => Promise<void> }
type Heard = { status: number; topics: string[]; ended: () => boolean; leave: () => void }

let portal: Portal
let first: Process
let second: Process
const leaving: (() => void)[] = []

async function startProcess(): Promise<Process> {
  const pool = openPool(portal.connectionString, 5)
  const app = await buildApp(served, pool, portal.services, null)
  await serveEvents(app, pool, portal.connectionString)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    const closePromise = app.close()
    // A browser, or fetch, may have opened a connection ahead of need, on which no request ever came.
    setTimeout(() => app.server.closeAllConnections(), 500)
    await closePromise
    await pool.end()
  }
  return { address, close }
}

beforeAll(async () => {
  portal = await openPortal()
  first = await startProcess()
  second = await startProcess()
})
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})
afterAll(async () => {
  await first.close()
  await second.close()
  await portal.close()
})

async function signIn(userName: string): Promise<string> {
  const reply = await portal.ask('anonymous', 'POST', '/api/users/authenticate', {
    userName,
    password: PASSWORD,
  })
  return (reply.body as { token: string }).token
}

/** Opens a stream and gathers what it says. */
async function listen(process: Process, token: string | null): Promise<Heard> {
  const stop = new AbortController()
  const leave = () => stop.abort()
  leaving.push(leave)
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(`${process.address}/api/events`, { headers, signal: stop.signal })
  const heard: string[] = []
  let over = false
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of response.body!)
      heard.push(...[...decoder.decode(part).matchAll(/^data: (.*)$/gm)].map((match) => match[1]!))
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      over = true
    })
  if (response.status === 200) await vi.waitFor(() => expect(heard).toContain('open'), SOON)
  return { status: response.status, topics: heard, ended: () => over, leave }
}

const write = (notifyUserId: number) =>
  portal.ask('agency.write', 'POST', '/TaskMessage/CreateNewTaskMessage', {
    message: 'Secret words',
    notifyUserId,
  })

describe('server-sent events', () => {
  test('a message made by one process is told at once to its reader at another, and to nobody else', async () => {
    const token = await signIn('company.writer')
    const here = await listen(first, token)
    const heard = await listen(second, token)
    const stranger = await listen(second, await signIn('company.reader'))
    await write(5)
    for (const stream of [here, heard])
      await vi.waitFor(() => expect(stream.topics).toEqual(['open', 'taskmessage']), SOON)
    const day = new Date().toISOString().slice(0, 10)
    await portal.ask('agency.write', 'POST', '/HeaderMessage', { message: 'Closed', from: day, to: day })
    await vi.waitFor(() => expect(stranger.topics).toEqual(['open', 'headermessage']), SOON)
  })

  test('what is refused is told to nobody', async () => {
    const mine = await listen(first, await signIn('company.writer'))
    const refused = await portal.ask('agency.write', 'POST', '/TaskMessage/CreateNewTaskMessage', {
      notifyUserId: 5,
    })
    expect(refused.status).toBe(400)
    await write(5)
    await vi.waitFor(() => expect(mine.topics).toEqual(['open', 'taskmessage']), SOON)
  })

  test('nobody listens without a session, nor with one that has run out, and it is told which', async () => {
    expect((await listen(first, null)).status).toBe(401)
    expect((await listen(first, 'not a token')).status).toBe(401)
    const token = await signIn('company.writer')
    await portal.owner.query(`update session_token set expires_at = now() - interval '1 minute'`)
    const reply = await fetch(`${first.address}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await reply.text()
    expect([reply.status, reply.headers.get('token-expired')]).toEqual([401, 'true'])
    await portal.owner.query(`update session_token set expires_at = now() + interval '1 hour'`)
  })

  test('a stream ends with its session, at whichever process', async () => {
    const token = await signIn('company.writer')
    const mine = await listen(second, token)
    const other = await listen(second, await signIn('company.reader'))
    await portal.owner.query('update session set ended_at = now() where user_id = 5 and ended_at is null')
    await vi.waitFor(() => expect(mine.ended()).toBe(true), SOON)
    expect(other.ended()).toBe(false)
    expect((await listen(second, token)).status).toBe(401)
  })

  test(`one person holds at most ${MOST_STREAMS} streams at a process; the oldest gives way to one more`, async () => {
    const token = await signIn('agency.read')
    const other = await listen(first, await signIn('agency.manager'))
    const streams: Heard[] = []
    for (let count = 0; count <= MOST_STREAMS; count += 1) streams.push(await listen(first, token))
    await vi.waitFor(() => expect(streams[0]!.ended()).toBe(true), SOON)
    expect([...streams.slice(1), other].map((heard) => heard.ended())).not.toContain(true)
  })

  test('a lost listening connection is opened again, and everything shown is read anew', async () => {
    const mine = await listen(first, await signIn('company.admin'))
    const listeners = `from pg_stat_activity where application_name = 'rooftree events' and datname = current_database()`
    await portal.owner.query(`select pg_terminate_backend(pid) ${listeners}`)
    await vi.waitFor(() => expect(mine.topics).toEqual(['open', '*']), SOON)
    await write(4)
    await vi.waitFor(() => expect(mine.topics).toEqual(['open', '*', 'taskmessage']), SOON)
  })

  test('what travels over the database names a topic and nothing of the message', async () => {
    const spy = new pg.Client({ connectionString: portal.connectionString })
    await spy.connect()
    const heard: string[] = []
    spy.on('notification', (message) => heard.push(message.payload ?? ''))
    await spy.query('listen rooftree_events')
    await write(4)
    await vi.waitFor(() => expect(heard).toHaveLength(2), SOON)
    await spy.end()
    expect(heard.map((text) => JSON.parse(text))).toEqual([
      { userId: 2, topic: 'taskmessage' },
      { userId: 4, topic: 'taskmessage' },
    ])
  })

  test('TRUST-1.6 that a record changed is told to the agency and to those whose it is, and to nobody else', async () => {
    const { rows } = await portal.owner.query<{ id: number }>(`
      insert into replacement_reserve_request (property_id, reserve_account_id, status_id) values (1, 1, 1) returning replacement_reserve_request_id as id`)
    const id = rows[0]!.id
    const people = ['agency.read', 'company.admin', 'company.writer', 'other.user', 'former.user']
    const heard = await Promise.all(people.map(async (name) => listen(first, await signIn(name))))
    const change = () =>
      portal.owner.query(
        'update replacement_reserve_request set version = version + 1 where replacement_reserve_request_id = $1',
        [id],
      )
    await change()
    const counts = () => heard.map(({ topics }) => topics.length - 1)
    await vi.waitFor(() => expect(counts()).toEqual([1, 1, 1, 0, 0]), SOON)
    expect(heard[0]!.topics[1]).toMatch(new RegExp(`^replacement_reserve_request ${id} \\d+$`))
    // Everybody hears this one, so that what did not come before it does not come.
    await portal.owner.query(`select pg_notify('rooftree_events', '{"userId":null,"topic":"headermessage"}')`)
    await vi.waitFor(() => expect(counts()).toEqual([2, 2, 2, 1, 1]), SOON)
    await portal.owner.query(
      'delete from replacement_reserve_request where replacement_reserve_request_id = $1',
      [id],
    )
  })

  test('a server that stops ends its streams', async () => {
    const third = await startProcess()
    const mine = await listen(third, await signIn('company.admin'))
    await third.close()
    await vi.waitFor(() => expect(mine.ended()).toBe(true), SOON)
  })
})
