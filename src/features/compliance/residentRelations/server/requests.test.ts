import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { MatterDetail, MatterLine, ProjectLine } from '../model/calls.ts'
import { residentReminderJob } from './night.ts'

/** A unique name of a resident: any text that contains it reveals the resident. */
const MARKER = 'marker-r7x-resident'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-06-01T15:00:00Z'))
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Compliance_Forms', true, true), (6, 1, 'Compliance_Forms', true, false)`,
  )
})
afterAll(() => portal.close())

const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
  portal.ask(persona, method, `/api/ResidentRelations${path}`, body)
const logged = {
  propertyId: 1,
  residentRelationsIssueTypeId: 1,
  receivedOn: '2026-06-01',
  channel: 'Phone',
  residentName: MARKER,
  unit: '12',
  phone: '573-555-0100',
  description: 'No heat.',
}
const logMatter = async (more: object = {}) =>
  ((await ask('agency.write', 'POST', '', { ...logged, ...more })).body as { residentRelationsId: number })
    .residentRelationsId
const loadDetail = async (persona: string, id: number) =>
  (await ask(persona, 'GET', `/GetDetail/${id}`)).body as MatterDetail
const takeStep = (persona: string, name: string, id: number, body: object) =>
  ask(persona, 'POST', `/${name}/${id}`, body)
const loadMessages = async () =>
  (await portal.owner.query('select task_name, notify_user_id from task_message order by task_message_id'))
    .rows

