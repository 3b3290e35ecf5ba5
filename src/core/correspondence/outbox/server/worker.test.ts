import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#kernel/server/config.ts'
import type { Job } from '#kernel/server/jobs.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Worker } from '#kernel/server/worker.ts'
import { fileDraft, makeStepCall } from '#tests/crash/filing.ts'
import { Postbox } from '#tests/crash/postbox.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { openMailer } from './mailer.ts'

/** A time shorter than that between polls. What happens sooner was caused by a notification. */
const SOONER_THAN_A_POLL = { timeout: 4000, interval: 10 }

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
  for (const worker of workers) await worker.stop()
  workers = []
  await postbox.close()
  vi.useRealTimers()
})

async function startWorker(env: NodeJS.ProcessEnv, jobs: readonly Job[] = []): Promise<Worker> {
  const services: Services = { ...portal.services, config: readConfig(env, []) }
  const { pool, connectionString } = portal
  const delivery = openMailer(pool, services)
  const worker = new Worker({ pool, connectionString, services, jobs, delivery, log: portal.app.log })
  await worker.start()
  workers.push(worker)
  return worker
}

const insertMails = (count: number) =>
  portal.owner.query(
    `insert into outbox (event, recipients, subject, body_text)
     select 'test', '[{"email": "a@one.example", "name": "A"}]', 'Mail ' || n, 'Text' from generate_series(1, $1::integer) n`,
    [count],
  )
const countUnsent = async (): Promise<number> =>
  (await portal.owner.query('select count(*)::integer as count from outbox where sent_at is null')).rows[0]
    .count
const subjects = () => postbox.received.map((mail) => mail.headers.get('subject'))
const wake = () => portal.owner.query('notify rooftree_outbox')

describe('mail', () => {
  test('a mail is sent as soon as the step that causes it is committed', async () => {
    await startWorker({ SMTP_URL: postbox.url, MAIL_FROM: 'portal@agency.example' })
    const request = await fileDraft(portal, 1, 100)
    const { url, body } = makeStepCall('submit', request)
    expect((await portal.ask('company.writer', 'POST', url, body)).status).toBe(200)
    await vi.waitFor(() => expect(postbox.received).toHaveLength(1), SOONER_THAN_A_POLL)
    expect(postbox.received[0]).toMatchObject({
      from: 'portal@agency.example',
      to: ['company.writer@one.example', 'company.admin@one.example', 'replacement.reserves@agency.example'],
    })
    expect(subjects()).toEqual([`R-${request.id}, Maple Grove Apartments: submitted`])
    await vi.waitFor(async () => expect(await countUnsent()).toBe(0), SOONER_THAN_A_POLL)
  })

  test('without SMTP_URL nothing is sent, and the mail can be read', async () => {
    await insertMails(1)
    const rounds = vi.fn(async () => undefined)
    await startWorker({}, [{ name: 'last of a round', due: () => new Date(), run: rounds }])
    await vi.waitFor(() => expect(rounds).toHaveBeenCalled(), SOONER_THAN_A_POLL)
    expect(await countUnsent()).toBe(1)
    const payload = (await portal.ask('agency.admin', 'GET', '/api/Outbox/GetList')).body as {
      outboxId: number
    }[]
    expect(payload).toMatchObject([{ subject: 'Mail 1', state: 'Stored', attempts: 0, sentAt: null }])
    const read = await portal.ask('agency.admin', 'GET', `/api/Outbox/${payload[0]!.outboxId}`)
    expect(read.body).toMatchObject({ text: 'Text', recipients: [{ email: 'a@one.example' }] })
  })

  test('two workers woken by the same mails deliver each once', async () => {
    const env = { SMTP_URL: postbox.url }
    await Promise.all([startWorker(env), startWorker(env)])
    await insertMails(20)
    await vi.waitFor(async () => expect(await countUnsent()).toBe(0), SOONER_THAN_A_POLL)
    expect(new Set(subjects()).size).toBe(20)
    expect(postbox.received).toHaveLength(20)
  })

  test('after the listening connection is lost, the next poll sends the mail', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await startWorker({ SMTP_URL: postbox.url })
    const listener = `from pg_stat_activity where query = 'listen rooftree_outbox' and datname = current_database()`
    expect((await portal.owner.query(`select pg_terminate_backend(pid) ${listener}`)).rowCount).toBe(1)
    await vi.waitFor(async () =>
      expect((await portal.owner.query(`select pid ${listener}`)).rowCount).toBe(0),
    )
    await insertMails(1)
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(postbox.received).toHaveLength(1), SOONER_THAN_A_POLL)
  })
})

