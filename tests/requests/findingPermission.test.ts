import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { properties } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runAsPersonInDatabase } from '#tests/runAsPersonInDatabase.ts'

const WORD = 'marker-p5'
/** Ids of the seeded types of findings. */
const findingTypes = { budget: 2, inspection: 9, other: 15 }

let portal: Portal
let matterId: number
const findings: Record<keyof typeof findingTypes, number> = { budget: 0, inspection: 0, other: 0 }

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-06-01T15:00:00Z'))
  for (const name of Object.keys(findingTypes) as (keyof typeof findingTypes)[])
    findings[name] = await logFinding(findingTypes[name])
  matterId = await sendMatter()
})
afterAll(() => portal.close())

async function logFinding(nonComplianceTypeId: number): Promise<number> {
  const body = {
    propertyId: properties.a,
    nonComplianceTypeId,
    title: `${WORD} finding`,
    visibleToCompany: true,
  }
  const reply = await portal.ask('agency.write', 'POST', '/api/NonCompliance', body)
  return (reply.body as { nonComplianceId: number }).nonComplianceId
}

async function sendMatter(): Promise<number> {
  const reply = await portal.ask('agency.write', 'POST', '/api/ResidentRelations', {
    propertyId: properties.a,
    residentRelationsIssueTypeId: 1,
    receivedOn: '2026-06-01',
    channel: 'Phone',
    unit: '12',
    description: 'No heat.',
  })
  const { residentRelationsId: id } = reply.body as { residentRelationsId: number }
  await portal.ask('agency.write', 'POST', `/api/ResidentRelations/Send/${id}`, {
    question: `${WORD} question`,
  })
  return id
}

