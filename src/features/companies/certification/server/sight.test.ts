import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certifying } from '#tests/certifying.ts'
import { completeApplication } from '#tests/matrix/seeders/certification.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('company_merge_two_person', 'false', '2000-01-01')`,
  )
})
afterAll(() => portal.close())
beforeEach(() => portal.setNow(new Date('2026-11-16T15:00:00Z')))
afterEach(async () => {
  await portal.owner.query('truncate management_company_asset_certification cascade')
  await portal.owner.query(`delete from file where module_name = 'Certification'`)
  await portal.owner.query('truncate outbox')
})

const { get, post, application, save, attach, draft, review, certified } = certifying(() => portal)

describe('access to applications', () => {
  test('people of another company cannot read an application, and only primary users of the company can change it', async () => {
    const id = await draft()
    const { files } = application(await get('company.reader', `GetApplication/${id}`))
    const fileId = files[0]!.fileId
    for (const person of ['other.user', 'global.admin']) {
      expect((await get(person, `GetApplication/${id}`)).status).toBe(404)
      expect((await get(person, `GetHistory/${id}`)).status).toBe(404)
      expect((await get(person, `GetAttachment/${fileId}`)).status).toBe(404)
      for (const list of ['GetQueue', 'GetAllByManagementCompany/1', 'GetByStatus/1'])
        expect((await get(person, list)).body).toEqual([])
      expect((await get(person, 'GetByManagementCompany/1')).body).toBeNull()
      expect((await get(person, 'GetCompanyStanding/1')).body).toBeNull()
    }
    for (const person of ['company.writer', 'company.reader', 'other.user']) {
      expect((await post(person, `Submit/${id}`)).status).toBe(403)
      expect((await post(person, `RemoveAttachment/${fileId}`)).status).toBe(403)
      expect((await attach(person, id, 'Other')).status).toBe(403)
    }
    expect((await get('company.reader', `GetAttachment/${fileId}`)).body).toMatchObject({
      fileName: 'paper.pdf',
    })
  })

  test('the company never sees marks, reasons and notes, and sees the score only after the decision', async () => {
    const { managementCompanyAssetCertificationId: id } = await certified(
      {},
      { agencyComments: 'Secret note', recommendationComment: 'Secret grounds' },
    )
    for (const tail of [`GetApplication/${id}`, 'GetByManagementCompany/1', `${id}`, `GetHistory/${id}`]) {
      const reply = await get('company.admin', tail)
      expect(reply.status).toBe(200)
      expect(JSON.stringify(reply.body)).not.toContain('Secret')
      expect(JSON.stringify((await get('agency.read', tail)).body)).toContain('Secret note')
    }
    const companyView = application(await get('company.admin', `GetApplication/${id}`))
    expect(companyView).toMatchObject({ occupancyMark: null, known: null, standing: { total: 84.5 } })
    await portal.owner.query('update management_company_asset_certification set status_id = 4')
    expect(application(await get('company.admin', `GetApplication/${id}`)).standing).toBeNull()
    expect((await get('company.admin', 'GetQueue')).body).toMatchObject([{ score: null }])
    expect((await get('agency.read', 'GetQueue')).body).toMatchObject([{ score: 84.5 }])
  })

  test('the mark for inspections is the average of the latest scores of the properties in operation', async () => {
    await portal.owner.query(
      `insert into property_inspection (property_id, inspection_date, score, source) values
        (1, '2026-05-01', 91, 'Test'), (1, '2025-05-01', 10, 'Test'), (2, '2026-04-01', 80, 'Test'), (2, '2020-01-01', 1, 'Test'),
        (3, '2026-04-01', 5, 'Test'), (4, '2026-04-01', 5, 'Test')`,
    )
    const id = await draft()
    await post('company.admin', `Submit/${id}`)
    const reviewed = await review(id, { inspectionMark: 1 })
    expect(reviewed.standing?.parts[1]).toMatchObject({
      mark: 85.5,
      source: 'Portal: 2 of 2 properties inspected',
    })
    await portal.owner.query('delete from property_inspection')
    expect(application(await get('agency.read', `GetApplication/${id}`)).standing?.parts[1]?.mark).toBe(85.5)
  })

  test('CALL-MCA-04 the public list has six fields, and only active companies that are certified today', async () => {
    await certified()
    const names = ['name', 'city', 'state', 'phone', 'certifiedSince', 'expiresOn']
    const [line] = (await get('anonymous', 'GetCertifiedList')).body as object[]
    expect(Object.keys(line!)).toEqual(names)
    portal.setNow(new Date('2028-11-16T15:00:00Z'))
    expect((await get('anonymous', 'GetCertifiedList')).body).toEqual([])
    portal.setNow(new Date('2028-11-15T15:00:00Z'))
    expect((await get('anonymous', 'GetCertifiedList')).body).toHaveLength(1)
    await portal.owner.query('update management_company set status = 0 where management_company_id = 1')
    expect((await get('anonymous', 'GetCertifiedList')).body).toEqual([])
    await portal.owner.query('update management_company set status = 1 where management_company_id = 1')
    await expect(
      portal.pool.query('select ein from management_company_asset_certification'),
    ).resolves.toMatchObject({
      rows: [],
    })
  })
})

