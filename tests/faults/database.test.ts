import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isAlive } from '#postgres/processes.ts'
import { draftBody } from '#tests/crash/filing.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { type Reply, Service } from './service.ts'

const PATH = '/api/Holiday'
const SAVE = '/api/ReplacementReserve/SaveReplacementProgress'

let service: Service
let token: string
beforeAll(async () => {
  service = await Service.prepare()
  await service.start()
  const login = await fetch(`${service.address}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'company.writer', password: PASSWORD }),
  })
  token = ((await login.json()) as { token: string }).token
})
afterAll(() => service.close())

/** An answer is given, or a sentence says why not and when to try again. */
function expectHonest({ status, retryAfter, message }: Reply): void {
  if (status === 200) return
  expect([status, retryAfter]).toEqual([503, '5'])
  expect(message).toMatch(
    /^The (portal cannot reach its database|database does not answer)\..* What was saved is safe\.$/,
  )
}

/** Calls until one is answered 200, by another postmaster than the one that was killed. */
async function untilAnswered(killed = 0): Promise<Reply[]> {
  const replies: Reply[] = []
  const once = async () => {
    replies.push(await service.call(PATH, token))
    expect(replies.at(-1)?.status).toBe(200)
    expect(service.postmaster).not.toBe(killed)
  }
  await vi.waitFor(once, { timeout: 30_000, interval: 20 })
  return replies
}

/** The topics told to a browser that listens, until it stops listening. */
async function listen(signal: AbortSignal): Promise<string[]> {
  const topics: string[] = []
  const response = await fetch(`${service.address}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  })
  const read = async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream()))
      topics.push(...(text.match(/(?<=data: )\S+/g) ?? []))
  }
  read().catch(() => undefined)
  return topics
}

test('PostgreSQL killed three times under a running portal: sentences, then answers, by the same process; listeners are back', async () => {
  const listening = new AbortController()
  const topics = await listen(listening.signal)
  for (let round = 0; round < 3; round += 1) {
    const killed = service.postmaster
    process.kill(killed, 'SIGKILL')
    for (const reply of await untilAnswered(killed)) expectHonest(reply)
    expect((await service.asks.ask('company.writer', 'POST', SAVE, draftBody(1, 100))).status).toBe(200)
  }
  expect(service.isAlive).toBe(true)
  expect(service.said).toContain('PostgreSQL had ended and was started again')
  // What was missed while nobody listened: everything is to be read anew.
  await vi.waitFor(() => expect(topics).toContain('*'), 20_000)
  listening.abort()
})

test('a frozen PostgreSQL: /ready says so in two seconds, no call waits much longer than a minute, and all is well when it thaws', async () => {
  service.signalDatabase('SIGSTOP')
  const ready = await service.call('/ready')
  expect([ready.status, ready.message]).toEqual([503, 'the database does not answer'])
  expect(ready.milliseconds).toBeLessThan(2500)
  const replies = await Promise.all(Array.from({ length: 20 }, () => service.call(PATH, token)))
  for (const reply of replies) {
    expectHonest(reply)
    expect(reply.status).toBe(503)
    expect(reply.milliseconds).toBeLessThan(70_000)
  }
  // Whoever finds no connection free is not kept that long.
  expect(replies.filter((reply) => reply.milliseconds < 10_000).length).toBeGreaterThan(5)
  expect((await service.call('/health')).status).toBe(200)
  service.signalDatabase('SIGCONT')
  await untilAnswered()
})

test('a portal whose PostgreSQL is frozen ends in time, and leaves none behind', async () => {
  const frozen = service.signalDatabase('SIGSTOP')
  const startTime = performance.now()
  expect(await service.stop(), service.said).toBe(0)
  expect(performance.now() - startTime).toBeLessThan(75_000)
  await vi.waitFor(() => expect(frozen.filter(isAlive)).toEqual([]), { timeout: 10_000, interval: 100 })
})

test('a portal that is told to end while it starts leaves no PostgreSQL behind', async () => {
  const starting = service.start().catch((error: Error) => error.message)
  while (!service.postmaster || !isAlive(service.postmaster)) await delay(5)
  const { postmaster } = service
  expect(await service.stop()).toBe(0)
  expect(await starting).toMatch(/ended instead of starting/)
  expect(isAlive(postmaster)).toBe(false)
})
