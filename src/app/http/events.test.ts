import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { MAX_STREAMS, serveEvents } from './events.ts'

const WAIT_OPTIONS = { timeout: 5000, interval: 10 }

/** A web process. The tests run two on one database, each with separate connections, listener and address. */
type Process = { address: string; close: () => Promise<void> }
type OpenStream = { status: number; topics: string[]; ended: () => boolean; leave: () => void }

let portal: Portal
let first: Process
let second: Process
const openStreams: (() => void)[] = []

async function startProcess(): Promise<Process> {
  const pool = openPool(portal.connectionString, 5)
  const app = await buildApp(served, pool, portal.services, null)
  await serveEvents(app, pool, portal.connectionString)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    const closePromise = app.close()
    // A browser or fetch may have opened a spare connection without a request, which would delay the close.
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
  for (const leave of openStreams.splice(0)) leave()
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

/** Opens a stream of events and collects its topics. */
async function openStream(process: Process, token: string | null): Promise<OpenStream> {
  const stop = new AbortController()
  const leave = () => stop.abort()
  openStreams.push(leave)
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
  if (response.status === 200) await vi.waitFor(() => expect(heard).toContain('open'), WAIT_OPTIONS)
  return { status: response.status, topics: heard, ended: () => over, leave }
}

const sendMessage = (notifyUserId: number) =>
  portal.ask('agency.write', 'POST', '/TaskMessage/CreateNewTaskMessage', {
    message: 'Secret words',
    notifyUserId,
  })

describe('server-sent events', () => {
  test('a message is announced at once to its reader, at every process, and to no other person', async () => {
    const token = await signIn('company.writer')
    const here = await openStream(first, token)
    const heard = await openStream(second, token)
    const stranger = await openStream(second, await signIn('company.reader'))
    await sendMessage(5)
    for (const stream of [here, heard])
      await vi.waitFor(() => expect(stream.topics).toEqual(['open', 'taskmessage']), WAIT_OPTIONS)
    const day = new Date().toISOString().slice(0, 10)
    await portal.ask('agency.write', 'POST', '/HeaderMessage', { message: 'Closed', from: day, to: day })
    await vi.waitFor(() => expect(stranger.topics).toEqual(['open', 'headermessage']), WAIT_OPTIONS)
  })

  test('a refused message is not announced', async () => {
    const mine = await openStream(first, await signIn('company.writer'))
    const refused = await portal.ask('agency.write', 'POST', '/TaskMessage/CreateNewTaskMessage', {
      notifyUserId: 5,
    })
    expect(refused.status).toBe(400)
    await sendMessage(5)
    await vi.waitFor(() => expect(mine.topics).toEqual(['open', 'taskmessage']), WAIT_OPTIONS)
  })

  test('a stream needs a session; the refusal says if the session has expired', async () => {
    expect((await openStream(first, null)).status).toBe(401)
    expect((await openStream(first, 'not a token')).status).toBe(401)
    const token = await signIn('company.writer')
    await portal.owner.query(`update session_token set expires_at = now() - interval '1 minute'`)
    const reply = await fetch(`${first.address}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await reply.text()
    expect([reply.status, reply.headers.get('token-expired')]).toEqual([401, 'true'])
    await portal.owner.query(`update session_token set expires_at = now() + interval '1 hour'`)
  })

  test('a stream ends with its session, at any process', async () => {
    const token = await signIn('company.writer')
    const mine = await openStream(second, token)
    const other = await openStream(second, await signIn('company.reader'))
    await portal.owner.query('update session set ended_at = now() where user_id = 5 and ended_at is null')
    await vi.waitFor(() => expect(mine.ended()).toBe(true), WAIT_OPTIONS)
    expect(other.ended()).toBe(false)
    expect((await openStream(second, token)).status).toBe(401)
  })

  test(`one person has at most ${MAX_STREAMS} streams at a process; one more ends the oldest`, async () => {
    const token = await signIn('agency.read')
    const other = await openStream(first, await signIn('agency.manager'))
    const streams: OpenStream[] = []
    for (let count = 0; count <= MAX_STREAMS; count += 1) streams.push(await openStream(first, token))
    await vi.waitFor(() => expect(streams[0]!.ended()).toBe(true), WAIT_OPTIONS)
    expect([...streams.slice(1), other].map((heard) => heard.ended())).not.toContain(true)
  })

  test('a lost database connection is opened again, and every browser refetches its data', async () => {
    const mine = await openStream(first, await signIn('company.admin'))
    const listeners = `from pg_stat_activity where application_name = 'rooftree events' and datname = current_database()`
    await portal.owner.query(`select pg_terminate_backend(pid) ${listeners}`)
    await vi.waitFor(() => expect(mine.topics).toEqual(['open', '*']), WAIT_OPTIONS)
    await sendMessage(4)
    await vi.waitFor(() => expect(mine.topics).toEqual(['open', '*', 'taskmessage']), WAIT_OPTIONS)
  })

  test('a notification in the database names a topic and contains nothing of the message', async () => {
    const spy = new pg.Client({ connectionString: portal.connectionString })
    await spy.connect()
    const heard: string[] = []
    spy.on('notification', (message) => heard.push(message.payload ?? ''))
    await spy.query('listen rooftree_events')
    await sendMessage(4)
    await vi.waitFor(() => expect(heard).toHaveLength(2), WAIT_OPTIONS)
    await spy.end()
    expect(heard.map((text) => JSON.parse(text))).toEqual([
      { userId: 2, topic: 'taskmessage' },
      { userId: 4, topic: 'taskmessage' },
    ])
  })

  test('TRUST-1.6 a change of a record is announced only to the agency and the people of its company', async () => {
    const { rows } = await portal.owner.query<{ id: number }>(`
      insert into replacement_reserve_request (property_id, reserve_account_id, status_id) values (1, 1, 1) returning replacement_reserve_request_id as id`)
    const id = rows[0]!.id
    const people = ['agency.read', 'company.admin', 'company.writer', 'other.user', 'former.user']
    const streams = await Promise.all(people.map(async (name) => openStream(first, await signIn(name))))
    const change = () =>
      portal.owner.query(
        'update replacement_reserve_request set version = version + 1 where replacement_reserve_request_id = $1',
        [id],
      )
    await change()
    const counts = () => streams.map(({ topics }) => topics.length - 1)
    await vi.waitFor(() => expect(counts()).toEqual([1, 1, 1, 0, 0]), WAIT_OPTIONS)
    expect(streams[0]!.topics[1]).toMatch(new RegExp(`^replacement_reserve_request ${id} \\d+$`))
    // Every stream receives this event. One that has not received the change before it never will.
    await portal.owner.query(`select pg_notify('rooftree_events', '{"userId":null,"topic":"headermessage"}')`)
    await vi.waitFor(() => expect(counts()).toEqual([2, 2, 2, 1, 1]), WAIT_OPTIONS)
    await portal.owner.query(
      'delete from replacement_reserve_request where replacement_reserve_request_id = $1',
      [id],
    )
  })

  test('a server that stops ends its streams', async () => {
    const third = await startProcess()
    const mine = await openStream(third, await signIn('company.admin'))
    await third.close()
    await vi.waitFor(() => expect(mine.ended()).toBe(true), WAIT_OPTIONS)
  })
})