describe('RES matters of residents', () => {
  test('domain 19: the agency logs a matter with its reply due date, wrong fields are refused, and companies get 403', async () => {
    expect((await ask('company.admin', 'POST', '', logged)).status).toBe(403)
    expect(
      (await ask('agency.write', 'POST', '', { ...logged, residentRelationsIssueTypeId: 99 })).body,
    ).toMatchObject({
      fields: { residentRelationsIssueTypeId: ['Kind: choose one of the list.'] },
    })
    expect((await ask('agency.write', 'POST', '', { ...logged, anonymous: true })).body).toMatchObject({
      fields: { residentName: [expect.anything()] },
    })
    expect(
      (await ask('agency.write', 'POST', '', { ...logged, receivedOn: '2026-06-02' })).body,
    ).toMatchObject({
      fields: { receivedOn: [expect.anything()] },
    })
    expect(await loadDetail('agency.write', await logMatter())).toMatchObject({
      dueAt: '2026-06-15T23:59:59.000Z',
      statusId: 1,
      late: false,
    })
    expect(await loadDetail('agency.write', await logMatter({ lifeSafety: true }))).toMatchObject({
      dueAt: '2026-06-02T15:00:00.000Z',
    })
  })

  test('resident data is stored encrypted, and only people with the right and the assigned person read it unmasked', async () => {
    const id = await logMatter()
    const result =
      await portal.owner.query(`select (select string_agg(m::text, ' ') from resident_relations m) as rows,
      (select string_agg(changes::text, ' ') from audit_log where table_name = 'resident_relations') as log`)
    expect(JSON.stringify(result.rows)).not.toMatch(/marker-r7x|573-555|No heat/)
    for (const persona of ['agency.admin', 'agency.read', 'agency.write'])
      expect(
        JSON.stringify([
          await loadDetail(persona, id),
          (await ask(persona, 'GET')).body,
          (await ask(persona, 'GET', `/${id}`)).body,
        ]),
        persona,
      ).not.toMatch(/marker-r7x|573-555/)
    expect(await loadDetail('agency.read', id)).toMatchObject({
      unit: '12',
      description: 'No heat.',
      mayReadResident: false,
    })
    expect((await portal.ask('agency.write', 'POST', '/api/ResidentDataReader', { userId: 3 })).status).toBe(
      403,
    )
    expect((await portal.ask('agency.admin', 'POST', '/api/ResidentDataReader', { userId: 5 })).status).toBe(
      400,
    )
    expect((await portal.ask('agency.admin', 'POST', '/api/ResidentDataReader', { userId: 3 })).status).toBe(
      200,
    )
    expect(await loadDetail('agency.read', id)).toMatchObject({
      residentName: MARKER,
      phone: '573-555-0100',
      mayReadResident: true,
    })
    expect((await takeStep('agency.write', 'Assign', id, { userId: 5 })).status).toBe(400)
    expect((await takeStep('agency.write', 'Assign', id, { userId: 10 })).body).toMatchObject({
      statusId: 2,
      assignedToName: 'Agency Second',
    })
    expect(await loadDetail('agency.second', id)).toMatchObject({ residentName: MARKER })
    expect(await loadMessages()).toContainEqual({
      task_name: `RR-${id}: a resident’s matter is yours`,
      notify_user_id: 10,
    })
  })

  test('saving a masked name does not change the stored name', async () => {
    const id = await logMatter()
    const { version, residentName } = await loadDetail('agency.write', id)
    await ask('agency.write', 'PUT', '', { residentRelationsId: id, version, residentName, unit: '14' })
    expect(await loadDetail('agency.read', id)).toMatchObject({ residentName: MARKER, unit: '14' })
    expect(
      (await ask('agency.write', 'PUT', '', { residentRelationsId: id, version, unit: '15' })).status,
    ).toBe(409)
  })

  test('domain 19.3: a matter is sent to the company, answered by it, closed with satisfaction, and reopened', async () => {
    const id = await logMatter()
    expect((await ask('company.writer', 'GET', `/GetDetail/${id}`)).status).toBe(404)
    expect((await takeStep('agency.write', 'Send', id, { question: ' ' })).status).toBe(400)
    await portal.owner.query('delete from outbox')
    expect(
      (await takeStep('agency.write', 'Send', id, { question: 'Mend the heating of the unit.' })).body,
    ).toMatchObject({
      statusId: 3,
    })
    const mails = (await portal.owner.query('select subject, body_text, recipients::text from outbox')).rows
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      subject: `RR-${id}, Maple Grove Apartments: the agency asks for your reply by 06/15/2026`,
    })
    expect(mails[0].recipients).toContain('primary@one.example')
    expect(JSON.stringify(mails)).not.toMatch(/marker-r7x|heat/i)
    const companyView = await loadDetail('company.writer', id)
    expect(companyView).toMatchObject({
      unit: '12',
      question: 'Mend the heating of the unit.',
      mayAnswer: true,
      assignedToName: null,
    })
    expect(JSON.stringify(companyView)).not.toMatch(/marker-r7x|573-555|No heat/)
    expect((await ask('other.user', 'GET', `/GetDetail/${id}`)).status).toBe(404)
    expect((await takeStep('company.reader', 'Answer', id, { response: 'Done.' })).status).toBe(403)
    expect((await takeStep('agency.write', 'Answer', id, { response: 'Done.' })).status).toBe(403)
    expect(
      (await takeStep('company.writer', 'Answer', id, { response: 'Mended on 06/03.' })).body,
    ).toMatchObject({
      statusId: 4,
      respondedByName: 'Company Writer',
    })
    expect(await loadMessages()).toContainEqual({
      task_name: `RR-${id}: the company has answered`,
      notify_user_id: 2,
    })
    expect((await takeStep('company.writer', 'Close', id, { resolution: 'x' })).status).toBe(403)
    expect(
      (await takeStep('agency.write', 'Close', id, { resolution: 'The heating works.', satisfaction: 9 }))
        .status,
    ).toBe(400)
    expect(
      (await takeStep('agency.write', 'Close', id, { resolution: 'The heating works.', satisfaction: 4 }))
        .body,
    ).toMatchObject({ statusId: 5, satisfaction: 4 })
    expect(await loadDetail('company.writer', id)).toMatchObject({ statusId: 5, satisfaction: null })
    expect((await takeStep('company.writer', 'Answer', id, { response: 'Once more.' })).status).toBe(409)
    expect((await takeStep('agency.write', 'Reopen', id, { reason: 'Cold again' })).body).toMatchObject({
      statusId: 1,
      closedAt: null,
    })
  })

  test('the company reads the name of a resident who agreed to be named', async () => {
    const id = await logMatter()
    await takeStep('agency.write', 'Send', id, { question: 'Call the resident.', nameShared: true })
    expect(await loadDetail('company.writer', id)).toMatchObject({
      residentName: MARKER,
      description: 'No heat.',
    })
  })

  test('a fair-housing matter cannot be sent, and a sent matter is hidden from the company once it becomes one', async () => {
    const fair = await logMatter({ residentRelationsIssueTypeId: 5 })
    expect((await takeStep('agency.write', 'Send', fair, { question: 'Why?' })).body).toMatchObject({
      message: expect.stringContaining('stays with the agency'),
    })
    const id = await logMatter()
    await takeStep('agency.write', 'Send', id, { question: 'Why was the lease ended?' })
    expect((await ask('company.admin', 'GET', `/GetDetail/${id}`)).status).toBe(200)
    await ask('agency.write', 'PUT', '', { residentRelationsId: id, residentRelationsIssueTypeId: 5 })
    expect((await ask('company.admin', 'GET', `/GetDetail/${id}`)).status).toBe(404)
    expect((await takeStep('company.admin', 'Answer', id, { response: 'x' })).status).toBe(404)
  })

  test('CALL-RES-01 to 04, RTE-06: matters are listed by property and kind (0 for all), and properties with their counts', async () => {
    const loadLines = async (persona: string, tail: string) =>
      (await ask(persona, 'GET', tail)).body as MatterLine[]
    const all = await loadLines('agency.read', '/GetByProjectId/1')
    expect(await loadLines('agency.read', '/GetByProjectIdAndIssueType/1/0')).toEqual(all)
    const fair = await loadLines('agency.read', '/GetByProjectIdAndIssueType/1/5')
    expect(fair.map((line) => line.typeName)).toEqual(fair.map(() => 'Discrimination or fair housing'))
    expect(fair.length).toBeGreaterThan(0)
    expect(
      (await loadLines('company.admin', '/GetByProjectId/1')).every(
        (line) => line.sentAt !== null && !line.confidential,
      ),
    ).toBe(true)
    expect((await ask('other.user', 'GET', '/GetByProjectId/1')).status).toBe(404)
    portal.setNow(new Date('2026-06-03T15:00:00Z'))
    const [line] = (await ask('agency.read', 'GET', '/GetProjectList')).body as ProjectLine[]
    expect(line).toMatchObject({ propertyId: 1, total: all.length, late: 1, lifeSafety: 1 })
    expect(((await ask('agency.read', 'GET', '/GetIssueTypes')).body as object[]).length).toBe(12)
  })

  test('a reply is on time until the end of its due day, or for life safety until its hour', async () => {
    portal.setNow(new Date('2026-06-01T15:00:00Z'))
    const [id, urgent] = [await logMatter(), await logMatter({ lifeSafety: true })]
    const isLateAt = async (moment: string, matter: number) => {
      portal.setNow(new Date(moment))
      return (await loadDetail('agency.write', matter)).late
    }
    // 01:00 UTC is 8 p.m. of June 15 in Missouri, and 13:00 UTC is the next morning.
    expect(await isLateAt('2026-06-16T01:00:00Z', id)).toBe(false)
    expect(await isLateAt('2026-06-16T13:00:00Z', id)).toBe(true)
    expect(await isLateAt('2026-06-02T14:59:00Z', urgent)).toBe(false)
    expect(await isLateAt('2026-06-02T15:01:00Z', urgent)).toBe(true)
  })

  test('domain 48.5: a matter answered on time is never late until the company is asked again', async () => {
    portal.setNow(new Date('2026-06-01T15:00:00Z'))
    const [inTime, tooLate] = [await logMatter(), await logMatter()]
    for (const id of [inTime, tooLate])
      await takeStep('agency.write', 'Send', id, { question: 'Please look.' })
    // This is 9:30 p.m. of the due day in Missouri.
    portal.setNow(new Date('2026-06-16T02:30:00Z'))
    await takeStep('company.writer', 'Answer', inTime, { response: 'Mended.' })
    portal.setNow(new Date('2026-06-16T15:00:00Z'))
    await takeStep('company.writer', 'Answer', tooLate, { response: 'Mended.' })
    portal.setNow(new Date('2026-06-25T15:00:00Z'))
    const isLateMatter = async (id: number) => (await loadDetail('agency.write', id)).late
    expect([await isLateMatter(inTime), await isLateMatter(tooLate)]).toEqual([false, true])
    const toDos = (await portal.ask('agency.write', 'GET', '/api/tasks/GetToDo')).body as {
      title: string
      dueDate: string
    }[]
    expect(toDos.find(({ title }) => title.startsWith(`RR-${inTime}:`))).toMatchObject({ dueDate: null })
    portal.setNow(new Date('2026-06-10T15:00:00Z'))
    const future = await portal.ask(
      'agency.write',
      'GET',
      '/api/NonCompliance/GetFutureNonCompliance?days=30&propertyId=1',
    )
    expect(JSON.stringify(future.body)).not.toContain(`/ResidentRelations/1/${inTime}"`)
    portal.setNow(new Date('2026-06-25T15:00:00Z'))
    await takeStep('agency.write', 'Send', inTime, { question: 'And the other window?' })
    expect(await isLateMatter(inTime)).toBe(true)
  })

  test('the mail about a life-safety matter gives the hour of the reply with the agency’s time zone', async () => {
    portal.setNow(new Date('2026-06-01T15:00:00Z'))
    const id = await logMatter({ lifeSafety: true })
    await portal.owner.query('delete from outbox')
    await takeStep('agency.write', 'Send', id, { question: 'Please look.' })
    const { rows } = await portal.owner.query<{ subject: string }>('select subject from outbox')
    expect(rows[0]?.subject).toContain('your reply by 06/02/2026 10:00 AM CDT')
  })

  test('the company is reminded once before its reply is due and once after it is overdue', async () => {
    portal.setNow(new Date('2026-06-03T15:00:00Z'))
    const id = await logMatter({ receivedOn: '2026-06-03' })
    await takeStep('agency.write', 'Send', id, { question: 'Please look.' })
    const runNight = async (moment: string) => {
      await portal.owner.query('delete from outbox')
      portal.setNow(new Date(moment))
      await runDue(portal.pool, portal.services, residentReminderJob)
      const result = await portal.owner.query(
        `select subject from outbox where event = 'residents.reminder' and subject like $1`,
        [`RR-${id}, %`],
      )
      return result.rows.length
    }
    expect(await runNight('2026-06-10T12:00:00Z')).toBe(0)
    expect(await runNight('2026-06-16T12:00:00Z')).toBe(1)
    expect(await runNight('2026-06-17T12:00:00Z')).toBe(0)
    expect(await runNight('2026-06-19T12:00:00Z')).toBe(1)
    expect(await runNight('2026-06-20T12:00:00Z')).toBe(0)
  })

  test('a matter can be removed until it is assigned', async () => {
    portal.setNow(new Date('2026-06-20T15:00:00Z'))
    const id = await logMatter()
    expect((await ask('agency.write', 'DELETE', `/${id}`)).status).toBe(200)
    const other = await logMatter()
    await takeStep('agency.write', 'Assign', other, { userId: 2 })
    expect((await ask('agency.write', 'DELETE', `/${other}`)).status).toBe(422)
  })
})

test('no search, mail, message or to-do contains the name of a resident', async () => {
  for (const persona of ['agency.admin', 'company.admin']) {
    for (const path of [`/api/Search/${MARKER}`, '/api/tasks/GetToDo', '/api/TaskMessage'])
      expect(
        JSON.stringify((await portal.ask(persona, 'GET', path)).body ?? null),
        `${persona} ${path}`,
      ).not.toContain('r7x-resident"')
  }
  const stored = await portal.owner.query(
    `select (select string_agg(o::text, ' ') from outbox o) as mails, (select string_agg(t::text, ' ') from task_message t) as messages`,
  )
  expect(JSON.stringify(stored.rows)).not.toContain(MARKER)
})
