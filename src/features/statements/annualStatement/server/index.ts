import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { checkFilingAllowed, moveDueDate } from '#core/portfolio/tasks/server/index.ts'
import { findReviewFaults } from '#engines/review/model/index.ts'
import { serveFileCalls } from '#engines/worksheet/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { locking, readRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import * as calls from '../model/calls.ts'
import { AFS } from '../model/entities.ts'
import { LONGEST_PERIOD } from '../model/periods.ts'
import { type Detail, statementRules } from '../model/statements.ts'
import { createCertification, lockUnsigned, sign } from './certifying.ts'
import { loadStatementOfYear } from './figures.ts'
import { amountCalls, lockEditable, saveEditableAmounts } from './lines.ts'
import { loadReviewLines } from './lists.ts'
import { scheduleCalls } from './schedules/index.ts'
import { saveImported, statements, unimport } from './statements.ts'
import { loadAnnualStatementTies } from './ties.ts'
import { loadVersion } from './versions.ts'

export { takeBackCertifications } from './certifying.ts'
export {
  amountsSql,
  chartStatements,
  lastStatementSql,
  loadStatementOfYear,
} from './figures.ts'
export type { StatementFollower } from './following.ts'
export { lockEditable } from './lines.ts'
export { statements } from './statements.ts'
export { longTerm, paidPrincipal, scheduledDeposits } from './yearAmounts.ts'

const [FIRST_YEAR, LAST_YEAR] = [1990, 2200]

/** Values shown for a year without a statement. */
const emptyFacts = {
  afsId: null,
  statusId: null,
  dueDate: null,
  submitted: null,
  reviewerName: null,
  reviewerOut: null,
  opinion: null,
  totals: null,
  months: null,
  auditFirm: null,
  auditReportDate: null,
  findingsCount: null,
  statementType: null,
  goingConcern: null,
}

const readCalls: Served[] = [
  serve(calls.getByYear, async (context) => {
    const { propertyId, year } = context.params
    if (year < FIRST_YEAR || year > LAST_YEAR) refuse.notFound('A statement of this year')
    const annualStatementStatement = await loadStatementOfYear(context, propertyId, year)
    if (annualStatementStatement) return statements.detail(context, annualStatementStatement.afsId)
    return statements.empty(context, { propertyId, managementCompanyId: null }, { year })
  }),

  serve(calls.getIdByYear, async (context) => {
    const annualStatementStatement = await loadStatementOfYear(
      context,
      context.params.propertyId,
      context.params.year,
    )
    return annualStatementStatement?.afsId ?? null
  }),

  serve(
    calls.getAmountsByAfsId,
    async (context) => (await statements.detail(context, context.params.afsId)).lines,
  ),

  serve(calls.getTieOuts, (context) => loadAnnualStatementTies(context, context.params.afsId)),

  serve(calls.getVersion, (context) => loadVersion(context, context.params.afsId, context.params.number)),

  serve(calls.getReviewListByYear, (context) =>
    loadReviewLines(context, sql`y.year = ${context.params.year}`),
  ),

  serve(calls.getReviewListByPropertyId, (context) =>
    loadReviewLines(context, sql`y.property_id = ${context.params.propertyId}`),
  ),

  serve(calls.getYearsToFile, async (context) => {
    const { propertyId } = context.params
    const result = await yearsToFile(propertyId, context.settings.today()).execute(context.db)
    const property = result.rows[0] ?? refuse.notFound('This property')
    const { reasons } = await checkFilingAllowed(context, propertyId, TaskType.AFS)
    return { ...property, reasons }
  }),

  serve(calls.getProjectAuditData, async (context) => {
    const { projectId: propertyId, year } = context.params
    const [line] = await loadReviewLines(context, sql`y.property_id = ${propertyId} and y.year = ${year}`)
    if (line) return line
    const result = await sql<{ propertyName: string; companyName: string | null; units: number }>`
      select p.name as property_name, c.name as company_name, p.total_units as units
      from property p left join management_company c using (management_company_id)
      where p.property_id = ${propertyId}`.execute(context.db)
    const property = result.rows[0] ?? refuse.notFound('This property')
    return { ...emptyFacts, ...property, propertyId, year, statusLabel: 'Not Started' }
  }),
]

/**
 * SQL: the ended fiscal years of a property without a statement: those that tasks ask for, and the last
 * one.
 */
const yearsToFile = (propertyId: number, today: string) => sql<{
  propertyName: string
  years: { year: number; dueDate: string | null }[]
}>`
  select p.name as property_name, coalesce((select jsonb_agg(jsonb_build_object('year', y.year, 'dueDate',
  y.due_date) order by y.year)
    from (select w.year, max(w.due_date) as due_date from (
        select extract(year from i.period_end)::integer as year, i.due_date from task_instance i
          where i.property_id = p.property_id and i.task_type_id = ${TaskType.AFS}
          and i.period_end < ${today}::date
        union all select extract(year from d.day)::integer - case when d.day > make_date(extract(year
        from d.day)::integer, p.fiscal_year_end_month, 1)
          + interval '1 month - 1 day' then 0 else 1 end, null from (select ${today}::date as day) d) w
      where not exists (select from annual_statement a where a.property_id = p.property_id
      and a.year = w.year) group by w.year) y), '[]') as years
  from property p where p.property_id = ${propertyId}`

