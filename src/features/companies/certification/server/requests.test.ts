import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certifying } from '#tests/certifying.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.setNow(new Date('2026-11-16T15:00:00Z')))
afterEach(async () => {
  await portal.owner.query('truncate management_company_asset_certification cascade')
  await portal.owner.query(`delete from file where module_name = 'Certification'`)
  await portal.owner.query('truncate outbox')
})

const { get, post, application, save, draft, review, certified, mails } = certifying(() => portal)

type Faults = { faults: { field: string; message: string }[]; message: string }
const getFields = (body: unknown) => (body as Faults).faults.map((fault) => fault.field)

describe('the main job (domain 21.3)', () => {
  test('CALL-SHS-01…03 an application is filed, reviewed and certified with term, certificate, public list, mails and history', async () => {
    const id = await draft()
    expect(application(await get('company.reader', `GetApplication/${id}`))).toMatchObject({
      statusLabel: 'Not Submitted',
      canEdit: false,
    })
    const filed = application(await post('company.admin', `Submit/${id}`))
    expect(filed).toMatchObject({ statusId: 2, canEdit: false, submittedByName: 'Company Admin' })
    const reviewed = await review(id)
    expect(reviewed).toMatchObject({ statusId: 4, statusLabel: 'Recommended', score: 84.5 })
    const certifiedRow = application(await post('agency.manager', 'ChangeStatus', { id, statusId: 5 }))
    expect(certifiedRow).toMatchObject({
      statusLabel: 'Certified',
      certifiedOn: '2026-11-16',
      startsOn: '2026-11-16',
      expiresOn: '2028-11-15',
      certifiedSince: '2026-11-16',
      daysLeft: 730,
      decisionDocument: {
        kind: 'certificate',
        number: `MC-${id}`,
        companyName: 'Maple Management LLC',
        place: 'Columbia, MO',
        expiresOn: '2028-11-15',
      },
    })
    expect((await get('anonymous', 'GetCertifiedList')).body).toEqual([
      {
        name: 'Test Company One',
        city: 'Columbia',
        state: 'MO',
        phone: null,
        certifiedSince: '2026-11-16',
        expiresOn: '2028-11-15',
      },
    ])
    const notices = await mails(id)
    expect(notices.map((mail) => mail.event)).toEqual(['certification.submitted', 'certification.approved'])
    expect(notices[0]!.recipients.map((recipient) => recipient.email)).toEqual([
      'company.admin@one.example',
      'company.certification@agency.example',
    ])
    expect(notices[1]!.recipients).toEqual([
      { email: 'company.admin@one.example', name: 'Company Admin' },
      { email: 'agency.write@agency.example', name: 'Agency Write', kind: 'cc' },
    ])
    const history = (await get('company.reader', `GetHistory/${id}`)).body as {
      action: string
      toStatusId: number
    }[]
    expect(history.filter((line) => line.toStatusId !== null).map((line) => line.action)).toEqual([
      'approve',
      'review',
      'startReview',
      'submit',
      'create',
    ])
  })

  test('CALL-MCA-09 a manager rejects an application with a reason, and the letter is stored with it', async () => {
    const id = await draft()
    await post('company.admin', `Submit/${id}`)
    await review(id, { recommendation: 'Reject', recommendationComment: 'Two debarments' })
    expect((await post('agency.write', `ApplicationRejected/${id}`, { reason: 'No' })).status).toBe(403)
    expect((await post('agency.manager', `ApplicationRejected/${id}`, { reason: ' ' })).status).toBe(400)
    const rejected = application(
      await post('agency.manager', `ApplicationRejected/${id}`, { reason: 'Two debarments in five years.' }),
    )
    expect(rejected).toMatchObject({
      statusLabel: 'Rejected',
      expiresOn: null,
      decisionDocument: { kind: 'letter', letter: { requestNumber: `MC-${id}` } },
    })
    expect(JSON.stringify(rejected.decisionDocument)).toContain('Two debarments in five years.')
    expect((await mails(id)).at(-1)).toMatchObject({ event: 'certification.denied' })
    // The agency can send the letter again to the recipients of the decision.
    const register = (await portal.ask('agency.read', 'GET', '/api/Letter/GetRegister')).body as {
      rowId: number
      letterId: number
    }[]
    const line = register.find((item) => item.rowId === id)
    expect(line).toMatchObject({
      propertyId: null,
      propertyName: 'Test Company One',
      title: `Denial of certification application MC-${id}`,
    })
    const reply = await portal.ask('agency.write', 'POST', `/api/Letter/Resend/${line!.letterId}`, {
      email: null,
    })
    expect(reply.body).toMatchObject({ sentTo: expect.arrayContaining(['company.admin@one.example']) })
    expect((await portal.ask('other.user', 'GET', `/api/Letter/${line!.letterId}`)).status).toBe(404)
  })

  test('a primary user of several companies is mailed about each, and a company without users at its own address', async () => {
    await portal.owner.query(
      'insert into management_company_user (user_id, management_company_id) values (7, 1)',
    )
    await portal.owner.query('insert into user_role values (7, 4)')
    await portal.owner.query(
      `update management_company set email = 'office@one.example' where management_company_id = 1`,
    )
    const id = await draft()
    const lastRecipients = async () =>
      (await mails(id)).at(-1)!.recipients.map(({ email, kind }) => [email, kind ?? 'to'])
    await post('company.admin', `Submit/${id}`)
    expect(await lastRecipients()).toEqual([
      ['company.admin@one.example', 'to'],
      ['other.user@two.example', 'to'],
      ['company.certification@agency.example', 'cc'],
    ])
    await portal.owner.query('update app_user set active = false where user_id in (4, 7)')
    await post('agency.write', 'Review', { id })
    await post('agency.write', `UnSubmit/${id}`, { reason: 'No bond' })
    expect(await lastRecipients()).toEqual([
      ['office@one.example', 'to'],
      ['agency.write@agency.example', 'cc'],
    ])
    await portal.owner.query('update app_user set active = true')
    await portal.owner.query('delete from user_role where user_id = 7 and role_id = 4')
    await portal.owner.query(
      'delete from management_company_user where user_id = 7 and management_company_id = 1',
    )
    await portal.owner.query('update management_company set email = null')
  })

  test('an application that was returned with a reason can be submitted again', async () => {
    const id = await draft()
    await post('company.admin', `Submit/${id}`)
    await post('agency.write', 'Review', { id })
    const returnedApplication = application(
      await post('agency.write', `UnSubmit/${id}`, { reason: 'The bond is not legible.' }),
    )
    expect(returnedApplication).toMatchObject({
      statusLabel: 'Unsubmitted',
      returnReason: 'The bond is not legible.',
    })
    expect(application(await post('company.admin', `Submit/${id}`))).toMatchObject({
      statusId: 2,
      returnReason: null,
    })
    expect((await mails(id)).map((mail) => mail.event)).toEqual([
      'certification.submitted',
      'certification.returned',
      'certification.submitted',
    ])
  })

  test('reopening a certification removes it from the public list and deletes term and certificate', async () => {
    const { managementCompanyAssetCertificationId: id } = await certified()
    const reopened = application(
      await post('agency.admin', `ChangeStatusId/${id}/3`, { reason: 'Wrong term' }),
    )
    expect(reopened).toMatchObject({ statusId: 3, expiresOn: null, decisionDocument: null })
    expect((await get('anonymous', 'GetCertifiedList')).body).toEqual([])
  })

  test('CALL-MCA-10 only an administrator can force a status, with a reason, and no one can force Expired', async () => {
    const id = await draft()
    const force = (person: string, statusId: number, reason?: string) =>
      post(person, 'ForceStatus', { id, statusId, reason })
    for (const tail of [`ChangeStatusId/${id}/5`, `ChangeStatusId/${id}/7`])
      expect((await post('agency.admin', tail, { reason: 'Board' })).status).toBe(409)
    expect(application(await get('agency.read', `GetApplication/${id}`)).statusId).toBe(1)
    expect((await force('agency.manager', 5, 'Board')).status).toBe(403)
    expect((await force('agency.admin', 5)).status).toBe(400)
    expect((await force('agency.admin', 5, ' ')).status).toBe(400)
    // The two-person rule: the application must be reviewed first, by another person.
    expect((await force('agency.admin', 5, 'Board')).body).toMatchObject({ faults: [{ field: 'statusId' }] })
    application(await post('company.admin', `Submit/${id}`))
    await review(id)
    const forced = application(await force('agency.admin', 5, 'Board'))
    expect(forced).toMatchObject({ statusId: 5, termMonths: 24, expiresOn: '2028-11-15' })
    expect((await force('agency.admin', 7, 'Over')).body).toMatchObject({ faults: [{ field: 'statusId' }] })
    expect((await post('agency.admin', 'ChangeStatus', { id, statusId: 7, reason: 'Over' })).status).toBe(409)
    const submittedApplication = application(await force('agency.admin', 2, 'Not by the board'))
    expect(submittedApplication).toMatchObject({
      statusId: 2,
      expiresOn: null,
      decided: null,
      decisionDocument: null,
    })
  })
})

