import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { FormDocument, PropertyForm } from '../model/calls.ts'
import type { FormDetail } from '../model/forms.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`
    update exhibit set active = code in ('A', 'H');
    update exhibit set federal_type_ids = '[1]' where code = 'A';
    insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Compliance_Forms', true, true), (5, 2, 'Compliance_Forms', true, true),
      (6, 1, 'Compliance_Forms', true, false), (7, 4, 'Compliance_Forms', true, true);
    insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year) values (1, 1, 6, 2, 2025)`)
})
beforeEach(async () => {
  portal.setNow(new Date('2026-02-20T15:00:00Z'))
  await portal.owner.query(`insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
    values (1, 1, 6, '2025-01-01', '2025-12-31', '2026-01-01', '2026-01-30', '2026-02-02')`)
})
afterEach(() =>
  portal.owner.query(
    'truncate project_exhibit, project_exhibit_settings, task_instance, outbox, file cascade',
  ),
)
afterAll(() => portal.close())

const path = '/api/ProjectExhibit'
const post = (persona: string, tail: string, body: unknown = {}) =>
  portal.ask(persona, 'POST', `${path}/${tail}`, body)
const get = (persona: string, tail: string) => portal.ask(persona, 'GET', `${path}/${tail}`)
const expectOk = <T = FormDetail>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const getMessage = (reply: Reply) => [reply.status, (reply.body as { message: string }).message]
const buildPdf = (name: string) => ({
  name,
  content: Buffer.from(`%PDF-1.4\n1 0 obj<<>>endobj\n${name}\ntrailer<<>>\n%%EOF`),
})
const upload = async (names: string[], tail = 'FileUpload/1/1', fields: Record<string, string> = {}) =>
  expectOk<FormDocument[]>(
    await portal.upload('company.writer', `${path}/${tail}`, fields, names.map(buildPdf)),
  )
const getPlaces = (files: readonly FormDocument[]) =>
  files.filter((file) => file.replacedById === null).map((file) => [file.fileName, file.slot])
const certified = { certified: true, signedBy: 'Invented Owner', signerTitle: 'General partner' }

/** Stores the draft of form A with its documents, all statements answered as true, and the signature. */
async function createDraft() {
  await upload(['certificate.pdf', 'rent roll.pdf'])
  const { projectExhibitId, exhibit, version } = expectOk(await get('company.writer', 'GetForm/1/1'))
  const answers = exhibit.questions.map(({ key }) => ({ key, holds: true, explanation: null }))
  return expectOk(
    await post('company.writer', 'UpdateProjectExhibit', {
      projectExhibitId,
      version,
      answers,
      ...certified,
    }),
  )
}
async function createUnderReview() {
  const { projectExhibitId: id } = await createDraft()
  expectOk(await post('company.writer', `Submit/${id}`))
  return expectOk(await post('agency.write', 'Review', { id }))
}

describe('which forms a property files', () => {
  test('CALL-EXH: a property has the forms of its programs with period, due date and status, and exceptions need a reason', async () => {
    const forms = async (property: number) =>
      expectOk<PropertyForm[]>(await get('company.writer', `GetPropertyExhibits/${property}`)).map(
        ({ code, period, dueDate, required, statusLabel }) => [code, period, dueDate, required, statusLabel],
      )
    expect(await forms(1)).toEqual([
      ['A', '2025', '2026-02-02', true, 'Not started'],
      ['H', '2025', '2026-02-02', true, 'Not started'],
    ])
    const setting = { propertyId: 1, exhibitId: 2, required: false }
    const bare = await portal.ask('agency.write', 'POST', '/api/ProjectExhibitSettings', setting)
    expect((bare.body as { fields: object }).fields).toEqual({ exception: ['Why: *Field is required'] })
    const why = { ...setting, exception: 'Reported with the other half.' }
    expectOk(await portal.ask('agency.write', 'POST', '/api/ProjectExhibitSettings', why))
    expect((await portal.ask('company.writer', 'POST', '/api/ProjectExhibitSettings', why)).status).toBe(403)
    expect((await forms(1))[1]).toEqual(['H', '2025', '2026-02-02', false, 'Not started'])
    expect(
      getMessage(
        await post('company.writer', 'SaveProgress', { request: { propertyId: 1, exhibitId: 2 } }),
      )[1],
    ).toBe('Reported with the other half.')
    const settings = (tail: string) =>
      portal.ask('company.writer', 'GET', `/api/ProjectExhibitSettings/${tail}`)
    expect(expectOk<object[]>(await settings('GetSettings/1'))).toMatchObject([
      { code: 'A', projectExhibitSettingsId: 0, byRule: true },
      { code: 'H', required: false, byRule: false },
    ])
    expect(expectOk<object[]>(await settings('GetExceptionSettings/1'))).toMatchObject([
      { exhibitId: 2, required: false },
    ])
    expect(expectOk(await settings('AlwaysAllowEntry/1/2'))).toBe(false)
    expect((await settings('GetSettings/4')).body).toEqual([])
  })

  test('the matrix and the counts show which properties lack which forms', async () => {
    await createDraft()
    const matrix = expectOk<{
      exhibits: { code: string }[]
      rows: { propertyName: string; cells: object[] }[]
    }>(await get('company.writer', 'GetMatrix'))
    expect(matrix.exhibits.map((exhibit) => exhibit.code)).toEqual(['A', 'H'])
    expect(matrix.rows.map(({ propertyName, cells }) => [propertyName, cells])).toMatchObject([
      [
        'Birch Court',
        [
          { statusId: -1, late: true },
          { statusId: -1, late: true },
        ],
      ],
      [
        'Maple Grove Apartments',
        [
          { statusId: 1, late: true },
          { statusId: -1, late: true },
        ],
      ],
    ])
    expect(expectOk<object[]>(await get('company.writer', 'GetProperties/0'))).toMatchObject([
      { propertyId: 2, required: 2, lacking: 2, late: 2 },
      { propertyId: 1, required: 2, lacking: 2 },
    ])
    const ofCompany = expectOk<PropertyForm[]>(
      await get('agency.read', 'GetPropertiesByManagementCompanyId/1/1'),
    )
    expect(ofCompany.map((item) => [item.propertyId, item.statusLabel])).toEqual([
      [2, 'Not started'],
      [1, 'Not Submitted'],
    ])
    const recurring = expectOk<object[]>(
      await portal.ask('company.writer', 'GET', '/api/Exhibit/GetAllRecurring'),
    )
    expect(recurring).toMatchObject([
      { code: 'A', schedule: 'Every calendar year', months: 12 },
      { code: 'H' },
    ])
  })
})

describe('a form from its documents to its decision', () => {
  test('documents uploaded together are assigned to slots by name, and submitting reports what is missing', async () => {
    expect(getPlaces(await upload(['certificate 2025.pdf', 'Rent Roll.pdf', 'scan1.pdf']))).toEqual([
      ['scan1.pdf', 'Other'],
      ['Rent Roll.pdf', 'Rent roll'],
      ['certificate 2025.pdf', 'Signed certificate'],
    ])
    const scan = expectOk<FormDocument[]>(await get('company.reader', 'GetUploads/1/1'))[0]!
    const put = (persona: string, documentType: string) =>
      portal.ask(persona, 'POST', `${path}/PlaceDocument/${scan.fileId}`, { documentType })
    expect((await put('company.writer', 'Attic')).body).toMatchObject({
      fields: { documentType: ['Place: Choose one of the places of this form.'] },
    })
    expect((await put('other.user', 'Rent roll')).status).toBe(404)
    expect((await put('company.reader', 'Rent roll')).status).toBe(403)
    expect(
      getPlaces(expectOk<FormDocument[]>(await put('company.writer', 'Rent roll'))).map(([, place]) => place),
    ).toEqual(['Rent roll', 'Rent roll', 'Signed certificate'])
    const { projectExhibitId: id } = expectOk(await get('company.writer', 'GetForm/1/1'))
    const refused = await post('company.writer', `Submit/${id}`)
    expect(Object.keys((refused.body as { fields: object }).fields)).toEqual(
      expect.arrayContaining(['answers.0.holds', 'answers.13.holds', 'certified', 'signedBy']),
    )
    expect(expectOk<FormDocument[]>(await get('company.reader', 'GetUploads/1/1'))).toHaveLength(3)
    expect((await get('other.user', `GetReviewRows/${id}`)).status).toBe(404)
    const reader = await portal.upload('company.reader', `${path}/FileUpload/1/1`, {}, [buildPdf('x.pdf')])
    expect(reader.status).toBe(403)
  })

  test('a form is approved only with its notarized original, and the task is answered when all forms of the year are filed', async () => {
    const { projectExhibitId: id, version } = await createUnderReview()
    const task = async () =>
      (
        await portal.owner.query<{ s: number }>(
          'select status_id as s from task_instance where task_type_id = 6',
        )
      ).rows[0]?.s
    expect(await task()).toBe(1)
    const early = await post('agency.write', 'ChangeStatus', { id, statusId: 5 })
    expect((early.body as { fields: object }).fields).toEqual({
      originalReceived: ['The notarized original has not arrived.'],
    })
    expectOk(
      await post('agency.write', 'UpdateProjectExhibit', {
        projectExhibitId: id,
        version,
        originalReceived: '2026-02-18',
      }),
    )
    expect(expectOk(await post('agency.write', 'ChangeStatus', { id, statusId: 5 }))).toMatchObject({
      statusLabel: 'Approved',
    })
    const report = await upload(['report.pdf'], 'FileUpload/1/2')
    expect(getPlaces(report)).toEqual([['report.pdf', 'Occupancy report']])
    const { projectExhibitId: other } = expectOk(await get('company.writer', 'GetForm/1/2'))
    expectOk(await post('company.writer', 'UpdateProjectExhibit', { projectExhibitId: other, ...certified }))
    expectOk(await post('company.writer', `Submit/${other}`))
    expect(await task()).toBe(2)
  })

  test('a document rejected with a comment is replaced by an upload and remains as an earlier version', async () => {
    const { projectExhibitId: id, version, files } = await createUnderReview()
    const rejectedFileId = files.find((file) => file.documentType === 'Signed certificate')!.fileId
    const bare = await post('agency.write', 'ChangeStatus', { id, statusId: 6 })
    expect(bare.status).toBe(400)
    const fileComments = [{ fileId: rejectedFileId, comment: 'The notary’s seal is missing.' }]
    expectOk(
      await post('agency.write', 'UpdateProjectExhibit', { projectExhibitId: id, version, fileComments }),
    )
    expectOk(await post('agency.write', 'ChangeStatus', { id, statusId: 6, reason: 'Please correct.' }))
    expect(
      expectOk<object[]>(await post('company.reader', 'GetRejectionComments', { projectExhibitId: id })),
    ).toMatchObject([
      {
        reason: 'Please correct.',
        byName: 'Agency Write',
        files: [{ comment: 'The notary’s seal is missing.' }],
      },
    ])
    const toDos = expectOk<{ kind: string }[]>(
      await portal.ask('company.writer', 'GET', '/api/tasks/GetToDo'),
    )
    expect(toDos.map((item) => item.kind)).toContain('complianceForm.rejected')
    // Uploading returns the form to its company, and the rejected document no longer counts.
    const now = await upload(['certificate sealed.pdf'], `FileUpload/1/1/${id}`)
    expect(getPlaces(now)).toEqual([
      ['rent roll.pdf', 'Rent roll'],
      ['certificate sealed.pdf', 'Signed certificate'],
    ])
    const replaced = now.find((file) => file.fileId === rejectedFileId)
    expect(replaced).toMatchObject({ fileName: 'certificate.pdf', comment: 'The notary’s seal is missing.' })
    expect(replaced?.replacedById).toBe(
      now.find((file) => file.fileName === 'certificate sealed.pdf')?.fileId,
    )
    const reply = await portal.ask('company.writer', 'DELETE', `/api/Files/Delete/${replaced?.replacedById}`)
    expect(getMessage(reply)[1]).toContain('The agency has commented on this document')
    expect(expectOk(await post('company.writer', `Submit/${id}`))).toMatchObject({ statusId: 2 })
  })

  test('a to-do names each form to file, and after its entry time it leads to a message to the agency', async () => {
    const toDos = async () => {
      type Line = { kind: string; title: string; act: string; asksFirst: boolean; url: string }
      const all = expectOk<Line[]>(await portal.ask('company.writer', 'GET', '/api/tasks/GetToDo'))
      return all.filter(({ kind }) => kind.startsWith('complianceForm') || kind.startsWith('task'))
    }
    expect(await toDos()).toMatchObject([
      { title: 'A, 2025', act: 'File', asksFirst: false, url: '/complianceForms/1/1' },
      { title: 'H, 2025', act: 'File', asksFirst: false, url: '/complianceForms/1/2' },
    ])
    portal.setNow(new Date('2026-11-20T15:00:00Z'))
    const buildDuty = (form: string) => ({
      title: form,
      act: 'Ask to enter late',
      asksFirst: true,
      url: expect.stringMatching(`^/Messages\\?propertyId=1&about=${form[0]}%2C\\+2025&`),
    })
    expect(await toDos()).toMatchObject([buildDuty('A, 2025'), buildDuty('H, 2025')])
    const refused = await get('company.writer', 'GetForm/1/1')
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      message: expect.stringContaining('This form could be entered until'),
      way: { label: 'Ask to enter late', to: expect.stringContaining('/Messages?propertyId=1') },
    })
    // In a later period, forms of the earlier one can no longer be entered, so only the task remains.
    portal.setNow(new Date('2027-02-20T15:00:00Z'))
    expect(await toDos()).toMatchObject([{ title: 'Exhibit, 2025', act: 'Open', asksFirst: true }])
  })

  test('CMF-3: after its entry time a form can be submitted only if the agency allows it', async () => {
    const { projectExhibitId: id } = await createDraft()
    portal.setNow(new Date('2026-11-20T15:00:00Z'))
    expect((await post('company.writer', `Submit/${id}`)).status).toBe(422)
    const allowed = { propertyId: 1, exhibitId: 1, alwaysAllowEntry: true }
    expectOk(await portal.ask('agency.write', 'POST', '/api/ProjectExhibitSettings', allowed))
    expect(
      expectOk(await portal.ask('company.writer', 'GET', '/api/ProjectExhibitSettings/AlwaysAllowEntry/1/1')),
    ).toBe(true)
    expect(expectOk(await post('company.writer', `Submit/${id}`))).toMatchObject({ statusId: 2 })
  })
})

test('the agency can add and change form definitions with slots, statements and programs, and companies cannot', async () => {
  const payload = {
    code: 'B',
    name: 'Tenant survey',
    exhibitScheduleTypeId: 3,
    dueDays: 20,
    active: false,
    originalRequired: false,
    federalTypeIds: [1, 2],
    slots: [{ clientKey: 'survey', name: 'Survey', words: 'survey', required: true }],
    questions: [{ key: 'all', text: 'Every tenant was asked.' }],
  }
  const created = expectOk<{ exhibitId: number }>(
    await portal.ask('agency.write', 'POST', '/api/Exhibit', payload),
  )
  expect(
    expectOk(await portal.ask('company.writer', 'GET', `/api/Exhibit/${created.exhibitId}`)),
  ).toMatchObject(payload)
  const changed = { exhibitId: created.exhibitId, slots: [] }
  expect(expectOk(await portal.ask('agency.write', 'PUT', '/api/Exhibit', changed))).toMatchObject({
    ...payload,
    slots: [],
  })
  expect((await portal.ask('company.writer', 'POST', '/api/Exhibit', payload)).status).toBe(403)
})
