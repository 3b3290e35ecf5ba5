import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { readConfig } from '#kernel/server/config.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { VawaLine } from '../model/calls.ts'

/** A text that stands nowhere else: where it is found, something was shown that may not be. */
const MARKER = 'marker-q7x-household'
const REASON = 'marker-q7x-reason'

let portal: Portal
let month: number
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true), (6, 1, 'Occupancy', true, false)`,
  )
  const found = await portal.owner.query(
    `insert into project_occupancy (property_id, period_date, units, created_by) values (1, '2026-06-01', 48, 5) returning project_occupancy_id as id`,
  )
  month = found.rows[0].id
})
afterAll(() => portal.close())

const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  portal.ask(persona, method, `/api/${path}`, body)
const vawa = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', tail = '', body?: object) =>
  ask(persona, method, `VAWARequest${tail}`, body)
const request = () => ({
  projectOccupancyId: month,
  propertyId: 1,
  requestDate: '2026-06-04',
  requestType: 'Other',
  household: MARKER,
  reason: REASON,
  resolvedOn: '2026-06-20',
})

describe('VAW the right', () => {
  test('nobody holds it by rank: not the administrator, not who is in charge of a company', async () => {
    expect((await vawa('company.writer', 'POST', '', request())).status).toBe(403)
    for (const persona of ['agency.admin', 'company.admin'])
      expect((await vawa(persona, 'GET', '/GetList')).body).toMatchObject({ mayRead: false, rows: [] })
    expect((await vawa('company.writer', 'GET', '/GetList')).body).toMatchObject({ people: null })
  })

  test('an administrator gives it to the agency’s people, who is in charge of a company to its own', async () => {
    expect((await ask('company.admin', 'POST', 'VAWAReader', { userId: 5, managementCompanyId: 1 })).status).toBe(200)
    expect((await ask('company.admin', 'POST', 'VAWAReader', { userId: 7, managementCompanyId: 1 })).status).toBe(400)
    expect(
      (await ask('company.admin', 'POST', 'VAWAReader', { userId: 3, managementCompanyId: null })).status,
    ).not.toBe(200)
    expect((await ask('agency.write', 'POST', 'VAWAReader', { userId: 2, managementCompanyId: null })).status).toBe(403)
    expect((await ask('agency.admin', 'POST', 'VAWAReader', { userId: 2, managementCompanyId: null })).status).toBe(200)
  })

  test('CALL-VAW-01, 02: entered beside a month, read and counted by those alone who hold it', async () => {
    const entered = await vawa('company.writer', 'POST', '', request())
    expect(entered).toMatchObject({ status: 200, body: { household: MARKER, statusId: 1 } })
    const { vawaRequestId } = entered.body as VawaLine
    expect((await vawa('company.writer', 'GET', `/GetOccupancyRequests/${month}`)).body).toMatchObject({
      mayRead: true,
      rows: [{ reason: REASON, days: 16 }],
    })
    for (const persona of ['company.admin', 'company.reader', 'agency.admin', 'agency.read', 'other.user']) {
      expect((await vawa(persona, 'GET', `/${vawaRequestId}`)).status, persona).not.toBe(200)
      expect(
        JSON.stringify((await vawa(persona, 'GET', `/GetOccupancyRequests/${month}`)).body),
        persona,
      ).not.toContain(MARKER)
    }
    expect((await vawa('agency.write', 'GET', '/GetNotReviewedCount')).body).toBe(1)
    expect((await vawa('agency.admin', 'GET', '/GetNotReviewedCount')).body).toBe(0)
  })

  test('what is stored is sealed, in its table and in the log', async () => {
    const stored = await portal.owner.query(`select (select string_agg(v::text, ' ') from vawa_request v) as rows,
      (select string_agg(changes::text, ' ') from audit_log where table_name = 'vawa_request') as log`)
    for (const text of [stored.rows[0].rows, stored.rows[0].log]) {
      expect(text.length).toBeGreaterThan(50)
      expect(text).not.toContain('marker')
      expect(text).not.toContain('2026-06-04')
    }
  })

  test('CALL-VAW-03: the mail about an ineligible transfer is a link to the primary contact, and says nothing else', async () => {
    const [line] = ((await vawa('agency.write', 'GET', '/GetList')).body as { rows: VawaLine[] }).rows
    expect((await vawa('agency.write', 'POST', `/SendIneligibleTransferEmail/${line!.vawaRequestId}/2`)).status).toBe(
      404,
    )
    expect((await vawa('agency.write', 'POST', `/SendIneligibleTransferEmail/${line!.vawaRequestId}/1`)).body).toBe(
      true,
    )
    const mails = await portal.owner.query(
      `select subject, body_text, property_id, entity, recipients::text from outbox`,
    )
    expect(mails.rows).toHaveLength(1)
    expect(mails.rows[0]).toMatchObject({
      subject: 'Something waits for you in the portal',
      property_id: null,
      entity: null,
    })
    expect(mails.rows[0].recipients).toContain('primary@one.example')
    expect(JSON.stringify(mails.rows)).not.toMatch(/vawa.request|violence|transfer|marker/i)
    expect((await vawa('agency.write', 'GET', `/${line!.vawaRequestId}`)).body).toMatchObject({ statusId: 4 })
  })

  test('reviewed, closed, and then it stays', async () => {
    const [line] = ((await vawa('agency.write', 'GET', '/GetList')).body as { rows: VawaLine[] }).rows
    const id = line!.vawaRequestId
    expect((await vawa('agency.write', 'POST', '/ChangeStatus', { id, statusId: 1 })).status).toBe(409)
    expect((await vawa('agency.write', 'POST', '/ChangeStatus', { id, statusId: 2 })).body).toMatchObject({
      statusId: 2,
      reviewedById: 2,
    })
    expect((await vawa('agency.admin', 'POST', '/ChangeStatus', { id, statusId: 3 })).status).toBe(404)
    expect((await vawa('agency.write', 'POST', '/ChangeStatus', { id, statusId: 3 })).status).toBe(200)
    expect(
      (
        await vawa('company.writer', 'PUT', '', {
          vawaRequestId: id,
          projectOccupancyId: month,
          propertyId: 1,
          outcome: 'Denied',
        })
      ).status,
    ).toBe(409)
    expect((await vawa('company.writer', 'DELETE', `/${id}`)).status).toBe(422)
  })

  test('a person taken out of the company, and the property’s next company, read nothing', async () => {
    await portal.owner.query(`update property set management_company_id = 2 where property_id = 1; insert into permission (user_id, property_id, key, read, write) values (7, 1, 'Occupancy', true, true);
      insert into vawa_reader (user_id, management_company_id) values (7, 2)`)
    expect((await vawa('other.user', 'GET', '/GetList')).body).toMatchObject({ mayRead: true, rows: [] })
    await portal.owner.query(`update property set management_company_id = 1 where property_id = 1`)
  })
})

/** Reads of the portal that need no id, and those of the month and its property. */
const reads = served
  .map(({ call }) => call)
  .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  .map(({ path }) => path.replace('/api/', ''))
  .concat('Search/marker-q7x', 'projects/GetHistory/1', 'ProjectOccupancy/GetWorksheet/0?month=2026-06-01')

describe('a planted text', () => {
  test.each(['agency.admin', 'company.admin', 'other.user'])(
    'is in no answer to %s, who has no right',
    async (persona) => {
      expect(reads.length).toBeGreaterThan(300)
      const ofMonth = ['GetHistory', 'GetRequest'].map((name) => `ProjectOccupancy/${name}/${month}`)
      for (const path of [...reads, ...ofMonth])
        expect(JSON.stringify((await ask(persona, 'GET', path)).body ?? ''), path).not.toContain('marker-q7x')
    },
  )

  test('is in no calendar, not even of who has the right', async () => {
    for (const persona of ['company.writer', 'agency.write']) {
      const { address } = (await ask(persona, 'POST', 'tasks/CreateCalendarFeed')).body as { address: string }
      const feed = await portal.ask('anonymous', 'GET', new URL(address, 'http://localhost').pathname)
      expect(feed.status).toBe(200)
      expect(String(feed.body)).toMatch('BEGIN:VCALENDAR')
      expect(String(feed.body)).not.toMatch(/marker-q7x|vawa|violence/i)
    }
  })

  test('is in no row of any table in clear: mails, logs, histories, searches and files among them', async () => {
    const tables = await portal.owner.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'kernel')`,
    )
    expect(tables.rows.length).toBeGreaterThan(100)
    for (const { name } of tables.rows) {
      const found = await portal.owner.query(
        `select count(*)::integer as n from ${name} t where t::text like '%marker-q7x%'`,
      )
      expect(found.rows[0].n, name).toBe(0)
    }
  })

  test('is in no live event and no line of the log: neither says more than that something was asked for', async () => {
    const heard: string[] = []
    const lines: string[] = []
    const written = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    const loud = { ...portal.services, config: readConfig({ LOG_LEVEL: 'trace' }, []) }
    const app = await buildApp(served, portal.pool, loud, null)
    await portal.owner.query('listen rooftree_events')
    portal.owner.on('notification', ({ payload }) => heard.push(payload ?? ''))
    const headers = { authorization: `Bearer ${await portal.tokenOf('company.writer')}` }
    const send = (payload: object) => app.inject({ method: 'POST', url: '/api/VAWARequest', payload, headers })
    expect((await send(request())).statusCode).toBe(200)
    expect((await send({ ...request(), requestType: MARKER })).statusCode).toBe(400)
    expect((await send({ ...request(), [MARKER]: 1 })).statusCode).toBe(400)
    await portal.owner.query('select 1')
    await vi.waitFor(() => expect(lines.join('')).toMatch(/VAWARequest[\s\S]*400/), { timeout: 5000 })
    await app.close()
    written.mockRestore()
    expect([...heard, ...lines].join(' ')).not.toContain('marker-q7x')
  })
})
