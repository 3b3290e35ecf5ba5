import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { jobs } from '#app/registry.ts'
import { type Job, runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { Health } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterEach(() => portal.setNow(null))
afterAll(() => portal.close())

const loadHealth = async () =>
  (await portal.ask('agency.admin', 'GET', '/api/Administration/Health')).body as Health
const loadJob = async (name: string) => (await loadHealth()).jobs.find((job) => job.name === name)!

test('only administrators may read the state of the portal', async () => {
  for (const persona of ['agency.write', 'agency.read', 'company.admin', 'global.admin'] as const)
    expect((await portal.ask(persona, 'GET', '/api/Administration/Health')).status).toBe(403)
})

test('the call lists every job with its last run and its next due time', async () => {
  expect((await loadHealth()).jobs.map((job) => job.name)).toEqual(jobs.map((job) => job.name))
  expect(await loadJob('file store')).toMatchObject({ lastRun: null, failure: null })
  for (const job of jobs) await runDue(portal.pool, portal.services, job)
  for (const job of (await loadHealth()).jobs) {
    expect({ name: job.name, ran: job.lastRun !== null, failure: job.failure }).toEqual({
      name: job.name,
      ran: true,
      failure: null,
    })
    expect(Date.parse(job.nextDue ?? '')).toBeGreaterThan(Date.now())
  }
})

test('the call reports a failed job until it runs again', async () => {
  portal.setNow(new Date(Date.now() + 2 * 86_400_000))
  const fileStore = jobs.find((job) => job.name === 'file store')!
  const failing: Job = { ...fileStore, run: () => Promise.reject(new Error('the bucket is gone')) }
  await expect(runDue(portal.pool, portal.services, failing)).rejects.toThrow()
  expect((await loadJob('file store')).failure).toMatchObject({ count: 1, error: 'the bucket is gone' })
  await runDue(portal.pool, portal.services, fileStore)
  expect((await loadJob('file store')).failure).toBeNull()
})

test('the call returns the state of mail, file store, database and holidays', async () => {
  // The jobs above may have written mails.
  await portal.owner.query(`delete from outbox; insert into outbox (event, recipients, subject, body_text, last_error, sent_at) values
    ('a', '[]', 'waiting', '', null, null), ('b', '[]', 'failing', '', 'no answer', null), ('c', '[]', 'sent', '', null, now())`)
  const { mail, store, database, yearsWithoutHolidays } = await loadHealth()
  expect(mail).toMatchObject({ delivers: false, waiting: 2, failing: 1, notSent: 0, sentLastDay: 1 })
  expect(mail.oldestWaiting).not.toBeNull()
  expect(store).toMatchObject({ contents: 0, bytes: 0, unreferenced: 0, removed: 0 })
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(database.connections).toBeGreaterThan(0)
  expect(database.lastMigration).toMatch(/^\d{4}_\w+\.sql$/)
  portal.setNow(new Date('2031-06-01T12:00:00Z'))
  await portal.ask('agency.admin', 'POST', '/api/Holiday/LoadYear', { year: 2031 })
  expect((await loadHealth()).yearsWithoutHolidays).toEqual([2032])
  expect(yearsWithoutHolidays).not.toContain(2031)
})
