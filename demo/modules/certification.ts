import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Certificate } from '#features/companies/certification/model/certificate.ts'
import { computeScore } from '#features/companies/certification/model/score.ts'
import { getExpiry } from '#features/companies/certification/model/term.ts'
import { requiredDocuments } from '#features/companies/certification/model/terms.ts'
import { addDays } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { FileStore } from '#kernel/server/files.ts'
import { otherCompany } from '../accounts.ts'
import { inventApplication } from '../certificationContent.ts'
import {
  type ApplicationStep,
  type CertificationApplication,
  certificationStates,
  getApplications,
  TERM_MONTHS,
} from '../certificationPlan.ts'
import { drawBetween, drawChance, drawChoice } from '../chance.ts'
import type { DemoPart } from '../demoPart.ts'
import { createPage } from '../documents.ts'
import { type FiledStep, getStepColumns, loadStatusHistory } from '../filedRecords.ts'
import { insertRows } from '../insertRows.ts'
import type { Company, Portfolio, Property } from '../types.ts'

const entity = 'ManagementCompanyAssetCertification'
const table = 'management_company_asset_certification'

/**
 * Returns the companies that applied for certification, the largest first, each with its properties. The
 * company of `other.user` has not applied.
 */
function getApplicants({
  companies,
  properties,
}: Portfolio): { company: Company; managedProperties: Property[] }[] {
  const propertiesByCompany = Map.groupBy(
    properties.filter((property) => property.managementCompany !== null),
    (property) => property.managementCompany as string,
  )
  return companies
    .filter((company) => company.name !== otherCompany && propertiesByCompany.has(company.name))
    .map((company) => ({ company, managedProperties: propertiesByCompany.get(company.name) as Property[] }))
    .sort((a, b) => b.managedProperties.length - a.managedProperties.length || a.company.id - b.company.id)
    .slice(0, certificationStates.length)
}

/** The weights of the parts of a score, in percent. */
const scoreWeights = { occupancy: 25, inspections: 25, timeliness: 20, financial: 20, training: 10 }

/**
 * Invents the marks, score and recommendation of a review, as far as the application has come. Rejected ones
 * have low marks.
 */
function inventReview(key: string, application: CertificationApplication) {
  if (
    application.statusId === RequestStatus.NOT_SUBMITTED ||
    application.statusId === RequestStatus.SUBMITTED
  )
    return {}
  const isLow = application.statusId === RequestStatus.REJECTED
  const drawMark = (part: string) => drawBetween(`${key} ${part}`, isLow ? 35 : 72, isLow ? 70 : 98)
  const marks = {
    occupancy_mark: drawMark('occupancy'),
    inspection_mark: drawMark('inspections'),
    timeliness_mark: drawMark('timeliness'),
    financial_mark: drawMark('finances'),
    training_mark:
      application.statusId === RequestStatus.UNDER_REVIEW && drawChance(`${key} open`, 50)
        ? null
        : drawMark('training'),
  }
  if (application.statusId === RequestStatus.UNDER_REVIEW) return { ...marks, term_months: TERM_MONTHS }
  const createMark = (value: number | null) => ({ mark: value, source: 'Reviewer' })
  const { total, parts } = computeScore(
    {
      occupancy: createMark(marks.occupancy_mark),
      inspections: createMark(marks.inspection_mark),
      timeliness: createMark(marks.timeliness_mark),
      financial: createMark(marks.financial_mark),
      training: createMark(marks.training_mark),
    },
    scoreWeights,
  )
  return {
    ...marks,
    score: total,
    score_parts: parts,
    term_months: TERM_MONTHS,
    recommendation: isLow ? 'Reject' : 'Certify',
    recommendation_comment: isLow
      ? 'Overdue statements and no bond. (Invented for the demonstration.)'
      : null,
  }
}

/** Returns the columns of a certification and its certificate, or nothing without one. */
function buildCertification(
  id: number,
  { company, startsOn, statusId }: CertificationApplication,
  today: string,
) {
  if (startsOn === null) return {}
  const expiresOn = getExpiry(startsOn, TERM_MONTHS)
  const certificate: Certificate = {
    kind: 'certificate',
    number: `MC-${id}`,
    companyName: company.name,
    place: `${company.city}, MO`,
    termMonths: TERM_MONTHS,
    certifiedOn: startsOn,
    startsOn,
    expiresOn,
    signature: { Name: 'Agency Manager', Title: 'Demonstration signature' },
  }
  // The reminders of earlier nights have already been sent.
  const reminderDays =
    statusId === RequestStatus.APPROVED ? [30, 60, 90].find((days) => expiresOn <= addDays(today, days)) : 30
  return {
    certified_on: startsOn,
    starts_on: startsOn,
    expires_on: expiresOn,
    certified_since: startsOn,
    decision_document: certificate,
    reminder_days: reminderDays ?? null,
  }
}

