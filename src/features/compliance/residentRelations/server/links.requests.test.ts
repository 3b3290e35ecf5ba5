import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { MatterDetail } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-06-01T15:00:00Z'))
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Compliance_Forms', true, true), (5, 1, 'Inspection', true, true)`,
  )
})
afterAll(() => portal.close())

const ask = (persona: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  portal.ask(persona, method, `/api/${path}`, body)
const person = { residentName: 'Rosalind Testperson', phone: '573-555-0100', email: 'rosalind@example.org' }
const logged = {
  propertyId: 1,
  receivedOn: '2026-06-01',
  channel: 'Phone',
  unit: '12',
  description: 'No heat.',
  ...person,
}
const loadFairHousingType = async () =>
  (
    await portal.owner.query(
      'select resident_relations_issue_type_id as id from resident_relations_issue_type where fair_housing limit 1',
    )
  ).rows[0].id
const logMatter = async (more: object = {}): Promise<number> => {
  const body = { ...logged, residentRelationsIssueTypeId: 1, ...more }
  const reply = await ask('agency.write', 'POST', 'ResidentRelations', body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { residentRelationsId: number }).residentRelationsId
}
const takeStep = (name: string, id: number, body: object, persona = 'agency.write') =>
  ask(persona, 'POST', `ResidentRelations/${name}/${id}`, body)
const loadMatter = async (persona: string, id: number) =>
  (await ask(persona, 'GET', `ResidentRelations/GetDetail/${id}`)).body as MatterDetail
type Finding = { title: string; links: { label: string; path: string }[]; visibleToCompany: boolean }
const loadFinding = (persona: string, id: number) => ask(persona, 'GET', `NonCompliance/GetDetail/${id}`)
const findingInput = {
  nonComplianceTypeId: 15,
  title: 'No heat in two buildings',
  description: 'Boiler is out.',
}

test('an invalid e-mail address is refused, and the masked one is accepted as unchanged', async () => {
  expect(
    (
      await ask('agency.write', 'POST', 'ResidentRelations', {
        ...logged,
        residentRelationsIssueTypeId: 1,
        email: 'nobody',
      })
    ).body,
  ).toMatchObject({
    fields: { email: [expect.stringContaining('Enter an e-mail address')] },
  })
  const id = await logMatter()
  const { email, version } = await loadMatter('agency.write', id)
  expect(email).not.toContain('rosalind')
  const unchanged = { residentRelationsId: id, email, version }
  expect((await ask('agency.write', 'PUT', 'ResidentRelations', unchanged)).status).toBe(200)
})

describe('RES domain 19.2: matters and findings', () => {
  test('a matter opens one finding, and each links to the other if the caller may see it', async () => {
    const id = await logMatter()
    expect((await takeStep('OpenFinding', id, findingInput, 'company.admin')).status).toBe(403)
    expect((await takeStep('OpenFinding', id, findingInput, 'agency.read')).status).toBe(403)
    expect((await takeStep('OpenFinding', id, { ...findingInput, title: ' ' })).status).toBe(400)
    expect((await takeStep('OpenFinding', id, { ...findingInput, nonComplianceTypeId: 999 })).status).toBe(
      400,
    )
    const payload = (await takeStep('OpenFinding', id, findingInput)).body as MatterDetail
    expect(payload.finding).toMatchObject({ title: findingInput.title })
    const { nonComplianceId } = payload.finding!
    expect((await takeStep('OpenFinding', id, findingInput)).status).toBe(409)
    const link = { label: `Matter RR-${id}`, path: `/ResidentRelations/1/${id}` }
    expect(((await loadFinding('agency.read', nonComplianceId)).body as Finding).links).toEqual([link])
    // Before the company is asked, it sees the finding but not the matter.
    expect((await loadFinding('company.writer', nonComplianceId)).body).toMatchObject({
      title: findingInput.title,
      links: [],
      sourcePath: null,
    })
    await takeStep('Send', id, { question: 'Please repair the heat.' })
    expect(((await loadFinding('company.writer', nonComplianceId)).body as Finding).links).toEqual([link])
    expect((await loadMatter('company.writer', id)).finding).toMatchObject({ nonComplianceId })
    expect((await loadFinding('other.user', nonComplianceId)).status).toBe(404)
  })

  test('a finding that names the resident, the phone number or the e-mail address is refused', async () => {
    const id = await logMatter()
    for (const title of [
      'Heat of Rosalind TESTPERSON',
      'Call (573) 555-0100',
      'Ms. Testperson has no heat',
      'rosalind@example.org',
    ])
      expect((await takeStep('OpenFinding', id, { ...findingInput, title })).body, title).toMatchObject({
        fields: { title: ['Finding: Leave out who the resident is.'] },
      })
    expect(
      (await takeStep('OpenFinding', id, { ...findingInput, description: 'Rosalind Testperson waits.' }))
        .status,
    ).toBe(400)
    await takeStep('OpenFinding', id, findingInput)
    const all = await portal.owner.query('select string_agg(n::text, chr(10)) as rows from non_compliance n')
    expect(all.rows[0].rows).not.toMatch(/rosalind|testperson|555-0100/i)
  })

  test('the company does not see the finding of a fair-housing matter, even if it becomes one later', async () => {
    const fairHousing = await loadFairHousingType()
    const id = await logMatter({ residentRelationsIssueTypeId: fairHousing })
    const hidden = ((await takeStep('OpenFinding', id, findingInput)).body as MatterDetail).finding!
      .nonComplianceId
    expect((await loadFinding('company.admin', hidden)).status).toBe(404)
    const later = await logMatter()
    const payload = (await takeStep('OpenFinding', later, findingInput)).body as MatterDetail
    const nonComplianceId = payload.finding!.nonComplianceId
    expect((await loadFinding('company.admin', nonComplianceId)).status).toBe(200)
    const changed = {
      residentRelationsId: later,
      residentRelationsIssueTypeId: fairHousing,
      version: payload.version,
    }
    expect((await ask('agency.write', 'PUT', 'ResidentRelations', changed)).status).toBe(200)
    expect((await loadFinding('company.admin', nonComplianceId)).status).toBe(404)
    // The company sees the finding, but not the matter linked to it.
    const visible = await portal.owner.query(
      `insert into non_compliance (property_id, non_compliance_type_id, severity, blocking, title, source, opened_on)
       values (1, 15, 2, false, 'By hand', 'agency', '2026-06-01') returning non_compliance_id as id`,
    )
    const other = await logMatter({ residentRelationsIssueTypeId: fairHousing })
    await takeStep('LinkFinding', other, { nonComplianceId: visible.rows[0].id })
    expect(((await loadFinding('company.admin', visible.rows[0].id)).body as Finding).links).toEqual([])
    expect(((await loadFinding('agency.read', visible.rows[0].id)).body as Finding).links).toHaveLength(1)
  })

  test('a matter can be linked only to a finding of its property, and the link can be removed', async () => {
    const id = await logMatter()
    const rows = await portal.owner.query(
      `insert into non_compliance (property_id, non_compliance_type_id, severity, blocking, title, source, opened_on)
       select p, 15, 2, false, 'By hand', 'agency', '2026-06-01' from unnest(array[1, 4]) p returning non_compliance_id as id, property_id`,
    )
    const getFindingId = (propertyId: number) =>
      rows.rows.find((row) => row.property_id === propertyId).id as number
    expect((await takeStep('LinkFinding', id, { nonComplianceId: getFindingId(4) })).status).toBe(400)
    expect(
      (await takeStep('LinkFinding', id, { nonComplianceId: getFindingId(1), version: 99 })).status,
    ).toBe(409)
    expect(
      ((await takeStep('LinkFinding', id, { nonComplianceId: getFindingId(1) })).body as MatterDetail)
        .finding,
    ).toMatchObject({
      nonComplianceId: getFindingId(1),
    })
    const unlinked = (await takeStep('LinkFinding', id, { nonComplianceId: null })).body as MatterDetail
    expect([unlinked.finding, unlinked.history.map((line) => line.action)]).toEqual([
      null,
      expect.arrayContaining(['link', 'unlink']),
    ])
  })
})
