import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { isMine, type WorkLine } from '../model/work.ts'

/** What one administrator proposes and another confirms. */
type Case = {
  kind: string
  url: string
  title: RegExp
  propose: () => Promise<{ status: number }>
  confirm: () => Promise<{ status: number }>
}

const FIRST = 'agency.admin'
const SECOND = { persona: 'agency.second', userId: 10 }

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`update app_user set is_admin = true, is_manager = true where user_id = ${SECOND.userId};
    delete from kernel.account_change`)
})
afterAll(() => portal.close())

const readId = async (statement: string) => (await portal.owner.query(statement)).rows[0].id as number

const cases: Record<string, Case> = {
  'a control setting': {
    kind: 'setting.proposed',
    url: '/Configuration',
    title: /Budget/,
    propose: () =>
      portal.ask(FIRST, 'POST', '/api/Configuration', { key: 'budget_two_person', value: false }),
    confirm: async () =>
      portal.ask(
        SECOND.persona,
        'PUT',
        `/api/Configuration/Confirm/${await readId('select setting_proposal_id as id from setting_proposal where closed_at is null')}`,
      ),
  },
  'the right to VAWA requests': {
    kind: 'vawa.reader',
    url: '/VawaList',
    title: /^Right to VAWA requests for Agency Write$/,
    propose: () => portal.ask(FIRST, 'POST', '/api/VAWAReader', { userId: 2, managementCompanyId: null }),
    confirm: async () =>
      portal.ask(
        SECOND.persona,
        'POST',
        `/api/VAWAReader/Confirm/${await readId('select vawa_reader_id as id from vawa_reader where user_id = 2')}`,
      ),
  },
  'a merge of companies': {
    kind: 'company.merge',
    url: '/companies/merge?from=3&into=1',
    title: / into /,
    propose: () => portal.ask(FIRST, 'POST', '/api/ManagementCompany/MergeManagementCompanies/1', [3]),
    confirm: () =>
      portal.ask(SECOND.persona, 'POST', '/api/ManagementCompany/MergeManagementCompanies/1', [3]),
  },
}

const loadRows = async (persona: string, kind: string) =>
  ((await portal.ask(persona, 'GET', '/api/Work/GetOpen')).body as { rows: WorkLine[] }).rows.filter(
    (row) => row.kind === kind,
  )
const loadCount = async (persona: string) =>
  ((await portal.ask(persona, 'GET', '/api/Work/GetCount')).body as { mine: number }).mine

test.each(Object.entries(cases))(
  'domain 47.8: %s waits in the work of the second administrator alone, and counts there',
  async (_, { kind, url, title, propose, confirm }) => {
    const before = [await loadCount(FIRST), await loadCount(SECOND.persona)]
    expect((await propose()).status).toBe(200)
    const rows = await loadRows(SECOND.persona, kind)
    expect(rows).toMatchObject([{ to: url, title: expect.stringMatching(title), turn: 'manager' }])
    expect(isMine(rows[0]!, SECOND.userId, new Set())).toBe(true)
    expect([await loadCount(FIRST), await loadCount(SECOND.persona)]).toEqual([before[0], before[1]! + 1])
    for (const persona of [FIRST, 'agency.manager', 'agency.write'])
      expect(await loadRows(persona, kind), persona).toEqual([])
    expect((await confirm()).status).toBe(200)
    expect(await loadRows(SECOND.persona, kind)).toEqual([])
    expect(await loadCount(SECOND.persona)).toBe(before[1])
  },
)