describe('refused calls', () => {
  test('submitting an empty application reports all faults and changes nothing', async () => {
    const { managementCompanyAssetCertificationId: id } = await save('company.admin', {
      managementCompanyId: 1,
    })
    const reply = await post('company.admin', `Submit/${id}`)
    expect(reply.status).toBe(422)
    expect(getFields(reply.body)).toEqual(
      expect.arrayContaining([
        'ein',
        'yearsInBusiness',
        'insurance',
        'requestedProperties',
        'documents.ExhibitA5',
        'certified',
      ]),
    )
    expect(application(await get('company.admin', `GetApplication/${id}`))).toMatchObject({
      statusId: 1,
      version: 2,
    })
  })

  test('an application cannot name a property of another company', async () => {
    const id = await draft({ requestedProperties: [{ propertyId: 4, feePerUnit: 40 }] })
    expect(getFields((await post('company.admin', `Submit/${id}`)).body)).toEqual([
      'requestedProperties.0.propertyId',
    ])
  })

  test('a review needs marks, and a score below the pass mark needs a reason to certify', async () => {
    const id = await draft()
    await post('company.admin', `Submit/${id}`)
    await post('agency.write', 'Review', { id })
    expect(getFields((await post('agency.write', 'Review', { id })).body)).toEqual([
      'score',
      'recommendation',
    ])
    const low = {
      occupancyMark: 10,
      inspectionMark: 10,
      timelinessMark: 10,
      financialMark: 10,
      trainingMark: 10,
    }
    await post('agency.write', 'SaveReview', { id, ...low, recommendation: 'Certify', termMonths: 12 })
    expect(getFields((await post('agency.write', 'Review', { id })).body)).toEqual(['recommendationComment'])
    const above = await post('agency.write', 'SaveReview', { id, occupancyMark: 100.5 })
    expect(above.status).toBe(400)
    expect((above.body as Faults).message).toContain('Occupancy')
  })

  test('under the two-person rule, the person who recommended cannot certify', async () => {
    const id = await draft()
    await post('company.admin', `Submit/${id}`)
    await post('agency.manager', 'Review', { id })
    await post('agency.manager', 'SaveReview', {
      id,
      occupancyMark: 90,
      inspectionMark: 90,
      timelinessMark: 90,
      financialMark: 90,
      trainingMark: 90,
      recommendation: 'Certify',
      termMonths: 12,
    })
    application(await post('agency.manager', 'Review', { id }))
    expect((await post('agency.manager', 'ChangeStatus', { id, statusId: 5 })).status).toBe(403)
    expect((await post('agency.admin', 'ChangeStatus', { id, statusId: 5 })).status).toBe(200)
  })

  test('a company has one open application, also after simultaneous saves, and a repeated save updates it', async () => {
    const clientKey = crypto.randomUUID()
    const first = await save('company.admin', { managementCompanyId: 1, clientKey, legalName: 'One' })
    const repeatedSave = await save('company.admin', { managementCompanyId: 1, clientKey, legalName: 'Two' })
    expect(repeatedSave.managementCompanyAssetCertificationId).toBe(
      first.managementCompanyAssetCertificationId,
    )
    const second = await post('company.admin', 'SaveProgress', { request: { managementCompanyId: 1 } })
    expect(second.status).toBe(422)
    await portal.owner.query(`update management_company_asset_certification set client_key = null`)
    expect(
      (await post('company.admin', 'SaveProgress', { request: { managementCompanyId: 1, clientKey } }))
        .status,
    ).toBe(422)
    await portal.owner.query('truncate management_company_asset_certification cascade')
    const both = await Promise.all(
      [1, 2].map(() => post('company.admin', 'SaveProgress', { request: { managementCompanyId: 1 } })),
    )
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 422])
  })

  test('simultaneous saves with one client key, as after a lost answer, create one application', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const change = { managementCompanyId: 1, clientKey: crypto.randomUUID(), legalName: `Round ${round}` }
      const ids = (await Promise.all([1, 2, 3].map(() => save('company.admin', change)))).map(
        (saved) => saved.managementCompanyAssetCertificationId,
      )
      expect(new Set(ids).size).toBe(1)
      expect(await mails(ids[0]!)).toEqual([])
      await portal.owner.query('truncate management_company_asset_certification cascade')
    }
  })

  test('a save with an old version answers 409', async () => {
    const saved = await save('company.admin', { managementCompanyId: 1, legalName: 'One' })
    const { managementCompanyAssetCertificationId, version } = saved
    await save('company.admin', { managementCompanyAssetCertificationId, version, legalName: 'Two' })
    const staleRequest = { managementCompanyAssetCertificationId, version, legalName: 'Three' }
    expect((await post('company.admin', 'SaveProgress', { request: staleRequest })).status).toBe(409)
  })

  test('values of a wrong type are refused with their fields', async () => {
    const faultyRequest = {
      managementCompanyId: 1,
      insurance: [{ kind: 'Luck', amount: 'many' }],
      yearsInBusiness: -1,
    }
    const reply = await post('company.admin', 'SaveProgress', { request: faultyRequest })
    expect(reply.status).toBe(400)
    expect(getFields(reply.body)).toEqual(
      expect.arrayContaining([
        'request.yearsInBusiness',
        'request.insurance.0.kind',
        'request.insurance.0.amount',
      ]),
    )
  })
})
