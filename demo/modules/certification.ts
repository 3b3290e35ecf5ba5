import { Readable } from 'node:stream'
import type pg from 'pg'
import { addDays } from '#kernel/model/dates.ts'
import type { FileStore } from '#kernel/server/files.ts'
import type { Certificate } from '#modules/companies/certification/model/certificate.ts'
import { computeScore } from '#modules/companies/certification/model/score.ts'
import { getExpiry } from '#modules/companies/certification/model/term.ts'
import { requiredDocuments } from '#modules/companies/certification/model/terms.ts'
import { otherCompany } from '../accounts.ts'
import { getContent } from '../certificationContent.ts'
import { type Application, getApplications, type Step, standings, TERM } from '../certificationPlan.ts'
import { between, chance, pick } from '../chance.ts'
import { page } from '../documents.ts'
import { type FiledStep, getTrail, loadHistory } from '../filed.ts'
import { insertRows } from '../insertRows.ts'
import type { DemoPart } from '../part.ts'
import type { Company, Portfolio, Property } from '../types.ts'

const entity = 'ManagementCompanyAssetCertification'
const table = 'management_company_asset_certification'

/** The companies that applied, the largest first; the one of `other.user` has yet to. */
function applicants({ companies, properties }: Portfolio): { company: Company; run: Property[] }[] {
  const runs = Map.groupBy(
    properties.filter((property) => property.managementCompany !== null),
    (property) => property.managementCompany as string,
  )
  return companies
    .filter((company) => company.name !== otherCompany && runs.has(company.name))
    .map((company) => ({ company, run: runs.get(company.name) as Property[] }))
    .sort((item, other) => other.run.length - item.run.length || item.company.id - other.company.id)
    .slice(0, standings.length)
}

const weights = { occupancy: 25, inspections: 25, timeliness: 20, financial: 20, training: 10 }

function getReview(key: string, application: Application) {
  if (application.statusId === 1 || application.statusId === 2) return {}
  const low = application.statusId === 6
  const mark = (part: string) => between(`${key} ${part}`, low ? 35 : 72, low ? 70 : 98)
  const marks = {
    occupancy_mark: mark('occupancy'),
    inspection_mark: mark('inspections'),
    timeliness_mark: mark('timeliness'),
    financial_mark: mark('finances'),
    training_mark: application.statusId === 3 && chance(`${key} open`, 50) ? null : mark('training'),
  }
  if (application.statusId === 3) return { ...marks, term_months: TERM }
  const createMark = (value: number | null) => ({ mark: value, source: 'Reviewer' })
  const { total, parts } = computeScore(
    {
      occupancy: createMark(marks.occupancy_mark),
      inspections: createMark(marks.inspection_mark),
      timeliness: createMark(marks.timeliness_mark),
      financial: createMark(marks.financial_mark),
      training: createMark(marks.training_mark),
    },
    weights,
  )
  return {
    ...marks,
    score: total,
    score_parts: parts,
    term_months: TERM,
    recommendation: low ? 'Reject' : 'Certify',
    recommendation_comment: low ? 'Overdue statements and no bond. (Invented for the demonstration.)' : null,
  }
}

function getCertification(id: number, { company, startsOn, statusId }: Application, today: string) {
  if (startsOn === null) return {}
  const expiresOn = getExpiry(startsOn, TERM)
  const certificate: Certificate = {
    kind: 'certificate',
    number: `MC-${id}`,
    companyName: company.name,
    place: `${company.city}, MO`,
    termMonths: TERM,
    certifiedOn: startsOn,
    startsOn,
    expiresOn,
    signature: { Name: 'Agency Manager', Title: 'Demonstration signature' },
  }
  // The reminders of the nights before the demonstration's day have gone out.
  const reminded = statusId === 5 ? [30, 60, 90].find((days) => expiresOn <= addDays(today, days)) : 30
  return {
    certified_on: startsOn,
    starts_on: startsOn,
    expires_on: expiresOn,
    certified_since: startsOn,
    decision_document: certificate,
    reminder_days: reminded ?? null,
  }
}

const formatTimestamp = (day: string, key: string): string =>
  `${day}T${pick(`hour ${key}`, ['15', '16', '18', '19'])}:${String(between(`minute ${key}`, 10, 59))}:00Z`

