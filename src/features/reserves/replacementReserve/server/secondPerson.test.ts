import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { RequestDetail } from '../model/requests.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())
afterEach(() => portal.owner.query('delete from kernel.account_change'))

const { path, post, detail, submitted, balance } = filing(() => portal)

const loadUserId = async (userName: string): Promise<number> =>
  (await portal.owner.query('select user_id as id from app_user where user_name = $1', [userName])).rows[0].id
/** Runs a statement on accounts as this persona, so that the change is recorded under that person. */
const runAs = async (persona: string, statement: string) => {
  await portal.owner.query('begin')
  await portal.owner.query(`select kernel.put('user_id', $1)`, [String(await loadUserId(persona))])
  await portal.owner.query(statement)
  await portal.owner.query('commit')
}
const createReviewedBy = async (persona: string) => {
  const request = await submitted()
  const id = request.replacementReserveRequestId
  detail(await post(persona, `StartReview/${id}`))
  const itemId = request.items[0]!.replacementReserveRequestItemId
  const approvedAmounts = [{ itemId, amount: 100, denialReason: 'Partly' }]
  detail(await post(persona, 'ChangeStatus', { statusID: 4, requestId: id, approvedAmounts }))
  return id
}
const approveAs = (persona: string, id: number) =>
  post(persona, 'ChangeStatus', { statusID: 5, requestId: id })
const loadFor = async (persona: string, id: number): Promise<RequestDetail> =>
  detail(await portal.ask(persona, 'GET', `${path}/GetRequest/${id}`))
const REASSIGN_MANAGER = `
  delete from user_role where user_id = (select user_id from app_user where user_name = 'agency.manager');
  insert into user_role (user_id, role_id) select user_id, 1 from app_user where user_name = 'agency.manager'`

describe('TRUST-1.4: a manager whose account the reviewer changed is not a second person', () => {
  test('the approval is refused with the reason, nothing is posted, and the button is not offered', async () => {
    const before = await balance()
    const id = await createReviewedBy('agency.admin')
    await runAs('agency.admin', REASSIGN_MANAGER)
    const refused = await approveAs('agency.manager', id)
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('within the last 30 days. Somebody else decides.') },
    })
    const managerDetail = await loadFor('agency.manager', id)
    expect(managerDetail.statusId).toBe(4)
    expect(managerDetail.actions.map(({ name }) => name)).not.toContain('approve')
    expect(await balance()).toBe(before)
  })

  test('thirty-one days after the change the same manager can approve', async () => {
    const before = await balance()
    const id = await createReviewedBy('agency.admin')
    await runAs('agency.admin', REASSIGN_MANAGER)
    expect((await approveAs('agency.manager', id)).status).toBe(403)
    await portal.owner.query(`update kernel.account_change set changed_at = now() - interval '31 days'`)
    detail(await approveAs('agency.manager', id))
    expect(await balance()).toBe(before - 100)
  })

  test('a manager whose account the reviewer did not change can approve at once', async () => {
    const id = await createReviewedBy('agency.admin')
    await runAs('agency.manager', `update app_user set is_manager = true where user_name = 'agency.second'`)
    detail(await approveAs('agency.second', id))
    await portal.owner.query(`update app_user set is_manager = false where user_name = 'agency.second'`)
  })

  test('the creator of an account is not a second person for it, from the first day on', async () => {
    const id = await loadUserId('agency.admin')
    await runAs(
      'agency.admin',
      `insert into app_user (user_name, email, first_name, last_name, is_manager)
        values ('agency.made', 'agency.made@agency.example', 'Made', 'Person', true)`,
    )
    const isSecondPerson = async (first: number, other: number) =>
      (await portal.owner.query('select kernel.is_second_person($1, $2) as second', [first, other])).rows[0]
        .second
    const userId = await loadUserId('agency.made')
    expect(await isSecondPerson(id, userId)).toBe(false)
    expect(await isSecondPerson(userId, id)).toBe(false)
    expect(await isSecondPerson(userId, await loadUserId('agency.write'))).toBe(true)
  })

  test('two people are not second persons after one granted the other a permission, but they are after a new phone number', async () => {
    const [first, other] = [await loadUserId('agency.admin'), await loadUserId('agency.write')]
    const isSecond = async () =>
      (await portal.owner.query('select kernel.is_second_person($1, $2) as second', [first, other])).rows[0]
        .second
    await runAs('agency.admin', `update app_user set phone = '555' where user_id = ${other}`)
    expect(await isSecond()).toBe(true)
    await runAs(
      'agency.admin',
      `insert into permission (user_id, property_id, key, read) values (${other}, 1, 'Occupancy', true)`,
    )
    expect(await isSecond()).toBe(false)
  })
})