/** Gives the person this permission and the one for reserves at the property, and removes all others. */
async function setPermissions(userId: number, key: string | null, mayWrite: boolean): Promise<void> {
  await portal.owner.query('delete from permission where user_id = $1', [userId])
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write)
      select $1, $2, key, true, $4 or key <> $3 from unnest(array['Replacement_Reserve', $3]) key where key is not null`,
    [userId, properties.a, key, mayWrite],
  )
}
const WRITER = 5
const persona = 'company.writer'
const ask = (method: 'GET' | 'POST', path: string, body?: object) => portal.ask(persona, method, path, body)
const loadDetail = (id: number) => ask('GET', `/api/NonCompliance/GetDetail/${id}`)
const respond = (id: number) => ask('POST', `/api/NonCompliance/Respond/${id}`, { response: 'Repaired.' })

const lists: readonly [string, 'GET' | 'POST', string, object?][] = [
  ['findings', 'POST', '/api/NonCompliance/Query', { open: true }],
  ['rows of findings', 'GET', '/api/NonCompliance'],
  ['future non-compliance', 'GET', '/api/NonCompliance/GetFutureNonCompliance?days=366'],
  ['matters', 'GET', `/api/ResidentRelations/GetByProjectId/${properties.a}`],
  ['rows of matters', 'GET', '/api/ResidentRelations'],
  ['properties with matters', 'GET', '/api/ResidentRelations/GetProjectList'],
  ['to-dos', 'GET', '/api/tasks/GetToDo'],
  ['timeline', 'GET', `/api/PropertyTimeline/GetPage?propertyId=${properties.a}`],
  ['search', 'GET', `/api/Search?text=${WORD}`],
]
const markers = /marker-p5|RR-\d|residentRelationsId/

describe('RIGHTS findings and matters of residents need their permission', () => {
  test('a person with a permission for reserves only sees no finding and no matter in any list', async () => {
    await setPermissions(WRITER, null, true)
    for (const [name, method, path, body] of lists) {
      const reply = await ask(method, path, body)
      expect(reply.status, name).toBe(200)
      expect(JSON.stringify(reply.body), name).not.toMatch(markers)
    }
    for (const id of Object.values(findings)) {
      expect((await loadDetail(id)).status).toBe(404)
      expect((await respond(id)).status).toBe(404)
    }
    expect((await ask('GET', `/api/ResidentRelations/GetDetail/${matterId}`)).status).toBe(404)
    expect(
      (await ask('POST', `/api/ResidentRelations/Answer/${matterId}`, { response: 'Done.' })).status,
    ).toBe(404)
  })

  test('such a person reads no step, document or audit entry of findings and matters in the database', async () => {
    await setPermissions(WRITER, null, true)
    await portal.owner.query(
      `insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes,
          content_hash, created_by) values ($1, 'NonCompliance', $2, 'Other', 'Photo', 'photo.pdf', 'application/pdf', 100, 'x', 2)`,
      [properties.a, findings.other],
    )
    const rows = () =>
      runAsPersonInDatabase(portal, persona, async (client) => {
        const result = await client.query<{ name: string }>(
          `select 'file' as name from file where module_name in ('NonCompliance', 'ResidentRelations')
            union select 'step' from status_history where entity in ('NonCompliance', 'ResidentRelations')
            union select 'audit' from audit_log where table_name in ('non_compliance', 'resident_relations') order by 1`,
        )
        return result.rows.map(({ name }) => name)
      })
    expect(await rows()).toEqual([])
    await setPermissions(WRITER, 'Inspection', false)
    expect(await rows()).toEqual(['audit', 'file', 'step'])
  })

  test('everybody at the property sees that it is non-compliant, because that blocks requests', async () => {
    await setPermissions(WRITER, null, true)
    const header = await ask('GET', `/api/projects/GetProjectHeaderInfo/${properties.a}`)
    expect(header.body).toMatchObject({ nonCompliant: true })
  })

  test('a person who may read inspections sees findings without a subject of their own and answers none', async () => {
    await setPermissions(WRITER, 'Inspection', false)
    expect((await loadDetail(findings.budget)).status).toBe(404)
    for (const id of [findings.inspection, findings.other]) {
      expect((await loadDetail(id)).body).toMatchObject({ mayAnswer: false })
      expect((await respond(id)).status).toBe(403)
    }
    const timeline = await ask('GET', `/api/PropertyTimeline/GetPage?propertyId=${properties.a}`)
    expect(JSON.stringify(timeline.body)).toMatch(WORD)
    expect((await ask('GET', `/api/ResidentRelations/GetDetail/${matterId}`)).status).toBe(404)
  })

  test('a person who may write the subject of a finding answers it, and no other finding', async () => {
    await setPermissions(WRITER, 'Budget', true)
    expect((await respond(findings.inspection)).status).toBe(404)
    expect((await respond(findings.budget)).body).toMatchObject({ statusId: 2 })
    await setPermissions(WRITER, 'Inspection', true)
    expect((await respond(findings.inspection)).body).toMatchObject({ statusId: 2 })
  })

  test('matters of residents are read and answered with the permission for compliance forms', async () => {
    const answer = () => ask('POST', `/api/ResidentRelations/Answer/${matterId}`, { response: 'Repaired.' })
    await setPermissions(WRITER, 'Compliance_Forms', false)
    const reply = await ask('GET', `/api/ResidentRelations/GetDetail/${matterId}`)
    expect(reply.body).toMatchObject({ question: `${WORD} question`, mayAnswer: false })
    expect((await answer()).status).toBe(403)
    await setPermissions(WRITER, 'Compliance_Forms', true)
    expect((await answer()).body).toMatchObject({ statusId: 4 })
  })

  test('a company administrator and a person with all permissions see and answer all of them', async () => {
    await portal.owner.query(
      `insert into permission (user_id, property_id, key, read, write) values (6, $1, 'Global_Admin', true, true)`,
      [properties.a],
    )
    for (const name of ['company.admin', 'company.reader']) {
      const reply = await portal.ask(name, 'GET', `/api/NonCompliance/GetDetail/${findings.other}`)
      expect(reply.body, name).toMatchObject({ mayAnswer: true })
      const matter = await portal.ask(name, 'GET', `/api/ResidentRelations/GetDetail/${matterId}`)
      expect(matter.status, name).toBe(200)
    }
  })
})