/**
 * Returns the user who took a step: a person in charge of the company, or the agency if the company has none.
 */
type PersonOf = (step: Step, company: Company) => number | null

async function loadPeople(client: pg.ClientBase): Promise<PersonOf> {
  const people = await client.query<{ user_id: number; user_name: string; company: number | null }>(
    `select user_id, user_name, case when is_mc_admin or exists (select 1 from user_role r where r.user_id = u.user_id and r.role_id = 4)
      then management_company_id end as company from app_user u order by user_id desc`,
  )
  const byName = new Map(people.rows.map((row) => [row.user_name, row.user_id]))
  const inCharge = new Map(people.rows.map((row) => [row.company, row.user_id]))
  const analyst = byName.get('agency.write') ?? null
  return ({ by }, company) => {
    if (by === 'company') return inCharge.get(company.id) ?? analyst
    return by === null ? null : (byName.get(by) ?? null)
  }
}

const getSteps = (key: string, { steps, company }: Application, getPerson: PersonOf): FiledStep[] =>
  steps.map((step) => ({
    action: step.action,
    from: step.from,
    to: step.to,
    at: formatTimestamp(step.day, `${key} ${step.action}`),
    by: getPerson(step, company),
    reason: step.reason ?? null,
  }))

/**
 * Loads some sixty companies' applications for certification over all statuses, most of the large ones
 * certified; all of it invented. Companies, properties and people must be there.
 */
async function loadCertifications(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  const personOf = await loadPeople(client)
  const planned = applicants(portfolio).flatMap(({ company, run }, index) =>
    getApplications(company, standings[index]!, portfolio.day).map((application) => ({
      company,
      run,
      application,
    })),
  )
  const getKey = (company: Company, id: number) => `certification ${company.name} ${id}`
  const rows = planned.map(({ company, run, application }, index) => {
    const id = index + 1
    const key = getKey(company, id)
    const filed = application.steps.some((step) => step.action === 'submit')
    return {
      ...getContent(key, company, run, portfolio.day, filed),
      ...getReview(key, application),
      ...getCertification(id, application, portfolio.day),
      ...getTrail(getSteps(key, application, personOf)),
      management_company_asset_certification_id: id,
      management_company_id: company.id,
      status_id: application.statusId,
      // A renewal follows the certification that it renews.
      renewal_of_id: application.renewal ? index : null,
    }
  })
  await insertApplications(client, rows)
  const records = planned.map(({ company, application }, index) => ({
    id: index + 1,
    propertyId: null,
    steps: getSteps(getKey(company, index + 1), application, personOf),
  }))
  await loadHistory(client, entity, records)
}

/** Columns and their types are those of the table: what no application names is left to its default. */
async function insertApplications(
  client: pg.ClientBase,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const columnNames = new Set(rows.flatMap((row) => Object.keys(row)))
  const result = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns where table_name = $1`,
    [table],
  )
  const columns = Object.fromEntries(
    result.rows.filter((row) => columnNames.has(row.name)).map((row) => [row.name, row.type]),
  )
  await insertRows(client, table, columns, rows)
}

/** The papers of every application that was submitted: one invented page of each kind. */
async function loadCertificationDocuments(
  client: pg.ClientBase,
  files: FileStore,
  day: string,
): Promise<void> {
  for (const kind of requiredDocuments) {
    const content = await page(
      kind,
      ['Filed with an application for certification as a managing agent.'],
      `${day}T12:00:00Z`,
    )
    const { contentHash, size } = await files.put(Readable.from([content]), 1_000_000)
    await client.query(
      `insert into file (management_company_id, module_name, module_id, document_type, file_name, content_type, size_bytes, content_hash, created_by, created_at)
       select management_company_id, 'Certification', ${table}_id, $1, $2, 'application/pdf', $3, $4, created_by, created_at
       from ${table} where submitted is not null order by ${table}_id`,
      [kind, `${kind}.pdf`, size, contentHash],
    )
  }
}

export default {
  after: ['people'],
  load: ({ client, portfolio }) => loadCertifications(client, portfolio),
  documents: ({ client, files, day }) => loadCertificationDocuments(client, files, day),
  numbered: { [table]: `${table}_id` },
} satisfies DemoPart
