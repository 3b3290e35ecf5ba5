import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { merging } from '#tests/merging.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`
    update app_user set is_admin = true where user_name = 'agency.second';
    delete from kernel.account_change`)
})
afterAll(() => portal.close())

const { begin } = merging(() => portal)
beforeEach(async () => {
  await portal.owner.query('delete from company_merge_request; delete from kernel.account_change')
  await begin()
})

const path = '/api/ManagementCompany'
const merge = (persona: string) => portal.ask(persona, 'POST', `${path}/MergeManagementCompanies/12`, [11])
const preview = async () => (await portal.ask('agency.admin', 'GET', `${path}/GetMergePreview/12/11`)).body
const alias = async () =>
  (await portal.owner.query('select alias_of from management_company where management_company_id = 11'))
    .rows[0].alias_of

test('TRUST-1.4: a merge waits for a second administrator, who carries it out', async () => {
  expect(await merge('agency.admin')).toMatchObject({ status: 200, body: { waits: true, moves: [] } })
  expect(await alias()).toBeNull()
  expect(await preview()).toMatchObject({ askedBy: 'Agency Admin' })
  expect(await merge('agency.admin')).toMatchObject({
    status: 409,
    body: { message: 'You asked for this merge: a second administrator carries it out.' },
  })
  expect(await merge('agency.second')).toMatchObject({ status: 200, body: { waits: false } })
  expect(await alias()).toBe(12)
  expect((await portal.owner.query('select from company_merge_request')).rowCount).toBe(0)
})

test('domain 47.8: the setting ships on', async () => {
  const reply = await portal.ask('agency.admin', 'GET', '/api/Configuration')
  expect(reply.body).toContainEqual(expect.objectContaining({ key: 'company_merge_two_person', value: true }))
})

describe('domain 47.9: both administrators confirm who stays a primary user', () => {
  const mergeKeeping = (persona: string, people: string) =>
    portal.ask(persona, 'POST', `${path}/MergeManagementCompanies/12?administrators=${people}`, [11])
  let people: number[] = []
  const administer = async () =>
    (await portal.owner.query('select from app_user where user_id = any ($1) and is_mc_admin', [people]))
      .rowCount
  beforeEach(async () => {
    const result = await portal.owner.query(`with made as (update app_user set is_mc_admin = true
      where management_company_id = 11 returning user_id)
      insert into user_role (user_id, role_id) select user_id, 4 from made returning user_id`)
    people = result.rows.map((row) => row.user_id).sort()
  })

  test('the second sees whom the first confirmed, and adds nobody', async () => {
    expect((await mergeKeeping('agency.admin', `${people[0]}`)).status).toBe(200)
    expect(await preview()).toMatchObject({
      administrators: [
        { userId: people[0], stays: true },
        { userId: people[1], stays: false },
      ],
    })
    expect((await mergeKeeping('agency.second', people.join(','))).status).toBe(409)
    expect(await alias()).toBeNull()
    expect((await mergeKeeping('agency.second', `${people[0]}`)).status).toBe(200)
    expect(await administer()).toBe(1)
  })

  test('the second may leave out whom the first confirmed', async () => {
    expect((await mergeKeeping('agency.admin', `${people[0]}`)).status).toBe(200)
    expect((await merge('agency.second')).status).toBe(200)
    expect(await administer()).toBe(0)
  })
})

describe('TRUST-1.4: one administrator alone is not two', () => {
  /** Whom somebody makes an administrator, in a transaction of theirs. */
  const applyChange = async (userId: number, change: string) => {
    await portal.owner.query('begin')
    await portal.owner.query(`select kernel.put('user_id', $1)`, [String(userId)])
    await portal.owner.query(change)
    await portal.owner.query('commit')
  }
  const ask = () => merge('agency.admin')
  const ids = async () =>
    Object.fromEntries(
      (
        await portal.owner.query(`select user_name, user_id from app_user where user_name like 'agency.%'`)
      ).rows.map((row) => [row.user_name, row.user_id]),
    ) as Record<string, number>
  const reset = `update app_user set is_admin = false where user_name = 'agency.second'`
  const promote = `update app_user set is_admin = true where user_name = 'agency.second'`

  test('whom the first has made an administrator lately is no second', async () => {
    const id = await ids()
    await applyChange(0, reset)
    await applyChange(id['agency.admin']!, promote)
    await ask()
    expect(await merge('agency.second')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('One of you two made the account of the other') },
    })
    expect(await alias()).toBeNull()
    await portal.owner.query(`update kernel.account_change set changed_at = now() - interval '31 days'`)
    expect(await merge('agency.second')).toMatchObject({ status: 200, body: { waits: false } })
  })

  test('nor whom somebody made whom the first has made', async () => {
    const id = await ids()
    await applyChange(
      0,
      `update app_user set is_admin = false where user_name in ('agency.second', 'agency.manager')`,
    )
    await applyChange(
      id['agency.admin']!,
      `update app_user set is_admin = true where user_name = 'agency.manager'`,
    )
    await applyChange(id['agency.manager']!, promote)
    await ask()
    expect((await merge('agency.second')).status).toBe(403)
    await applyChange(0, `update app_user set is_admin = false where user_name = 'agency.manager'`)
  })

  test('nor whose address the first has changed, or whom the first has let in again', async () => {
    const id = await ids()
    for (const change of [
      `update app_user set email = 'elsewhere' || user_id || '@agency.example' where user_name = 'agency.second'`,
      `update app_user set active = false where user_name = 'agency.second'; update app_user set active = true where user_name = 'agency.second'`,
    ]) {
      await portal.owner.query('delete from kernel.account_change; delete from company_merge_request')
      await applyChange(id['agency.admin']!, change)
      await ask()
      expect((await merge('agency.second')).status, change).toBe(403)
    }
  })

  test('whom somebody else has made is one; so is who changes the own account', async () => {
    const id = await ids()
    await applyChange(0, reset)
    await applyChange(id['agency.manager']!, promote)
    await applyChange(
      id['agency.second']!,
      `update app_user set email = 'own@agency.example' where user_name = 'agency.second'`,
    )
    await ask()
    expect(await merge('agency.second')).toMatchObject({ status: 200, body: { waits: false } })
  })

  test('a control setting is not confirmed either, whatever the statement', async () => {
    const id = await ids()
    await applyChange(0, reset)
    await applyChange(id['agency.admin']!, promote)
    const body = { key: 'budget_two_person', value: false }
    expect((await portal.ask('agency.admin', 'POST', '/api/Configuration', body)).status).toBe(200)
    const { rows } = await portal.owner.query(
      'select setting_proposal_id as id from setting_proposal where closed_at is null',
    )
    const reply = await portal.ask('agency.second', 'PUT', `/api/Configuration/Confirm/${rows[0].id}`)
    expect([reply.status, (reply.body as { message: string }).message]).toEqual([
      403,
      expect.stringContaining('another administrator confirms it'),
    ])
  })
})
