import { sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { loadOpenerCheck } from '#core/portfolio/findings/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { forCaller } from '#kernel/server/crud.ts'
import { getEntityTexts } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FormLine, InspectionDetail, InspectionFindingLine } from '../model/calls.ts'
import {
  ComplianceInspection,
  Inspection8823Date,
  InspectionFinding,
  InspectionLetterDate,
  InspectionUnit,
  PropertyBuilding,
} from '../model/entities.ts'
import { getFormCureEnd, getFormState, isSettledForm } from '../model/form8823.ts'
import {
  canTakeStep,
  FindingStatus,
  getInspectionNumber,
  getVisitResult,
  getWaitsFor,
  isOutsideSample,
  sortFindings,
} from '../model/rules.ts'
import { loadInspectionRules } from './rules.ts'
import { inspectionListSql, personName } from './sql.ts'

export type Inspection = Row<typeof ComplianceInspection>
type DetailRow = {
  units: Row<typeof InspectionUnit>[]
  letters: InspectionDetail['letters']
  findings: (Omit<InspectionFindingLine, 'waitsFor' | 'outsideSample' | 'openerFault'> & {
    openedById: number | null
  })[]
  forms: Row<typeof Inspection8823Date>[]
  letterDates: Row<typeof InspectionLetterDate>[]
  buildings: Row<typeof PropertyBuilding>[]
  inspectors: { complianceInspectorId: number; name: string }[]
  propertyName: string
  ownerName: string | null
  managementCompanyName: string | null
  inspectorName: string | null
  writesThere: boolean
}

const photoIdsSql = (
  type: string,
) => sql`(select coalesce(jsonb_agg(f.file_id order by f.file_id), '[]') from file f
  where f.module_name = 'ComplianceInspection' and f.module_id = compliance_inspection_id
  and f.sub_module_id = inspection_finding_id
    and f.document_type = ${type} and f.replaced_by_id is null)`

/** SQL: the id of the user who entered a finding, from the audit log; null if there is none. */
export const openedBySql = sql`(select entered.user_id from audit_log entered
  where entered.table_name = 'inspection_finding'
  and entered.row_id = inspection_finding_id and entered.operation = 'insert' limit 1)`

