import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

type Row = Record<string, unknown>
const path = '/api/projects'
const get = (persona: string, call: string): Promise<Reply> => portal.ask(persona, 'GET', `${path}/${call}`)
const save = (persona: string, body: object): Promise<Reply> => portal.ask(persona, 'PUT', path, body)
const faults = (reply: Reply): { field: string; message: string }[] => (reply.body as { faults: [] }).faults

describe('saving', () => {
  const version = async (propertyId: number) =>
    ((await get('agency.read', `GetProjectObject/${propertyId}`)).body as { version: number }).version

  test('PER-11 only agency writers may save, and a property out of scope is not found', async () => {
    for (const persona of ['agency.read', 'company.admin', 'global.admin'])
      expect((await save(persona, { propertyId: 1, name: 'X' })).status).toBe(403)
    for (const call of ['1', 'GetProjectObject/1', 'GetProjectWithInclusions/1', 'GetHistory/1'])
      expect((await get('other.user', call)).status).toBe(404)
    expect((await save('agency.write', { propertyId: 9999, name: 'X' })).status).toBe(404)
  })

  test('a new property is Conditional and has a history of status and company', async () => {
    const reply = await portal.ask('agency.write', 'POST', path, {
      Name: 'Elm Terrace',
      StatusId: 0,
      TotalUnits: '24',
      ManagementCompanyId: 2,
    })
    expect(reply.body).toMatchObject({
      name: 'Elm Terrace',
      statusId: 3,
      totalUnits: 24,
      version: 1,
      warnings: [],
    })
    const { propertyId } = reply.body as { propertyId: number }
    const history = (await get('agency.read', `GetHistory/${propertyId}`)).body as Row[]
    expect(history.map((line) => line.action)).toEqual(expect.arrayContaining(['create', 'insert']))
    expect((await get('agency.read', `GetCompanyHistory/${propertyId}`)).body).toMatchObject([
      { managementCompanyId: 2, fromDate: '2026-11-16', toDate: null },
    ])
    expect((await portal.ask('agency.write', 'POST', path, { city: 'Columbia' })).status).toBe(400)
  })

  test('a save with a stale version changes nothing and names the person who changed the property', async () => {
    const initialVersion = await version(2)
    expect(
      (await save('agency.write', { propertyId: 2, version: initialVersion, yearBuilt: 1999 })).status,
    ).toBe(200)
    const reply = await save('agency.admin', { propertyId: 2, version: initialVersion, yearBuilt: 1888 })
    expect(reply.status).toBe(409)
    expect((reply.body as Row).message).toContain('Agency Write changed this record at')
    expect((await get('agency.read', 'GetProjectObject/2')).body).toMatchObject({ yearBuilt: 1999 })
  })

  test('extended use cannot end before the placed-in-service date, even if only one of the two is sent', async () => {
    const reply = await save('agency.write', { propertyId: 1, extendedUseDate: '01/31/2001' })
    expect(reply.status).toBe(422)
    expect(faults(reply)[0]).toMatchObject({ field: 'extendedUseDate' })
    expect(faults(reply)[0]?.message).toMatch(/01\/31\/2001.*11\/20\/2008/)
  })

  test('two properties cannot have the same agency number, and an empty number is stored as null', async () => {
    const reply = await save('agency.write', { propertyId: 2, agencyNumber: ' 12-034 ' })
    expect(reply.status).toBe(422)
    expect(faults(reply)).toEqual([
      { field: 'agencyNumber', message: 'Agency number: 12-034 belongs to Maple Grove Apartments already.' },
    ])
    expect((await save('agency.write', { propertyId: 1, agencyNumber: '12-034' })).status).toBe(200)
    expect((await save('agency.write', { propertyId: 2, agencyNumber: '' })).body).toMatchObject({
      agencyNumber: null,
    })
  })

  test('values that look wrong are saved with warnings', async () => {
    const reply = await save('agency.write', {
      propertyId: 1,
      totalUnits: 50,
      countyId: 2,
      lowIncomeUnits: 51,
    })
    expect(reply.status).toBe(200)
    const { warnings } = reply.body as { warnings: { field: string; message: string }[] }
    expect(warnings.map((warning) => warning.field)).toEqual([
      'countyId',
      'city',
      'totalUnits',
      'lowIncomeUnits',
    ])
    expect(warnings[2]?.message).toContain('add up to 48')
    expect((await get('agency.read', 'GetProjectWithInclusions/1')).body).toMatchObject({ warnings })
    const fixed = await save('agency.write', {
      propertyId: 1,
      totalUnits: 48,
      countyId: 1,
      lowIncomeUnits: 48,
    })
    expect(fixed.body).toMatchObject({ warnings: [] })
  })

  test('a save does not change status or company', async () => {
    const refused = await save('agency.admin', { propertyId: 1, statusId: 6, decontrolStatus: 5 })
    expect(refused.status).toBe(400)
    expect(faults(refused).map((fault) => fault.field)).toEqual(['statusId', 'decontrolStatus'])
    expect((await get('agency.read', 'GetProjectWithInclusions/1')).body).toMatchObject({
      statusId: 0,
      decontrolStatus: null,
    })
    const reply = await save('agency.admin', { propertyId: 1, managementCompanyId: 2 })
    expect(reply.status).toBe(422)
    expect(faults(reply)[0]?.field).toBe('managementCompanyId')
  })

  test('entering an extended-use date clears its mark as computed', async () => {
    await portal.owner.query('update property set extended_use_computed = true where property_id = 4')
    const reply = await save('agency.write', { propertyId: 4, extendedUseDate: '2044-12-31' })
    expect(reply.body).toMatchObject({ extendedUseComputed: true })
    const other = await save('agency.write', {
      propertyId: 4,
      extendedUseDate: '2045-12-31',
      extendedUseComputed: true,
    })
    expect(other.body).toMatchObject({ extendedUseComputed: false })
  })

  test('a deleted property cannot be changed', async () => {
    await portal.owner.query('update property set status_id = 6 where property_id = 4')
    expect((await save('agency.write', { propertyId: 4, yearBuilt: 1990 })).status).toBe(409)
    await portal.owner.query('update property set status_id = 0 where property_id = 4')
  })
})