describe('renewal, lists and counts', () => {
  test('a renewal copies the last application with its documents, and starts when the current term ends', async () => {
    await certified()
    portal.setNow(new Date('2028-10-01T15:00:00Z'))
    expect((await get('company.reader', 'IsDue/1')).body).toBe(true)
    const copy = application(await get('company.admin', 'GetNewApplication/0'))
    // Documents that the first save copies are not required again.
    expect(copy.comingDocuments).toEqual(expect.arrayContaining(['Exhibit A-5']))
    expect(copy).toMatchObject({
      managementCompanyAssetCertificationId: 0,
      managementCompanyId: 1,
      legalName: 'Maple Management LLC',
      requestedProperties: [{ propertyId: 1, feePerUnit: 45 }],
      certified: false,
      signedName: null,
      files: [],
    })
    const renewed = await certified({}, { termMonths: 12 })
    expect(renewed).toMatchObject({
      startsOn: '2028-11-16',
      expiresOn: '2029-11-15',
      certifiedSince: '2026-11-16',
    })
    expect(renewed.renewalOfId).not.toBeNull()
    expect((await get('company.reader', 'IsDue/1')).body).toBe(false)
    expect((await get('anonymous', 'GetCertifiedList')).body).toMatchObject([
      { certifiedSince: '2026-11-16', expiresOn: '2029-11-15' },
    ])
    const all = (await get('agency.read', 'GetAllByManagementCompany/1')).body as { superseded: boolean }[]
    expect(all.map((line) => line.superseded)).toEqual([false, true])
  })

  test('removing a copied document does not remove it from the old application', async () => {
    const first = await certified()
    const renewal = await save('company.admin', { managementCompanyId: 1 })
    expect(renewal.files).toHaveLength(4)
    expect(renewal.renewalOfId).toBe(first.managementCompanyAssetCertificationId)
    await post('company.admin', `RemoveAttachment/${renewal.files[0]!.fileId}`)
    const old = application(
      await get('company.admin', `GetApplication/${first.managementCompanyAssetCertificationId}`),
    )
    expect(old.files).toHaveLength(4)
    expect((await post('company.admin', `RemoveAttachment/${old.files[0]!.fileId}`)).status).toBe(409)
  })

  test('CALL-MCA-06 CALL-MCA-08 CALL-MCA-11 CALL-SHS-04 CALL-SHS-05 the calls return options, the A-5 count, a CSV file and lists', async () => {
    const id = await draft({ legalName: '=1+1' })
    expect((await get('agency.read', 'GetA5SubmittedCount')).body).toBe(0)
    await post('company.admin', `Submit/${id}`)
    const counts = ['', '/1', '/2', '?managementCompanyId=2'].map((tail) =>
      get('agency.read', `GetA5SubmittedCount${tail}`),
    )
    expect((await Promise.all(counts)).map((reply) => reply.body)).toEqual([1, 1, 0, 0])
    const options = (await get('company.admin', 'GetPropertyOptions/1')).body as { name: string }[]
    expect(options.map((option) => option.name)).toEqual([
      'Birch Court',
      'Cedar House',
      'Maple Grove Apartments',
    ])
    const csv = await get('agency.read', 'ListDownload')
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(String(csv.body).split('\r\n')[1]).toContain(
      `MC-${id},Test Company One,Columbia,Submitted (not reviewed)`,
    )
    expect((await get('company.admin', 'ListDownload')).status).toBe(403)
    expect((await get('agency.read', 'GetByStatus/2')).body).toHaveLength(1)
    expect((await get('agency.read', 'GetByStatus/3')).body).toEqual([])
    expect((await get('company.reader', 'GetByStatusAndProperty/2/1')).body).toHaveLength(1)
    expect((await get('agency.read', 'GetByStatusAndProperty/2/4')).body).toEqual([])
  })

  test('the generic calls store amounts to the cent, and cannot change or remove a submitted application', async () => {
    const content = { ...completeApplication('Maple', 1), managementCompanyId: 1 }
    const reply = await portal.ask('company.admin', 'POST', '/api/ManagementCompanyAssetCertification', {
      ...content,
      insurance: [{ ...content.insurance[0], amount: 10.01 }],
    })
    expect(reply.body).toMatchObject({ statusId: 1, insurance: [{ amount: 10.01 }] })
    const id = (reply.body as { managementCompanyAssetCertificationId: number })
      .managementCompanyAssetCertificationId
    const applicationKey = { managementCompanyAssetCertificationId: id }
    const finer = await portal.ask('company.admin', 'PUT', '/api/ManagementCompanyAssetCertification', {
      ...applicationKey,
      requestedProperties: [{ propertyId: 2, feePerUnit: 40.005 }],
    })
    expect([finer.status, Object.keys((finer.body as { fields: object }).fields)]).toEqual([
      400,
      ['requestedProperties.0.feePerUnit'],
    ])
    const changed = await portal.ask('company.admin', 'PUT', '/api/ManagementCompanyAssetCertification', {
      ...applicationKey,
      requestedProperties: [{ propertyId: 2, feePerUnit: 40.01 }],
    })
    expect(changed.body).toMatchObject({ requestedProperties: [{ propertyId: 2, feePerUnit: 40.01 }] })
    await portal.owner.query(
      'update management_company_asset_certification set status_id = 2, submitted = now()',
    )
    const change = { ...applicationKey, legalName: 'Other' }
    expect(
      (await portal.ask('company.admin', 'PUT', '/api/ManagementCompanyAssetCertification', change)).status,
    ).toBe(409)
    expect(
      (await portal.ask('company.admin', 'DELETE', `/api/ManagementCompanyAssetCertification/${id}`)).status,
    ).toBe(409)
  })
})

