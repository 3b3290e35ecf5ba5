import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openPostman } from '#core/correspondence/outbox/server/index.ts'
import { readConfig } from '#kernel/server/config.ts'
import { Worker } from '#kernel/server/worker.ts'
import { findFreePort, makeSmtpRefusal, Postbox } from '#tests/crash/postbox.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

// Failures of a mail server (no answer, slow answers, refusals, absence), and the work that must continue
// during each.

let portal: Portal
let postbox: Postbox
let workers: Worker[] = []
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query('truncate outbox, job_run')
  postbox = await Postbox.open()
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
  await postbox.close()
})

const jobRuns: string[] = []
async function startWorker(url: string): Promise<Worker> {
  const services = {
    ...portal.services,
    config: readConfig({ SMTP_URL: url, MAIL_FROM: 'portal@agency.example' }, []),
  }
  const { pool, connectionString } = portal
  const run = async () => void jobRuns.push('job')
  const jobs = [{ name: `job ${jobRuns.length}`, due: () => new Date(0), run }]
  const worker = new Worker({
    pool,
    connectionString,
    services,
    jobs,
    delivery: openPostman(pool, services),
    log: portal.app.log,
  })
  await worker.start()
  workers = [...workers, worker]
  return worker
}

const queueMails = (event: string, address: string, count = 1) =>
  portal.owner.query(
    `insert into outbox (event, recipients, subject, body_text)
     select $1, jsonb_build_array(jsonb_build_object('email', $2::text, 'name', '')), $1 || ' ' || n, 'Text' from generate_series(1, $3::integer) n`,
    [event, address, count],
  )
const loadOutbox = async () =>
  (
    await portal.owner.query(
      'select subject, sent_at is not null as sent, attempts, last_error as error from outbox',
    )
  ).rows
const getArrivedSubjects = () => postbox.received.map((mail) => mail.headers.get('subject'))

test('while one domain takes half a minute for each mail, account links and mails to other domains leave within seconds', async () => {
  const gate = Promise.withResolvers<void>()
  postbox.arriving = ({ to: [first] }) =>
    first?.endsWith('@slow.example') ? gate.promise : Promise.resolve()
  await queueMails('reserve.submitted', 'a@slow.example', 100)
  await startWorker(postbox.url)
  await queueMails('reserve.approved', 'b@quick.example', 50)
  const began = performance.now()
  await queueMails('account.reset', 'c@quick.example')
  await vi.waitFor(() => expect(getArrivedSubjects()).toContain('account.reset 1'), { timeout: 2000 })
  await vi.waitFor(() => expect(getArrivedSubjects()).toHaveLength(51), { timeout: 15_000 })
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(jobRuns).toContain('job')
  gate.resolve()
  await vi.waitFor(() => expect(getArrivedSubjects()).toHaveLength(151), { timeout: 30_000 })
  expect(new Set(postbox.received.map((mail) => mail.headers.get('message-id'))).size).toBe(151)
})

/** Opens a server that sends `text` twice a second, or nothing, and never ends the conversation. */
async function openEndlessServer(text: string | null): Promise<{ server: Server; url: string }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    const drip = text && setInterval(() => socket.write(text), 500)
    socket.on('close', () => clearInterval(drip || undefined))
  })
  const port = await findFreePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const closeServer = server.close.bind(server)
  server.close = (callback) => {
    for (const socket of open) socket.destroy()
    return closeServer(callback)
  }
  return { server, url: `smtp://127.0.0.1:${port}` }
}

test.each([
  ['sends nothing', null],
  ['sends one character after the other', '2'],
])('a server that %s is abandoned in time, and the worker stops without waiting for it', async (_, text) => {
  const { server, url } = await openEndlessServer(text)
  await queueMails('account.reset', 'a@one.example')
  await queueMails('reserve.submitted', 'b@one.example', 20)
  const worker = await startWorker(url)
  await vi.waitFor(
    async () => expect((await loadOutbox()).filter((item) => item.attempts > 0).length).toBeGreaterThan(1),
    {
      timeout: 70_000,
      interval: 500,
    },
  )
  const began = performance.now()
  await worker.stop()
  expect(performance.now() - began).toBeLessThan(4000)
  // Ordinary calls are not affected.
  expect((await portal.ask('anonymous', 'GET', '/ready')).status).toBe(200)
  server.close()
})

test('after a server refused every mail and was then away, each mail arrives exactly once', async () => {
  postbox.refuse = () => makeSmtpRefusal(451, 'Try later')
  await queueMails('reserve.submitted', 'a@one.example', 12)
  await startWorker(postbox.url)
  await vi.waitFor(async () => expect((await loadOutbox()).every((item) => item.attempts > 0)).toBe(true), {
    timeout: 20_000,
  })
  expect(await loadOutbox()).toContainEqual(
    expect.objectContaining({ sent: false, error: expect.stringContaining('451') }),
  )
  const { port } = postbox
  await postbox.close()
  await portal.owner.query('update outbox set next_attempt_at = clock_timestamp()')
  await vi.waitFor(
    async () => expect((await loadOutbox()).some((item) => /ECONNREFUSED/.test(item.error))).toBe(true),
    {
      timeout: 20_000,
    },
  )
  postbox = await Postbox.open(port)
  await portal.owner.query('update outbox set next_attempt_at = clock_timestamp()')
  await vi.waitFor(async () => expect((await loadOutbox()).every((item) => item.sent)).toBe(true), {
    timeout: 60_000,
    interval: 200,
  })
  expect(getArrivedSubjects().sort()).toEqual((await loadOutbox()).map((item) => item.subject).sort())
})
