import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { properties } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { FindingDetail, FindingLine, FutureLine } from '../model/calls.ts'
import { findingsNight } from './night.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true), (6, 1, 'Occupancy', true, false),
       (5, 1, 'Inspection', true, true), (6, 1, 'Inspection', true, false);
     insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month) values (1, 1, 3, 0, 2026, 1)`,
  )
})
afterAll(() => portal.close())

/** Sets the time to 6 in the morning at the agency on the day, and runs the nightly job that is then due. */
const runNight = async (day: string) => {
  portal.setNow(new Date(`${day}T12:00:00Z`))
  await runDue(portal.pool, portal.services, findingsNight)
}
const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  portal.ask(persona, method, `/api/NonCompliance${path}`, body)
const query = async (persona: string, body: object = { open: true }) =>
  (await ask(persona, 'POST', '/Query', body)).body as FindingLine[]
const detail = async (persona: string, id: number) =>
  (await ask(persona, 'GET', `/GetDetail/${id}`)).body as FindingDetail
const loggedFinding = {
  propertyId: properties.a,
  nonComplianceTypeId: 11,
  title: 'Management fee over the maximum',
  visibleToCompany: true,
}
const logFinding = async (more: object = {}) => {
  const reply = await ask('agency.write', 'POST', '', { ...loggedFinding, ...more })
  return (reply.body as { nonComplianceId: number }).nonComplianceId
}
const hasBlockingBanner = async (propertyId: number = properties.a) =>
  (
    (await portal.ask('company.writer', 'GET', `/api/projects/GetProjectHeaderInfo/${propertyId}`)).body as {
      nonCompliant: boolean
    }
  ).nonCompliant
const addTask = (id: number, due: string) =>
  portal.owner.query(
    `insert into task_instance (task_instance_id, property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
     values ($1, 1, 1, 3, $2::date - 40, $2::date - 10, $2::date - 9, $2, $2)`,
    [id, due],
  )
const mails = async () =>
  (
    await portal.owner.query(
      `select subject, body_text, recipients::text from outbox where event = 'findings.day' order by outbox_id`,
    )
  ).rows

describe('NCM findings by hand', () => {
  test('CALL-NCM-03: severity, effect and cure day come from the kind; a company reads but cannot write findings', async () => {
    portal.setNow(new Date('2026-06-01T15:00:00Z'))
    expect((await ask('company.admin', 'POST', '', loggedFinding)).status).toBe(403)
    const id = await logFinding()
    expect(await detail('company.writer', id)).toMatchObject({
      severity: 2,
      blocks: true,
      openedOn: '2026-06-01',
      cureBy: '2026-07-01',
      daysLeft: 30,
      mayAnswer: true,
      createdByName: 'Agency Write',
      history: [{ action: 'open' }, { action: 'insert' }],
    })
    expect((await ask('other.user', 'GET', `/GetDetail/${id}`)).status).toBe(404)
    expect(await hasBlockingBanner()).toBe(true)
  })

  test('CALL-NCM-04: only an extension with a reason changes the cure day, and only to a later day', async () => {
    const [{ nonComplianceId: id, version }] = (await query('agency.write')) as [FindingLine]
    const payload = { nonComplianceId: id, version, cureBy: '2026-09-01' }
    expect((await ask('agency.write', 'PUT', '', payload)).body).toMatchObject({
      fields: { cureBy: ['Cure by: Extend it, with a reason.'] },
    })
    const extend = (body: object) => ask('agency.write', 'POST', `/Extend/${id}`, body)
    expect((await extend({ until: '2026-06-20', reason: 'Owner is ill' })).status).toBe(400)
    expect((await extend({ until: '2026-08-01', reason: ' ' })).status).toBe(400)
    expect((await extend({ until: '2026-08-01', reason: 'Owner is ill', version: 99 })).status).toBe(409)
    expect((await extend({ until: '2026-08-01', reason: 'Owner is ill' })).body).toMatchObject({
      cureBy: '2026-08-01',
      originalCureBy: '2026-07-01',
      extensionReason: 'Owner is ill',
    })
  })

  test('domain 27: the company answers with documents; the agency asks again, verifies, closes and reopens', async () => {
    const [{ nonComplianceId: id }] = (await query('agency.write')) as [FindingLine]
    const step = (persona: string, name: string, body: object) => ask(persona, 'POST', `/${name}/${id}`, body)
    expect((await step('agency.write', 'AskAgain', { reason: 'What?' })).status).toBe(409)
    expect((await step('company.reader', 'Respond', { response: 'Repaid.' })).status).toBe(403)
    expect((await step('agency.write', 'Respond', { response: 'Repaid.' })).status).toBe(403)
    expect((await step('company.writer', 'Respond', { response: 'Repaid.' })).body).toMatchObject({
      daysLeft: null,
      statusId: 2,
      respondedByName: 'Company Writer',
    })
    expect(
      (await step('agency.write', 'AskAgain', { reason: 'Send the bank statement.' })).body,
    ).toMatchObject({
      statusId: 1,
      commentToOwner: 'Send the bank statement.',
    })
    expect((await step('company.writer', 'Respond', { response: 'Here it is.' })).status).toBe(200)
    expect((await step('company.writer', 'Close', { note: 'Done' })).status).toBe(403)
    expect(
      (await step('agency.manager', 'Close', { note: 'Bank statement of 06/30 checked' })).body,
    ).toMatchObject({
      statusId: 3,
      closedByName: 'Agency Manager',
      closingNote: 'Bank statement of 06/30 checked',
      blocks: false,
    })
    expect(await hasBlockingBanner()).toBe(false)
    expect((await step('company.writer', 'Respond', { response: 'Too late.' })).status).toBe(409)
    expect((await step('agency.write', 'Reopen', { reason: 'It was another account' })).body).toMatchObject({
      statusId: 1,
      closedOn: null,
    })
    expect(await hasBlockingBanner()).toBe(true)
  })

  test('a manager’s waiver with a reason ends the block, until it is ended by hand or its last day passes', async () => {
    const [{ nonComplianceId: id }] = (await query('agency.write')) as [FindingLine]
    const body = { reason: 'Work-out agreed', until: '2026-06-10' }
    expect((await ask('agency.write', 'POST', `/Waive/${id}`, body)).status).toBe(403)
    expect(
      (await ask('agency.manager', 'POST', `/Waive/${id}`, { ...body, until: '2026-05-01' })).status,
    ).toBe(400)
    expect((await ask('agency.manager', 'POST', `/Waive/${id}`, body)).body).toMatchObject({
      blocks: false,
      waivedUntil: '2026-06-10',
    })
    expect(await hasBlockingBanner()).toBe(false)
    expect(
      (await ask('agency.manager', 'POST', `/EndWaiver/${id}`, { reason: 'It failed' })).body,
    ).toMatchObject({
      blocks: true,
    })
    await ask('agency.manager', 'POST', `/Waive/${id}`, body)
    await runNight('2026-06-10')
    expect(await hasBlockingBanner()).toBe(false)
    await runNight('2026-06-11')
    expect(await hasBlockingBanner()).toBe(true)
    expect(
      (await detail('agency.read', id)).history.some((line) => line.reason === 'Its last day has passed.'),
    ).toBe(true)
  })

  test('domain 47.8: under the two-person setting the opener cannot close, waive or remove a finding', async () => {
    await portal.owner.query(`update app_user set is_manager = true where user_name = 'agency.admin'`)
    const payload = (await ask('agency.admin', 'POST', '', { ...loggedFinding, title: 'Opened and closed' }))
      .body
    const { nonComplianceId: id } = payload as { nonComplianceId: number }
    const close = (persona: string) => ask(persona, 'POST', `/Close/${id}`, { note: 'Seen' })
    const refused = { status: 403, body: { message: expect.stringContaining('You opened this finding') } }
    expect(await close('agency.admin')).toMatchObject(refused)
    expect(await ask('agency.admin', 'POST', `/Waive/${id}`, { reason: 'Agreed' })).toMatchObject(refused)
    expect(
      await ask('agency.admin', 'POST', `/RemoveFromNonCompliance/${id}`, { reason: 'Error' }),
    ).toMatchObject(refused)
    expect(await detail('agency.admin', id)).toMatchObject({
      statusId: 1,
      openerFault: expect.stringContaining('You opened this finding'),
    })
    expect(await detail('agency.write', id)).toMatchObject({ openerFault: null })
    await portal.owner.query(
      `insert into kernel.account_change select w.user_id, a.user_id from app_user w, app_user a
       where w.user_name = 'agency.write' and a.user_name = 'agency.admin'`,
    )
    expect(await close('agency.write')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('do not count as two people') },
    })
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ('finding_two_person', 'false', '2000-01-01')`,
    )
    expect((await close('agency.admin')).status).toBe(200)
    await portal.owner.query(
      `delete from setting where key = 'finding_two_person'; delete from kernel.account_change;
       update app_user set is_manager = false where user_name = 'agency.admin'`,
    )
  })

  test('a company sees neither hidden findings nor the agency’s internal note', async () => {
    const hidden = await logFinding({ visibleToCompany: false, title: 'Hidden marker-h1' })
    const noted = await logFinding({ internalNote: 'marker-n1', title: 'Noted' })
    expect((await ask('company.admin', 'GET', `/GetDetail/${hidden}`)).status).toBe(404)
    for (const reply of [
      await query('company.admin', {}),
      await detail('company.admin', noted),
      (await ask('company.admin', 'GET', '')).body,
    ])
      expect(JSON.stringify(reply)).not.toMatch(/marker-[hn]1/)
    expect(await detail('agency.read', noted)).toMatchObject({ internalNote: 'marker-n1' })
  })

  test.each(['Close', 'RemoveFromNonCompliance'])(
    'client 4: %s called without a body records that no reason was given',
    async (name) => {
      const id = await logFinding({ title: 'By the path alone' })
      const step = (body?: object) =>
        portal.ask('agency.admin', 'POST', `/api/NonCompliance/${name}/${id}`, body)
      expect((await step({})).status).toBe(400)
      expect(await step()).toMatchObject({ status: 200, body: { closingNote: 'No reason given.' } })
    },
  )

  test('CALL-NCM-09: an administrator removes a finding with a reason, and the agency can still list it', async () => {
    const id = await logFinding({ title: 'By mistake' })
    expect(
      (await ask('agency.write', 'POST', `/RemoveFromNonCompliance/${id}`, { reason: 'Wrong property' }))
        .status,
    ).toBe(403)
    expect((await ask('agency.admin', 'POST', `/RemoveFromNonCompliance/${id}`, { reason: '' })).status).toBe(
      400,
    )
    expect(
      (await ask('agency.admin', 'POST', `/RemoveFromNonCompliance/${id}`, { reason: 'Wrong property' }))
        .body,
    ).toMatchObject({ statusId: 4 })
    const ids = async (persona: string, body: object) =>
      (await query(persona, body)).map((line) => line.nonComplianceId)
    expect(await ids('agency.read', { open: false })).not.toContain(id)
    expect(await ids('agency.read', { open: false, isAdmin: true })).toContain(id)
    expect(await ids('company.admin', { isAdmin: true })).not.toContain(id)
  })

  test('CALL-NCM-05: a new finding can be deleted, one that was mailed cannot', async () => {
    const fresh = await logFinding({ title: 'Typed twice' })
    expect((await ask('agency.write', 'DELETE', `/${fresh}`)).status).toBe(200)
    const finding = (await query('agency.write')).find((line) => line.title === loggedFinding.title)!
    expect((await ask('agency.write', 'DELETE', `/${finding.nonComplianceId}`)).status).toBe(422)
  })

  test('ENT-19 SHP-53: every filter of the query works; null and 0 do not filter, except property status 0', async () => {
    await logFinding({ propertyId: properties.d, nonComplianceTypeId: 12, title: 'Of D' })
    const queryPropertyIds = async (body: object) =>
      (await query('agency.read', body)).map((line) => line.propertyId)
    expect(
      new Set(
        await queryPropertyIds({
          open: true,
          projectId: 0,
          managementCompanyId: 0,
          typeID: 0,
          from: null,
          to: null,
          propertyStatus: null,
        }),
      ),
    ).toEqual(new Set([1, 4]))
    expect(new Set(await queryPropertyIds({ projectId: 4 }))).toEqual(new Set([4]))
    expect(new Set(await queryPropertyIds({ managementCompanyId: 2 }))).toEqual(new Set([4]))
    expect(await queryPropertyIds({ typeID: 12 })).toEqual([4])
    expect(await queryPropertyIds({ from: '2026-06-12' })).toEqual([])
    expect(await queryPropertyIds({ to: '2026-05-31' })).toEqual([])
    expect(await queryPropertyIds({ propertyStatus: 5 })).toEqual([])
    expect((await queryPropertyIds({ propertyStatus: 0 })).length).toBeGreaterThan(1)
  })
})