describe('stop', () => {
  test('gives mails in progress a moment, leaves the others for the next start, and does not wake again', async () => {
    const arrived = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    postbox.arriving = () => {
      arrived.resolve()
      return gate.promise
    }
    await insertMails(5)
    const worker = await startWorker({ SMTP_URL: postbox.url })
    await arrived.promise
    const stopped = worker.stop()
    await insertMails(1)
    gate.resolve()
    await stopped
    const count = postbox.received.length
    expect([1, 2]).toContain(count)
    expect(await countUnsent()).toBe(6 - count)
    await wake()
    await portal.pool.query('select 1')
    expect(postbox.received).toHaveLength(count)
  })

  test('does not wait for a silent server and counts no failure, so that the next start sends the mail', async () => {
    const arrived = Promise.withResolvers<void>()
    const testIsOver = Promise.withResolvers<void>()
    postbox.arriving = () => {
      arrived.resolve()
      return testIsOver.promise
    }
    await insertMails(1)
    const worker = await startWorker({ SMTP_URL: postbox.url })
    await arrived.promise
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopped = worker.stop()
    vi.advanceTimersByTime(2000)
    await stopped
    vi.useRealTimers()
    testIsOver.resolve()
    expect((await portal.owner.query('select attempts, last_error, sent_at from outbox')).rows).toEqual([
      { attempts: 0, last_error: null, sent_at: null },
    ])
  })
})

describe('jobs', () => {
  test('between the parts of a long job, other due jobs run, but a failed job is not repeated', async () => {
    const finishedJobs: string[] = []
    let parts = 0
    let triedBefore = 0
    let dueAt = new Date('2026-11-16T07:00:00Z')
    const failing = vi.fn(() => Promise.reject(new Error('not yet')))
    const long = async () => {
      parts += 1
      if (parts === 3) {
        triedBefore = failing.mock.calls.length
        dueAt = new Date('2026-11-17T07:00:00Z')
        await wake()
      }
      if (!finishedJobs.includes('short of 17')) return 'more'
      return void finishedJobs.push('long')
    }
    const short = async () => void finishedJobs.push(`short of ${dueAt.toISOString().slice(8, 10)}`)
    await startWorker({}, [
      { name: 'failing', due: () => new Date('2026-11-16T07:00:00Z'), run: failing },
      { name: 'of many parts', due: () => new Date('2026-11-16T07:00:00Z'), run: long },
      { name: 'short', due: () => dueAt, run: short },
    ])
    await vi.waitFor(
      () => expect(finishedJobs).toEqual(['short of 16', 'short of 17', 'long']),
      SOONER_THAN_A_POLL,
    )
    expect(triedBefore).toBe(1)
  })

  test('a failing job does not stop other jobs and is tried again in the next round', async () => {
    const now = new Date()
    let fails = true
    const failing = vi.fn(async () => {
      if (fails) throw new Error('not yet')
    })
    const other = vi.fn(async () => undefined)
    await startWorker({}, [
      { name: 'failing', due: () => now, run: failing },
      { name: 'other', due: () => now, run: other },
    ])
    await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(1), SOONER_THAN_A_POLL)
    fails = false
    await wake()
    await vi.waitFor(() => expect(failing).toHaveBeenCalledTimes(2), SOONER_THAN_A_POLL)
    const finishedQuery = 'select job from job_run where finished_at is not null order by job'
    await vi.waitFor(
      async () =>
        expect((await portal.owner.query(finishedQuery)).rows.map((row: { job: string }) => row.job)).toEqual(
          ['failing', 'other'],
        ),
      SOONER_THAN_A_POLL,
    )
    expect(other).toHaveBeenCalledTimes(1)
  })
})
