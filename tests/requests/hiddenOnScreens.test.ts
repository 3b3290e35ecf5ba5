import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, entities, modules, served } from '#app/registry.ts'
import type { Call } from '#kernel/model/call.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import { properties } from '#tests/fixture.ts'
import { blankForCompanies, declaredAsHidden, rightsOfCaller } from '#tests/matrix/declaredAsHidden.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { createFindId, getIdNames, getSample } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * Compares every reading call that names a property or a record between the agency and its company. If the
 * company gets a figure at all, it is the agency's figure, or the place is declared with the reason.
 */
let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-03-20T15:00:00Z'))
  await seedRecords(portal)
  await seedHidden()
  dry = await openDryPortal(portal, served)
  idsByEntity = await loadKnownIds(portal.owner, entities, properties.a)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

/**
 * Adds data that the agency withholds so far: a blocking finding, an inspection without a report, and a watch
 * list entry.
 */
async function seedHidden(): Promise<void> {
  const params = [properties.a]
  const { owner } = portal
  await owner.query(
    `insert into non_compliance (property_id, non_compliance_type_id, title, opened_on, visible_to_company)
      values ($1, 1, 'Kept back', '2026-01-05', false)`,
    params,
  )
  await owner.query(
    `with visit as (insert into compliance_inspection (property_id, status_id, inspection_type, visited_on, score)
        values ($1, 3, 'Special', '2026-03-02', 41) returning compliance_inspection_id)
      insert into inspection_finding (compliance_inspection_id, property_id, number, severity, description, found_on)
        select compliance_inspection_id, $1, 1, 3, 'Not reported yet', '2026-03-02' from visit`,
    params,
  )
  await owner.query(
    `insert into watch_list (property_id, year, month, watch_list_type_id, entry_date) values ($1, 2026, 3, 1, '2026-03-01')`,
    params,
  )
  await owner.query('update property set latitude = 38.9 + property_id * 0.001, longitude = -92.3')
  await owner.query(
    `insert into afs_report_card_custom_income (afs_report_card_id, afs_id, property_id, description, amount)
      select afs_report_card_id, afs_id, property_id, 'Archived', 90000 from afs_report_card where archived_at is not null`,
  )
}

const isReading = ({ access, method, path, changes }: Call): boolean =>
  ['permission', 'signedIn', 'company'].includes(access.kind) &&
  !changes &&
  (method === 'GET' || /search|list|query/i.test(path)) &&
  // Reports have their own test (hiddenInReports.test.ts), with more data.
  !path.startsWith('/api/reporting/')

const getFindId = (call: Call) => createFindId(call, calls, entities, idsByEntity, properties.a)
const readingCalls = calls.filter(isReading)

const isFigure = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Lists the places of an answer where the company reads another figure or a list of another length. */
function findDifferences(agency: unknown, company: unknown, place = ''): string[] {
  if (Array.isArray(agency) && Array.isArray(company)) {
    if (agency.length !== company.length) return [`${place}[]`]
    return agency.flatMap((item, index) => findDifferences(item, company[index], `${place}[]`))
  }
  if (isRecord(agency) && isRecord(company))
    return [...new Set([...Object.keys(agency), ...Object.keys(company)])].flatMap((name) =>
      findDifferences(agency[name], company[name], `${place}.${name}`),
    )
  const isHidden = company === null || company === undefined
  return !isHidden && (isFigure(agency) || isFigure(company)) && agency !== company ? [place] : []
}

/** Lists the places of an answer where the agency reads a figure and the company reads null. */
function findBlanks(agency: unknown, company: unknown, place = ''): string[] {
  if (Array.isArray(agency))
    return Array.isArray(company)
      ? agency.flatMap((item, index) => findBlanks(item, company[index], `${place}[]`))
      : []
  if (isRecord(agency))
    return isRecord(company)
      ? Object.keys(agency).flatMap((name) => findBlanks(agency[name], company[name], `${place}.${name}`))
      : []
  return isFigure(agency) && company === null ? [place] : []
}

/** Fields that an entity or a review declares as hidden from companies, always or until the decision. */
const hiddenFields = new Set([
  ...entities.flatMap(({ agencyOnly, everWithheld = [] }: AnyEntity) => [...agencyOnly, ...everWithheld]),
  ...modules.flatMap((module) => module.reviews ?? []).flatMap(({ kit }) => kit.review.withheld ?? []),
])

const getPlace = (call: Call, place: string): string => `${call.path} ${place.replaceAll(/\.\d+/g, '.*')}`
const getLastName = (place: string): string => /(\w+)(\[\])?$/.exec(place)?.[1] ?? ''

test('RPT no answer gives a company another figure than the agency, except where declared', async () => {
  const differences = new Set<string>()
  const empty = new Set<string>()
  let comparedCount = 0
  for (const call of readingCalls) {
    const names = getIdNames(call).filter((name) => getFindId(call)(name) !== undefined)
    if (names.length === 0) continue
    const sample = getSample(call, getFindId(call))
    const [agency, company] = [
      await dry.ask('agency.admin', call, sample),
      await dry.ask('company.admin', call, sample),
    ]
    if (agency.status !== 200 || company.status !== 200) continue
    comparedCount += 1
    for (const place of findDifferences(agency.body, company.body))
      if (!rightsOfCaller.has(getLastName(place))) differences.add(getPlace(call, place))
    for (const place of findBlanks(agency.body, company.body))
      if (!hiddenFields.has(getLastName(place))) empty.add(getPlace(call, place))
  }
  expect(comparedCount).toBeGreaterThan(400)
  const declared = Object.keys(declaredAsHidden)
  expect([...differences].filter((text) => !declared.includes(text)).toSorted()).toEqual([])
  expect(declared.filter((text) => !differences.has(text))).toEqual([])
  const blanks = Object.keys(blankForCompanies)
  expect([...empty].filter((place) => !blanks.includes(place)).toSorted()).toEqual([])
  expect(blanks.filter((place) => !empty.has(place))).toEqual([])
}, 120_000)