const drawTimestamp = (day: string, key: string): string =>
  `${day}T${drawChoice(`hour ${key}`, ['15', '16', '18', '19'])}:${String(drawBetween(`minute ${key}`, 10, 59))}:00Z`

/**
 * Returns the user who took a step: a person in charge of the company, or the agency if the company has none.
 */
type GetPerson = (step: ApplicationStep, company: Company) => number | null

/** Loads the people who can take steps. */
async function loadStepTakers(client: pg.ClientBase): Promise<GetPerson> {
  const people = await client.query<{ user_id: number; user_name: string; company: number | null }>(
    `select user_id, user_name, case when is_mc_admin or exists (select 1 from user_role r where r.user_id = u.user_id and r.role_id = 4)
      then management_company_id end as company from app_user u order by user_id desc`,
  )
  const byName = new Map(people.rows.map((row) => [row.user_name, row.user_id]))
  const inChargeByCompany = new Map(people.rows.map((row) => [row.company, row.user_id]))
  const analyst = byName.get('agency.write') ?? null
  return ({ by }, company) => {
    if (by === 'company') return inChargeByCompany.get(company.id) ?? analyst
    return by === null ? null : (byName.get(by) ?? null)
  }
}

const getSteps = (
  key: string,
  { steps, company }: CertificationApplication,
  getPerson: GetPerson,
): FiledStep[] =>
  steps.map((step) => ({
    action: step.action,
    from: step.from,
    to: step.to,
    at: drawTimestamp(step.day, `${key} ${step.action}`),
    by: getPerson(step, company),
    reason: step.reason ?? null,
  }))

/**
 * Loads the invented applications of sixty companies for certification, in all statuses. Most large
 * companies are certified. Companies, properties and people must be loaded before.
 */
async function loadCertifications(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  const getPerson = await loadStepTakers(client)
  const companyApplications = getApplicants(portfolio).flatMap(({ company, managedProperties }, index) =>
    getApplications(company, certificationStates[index]!, portfolio.day).map((application) => ({
      company,
      managedProperties,
      application,
    })),
  )
  const getKey = (company: Company, id: number) => `certification ${company.name} ${id}`
  const rows = companyApplications.map(({ company, managedProperties, application }, index) => {
    const id = index + 1
    const key = getKey(company, id)
    const isFiled = application.steps.some((step) => step.action === 'submit')
    return {
      ...inventApplication(key, company, managedProperties, portfolio.day, isFiled),
      ...inventReview(key, application),
      ...buildCertification(id, application, portfolio.day),
      ...getStepColumns(getSteps(key, application, getPerson)),
      management_company_asset_certification_id: id,
      management_company_id: company.id,
      status_id: application.statusId,
      // A renewal follows the certification that it renews.
      renewal_of_id: application.isRenewal ? index : null,
    }
  })
  await insertApplications(client, rows)
  const records = companyApplications.map(({ company, application }, index) => ({
    id: index + 1,
    propertyId: null,
    steps: getSteps(getKey(company, index + 1), application, getPerson),
  }))
  await loadStatusHistory(client, entity, records)
}

/**
 * Inserts applications. The database has the types of the columns. Columns without a value in any
 * application keep their default.
 */
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

/**
 * Creates the required documents of every submitted application: one page of each kind, which all
 * applications share.
 */
async function loadCertificationDocuments(
  client: pg.ClientBase,
  files: FileStore,
  day: string,
): Promise<void> {
  for (const kind of requiredDocuments) {
    const content = await createPage(
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

/** Loads certifications of management companies, with their documents. */
export default {
  after: ['people'],
  load: ({ client, portfolio }) => loadCertifications(client, portfolio),
  createDocuments: ({ client, files, day }) => loadCertificationDocuments(client, files, day),
  idColumns: { [table]: `${table}_id` },
} satisfies DemoPart