describe('history', () => {
  const history = async (persona: string) => (await get(persona, 'GetHistory/2')).body as Row[]

  test('the history lists steps and changes with their person, newest first, including removed rows', async () => {
    await portal.ask('agency.write', 'PUT', `${path}/LihtcNumbers/2`, { lihtcNumbers: ['98-001'] })
    await portal.ask('agency.admin', 'POST', `${path}/ChangeStatus`, {
      propertyId: 2,
      statusId: 1,
      reason: 'Paid off',
    })
    const lines = await history('agency.read')
    expect(lines.find((line) => line.action === 'deactivate')).toMatchObject({
      userName: 'Agency Admin',
      fromStatusId: 0,
      toStatusId: 1,
      reason: 'Paid off',
    })
    expect(
      lines.find((line) => line.tableName === 'property_lihtc_number' && line.action === 'delete'),
    ).toMatchObject({
      userName: 'Agency Write',
      changes: { lihtc_number: '99-002' },
    })
    const moments = lines.map((line) => String(line.at))
    expect(moments).toEqual([...moments].sort().reverse())
  })

  test('the history includes decontrol steps and marks them as such', async () => {
    await portal.ask('agency.write', 'POST', `${path}/UpdateDecontrolStatus/2/1`, { reason: 'Prepaid' })
    const started = (await history('company.writer')).filter((line) => line.reason === 'Prepaid')
    expect(started.map((line) => [line.tableName, line.action]).sort()).toEqual([
      [null, 'decontrol'],
      ['PropertyDecontrol', 'start'],
    ])
  })

  test('a company’s history shows neither comments nor financial notes', async () => {
    await portal.ask('agency.write', 'POST', `${path}/CreateProjectComment`, {
      propertyId: 2,
      comment: 'Whispered',
      internalToAgency: true,
    })
    await portal.ask('agency.write', 'POST', `${path}/UpdateFinancialNotes`, {
      propertyId: 2,
      notes: 'Whispered too',
    })
    const historyText = JSON.stringify(await history('agency.read'))
    for (const text of ['"Whispered"', '"Whispered too"']) expect(historyText).toContain(text)
    const entries = await history('company.writer')
    expect(entries.length).toBeGreaterThan(2)
    expect(JSON.stringify(entries)).not.toContain('Whispered')
    expect(JSON.stringify(entries)).not.toContain('financial_notes')
  })
})