/** Loads an approved extension of this statement's task. Refuses if there is none with this number. */
async function loadExtension({ db }: AnyContext, { propertyId, year }: Detail, extensionId: number) {
  const result = await sql<{ taskInstanceId: number; requestedDueDate: string; moved: boolean }>`
    select e.task_instance_id, e.requested_due_date, i.extension_request_id = e.extension_request_id as moved
    from extension_request e join task_instance i using (task_instance_id)
    where e.extension_request_id = ${extensionId} and e.property_id = ${propertyId}
    and e.status_id = ${sqlStatus.APPROVED}
      and extract(year from i.period_end) = ${year}`.execute(db)
  return result.rows[0] ?? refuse.rule('There is no approved extension of this statement with this number.')
}

const writeCalls: Served[] = [
  serve(calls.updateAmounts, async (context) => {
    const { afsId } = context.params
    await saveEditableAmounts(context, afsId, context.body)
    return (await statements.detail(context, afsId)).lines
  }),

  serve(calls.setExtensionId, async (context) => {
    const { afsId, extensionId } = context.params
    await lockEditable(context, afsId)
    const extension = await loadExtension(context, await statements.detail(context, afsId), extensionId)
    if (!extension.moved)
      await moveDueDate(context, extension.taskInstanceId, extension.requestedDueDate, extensionId)
    await updateRow(context, AFS, afsId, { extensionId })
    return statements.detail(context, afsId)
  }),

  serve(
    calls.approveMonths,
    async (context) => {
      const { afsId } = context.params
      const row = await readRow(context, AFS, afsId)
      if (row.months <= 12 || row.months > LONGEST_PERIOD)
        refuse.rule(`A period of ${row.months} months needs no approval, or can have none.`)
      const approved = { approvedMonths: row.months, monthsApprovedById: context.actor.userId }
      await updateRow(context, AFS, afsId, { ...approved, monthsApprovedOn: context.settings.today() })
      return statements.detail(context, afsId)
    },
    ({ params }) => locking(AFS, params.afsId),
  ),

  serve(calls.updateStatus, ({ params, body, ...context }) =>
    statements.takeTo(context, params.afsId, params.status, body),
  ),

  serve(calls.createCertification, async (context) => {
    const { userId } = context.params
    if (userId !== 0 && userId !== context.actor.userId)
      refuse.forbidden('A certification is drawn up by the person who signs it.')
    return createCertification(context)
  }),

  serve(calls.certify, async (context) => {
    const { afsId, certificationId } = context.params
    const { version, ...payload } = context.body ?? {}
    const row = await lockEditable(context, afsId)
    await refuseStaleVersion(context, AFS, afsId, version, row.version)
    const certification = await lockUnsigned(context, certificationId)
    const detail = await statements.detail(context, afsId)
    // The second certification submits the statement, and the submit step itself checks the rules.
    const submits = detail.certifications.length > 0
    const faults = submits
      ? []
      : findReviewFaults(
          statementRules as Parameters<typeof findReviewFaults<Detail, Detail>>[0],
          detail,
          detail,
        )
    await sign(context, detail, certification, payload, faults)
    if (submits) return statements.take(context, afsId, isAgency(context.actor) ? 'submitOnBehalf' : 'submit')
    await updateRow(context, AFS, afsId, {})
    return statements.detail(context, afsId)
  }),
]

const certificationCalls = serveController(calls.certifications, {
  create: async (context, values) => {
    // Signing names the statement. If one is named earlier, it must exist.
    if (values.afsId) await readRow(context, AFS, values.afsId as number)
    const { certificationId } = await createCertification(context)
    const { role = null, title = null, signature = null } = values
    await sql`update certification set role = ${role}, title = ${title}, signature = ${signature}
      where certification_id = ${certificationId}`.execute(context.db)
    return certificationId
  },
  before: async (context, values, present) => {
    await lockUnsigned(context, (present as { certificationId: number }).certificationId)
    return values
  },
  beforeRemove: async (context, present) => {
    await lockUnsigned(context, (present as { certificationId: number }).certificationId)
  },
})

const fileCalls = serveFileCalls(calls.files, {
  entity: AFS,
  lockOpen: lockEditable,
  save: saveImported,
  back: unimport,
  detail: statements.detail,
  lead: statements.lead,
})

/** The handlers of all calls of annual statements. */
export const served: Served[] = [
  ...amountCalls,
  ...certificationCalls,
  ...fileCalls,
  ...scheduleCalls,
  ...readCalls,
  ...writeCalls,
]
