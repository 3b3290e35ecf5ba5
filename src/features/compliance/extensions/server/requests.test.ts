import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
let taskInstanceId: number

beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`insert into permission (user_id, property_id, key, read, write) values (5, 1, 'AFS', true, true), (6, 1, 'AFS', true, false);
    insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month) values (1, 1, 1, 2, 2025, null), (2, 1, 3, 0, 2025, 1)`)
})
afterAll(() => portal.close())

beforeEach(async () => {
  portal.setNow(new Date('2026-03-20T15:00:00Z'))
  await portal.owner.query('delete from task_instance; delete from outbox')
  const result = await portal.owner.query<{ id: number }>(
    `insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      values (1, 1, 1, '2025-01-01', '2025-12-31', '2026-01-01', '2026-03-31', '2026-03-31') returning task_instance_id as id`,
  )
  taskInstanceId = result.rows[0]!.id
})

type Payload = Record<string, unknown>
const path = '/api/ExtensionRequest'
const post = (persona: string, tail: string, payload: Payload = {}) =>
  portal.ask(persona, 'POST', path + tail, payload)
const getId = (reply: Reply) => (reply.body as { extensionRequestId: number }).extensionRequestId
const query = { propertyId: 1, requestedDueDate: '2026-04-30', reason: 'The auditor fell ill' }
const ask = (payload: Payload = {}, persona = 'company.writer') =>
  post(persona, '/SaveProgress', { request: { taskInstanceId, ...query, ...payload } })
const createSubmitted = async (payload: Payload = {}) => {
  const id = getId(await ask(payload))
  expect((await post('company.writer', `/Submit/${id}`)).status).toBe(200)
  return id
}
const loadDueDate = async () =>
  (
    await portal.owner.query<{ due: string }>(
      'select due_date::text as due from task_instance where task_instance_id = $1',
      [taskInstanceId],
    )
  ).rows[0]!.due
const loadMails = async () =>
  (await portal.owner.query<{ event: string }>('select event from outbox order by 1')).rows.map(
    (row) => row.event,
  )

