import { sql } from 'kysely'
import { getDocumentValues } from '#engines/review/server/index.ts'
import { addBusinessDays, addDays, formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import type { ApplicationRow } from '../model/applications.ts'
import * as calls from '../model/calls.ts'
import { RentGap } from '../model/entities.ts'
import { getReasons } from '../model/qualification.ts'
import { applications, getResubmitSentence, loadHolidaysFrom } from './applications.ts'
import { loadYearFunds } from './funds.ts'
import {
  getRowQualification,
  loadPropertyInputs,
  type QualificationRow,
  qualificationColumns,
} from './inputs.ts'

type PropertyRow = QualificationRow & {
  name: string
  agencyNumber: string | null
  city: string | null
  managementCompanyName: string | null
  units: number
  openApplications: number
  lastApproved: string | null
}

async function listProperties({ db, settings }: AnyContext) {
  const result = await sql<PropertyRow>`
    select ${qualificationColumns(settings.today())}, p.name, p.agency_number, p.city,
    c.name as management_company_name,
      p.total_units as units, coalesce(r.open_applications, 0)::integer as open_applications, r.last_approved
    from property p left join management_company c on c.management_company_id = p.management_company_id
    left join (select property_id, count(*) filter (where ${statusIs.open()}) as open_applications,
        max(decided) filter (where status_id = ${sqlStatus.APPROVED}) as last_approved
        from rent_gap_application group by property_id) r using (property_id)
    order by p.name`.execute(db)
  return result.rows.map(
    ({ active, nonComplianceState, findings, increaseApproved, overdue, onHold, ...row }) => {
      const { propertyId } = row
      const facts = { propertyId, active, nonComplianceState, findings, increaseApproved, overdue, onHold }
      const reasons = getReasons(getRowQualification(facts))
      return { ...row, qualifies: reasons.length === 0, reasons }
    },
  )
}

/** Loads whether a property qualifies today; not found (404) if the caller may not see it. */
async function loadQualification(context: AnyContext, propertyId: number) {
  const { qualification } = await loadPropertyInputs(context, propertyId)
  return qualification.conditions.length > 0 ? qualification : refuse.notFound('This property')
}

type ApplicationContext = AnyContext & { params: { id: number } }

const lockApplication = (context: ApplicationContext): Promise<ApplicationRow> =>
  lockRow(context, RentGap, context.params.id)

const readCalls: Served[] = [
  serve(calls.getFunds, (context) => loadYearFunds(context, context.params.year)),
  serve(calls.getPropertyList, listProperties),
  serve(calls.getQualification, async (context) => {
    const qualification = await loadQualification(context, context.params.propertyId)
    return { ...qualification, qualifies: getReasons(qualification).length === 0 }
  }),
  serve(
    calls.getRelatedNonCompliance,
    async (context) => (await loadQualification(context, context.params.propertyId)).nonCompliance,
  ),
  serve(
    calls.getRequestItems,
    async (context) => (await applications.detail(context, context.params.id)).items,
  ),
  serve(calls.getReview, async (context) => {
    const detail = await applications.detail(context, context.params.id)
    const names = Object.keys(calls.getReview.answer.shape) as (keyof typeof calls.getReview.answer.shape)[]
    return Object.fromEntries(names.map((name) => [name, detail[name]])) as never
  }),
  serve(calls.getListByYearAndStatus, (context) => {
    const { year, status } = context.params
    return applications.lines(
      context,
      sql`r.assistance_year = ${year} and (${status} = -1 or r.status_id = ${status}::integer)`,
    )
  }),
]

/**
 * Changes the day by which a returned application must be submitted again. Refuses a day that is past or
 * not a business day.
 */
async function changeResubmitDate(
  context: ApplicationContext,
  day: string | null,
  version: number | null | undefined,
) {
  const row = await lockApplication(context)
  const { rentGapApplicationId: id, statusId, submitted } = row
  await refuseStaleVersion(context, RentGap, id, version, row.version)
  if (statusId !== RequestStatus.NOT_SUBMITTED || submitted === null)
    refuse.conflict('Only an application that was sent back has such a day.')
  const field = 'adjustedResubmitDate'
  if (day === null) return refuse.invalid([{ field, message: `Submit again by: ${REQUIRED}` }])
  const today = context.settings.today()
  if (day < today)
    refuse.rule('There is a problem', [{ field, message: 'Submit again by: This day is over.' }])
  const open = addBusinessDays(addDays(day, -1), 1, await loadHolidaysFrom(context, today))
  const formatDay = (text: string) => formatDate(text, 'MM/DD/YYYY')
  if (open !== day)
    refuse.rule('There is a problem', [
      {
        field,
        message: `Submit again by: ${formatDay(day)} is no business day; the next is ${formatDay(open)}.`,
      },
    ])
  await updateRow(context, RentGap, id, { adjustedResubmitDate: day })
  return applications.detail(context, id)
}

const writeCalls: Served[] = [
  serve(calls.createApplication, async (context) => {
    const { propertyId } = context.params
    return applications.detail(context, await applications.save(context, { request: { propertyId } }))
  }),
  serve(
    calls.saveRequestItems,
    async (context) => {
      const { id } = context.params
      const request = { rentGapApplicationId: id }
      const payload = { request, items: context.body }
      await applications.save(context, payload)
      return (await applications.detail(context, id)).items
    },
    applications.lead,
  ),
  {
    ...serve(
      calls.upload,
      (context) => {
        const { documentType = null, title = null } = context.body
        return applications.attach(context, context.params.id, documentType, null, title)
      },
      applications.lead,
    ),
    standing: getDocumentValues(applications.kit),
  },
  serve(
    calls.updateAdjustedResubmitDate,
    (context) => changeResubmitDate(context, context.body.adjustedResubmitDate, context.body.version),
    applications.lead,
  ),
  serve(
    calls.sendSubmittedEmail,
    async (context) => {
      const row = await lockApplication(context)
      if (row.statusId === RequestStatus.NOT_SUBMITTED) refuse.conflict('It is not submitted.')
      await applications.mailAbout(context, row, 'submitted')
      return true
    },
    applications.lead,
  ),
  serve(
    calls.sendSendBackEmail,
    async (context) => {
      const row = await lockApplication(context)
      const { statusId, returnReason, adjustedResubmitDate } = row
      if (statusId !== RequestStatus.NOT_SUBMITTED || returnReason === null)
        refuse.conflict('It was not sent back.')
      await applications.mailAbout(context, row, 'returned', [
        returnReason ?? '',
        ...getResubmitSentence(adjustedResubmitDate),
      ])
      return true
    },
    applications.lead,
  ),
]

/** The handlers of all calls of rent gap assistance. */
export const served: Served[] = [...readCalls, ...writeCalls]