describe('merging companies (domain 21.4)', () => {
  test('a merge moves applications, documents and certifications, and the alias is not on the public list', async () => {
    await certified()
    await portal.owner.query(
      `insert into management_company_asset_certification (management_company_id, status_id, certified_since, starts_on, expires_on)
        values (2, 5, '2025-01-01', '2025-01-01', '2026-12-31'), (2, 2, null, null, null)`,
    )
    expect((await get('anonymous', 'GetCertifiedList')).body).toHaveLength(2)
    const open = await save('company.admin', { managementCompanyId: 1 })
    const preview = await portal.ask('agency.admin', 'GET', '/api/ManagementCompany/GetMergePreview/1/2')
    expect(JSON.stringify(preview.body)).toContain('certification application open')
    const merged = await portal.ask(
      'agency.admin',
      'POST',
      '/api/ManagementCompany/MergeManagementCompanies/1',
      [2],
    )
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect((await get('anonymous', 'GetCertifiedList')).body).toMatchObject([{ name: 'Test Company One' }])
    const all = (await get('company.reader', 'GetAllByManagementCompany/1')).body as Record<string, string>[]
    expect(all.map((line) => line.subject)).toEqual(Array(4).fill('Test Company One'))
    expect(all.map((line) => line.companyName).sort()).toEqual(
      ['One', 'One', 'Two', 'Two'].map((name) => `Test Company ${name}`),
    )
    expect(open.statusId).toBe(1)
  })
})
