import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foreignWord, internalWord, seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { TimelineLine } from '../model/calls.ts'
import { getTimelineSources } from './sources.ts'

type Answer = { rows: TimelineLine[]; total: number; subjects: string[] }
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  await seedRecords(portal)
  await portal.owner.query(
    `insert into property_comment (property_id, comment, internal_to_agency, created_by, created_at)
      values (1, 'An inside remark', true, 2, '2026-11-02T15:00:00Z')`,
  )
})
afterAll(() => portal.close())

const ask = (persona: string, query = '') =>
  portal.ask(persona, 'GET', `/api/PropertyTimeline/GetPage?propertyId=1${query}`)
const page = async (persona: string, query = ''): Promise<Answer> => {
  const reply = await ask(persona, query)
  expect(reply.status, JSON.stringify(reply.body).slice(0, 500)).toBe(200)
  return reply.body as Answer
}

describe('the timeline of a property', () => {
  test('shows the agency events of every subject, newest first, each with a day, a description and a path', async () => {
    const { rows, total, subjects } = await page('agency.read')
    expect(rows).toHaveLength(total)
    expect(subjects).toEqual([...new Set(rows.map(({ subject }) => subject))].toSorted())
    for (const subject of [
      'Management company',
      'Status of the property',
      'Comments',
      'Property',
      'Documents',
    ])
      expect(subjects).toContain(subject)
    expect(rows.map(({ at }) => Date.parse(at))).toEqual(
      rows.map(({ at }) => Date.parse(at)).toSorted((number, other) => other - number),
    )
    for (const { words: text, day, to } of rows) {
      expect(text).not.toBe('')
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
      if (to !== null) expect(to).toMatch(/^\/[^/#]/)
    }
    expect(new Set(rows.map(({ key }) => key)).size).toBeGreaterThan(rows.length * 0.9)
  })

  test('a company sees no events of the agency alone, of VAWA requests, or of other properties', async () => {
    for (const persona of ['company.admin', 'company.writer', 'company.reader']) {
      const { rows, subjects } = await page(persona)
      const text = JSON.stringify(rows)
      expect(subjects).not.toContain('Watch list')
      expect(subjects).not.toContain('Comments')
      expect(text).not.toContain('An inside remark')
      expect(text.toLowerCase()).not.toContain('vawa')
      for (const word of [foreignWord, internalWord]) expect(text).not.toContain(word)
      expect(text).not.toContain('Financial notes')
    }
    expect((await ask('other.user')).status).toBe(404)
    expect((await ask('anonymous')).status).toBe(401)
  })

  test('events that need a permission are shown only to people who have it', async () => {
    const { subjects } = await page('company.reader')
    const restrictedSubjects = getTimelineSources()
      .filter(({ permission }) => permission && permission !== 'Replacement_Reserve')
      .map(({ subject }) => subject)
    const open = getTimelineSources()
      .filter(
        ({ permission, agencyOnly }) => !agencyOnly && (!permission || permission === 'Replacement_Reserve'),
      )
      .map(({ subject }) => subject)
    expect(
      subjects.filter((subject) => restrictedSubjects.includes(subject) && !open.includes(subject)),
    ).toEqual([])
    expect((await page('agency.read')).subjects.some((subject) => restrictedSubjects.includes(subject))).toBe(
      true,
    )
  })

  test('imported records are combined into one line a day', async () => {
    const { rows } = await page('agency.read', '&about=Property&search=imported')
    expect(rows.map(({ userName }) => userName)).toEqual([null])
    expect(rows[0]?.words).toMatch(/Imported: .*Property/)
    expect((await page('agency.read', '&search=property%20added')).total).toBe(0)
  })

  test('payments and reserves are shown to people who may read them: paid and voided, opened, planned, waived', async () => {
    await portal.owner.query(
      `update payment set paid_on = '2025-02-01', voided_on = '2025-02-05' where property_id = 1`,
    )
    await portal.owner.query(`update reserve_deposit set waived_on = '2025-03-01', waived_reason = 'Roof first'
      where reserve_deposit_id = (select min(reserve_deposit_id) from reserve_deposit where property_id = 1)`)
    const loadWords = async (persona: string, subject: string) =>
      (await page(persona, `&about=${subject}`)).rows.map(({ words }) => words).join('; ')
    expect(await loadWords('company.admin', 'Payments')).toMatch(
      /Check .* voided.*; \$10\.00 paid to .* payee, check /,
    )
    expect(await loadWords('company.admin', 'Reserves')).toMatch(/waived\. Roof first/)
    expect(await loadWords('agency.read', 'Reserves')).toMatch(/ opened/)
    expect(JSON.stringify((await page('company.admin', '&about=Payments')).rows)).toContain('"to":"/')
  })

  test('no one sees VAWA requests in the timeline, not even people with the right to read them', async () => {
    expect(JSON.stringify((await page('agency.admin')).rows).toLowerCase()).not.toContain('vawa_request')
    expect(
      (await page('agency.admin', '&search=vawa')).rows.filter(({ words }) => /vawa/i.test(words)),
    ).toEqual([])
  })

  test('pages continue each other, and every filter finds only matching events', async () => {
    const { rows: all, total } = await page('agency.read')
    const pages = [
      await page('agency.read', '&fetchCount=5'),
      await page('agency.read', '&startRow=5&fetchCount=5'),
    ]
    expect(pages.flatMap(({ rows }) => rows.map(({ key }) => key))).toEqual(
      all.slice(0, 10).map(({ key }) => key),
    )
    expect(pages.map((page) => page.total)).toEqual([total, total])
    const documents = await page('agency.read', '&about=Documents')
    expect(documents.rows.length).toBeGreaterThan(0)
    expect(documents.rows).toEqual(all.filter(({ subject }) => subject === 'Documents'))
    const year = await page('agency.read', '&dayFrom=2010-01-01&dayTo=2010-12-31')
    expect(year.rows).toEqual(all.filter(({ day }) => day.startsWith('2010-')))
    const company = await page('agency.read', '&search=test%20company%20one')
    expect(company.rows.map(({ words, day }) => [day, words])).toContainEqual([
      '2010-01-01',
      'Test Company One began to run the property',
    ])
    expect((await page('agency.read', '&search=nothing-is-called-so')).total).toBe(0)
    const oldest = await page('agency.read', '&sortBy=day&descending=false&fetchCount=1')
    expect(oldest.rows[0]?.day).toBe(all.at(-1)?.day)
    // The screen offers to sort by every column.
    const loadWords = async (descending: boolean) =>
      (await page('agency.read', `&sortBy=words&descending=${descending}`)).rows.map((row) => row.words)
    expect((await loadWords(true)).toReversed()).toEqual(await loadWords(false))
  })

  test('changes of the property’s fields are described, those of agency-only fields only for the agency', async () => {
    const change = { propertyId: 1, name: 'Maple Grove Homes', financialNotes: 'Between us' }
    expect((await portal.ask('agency.write', 'PUT', '/api/projects', change)).status).toBe(200)
    const listPhrases = async (persona: string) =>
      (await page(persona, '&about=Property&fetchCount=1')).rows.map((row) => [row.words, row.userName])
    expect(await listPhrases('agency.read')).toEqual([
      [expect.stringContaining('Name Maple Grove Apartments → Maple Grove Homes'), 'Agency Write'],
    ])
    const [[first] = ['']] = await listPhrases('company.reader')
    expect(first).toContain('Name Maple Grove Apartments → Maple Grove Homes')
    expect(first).not.toContain('Between us')
  })
})