describe('domain 39, AFS extension', () => {
  test('an approved request moves the due date, mails are sent, and the task cannot be extended again', async () => {
    const id = await createSubmitted()
    expect(await loadDueDate()).toBe('2026-03-31')
    const approved = await post('agency.write', '/ChangeStatus', { id, statusId: 5 })
    expect(approved.body).toMatchObject({
      statusId: 5,
      statusLabel: 'Approved',
      dueDate: '2026-04-30',
      actions: [],
      canEdit: false,
    })
    expect(await loadDueDate()).toBe('2026-04-30')
    expect(await loadMails()).toEqual(['extension.approved', 'extension.submitted'])
    const secondReply = await ask({ requestedDueDate: '2026-05-20' })
    expect(secondReply.status).toBe(422)
    expect(secondReply.body).toMatchObject({ message: 'The due date was extended already.' })
  })

  test('a weekend day moves to the next business day, and more than 30 days or a missing reason is refused', async () => {
    const id = getId(await ask({ requestedDueDate: '2026-05-01', reason: '' }))
    const refused = await post('company.writer', `/Submit/${id}`)
    expect(refused.status).toBe(422)
    expect(Object.keys((refused.body as { fields: Payload }).fields)).toEqual(['requestedDueDate', 'reason'])
    const better = { extensionRequestId: id, requestedDueDate: '2026-04-25', reason: 'Late bank letter' }
    expect((await portal.ask('company.writer', 'PUT', path, better)).status).toBe(200)
    await post('company.writer', `/Submit/${id}`)
    expect((await portal.ask('company.writer', 'PUT', path, { ...better, reason: 'Other' })).status).toBe(409)
    await post('agency.write', '/Review', { id })
    await post('agency.write', '/ChangeStatus', { id, statusId: 5 })
    expect(await loadDueDate()).toBe('2026-04-27')
  })

  test('SaveAndSubmit stores nothing for a day before the due date, and submits a valid request', async () => {
    const send = (requestedDueDate: string) =>
      post('company.writer', '/SaveAndSubmit', { request: { taskInstanceId, ...query, requestedDueDate } })
    const refused = await send('2026-03-10')
    expect([refused.status, Object.keys((refused.body as { fields: Payload }).fields)]).toEqual([
      422,
      ['requestedDueDate'],
    ])
    const result = await portal.owner.query('select 1 from extension_request where task_instance_id = $1', [
      taskInstanceId,
    ])
    expect(result.rows).toEqual([])
    expect((await send('2026-04-25')).body).toMatchObject({ statusId: 2, requestedDueDate: '2026-04-25' })
    expect(await loadMails()).toEqual(['extension.submitted'])
  })

  test('after the due date a company cannot submit a request, but the agency can submit and approve it', async () => {
    const id = await createSubmitted()
    portal.setNow(new Date('2026-04-02T15:00:00Z'))
    await post('agency.write', `/UnSubmit/${id}`, { reason: 'Please attach the letter' })
    expect((await post('company.writer', `/Submit/${id}`)).status).toBe(422)
    expect((await post('agency.write', `/Submit/${id}`)).status).toBe(200)
    expect((await post('agency.write', '/ChangeStatus', { id, statusId: 5 })).status).toBe(200)
    expect(await loadDueDate()).toBe('2026-04-30')
  })

  test('a denial needs a reason, allows another request, and cannot be reopened', async () => {
    const id = await createSubmitted()
    expect((await post('agency.write', '/ChangeStatus', { id, statusId: 6 })).status).toBe(400)
    expect((await ask()).status).toBe(409)
    await post('agency.write', '/ChangeStatus', { id, statusId: 6, reason: 'No ground' })
    expect(await loadDueDate()).toBe('2026-03-31')
    expect((await post('agency.admin', '/ChangeStatus', { id, statusId: 3, reason: 'x' })).status).toBe(409)
    expect((await ask()).status).toBe(200)
  })

  test('of two decisions at the same time, one answers 409', async () => {
    const id = await createSubmitted()
    const both = await Promise.all([
      post('agency.write', '/ChangeStatus', { id, statusId: 5 }),
      post('agency.admin', '/ChangeStatus', { id, statusId: 6, reason: 'No ground' }),
    ])
    expect(both.map((reply) => reply.status).toSorted()).toEqual([200, 409])
  })

  test('tasks that cannot be extended are refused, and so are users without write access', async () => {
    const monthly = await portal.owner.query<{ id: number }>(
      `insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
        values (1, 2, 3, '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-10', '2026-03-10') returning task_instance_id as id`,
    )
    expect((await ask({ taskInstanceId: monthly.rows[0]!.id })).status).toBe(422)
    expect((await ask({}, 'company.reader')).status).toBe(403)
    expect((await ask({}, 'other.user')).status).toBe(403)
    expect((await ask({ taskInstanceId: 999_999 })).status).toBe(404)
    await portal.owner.query('update task_instance set status_id = 2')
    expect((await ask()).status).toBe(422)
  })

  test('CALL-EXT-01 a decision can be mailed again after a minute, and not before it is made', async () => {
    const id = await createSubmitted()
    const mailAgain = () => post('agency.write', `/EmailReviewComplete/${id}`)
    expect((await mailAgain()).status).toBe(422)
    await post('agency.write', '/ChangeStatus', { id, statusId: 5 })
    expect((await mailAgain()).body).toBe(false)
    portal.setNow(new Date('2026-03-20T15:05:00Z'))
    expect((await mailAgain()).body).toBe(true)
    expect((await loadMails()).filter((event) => event === 'extension.approved')).toHaveLength(2)
    expect((await post('company.writer', `/EmailReviewComplete/${id}`)).status).toBe(403)
  })

  test('SHS requests are listed by status with the possible actions, and can be removed before they were submitted', async () => {
    const id = getId(await ask())
    const list = (persona: string, status: number) =>
      portal.ask(persona, 'GET', `${path}/GetByStatusAndProperty/${status}/1`)
    expect((await list('company.writer', 1)).body).toMatchObject([
      {
        extensionRequestId: id,
        requestNumber: `EX-${id}`,
        task: 'AFS, 2025',
        dueDate: '2026-03-31',
        taskInstanceId,
      },
    ])
    const getRequest = (persona: string) => portal.ask(persona, 'GET', `${path}/GetRequest/${id}`)
    expect((await getRequest('company.writer')).body).toMatchObject({
      actions: [{ name: 'submit' }],
      canEdit: true,
      mostDays: 30,
    })
    expect((await getRequest('company.reader')).body).toMatchObject({ actions: [], canEdit: false })
    expect((await list('company.writer', 5)).body).toEqual([])
    expect((await portal.ask('company.writer', 'DELETE', `${path}/${id}`)).body).toBe(true)
  })

  test('repeating a save with the same client key updates one request, whose task cannot be changed', async () => {
    const clientKey = '0b9fd6cc-1111-4222-8333-944444444444'
    const id = getId(await ask({ clientKey }))
    expect(getId(await ask({ clientKey, reason: 'Typed again' }))).toBe(id)
    const other = await portal.owner.query<{ id: number }>(
      `insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
        values (1, 1, 1, '2024-01-01', '2024-12-31', '2025-01-01', '2025-03-31', '2025-03-31') returning task_instance_id as id`,
    )
    const requestWithOtherTask = { extensionRequestId: id, taskInstanceId: other.rows[0]!.id }
    const taskFault = { taskInstanceId: [expect.anything()] }
    for (const reply of [
      await post('company.writer', '/SaveProgress', { request: requestWithOtherTask }),
      await portal.ask('company.writer', 'PUT', path, requestWithOtherTask),
    ])
      expect([reply.status, (reply.body as { fields: object }).fields]).toEqual([400, taskFault])
    expect((await ask({ propertyId: 2 })).status).toBe(404)
  })

  test('a draft of an earlier company is hidden from the next one and does not prevent its own request', async () => {
    const began = getId(await ask())
    await portal.owner.query('update property set management_company_id = 2 where property_id = 1')
    await portal.owner.query(
      `insert into permission (user_id, property_id, key, read, write) select user_id, 1, 'AFS', true, true from app_user where user_name = 'other.user'`,
    )
    const otherReply = await ask({}, 'other.user')
    expect(otherReply.status).toBe(200)
    expect((await portal.ask('other.user', 'GET', `${path}/GetRequest/${began}`)).status).toBe(404)
    // The administrator of the earlier company can still read the request with its task.
    const reply = await portal.ask('company.admin', 'GET', `${path}/GetRequest/${began}`)
    expect(reply.body).toMatchObject({ task: 'AFS, 2025', companyName: 'Test Company One', canEdit: false })
    await portal.owner.query('update property set management_company_id = 1 where property_id = 1')
    await portal.owner.query(
      `delete from permission where property_id = 1 and user_id = (select user_id from app_user where user_name = 'other.user')`,
    )
  })
})
