import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { signedIn } from '#kernel/model/access.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import type { SettingLine } from '../model/calls.ts'

/** Every setting that the portal declares. */
const settings = modules.flatMap((module) => module.settings ?? [])
const twoPerson = settings.find(({ key }) => key === 'r4r_two_person')!

const other = 'agency.second' as Persona
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`update app_user set is_admin = true where user_name = 'agency.second'`)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setNow(new Date('2026-03-10T18:00:00Z'))
  await portal.owner.query('delete from setting; delete from setting_proposal; delete from outbox')
})

const propose = (body: object = {}, persona: Persona = 'agency.admin') =>
  portal.ask(persona, 'POST', '/api/Configuration', { key: twoPerson.key, value: false, ...body })
const loadLine = async (persona: Persona = 'agency.read') =>
  ((await portal.ask(persona, 'GET', '/api/Configuration')).body as SettingLine[]).find(
    ({ key }) => key === twoPerson.key,
  )!
const confirm = (id: number, persona: Persona = other) =>
  portal.ask(persona, 'PUT', `/api/Configuration/Confirm/${id}`)
const drop = (id: number, persona: Persona = other) =>
  portal.ask(persona, 'DELETE', `/api/Configuration/Proposal/${id}`)
const loadProposal = async () => (await loadLine()).proposal!
const readInForce = async () =>
  (await runInCall(portal, 'company.reader', signedIn, ({ settings }) => settings.get(twoPerson))).result
const loadMails = async () =>
  (
    await portal.owner.query<{ event: string; subject: string; to: string[] }>(
      `select event, subject, array(select r ->> 'email' from jsonb_array_elements(recipients) r order by 1) as to from outbox order by outbox_id`,
    )
  ).rows

describe('TRUST-1.3: control settings', () => {
  test('a proposal by one administrator changes nothing until another confirms it, and then applies from the next day', async () => {
    expect((await propose()).body).toMatchObject({ value: true, upcoming: [], proposal: { value: false } })
    expect(await loadLine()).toMatchObject({
      control: true,
      value: true,
      proposal: { value: false, effectiveFrom: '2026-03-11', proposedByName: 'Agency Admin' },
    })
    const { settingProposalId } = await loadProposal()
    expect((await confirm(settingProposalId, 'agency.admin')).status).toBe(403)
    expect((await confirm(settingProposalId)).body).toMatchObject({
      proposal: null,
      value: true,
      upcoming: [
        {
          value: false,
          effectiveFrom: '2026-03-11',
          proposedByName: 'Agency Admin',
          setByName: 'Agency Second',
        },
      ],
    })
    expect(await readInForce()).toBe(true)
    portal.setNow(new Date('2026-03-11T18:00:00Z'))
    expect(await readInForce()).toBe(false)
  })

  test('a late confirmation applies from the day after it, not from the proposed day', async () => {
    await propose({ effectiveFrom: '2026-03-12' })
    const { settingProposalId } = await loadProposal()
    portal.setNow(new Date('2026-03-20T18:00:00Z'))
    expect((await confirm(settingProposalId)).body).toMatchObject({
      value: true,
      upcoming: [{ value: false, effectiveFrom: '2026-03-21' }],
    })
  })

  test('a change cannot be proposed for today, and only one change can wait at a time', async () => {
    expect((await propose({ effectiveFrom: '2026-03-10' })).status).toBe(422)
    expect((await propose()).status).toBe(200)
    expect((await propose({ effectiveFrom: '2026-05-01' }, other)).status).toBe(409)
  })

  test('all administrators and managers get a mail about proposals and confirmations', async () => {
    await propose()
    await confirm((await loadProposal()).settingProposalId)
    const everybody = [
      'agency.admin@agency.example',
      'agency.manager@agency.example',
      'agency.second@agency.example',
    ]
    expect(await loadMails()).toMatchObject([
      { event: 'setting.proposed', to: everybody },
      { event: 'setting.confirmed', to: everybody },
    ])
  })

  test('any administrator may drop a proposal, which then cannot be confirmed', async () => {
    await propose()
    const { settingProposalId } = await loadProposal()
    expect((await drop(settingProposalId)).body).toMatchObject({ proposal: null, upcoming: [] })
    expect((await confirm(settingProposalId)).status).toBe(409)
    expect((await drop(settingProposalId)).status).toBe(409)
    expect((await loadMails()).map(({ event }) => event)).toEqual(['setting.proposed', 'setting.dropped'])
  })

  test('withdrawing a future value takes two administrators, too', async () => {
    await propose({ effectiveFrom: '2026-07-01' })
    await confirm((await loadProposal()).settingProposalId)
    const [coming] = (await loadLine()).upcoming
    expect((await portal.ask('agency.admin', 'DELETE', `/api/Configuration/${coming!.settingId}`)).body).toBe(
      false,
    )
    expect(await loadLine()).toMatchObject({ upcoming: [{ value: false }], proposal: { value: null } })
    expect((await confirm((await loadProposal()).settingProposalId, 'agency.admin')).status).toBe(403)
    expect((await confirm((await loadProposal()).settingProposalId)).body).toMatchObject({
      upcoming: [],
      proposal: null,
    })
  })

  test.each<[Persona]>([['agency.write'], ['agency.read'], ['company.admin']])(
    '%s may neither confirm nor drop',
    async (persona) => {
      await propose()
      const { settingProposalId } = await loadProposal()
      expect((await confirm(settingProposalId, persona)).status).toBe(403)
      expect((await drop(settingProposalId, persona)).status).toBe(403)
    },
  )

  test('the database role of requests can neither set a value without a confirmed proposal nor confirm alone', async () => {
    await propose()
    const { settingProposalId } = await loadProposal()
    const attack = (text: string, persona: Persona = 'agency.admin') =>
      runInCall(portal, persona, { kind: 'agency', need: 'admin' }, ({ transaction }) =>
        transaction.query(text),
      )
    for (const text of [
      `insert into setting (key, value, effective_from) values ('r4r_two_person', 'false', '2026-03-10')`,
      `update setting_proposal set confirmed = true, closed_at = now(), closed_by_id = 1`,
      `update setting_proposal set confirmed = true, closed_at = now(), closed_by_id = 10`,
      `update setting_proposal set proposed_by_id = 10`,
      `insert into setting_proposal (key, value, effective_from, proposed_by_id) values ('budget_two_person', 'true', '2026-03-11', 10)`,
    ])
      expect((await attack(text)).status, text).not.toBe(200)
    await attack('delete from setting_proposal')
    expect((await loadProposal()).settingProposalId).toBe(settingProposalId)
    expect(await portal.owner.query('select from setting')).toMatchObject({ rowCount: 0 })
  })
})

test('TRUST-1.3: the database guards exactly the settings that are declared as control settings', async () => {
  const declared = settings.filter((setting) => setting.control).map(({ key }) => key)
  const guarded = await portal.owner.query<{ key: string }>(
    'select key from unnest($1::text[]) as key where kernel.is_control_setting(key)',
    [settings.map(({ key }) => key)],
  )
  expect(guarded.rows.map(({ key }) => key).sort()).toEqual(declared.sort())
  const result = await portal.owner.query<{ key: string }>('select key from kernel.control_setting')
  expect(declared).toEqual(expect.arrayContaining(result.rows.map(({ key }) => key)))
})
