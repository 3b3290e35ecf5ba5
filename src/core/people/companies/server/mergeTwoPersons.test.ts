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
const readAlias = async () =>
  (await portal.owner.query('select alias_of from management_company where management_company_id = 11'))
    .rows[0].alias_of

test('TRUST-1.4: a merge waits for a second administrator, who carries it out', async () => {
  expect(await merge('agency.admin')).toMatchObject({ status: 200, body: { waits: true, moves: [] } })
  expect(await readAlias()).toBeNull()
  expect(await preview()).toMatchObject({ askedBy: 'Agency Admin' })
  expect(await merge('agency.admin')).toMatchObject({
    status: 409,
    body: { message: 'You asked for this merge: a second administrator carries it out.' },
  })
  expect(await merge('agency.second')).toMatchObject({ status: 200, body: { waits: false } })
  expect(await readAlias()).toBe(12)
  expect((await portal.owner.query('select from company_merge_request')).rowCount).toBe(0)
})

test('domain 47.8: the setting is on by default', async () => {
  const reply = await portal.ask('agency.admin', 'GET', '/api/Configuration')
  expect(reply.body).toContainEqual(expect.objectContaining({ key: 'company_merge_two_person', value: true }))
})

describe('domain 47.9: both administrators confirm who remains a primary user', () => {
  const mergeConfirming = (persona: string, people: string) =>
    portal.ask(persona, 'POST', `${path}/MergeManagementCompanies/12?administrators=${people}`, [11])
  let people: number[] = []
  const countAdministrators = async () =>
    (await portal.owner.query('select from app_user where user_id = any ($1) and is_mc_admin', [people]))
      .rowCount
  beforeEach(async () => {
    const result = await portal.owner.query(`with made as (update app_user set is_mc_admin = true
      where management_company_id = 11 returning user_id)
      insert into user_role (user_id, role_id) select user_id, 4 from made returning user_id`)
    people = result.rows.map((row) => row.user_id).sort()
  })

  test('the second administrator sees who the first confirmed, and cannot add anyone', async () => {
    expect((await mergeConfirming('agency.admin', `${people[0]}`)).status).toBe(200)
    expect(await preview()).toMatchObject({
      administrators: [
        { userId: people[0], stays: true },
        { userId: people[1], stays: false },
      ],
    })
    expect((await mergeConfirming('agency.second', people.join(','))).status).toBe(409)
    expect(await readAlias()).toBeNull()
    expect((await mergeConfirming('agency.second', `${people[0]}`)).status).toBe(200)
    expect(await countAdministrators()).toBe(1)
  })

  test('the second administrator may leave out people whom the first confirmed', async () => {
    expect((await mergeConfirming('agency.admin', `${people[0]}`)).status).toBe(200)
    expect((await merge('agency.second')).status).toBe(200)
    expect(await countAdministrators()).toBe(0)
  })
})

describe('TRUST-1.4: one administrator alone cannot act as two', () => {
  /** Runs a change as this user, in a transaction of its own. */
  const applyChange = async (userId: number, change: string) => {
    await portal.owner.query('begin')
    await portal.owner.query(`select kernel.put('user_id', $1)`, [String(userId)])
    await portal.owner.query(change)
    await portal.owner.query('commit')
  }
  const askForMerge = () => merge('agency.admin')
  const ids = async () =>
    Object.fromEntries(
      (
        await portal.owner.query(`select user_name, user_id from app_user where user_name like 'agency.%'`)
      ).rows.map((row) => [row.user_name, row.user_id]),
    ) as Record<string, number>
  const reset = `update app_user set is_admin = false where user_name = 'agency.second'`
  const promote = `update app_user set is_admin = true where user_name = 'agency.second'`

  test('a user whom the first administrator made an administrator within 31 days cannot be the second', async () => {
    const id = await ids()
    await applyChange(0, reset)
    await applyChange(id['agency.admin']!, promote)
    await askForMerge()
    expect(await merge('agency.second')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('One of you two made the account of the other') },
    })
    expect(await readAlias()).toBeNull()
    await portal.owner.query(`update kernel.account_change set changed_at = now() - interval '31 days'`)
    expect(await merge('agency.second')).toMatchObject({ status: 200, body: { waits: false } })
  })

  test('a user promoted by someone whom the first administrator promoted cannot be the second', async () => {
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
    await askForMerge()
    expect((await merge('agency.second')).status).toBe(403)
    await applyChange(0, `update app_user set is_admin = false where user_name = 'agency.manager'`)
  })

  test('a user whose address the first administrator changed, or whom the first reactivated, cannot be the second', async () => {
    const id = await ids()
    for (const change of [
      `update app_user set email = 'elsewhere' || user_id || '@agency.example' where user_name = 'agency.second'`,
      `update app_user set active = false where user_name = 'agency.second'; update app_user set active = true where user_name = 'agency.second'`,
    ]) {
      await portal.owner.query('delete from kernel.account_change; delete from company_merge_request')
      await applyChange(id['agency.admin']!, change)
      await askForMerge()
      expect((await merge('agency.second')).status, change).toBe(403)
    }
  })

  test('a user promoted by a third person may be the second, even after changing their own account', async () => {
    const id = await ids()
    await applyChange(0, reset)
    await applyChange(id['agency.manager']!, promote)
    await applyChange(
      id['agency.second']!,
      `update app_user set email = 'own@agency.example' where user_name = 'agency.second'`,
    )
    await askForMerge()
    expect(await merge('agency.second')).toMatchObject({ status: 200, body: { waits: false } })
  })

  test('a user whom the first administrator promoted cannot confirm a control setting either', async () => {
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

test('a request for a merge is mailed to the managers, and any administrator can take it back', async () => {
  await portal.owner.query('delete from outbox')
  const drop = (persona: string) => portal.ask(persona, 'POST', `${path}/DropMergeRequest/12/11`)
  expect((await drop('agency.admin')).status).toBe(404)
  await merge('agency.admin')
  expect((await drop('agency.manager')).status).toBe(403)
  expect(await drop('agency.second')).toMatchObject({ status: 200, body: true })
  expect(await preview()).toMatchObject({ askedBy: null })
  const mails = await portal.owner.query(
    'select event, recipients::text, body_text from outbox order by outbox_id',
  )
  expect(mails.rows).toMatchObject([
    {
      event: 'companyMerge.proposed',
      body_text: expect.stringContaining('/companies/merge?from=11&into=12'),
    },
    { event: 'companyMerge.dropped', body_text: expect.stringContaining('by Agency Second') },
  ])
  expect(mails.rows[0].recipients).toContain('agency.admin@agency.example')
})