/** SQL: the active inspectors, from whom one can be chosen. */
const inspectorListSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('complianceInspectorId',
  k.compliance_inspector_id, 'name', ${personName('u')})
    order by k.compliance_inspector_id), '[]') from compliance_inspector k join app_user u using (user_id)
    where k.active)`

/** SQL: the letters of an inspection with the data they were generated from, the newest first. */
const letterListSql = (
  id: number,
) => sql`(select coalesce(jsonb_agg(to_jsonb(l) order by l."letterId" desc), '[]') from (
  select letter_id as "letterId", kind, title, created_at as "createdAt", data from letter
  where entity = 'ComplianceInspection' and row_id = ${id}) l)`

async function loadDetailRow({ db }: AnyContext, id: number): Promise<Inspection & DetailRow> {
  const condition = sql`compliance_inspection_id = ${id}`
  const result = await sql<Inspection & DetailRow>`
    select ${sql.raw(
      getEntityTexts(ComplianceInspection)
        .columns.split(', ')
        .map((column) => `i.${column}`)
        .join(', '),
    )}, p.name as property_name, p.owner_name, m.name as management_company_name,
    ${personName('u')} as inspector_name,
      ${inspectionListSql(InspectionUnit, condition, sql`substitute_for_id is not null, place, inspection_unit_id`)}
      as units,
      ${inspectionListSql(
        InspectionFinding,
        condition,
        sql`number`,
        sql`, ${photoIdsSql('Photo before')} as "photosBefore",
        ${photoIdsSql('Photo after')} as "photosAfter",
        (select ${personName('a')} from app_user a where a.user_id = responded_by_id) as "respondedByName",
        ${openedBySql} as "openedById"`,
      )} as findings,
      ${inspectionListSql(Inspection8823Date, condition, sql`bin, category`)} as forms,
      ${inspectionListSql(InspectionLetterDate, condition, sql`letter_on, inspection_letter_date_id`)} as
      letter_dates,
      ${letterListSql(id)} as letters,
      ${inspectionListSql(PropertyBuilding, sql`property_id = i.property_id`, sql`bin`)} as buildings,
      ${inspectorListSql} as inspectors,
      i.property_id = any ((select kernel.written_somehow())::integer[]) as writes_there
    from compliance_inspection i join property p on p.property_id = i.property_id
    left join management_company m on m.management_company_id = p.management_company_id
    left join compliance_inspector k on k.compliance_inspector_id = i.compliance_inspector_id left
    join app_user u on u.user_id = k.user_id
    where i.compliance_inspection_id = ${id}`.execute(db)
  return result.rows[0] ?? refuse.notFound('This inspection')
}

/** Returns the reasons why an inspection cannot be closed yet, as texts. */
function getOpenPoints(findings: readonly { statusId: number }[], forms: readonly FormLine[]): string[] {
  const openCount = findings.filter((entry) => entry.statusId !== FindingStatus.CLOSED).length
  const unfiledCount = forms.filter((form) => form.filedOn === null).length
  const secondFormCount = forms.filter((form) => form.filedOn !== null && !isSettledForm(form)).length
  return [
    ...(openCount > 0 ? [`${openCount} ${openCount === 1 ? 'finding' : 'findings'} not closed`] : []),
    ...(unfiledCount > 0 ? [`${unfiledCount} ${unfiledCount === 1 ? 'form' : 'forms'} 8823 not filed`] : []),
    ...(secondFormCount > 0
      ? [`${secondFormCount} second ${secondFormCount === 1 ? 'form' : 'forms'} to file`]
      : []),
  ]
}

/** Adds to each form its state on a day. */
export const addFormStates = (forms: readonly Row<typeof Inspection8823Date>[], today: string): FormLine[] =>
  forms.map((form) => ({ ...form, state: getFormState(form, today) }))

/**
 * Loads an inspection with everything its screen shows; 404 for one the caller may not see. Five statements.
 */
export async function loadInspectionDetail(context: AnyContext, id: number): Promise<InspectionDetail> {
  const { settings, actor } = context
  const agency = isAgency(actor)
  const today = settings.today()
  const { writesThere, ...row } = await loadDetailRow(context, id)
  const rules = await loadInspectionRules(settings)
  const forms = addFormStates(row.forms, today)
  const readFault = await loadOpenerCheck(context)
  const findings = sortFindings(row.findings, today).map(({ openedById, ...entry }) => ({
    ...entry,
    waitsFor: getWaitsFor(entry, today),
    outsideSample: isOutsideSample(entry, row.units),
    openerFault: readFault(openedById),
  }))
  const hidden = agency ? [] : ['internal_note']
  return {
    ...(forCaller(actor, ComplianceInspection, row) as typeof row),
    number: getInspectionNumber(id),
    today,
    passFrom: rules.passFrom,
    overall: getVisitResult(row.score, rules.passFrom, rules.enforceAt),
    findings,
    forms,
    openPoints: getOpenPoints(findings, forms),
    mayAnswer: !agency && writesThere && canTakeStep('answer', row.statusId),
    history: await loadHistory(context, 'ComplianceInspection', id, getHistoryRows(id, row), hidden),
  }
}

/**
 * Returns the rows whose audit log makes up the history of an inspection: itself, its findings and its forms.
 */
const getHistoryRows = (id: number, { findings, forms }: Pick<DetailRow, 'findings' | 'forms'>) => [
  { table: 'compliance_inspection', ids: [id] },
  { table: 'inspection_finding', ids: findings.map((entry) => entry.inspectionFindingId) },
  { table: 'inspection8823_date', ids: forms.map((entry) => entry.inspection8823DateId) },
]

/**
 * Returns the day on which the time to cure of an inspection ends: the latest of its forms, or its own
 * without forms.
 */
export const getInspectionCureEnd = ({
  cureBy,
  forms,
}: Pick<InspectionDetail, 'cureBy' | 'forms'>): string | null =>
  forms.reduce<string | null>((latest, form) => {
    const end = getFormCureEnd(form)
    return latest === null || end > latest ? end : latest
  }, cureBy)
