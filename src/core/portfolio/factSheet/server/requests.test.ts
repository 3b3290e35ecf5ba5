import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { getPartsAt, type Sheet } from '../model/sheet.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const ask = (persona: string, propertyId = 1) =>
  portal.ask(persona, 'GET', `/api/projects/GetFactSheet/${propertyId}`)
const sheetFor = async (persona: string): Promise<Sheet> => {
  const reply = await ask(persona)
  expect(reply.status).toBe(200)
  return reply.body as Sheet
}
const titles = ({ parts }: Sheet): string[] => parts.map(({ title }) => title)

describe('the fact sheet of a property', () => {
  test('shows the property’s name and address, its rents with their sum, its contacts and its reserves', async () => {
    const sheet = await sheetFor('agency.read')
    expect(sheet).toMatchObject({ name: 'Maple Grove Apartments', number: 'MHDC #12-034', day: '2026-11-16' })
    expect(sheet.address).toContain('Columbia')
    const [rents] = getPartsAt(sheet, 'wide')
    expect(rents!.rows.map(({ cells }) => cells.slice(2, 4))).toEqual([
      [12, 560],
      [24, 665],
      [12, 760],
      [48, 12 * 560 + 24 * 665 + 12 * 760],
    ])
    expect(JSON.stringify(sheet)).toContain('General Partner')
    expect(JSON.stringify(getPartsAt(sheet, 'right'))).toContain('$62,400.00')
  })

  test('it is not found out of the caller’s scope, and only signed-in users read it', async () => {
    expect((await ask('other.user')).status).toBe(404)
    expect((await ask('anonymous')).status).toBe(401)
    expect((await ask('company.admin')).status).toBe(200)
  })

  test('PER-11 a part is shown only with its own permission, and the agency’s parts only to the agency', async () => {
    await portal.owner.query(`insert into annual_statement (property_id, year, period_start, period_end, status_id, submitted)
      values (1, 2025, '2025-01-01', '2025-12-31', 2, '2026-03-28')`)
    await portal.owner.query(`with card as (insert into afs_report_card (afs_id, property_id, year, template_version)
        select afs_id, 1, 2025, 1 from annual_statement where property_id = 1 returning afs_report_card_id)
      insert into afs_report_card_figures (afs_report_card_id, property_id, figures)
        select afs_report_card_id, 1, '{"metrics":[{"id":"RPC-M1","value":1.43}]}' from card`)
    const [agency, primary] = [await sheetFor('agency.read'), await sheetFor('company.admin')]
    expect(titles(agency)).toEqual(expect.arrayContaining(['Debt coverage', 'Operations', 'Reserves']))
    expect(titles(primary)).toEqual(expect.arrayContaining(['Operations', 'Reserves']))
    expect(titles(primary)).not.toContain('Debt coverage')
    await portal.owner.query(
      `delete from permission where user_id = (select user_id from app_user where user_name = 'company.reader')`,
    )
    const titlesWithoutPermission = titles(await sheetFor('company.reader'))
    expect(titlesWithoutPermission).toEqual(expect.arrayContaining(['Identity', 'Units and rents']))
    expect(titlesWithoutPermission).not.toContain('Operations')
    expect(titlesWithoutPermission).not.toContain('Reserves')
  })

  test('a company does not see a finding that is hidden from it', async () => {
    await portal.owner.query(`insert into non_compliance (property_id, non_compliance_type_id, title, status_id, severity, source, opened_on, visible_to_company)
      select 1, min(non_compliance_type_id), 'Seen by the agency', 1, 2, 'test', '2026-11-01', false from non_compliance_type`)
    expect(JSON.stringify(await sheetFor('agency.read'))).toContain('Seen by the agency')
    expect(JSON.stringify(await sheetFor('company.admin'))).not.toContain('Seen by the agency')
  })

  test('domain 48.5: a statement received at 9:30 pm is shown under that day in the agency’s time zone', async () => {
    await portal.owner.query(
      `update annual_statement set submitted = '2026-04-01T02:30:00Z' where year = 2025`,
    )
    const { parts } = await sheetFor('agency.read')
    const getCells = (title: string) => JSON.stringify(parts.find((part) => part.title === title)?.rows)
    expect(getCells('With the agency')).toContain('2026-03-31')
    expect(getCells('Operations')).toContain('03/31/2026')
  })
})
