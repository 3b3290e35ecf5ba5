import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeDraftBody } from '#tests/crash/filing.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { isAlive } from '#tools/postgres/processes.ts'
import { Service, type TimedReply } from './service.ts'

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

/** Expects either an answer, or an error message that gives the reason and the time to try again. */
function expectAnswerOrReason({ status, retryAfter, message }: TimedReply): void {
  if (status === 200) return
  expect([status, retryAfter]).toEqual([503, '5'])
  expect(message).toMatch(
    /^The (portal cannot reach its database|database does not answer)\..* What was saved is safe\.$/,
  )
}

/** Calls until one call is answered 200 and the postmaster is another than the killed one. */
async function callUntilAnswered(killed = 0): Promise<TimedReply[]> {
  const replies: TimedReply[] = []
  const once = async () => {
    replies.push(await service.call(PATH, token))
    expect(replies.at(-1)?.status).toBe(200)
    expect(service.postmaster).not.toBe(killed)
  }
  await vi.waitFor(once, { timeout: 30_000, interval: 20 })
  return replies
}

/** Collects the topics sent to a browser that listens for events, until the signal aborts. */
async function collectTopics(signal: AbortSignal): Promise<string[]> {
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

test('when PostgreSQL is killed three times, the same portal process answers with a reason, then normally, and its listeners reconnect', async () => {
  const listening = new AbortController()
  const topics = await collectTopics(listening.signal)
  for (let round = 0; round < 3; round += 1) {
    const killed = service.postmaster
    process.kill(killed, 'SIGKILL')
    for (const reply of await callUntilAnswered(killed)) expectAnswerOrReason(reply)
    expect((await service.asks.ask('company.writer', 'POST', SAVE, makeDraftBody(1, 100))).status).toBe(200)
  }
  expect(service.isAlive).toBe(true)
  expect(service.said).toContain('PostgreSQL had ended and was started again')
  // Events may have been missed during the outage, so `*` asks browsers to load everything again.
  await vi.waitFor(() => expect(topics).toContain('*'), 20_000)
  listening.abort()
})

test('while PostgreSQL is frozen, /ready says so in two seconds and no call waits much longer than a minute, and afterwards all work again', async () => {
  service.signalDatabase('SIGSTOP')
  const ready = await service.call('/ready')
  expect([ready.status, ready.message]).toEqual([503, 'the database does not answer'])
  expect(ready.milliseconds).toBeLessThan(2500)
  const replies = await Promise.all(Array.from({ length: 20 }, () => service.call(PATH, token)))
  for (const reply of replies) {
    expectAnswerOrReason(reply)
    expect(reply.status).toBe(503)
    expect(reply.milliseconds).toBeLessThan(70_000)
  }
  // A call that finds no free connection is answered much sooner.
  expect(replies.filter((reply) => reply.milliseconds < 10_000).length).toBeGreaterThan(5)
  expect((await service.call('/health')).status).toBe(200)
  service.signalDatabase('SIGCONT')
  await callUntilAnswered()
})

test('a portal whose PostgreSQL is frozen ends in time and leaves no process of it running', async () => {
  const frozen = service.signalDatabase('SIGSTOP')
  const startTime = performance.now()
  expect(await service.stop(), service.said).toBe(0)
  expect(performance.now() - startTime).toBeLessThan(75_000)
  await vi.waitFor(() => expect(frozen.filter(isAlive)).toEqual([]), { timeout: 10_000, interval: 100 })
})

test('a portal that is stopped while it starts leaves no PostgreSQL running', async () => {
  const starting = service.start().catch((error: Error) => error.message)
  while (!service.postmaster || !isAlive(service.postmaster)) await delay(5)
  const { postmaster } = service
  expect(await service.stop()).toBe(0)
  expect(await starting).toMatch(/ended instead of starting/)
  expect(isAlive(postmaster)).toBe(false)
})