describe('NCM findings of the nightly job', () => {
  test('a missing month becomes a finding after the grace days, and is closed with a note once it is filed', async () => {
    await addTask(801, '2026-06-20')
    await runNight('2026-07-20')
    const late = async () =>
      (await query('company.writer', { open: true, typeId: 3 })).filter(({ propertyId }) => propertyId === 1)
    expect(await late()).toEqual([])
    await runNight('2026-07-21')
    expect(await late()).toMatchObject([
      { title: 'Occupancy, June 2026 not received', severity: 3, blocks: false, openedOn: '2026-07-21' },
    ])
    await runNight('2026-07-22')
    expect(await late()).toHaveLength(1)
    await portal.owner.query(
      'update task_instance set status_id = 2, submitted = clock_timestamp() where task_instance_id = 801',
    )
    await runNight('2026-07-23')
    expect(await late()).toEqual([])
    expect((await query('agency.read', { open: false, typeId: 3 })).map((line) => line.closingNote)).toEqual([
      'It was filed, or need not be any more. Closed by the portal.',
    ])
  })

  test('a filing taken back opens a finding again, but not after a person removed that finding', async () => {
    const open = async () =>
      (await query('agency.write', { open: true, typeId: 3 })).map((line) => line.nonComplianceId)
    await portal.owner.query(
      'update task_instance set status_id = 1, submitted = null where task_instance_id = 801',
    )
    await runNight('2026-07-24')
    const [again] = await open()
    await ask('agency.admin', 'POST', `/RemoveFromNonCompliance/${again}`, { reason: 'Waived on paper' })
    await runNight('2026-07-25')
    expect(await open()).toEqual([])
  })

  test('each person gets one mail about all findings of the day, once', async () => {
    await portal.owner.query('delete from outbox')
    await addTask(802, '2026-06-25')
    await addTask(803, '2026-06-26')
    await runNight('2026-07-28')
    const sentMails = await mails()
    const primaryMails = sentMails.filter((mail) => mail.recipients.includes('primary@one.example'))
    expect(primaryMails).toHaveLength(1)
    expect(primaryMails[0].subject).toMatch(/^Non-compliance: 2 opened/)
    expect(primaryMails[0].body_text.match(/Occupancy, June 2026 not received/g)).toHaveLength(2)
    await runNight('2026-07-28')
    expect(await mails()).toHaveLength(sentMails.length)
  })

  test('a reminder is mailed before the cure day; one sent by hand goes out at once, one mail to each person', async () => {
    await portal.owner.query('delete from outbox')
    const id = await logFinding({ title: 'To be reminded of', openedOn: '2026-07-28', cureBy: '2026-08-20' })
    await runNight('2026-08-10')
    const [mail] = (await mails()).filter(({ body_text }) => body_text.includes('To be reminded of'))
    expect(mail.body_text).toContain('- Maple Grove Apartments: To be reminded of, cure by 08/20/2026')
    await portal.owner.query('delete from outbox')
    expect((await ask('company.admin', 'POST', '/Remind', { ids: [id] })).status).toBe(403)
    const open = (await query('agency.write'))
      .filter(({ propertyId }) => propertyId === 1)
      .map((line) => line.nonComplianceId)
    expect((await ask('agency.write', 'POST', '/Remind', { ids: open })).body).toMatchObject({
      mails: 1,
      withoutContact: 0,
    })
  })

  test('CALL-NCM-07: future non-compliance has its day, consequence, actor and path; a company sees only its own', async () => {
    await addTask(804, '2026-08-25')
    const future = async (persona: string, tail = '?days=60') =>
      (await ask(persona, 'GET', `/GetFutureNonCompliance${tail}`)).body as FutureLine[]
    const companyLines = await future('company.writer')
    expect(companyLines.find((line) => line.failsOn === '2026-08-25')).toMatchObject({
      source: 'Task',
      propertyId: 1,
      daysLeft: 15,
      acts: 'Company',
      blocks: false,
      title: 'Occupancy, August 2026 to file',
      path: '/occupancy/list/project/1',
    })
    expect(
      companyLines.some(
        (line) => line.source === 'Cure day' && line.title === 'Cure day of: To be reminded of',
      ),
    ).toBe(true)
    expect((await future('agency.read', '?days=5')).some((line) => line.failsOn > '2026-08-15')).toBe(false)
    expect((await future('other.user')).some((line) => line.propertyId === 1)).toBe(false)
  })
})
