import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { readConfig } from '#kernel/server/config.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runAsPersonInDatabase } from '#tests/runAsPersonInDatabase.ts'
import type { VawaLine } from '../model/calls.ts'

/** Unique texts of a request: any answer that contains one of them reveals it. */
const MARKER = 'marker-q7x-household'
const REASON = 'marker-q7x-reason'

let portal: Portal
let month: number
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true), (6, 1, 'Occupancy', true, false)`,
  )
  const result = await portal.owner.query(
    `insert into project_occupancy (property_id, period_date, units, created_by) values (1, '2026-06-01', 48, 5) returning project_occupancy_id as id`,
  )
  month = result.rows[0].id
})
afterAll(() => portal.close())

const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  portal.ask(persona, method, `/api/${path}`, body)
const vawa = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', tail = '', body?: object) =>
  ask(persona, method, `VAWARequest${tail}`, body)
const buildRequest = () => ({
  projectOccupancyId: month,
  propertyId: 1,
  requestDate: '2026-06-04',
  requestType: 'Other',
  household: MARKER,
  reason: REASON,
  resolvedOn: '2026-06-20',
})

describe('VAW the right to requests', () => {
  test('administrators of the agency and of a company have no right by their role', async () => {
    expect((await vawa('company.writer', 'POST', '', buildRequest())).status).toBe(403)
    for (const persona of ['agency.admin', 'company.admin'])
      expect((await vawa(persona, 'GET', '/GetList')).body).toMatchObject({ mayRead: false, rows: [] })
    expect((await vawa('company.writer', 'GET', '/GetList')).body).toMatchObject({ people: null })
  })

  const propose = (persona: string, userId: number, managementCompanyId: number | null) =>
    ask(persona, 'POST', 'VAWAReader', { userId, managementCompanyId })
  const confirm = (persona: string, id: number) => ask(persona, 'POST', `VAWAReader/Confirm/${id}`)
  const proposeUser = async (userId: number, managementCompanyId: number | null) => {
    const { status, body } = await propose('agency.admin', userId, managementCompanyId)
    expect(status).toBe(200)
    return (body as { vawaReaderId: number }).vawaReaderId
  }

  test('6.4 only an administrator can propose a person, who must belong to the agency or the given company', async () => {
    expect((await propose('company.admin', 5, 1)).status).toBe(403)
    expect((await propose('agency.write', 2, null)).status).toBe(403)
    expect((await propose('agency.manager', 2, null)).status).toBe(403)
    expect((await propose('agency.admin', 1, null)).status).toBe(400)
    expect((await propose('agency.admin', 7, 1)).status).toBe(400)
    expect((await propose('agency.admin', 5, null)).status).toBe(400)
  })

  test('6.4 the right applies only after a second administrator confirms it, who is neither the first nor the person', async () => {
    await portal.owner.query('update app_user set is_admin = true where user_id in (9, 10)')
    const ids = {
      writer: await proposeUser(5, 1),
      agency: await proposeUser(2, null),
      second: await proposeUser(10, null),
    }
    expect((await vawa('company.writer', 'GET', '/GetList')).body).toMatchObject({ mayRead: false })
    for (const persona of ['agency.admin', 'agency.write', 'company.admin'])
      expect((await confirm(persona, ids.writer)).status, persona).toBe(403)
    expect((await confirm('agency.second', ids.second)).status).toBe(403)
    expect((await confirm('agency.second', ids.writer)).body).toMatchObject({ grantedBy: 1, confirmedBy: 10 })
    expect((await confirm('agency.second', ids.writer)).status).toBe(409)
    expect((await confirm('agency.second', ids.agency)).status).toBe(200)
    expect((await ask('agency.admin', 'DELETE', `VAWAReader/${ids.second}`)).status).toBe(200)
  })

  test('6.4 an account that the first administrator created or changed recently cannot confirm', async () => {
    const id = await proposeUser(3, null)
    await portal.owner.query('insert into kernel.account_change (user_id, changed_by_id) values (9, 1)')
    expect((await confirm('agency.manager', id)).status).toBe(403)
    await portal.owner.query('delete from kernel.account_change')
    expect((await ask('agency.admin', 'DELETE', `VAWAReader/${id}`)).status).toBe(200)
  })

  test.each([
    [
      'company.admin',
      'giving it',
      `insert into vawa_reader (user_id, management_company_id, granted_by) values (6, 1, 4)`,
    ],
    ['agency.admin', 'to oneself', `insert into vawa_reader (user_id, granted_by) values (1, 1)`],
    [
      'agency.admin',
      'in the name of another',
      `insert into vawa_reader (user_id, granted_by) values (3, 10)`,
    ],
    [
      'agency.admin',
      'confirmed at once',
      `insert into vawa_reader (user_id, granted_by, confirmed_by, confirmed_at) values (3, 1, 10, now())`,
    ],
    [
      'agency.admin',
      'confirming the own proposal',
      `with p as (insert into vawa_reader (user_id, granted_by) values (3, 1) returning vawa_reader_id)
        select * from p; update vawa_reader set confirmed_by = 10, confirmed_at = now() where user_id = 3`,
    ],
    ['agency.second', 'another person', 'update vawa_reader set user_id = 3 where user_id = 5'],
  ])(
    '6.4 the database refuses SQL with which %s would give the right alone: %s',
    async (persona, _, statement) => {
      const tried = runAsPersonInDatabase(portal, persona, (client) => client.query(statement))
      await expect(tried).rejects.toMatchObject({ code: '42501' })
    },
  )

  test('a company administrator can remove the right from the company’s people, and a right cannot be changed', async () => {
    const id = await proposeUser(6, 1)
    expect((await ask('agency.admin', 'PUT', 'VAWAReader', { vawaReaderId: id, userId: 3 })).status).toBe(422)
    expect((await vawa('company.admin', 'GET', '/GetList')).body).toMatchObject({ people: [] })
    expect((await ask('company.admin', 'DELETE', `VAWAReader/${id}`)).status).toBe(200)
  })

  test('CALL-VAW-01, 02: a request of a month is read and counted only by people with the right', async () => {
    const reply = await vawa('company.writer', 'POST', '', buildRequest())
    expect(reply).toMatchObject({ status: 200, body: { household: MARKER, statusId: 1 } })
    const { vawaRequestId } = reply.body as VawaLine
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

  test('requests are stored encrypted, in their table and in the audit log', async () => {
    const result =
      await portal.owner.query(`select (select string_agg(v::text, ' ') from vawa_request v) as rows,
      (select string_agg(changes::text, ' ') from audit_log where table_name = 'vawa_request') as log`)
    for (const text of [result.rows[0].rows, result.rows[0].log]) {
      expect(text.length).toBeGreaterThan(50)
      expect(text).not.toContain('marker')
      expect(text).not.toContain('2026-06-04')
    }
  })

  test('CALL-VAW-03: the mail about an ineligible transfer has only a link and goes to the primary contact', async () => {
    const [line] = ((await vawa('agency.write', 'GET', '/GetList')).body as { rows: VawaLine[] }).rows
    expect(
      (await vawa('agency.write', 'POST', `/SendIneligibleTransferEmail/${line!.vawaRequestId}/2`)).status,
    ).toBe(404)
    expect(
      (await vawa('agency.write', 'POST', `/SendIneligibleTransferEmail/${line!.vawaRequestId}/1`)).body,
    ).toBe(true)
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

  test('a request names its day and kind, and was not resolved before it was requested', async () => {
    const getFaults = async (values: object) => {
      const { status, body } = await vawa('company.writer', 'POST', '', { ...buildRequest(), ...values })
      return [status, Object.keys((body as { fields?: object }).fields ?? {})]
    }
    expect(await getFaults({ requestDate: null, requestType: null, resolvedOn: null })).toEqual([
      400,
      ['requestDate', 'requestType'],
    ])
    expect(await getFaults({ resolvedOn: '2026-06-03' })).toEqual([400, ['resolvedOn']])
    expect(await getFaults({ requestDate: '2099-01-01', resolvedOn: '2099-01-02' })).toEqual([
      400,
      ['requestDate', 'resolvedOn'],
    ])
  })

  test('a request can be reviewed and closed, and then neither changed nor removed', async () => {
    const [line] = ((await vawa('agency.write', 'GET', '/GetList')).body as { rows: VawaLine[] }).rows
    const id = line!.vawaRequestId
    expect((await vawa('agency.write', 'POST', '/ChangeStatus', { id, statusId: 1 })).status).toBe(409)
    expect((await vawa('agency.write', 'POST', '/ChangeStatus', { id, statusId: 2 })).body).toMatchObject({
      statusId: 2,
      reviewedById: 2,
    })
    expect((await vawa('agency.admin', 'POST', '/ChangeStatus', { id, statusId: 3 })).status).toBe(404)
    const close = () => vawa('agency.write', 'POST', '/ChangeStatus', { id, statusId: 3 })
    const write = (values: object) =>
      vawa('company.writer', 'PUT', '', {
        vawaRequestId: id,
        projectOccupancyId: month,
        propertyId: 1,
        ...values,
      })
    for (const outcome of [null, 'Pending']) {
      expect((await write({ outcome })).status).toBe(200)
      expect(await close()).toMatchObject({
        status: 422,
        body: { message: 'The outcome is open: enter it before the request is closed.' },
      })
    }
    expect((await write({ outcome: 'Approved' })).status).toBe(200)
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

  test('the next company of a property cannot read requests that an earlier company filed', async () => {
    await portal.owner.query(`update property set management_company_id = 2 where property_id = 1; insert into permission (user_id, property_id, key, read, write) values (7, 1, 'Occupancy', true, true);
      insert into vawa_reader (user_id, management_company_id, confirmed_at) values (7, 2, now())`)
    expect((await vawa('other.user', 'GET', '/GetList')).body).toMatchObject({ mayRead: true, rows: [] })
    await portal.owner.query(`update property set management_company_id = 1 where property_id = 1`)
  })
})

/** The paths of all reading calls without parameters, and some of the month and its property. */
const readPaths = served
  .map(({ call }) => call)
  .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  .map(({ path }) => path.replace('/api/', ''))
  .concat('Search/marker-q7x', 'projects/GetHistory/1', 'ProjectOccupancy/GetWorksheet/0?month=2026-06-01')

describe('a planted text', () => {
  test.each(['agency.admin', 'company.admin', 'other.user'])(
    'the text is in no answer to %s, who does not have the right',
    async (persona) => {
      expect(readPaths.length).toBeGreaterThan(300)
      const ofMonth = ['GetHistory', 'GetRequest'].map((name) => `ProjectOccupancy/${name}/${month}`)
      for (const path of [...readPaths, ...ofMonth])
        expect(JSON.stringify((await ask(persona, 'GET', path)).body ?? ''), path).not.toContain('marker-q7x')
    },
  )

  test('the text is in no calendar feed, not even of people with the right', async () => {
    for (const persona of ['company.writer', 'agency.write']) {
      const { address } = (await ask(persona, 'POST', 'tasks/CreateCalendarFeed')).body as { address: string }
      const feed = await portal.ask('anonymous', 'GET', new URL(address, 'http://localhost').pathname)
      expect(feed.status).toBe(200)
      expect(String(feed.body)).toMatch('BEGIN:VCALENDAR')
      expect(String(feed.body)).not.toMatch(/marker-q7x|vawa|violence/i)
    }
  })

  test('the text is in no row of any table in clear text, including mails, logs, histories and files', async () => {
    const tables = await portal.owner.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'kernel')`,
    )
    expect(tables.rows.length).toBeGreaterThan(100)
    for (const { name } of tables.rows) {
      const result = await portal.owner.query(
        `select count(*)::integer as n from ${name} t where t::text like '%marker-q7x%'`,
      )
      expect(result.rows[0].n, name).toBe(0)
    }
  })

  test('the text is in no live event and no log line about a request or its refusal', async () => {
    const heard: string[] = []
    const lines: string[] = []
    const written = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => lines.push(String(line)) > 0)
    const loud = { ...portal.services, config: readConfig({ LOG_LEVEL: 'trace' }, []) }
    const app = await buildApp(served, portal.pool, loud, null)
    await portal.owner.query('listen rooftree_events')
    portal.owner.on('notification', ({ payload }) => heard.push(payload ?? ''))
    const headers = { authorization: `Bearer ${await portal.tokenOf('company.writer')}` }
    const send = (payload: object) =>
      app.inject({ method: 'POST', url: '/api/VAWARequest', payload, headers })
    expect((await send(buildRequest())).statusCode).toBe(200)
    expect((await send({ ...buildRequest(), requestType: MARKER })).statusCode).toBe(400)
    expect((await send({ ...buildRequest(), [MARKER]: 1 })).statusCode).toBe(400)
    await portal.owner.query('select 1')
    await vi.waitFor(() => expect(lines.join('')).toMatch(/VAWARequest[\s\S]*400/), { timeout: 5000 })
    await app.close()
    written.mockRestore()
    expect([...heard, ...lines].join(' ')).not.toContain('marker-q7x')
  })
})
