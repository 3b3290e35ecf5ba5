import { sql } from 'kysely'
import type { Account } from '#core/money/chart/model/index.ts'
import { accountsSql } from '#core/money/chart/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { dependentDecisionsSql } from '#engines/review/server/index.ts'
import { lastImportSql, linesSql, peopleSql } from '#engines/worksheet/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { AFSAmount } from '../model/entities.ts'
import { getAnnualStatementMonths } from '../model/months.ts'
import { statementSettings as settings } from '../model/settings.ts'
import type { Detail, StatementRow } from '../model/statements.ts'
import type { Inputs } from '../model/worksheet.ts'
import { amountsSql, chartStatements } from './figures.ts'

type StatementScope = Pick<StatementRow, 'propertyId' | 'year' | 'periodStart' | 'periodEnd'> & {
  afsId?: number
  version?: number
}
type InputRow = Pick<
  Inputs,
  | 'units'
  | 'ownerManaged'
  | 'fiscalYear'
  | 'neighbors'
  | 'standing'
  | 'prior'
  | 'due'
  | 'certifications'
  | 'takenBack'
  | 'versions'
> &
  Pick<Detail, 'lines' | 'people' | 'lastImport'> & { programs: number[] | null; accounts: Account[] }

const personName = (alias: string) =>
  sql`nullif(trim(concat(${sql.ref(`${alias}.first_name`)}, ' ', ${sql.ref(`${alias}.last_name`)})), '')`

/** SQL: last year's statement with its amounts. */
const priorSql = ({ propertyId, year }: StatementScope) => sql`
  select jsonb_build_object('afsId', b.afs_id, 'year', b.year, 'months', b.months, 'statusId', b.status_id,
    'requestNumber', 'FS-' || b.afs_id, 'amounts', ${amountsSql(sql`b.afs_id`)})
  from annual_statement b where b.property_id = ${propertyId} and b.year = ${year} - 1`

/** SQL: the other statements of the property, with their periods. */
const neighborsSql = ({ propertyId, year }: StatementScope) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('year', n.year, 'requestNumber', 'FS-' || n.afs_id,
  'periodStart', n.period_start,
    'periodEnd', n.period_end) order by n.year), '[]')
  from annual_statement n where n.property_id = ${propertyId} and n.year <> ${year}`

/** SQL: the task that asks for the statement, with its due date. */
const dueSql = ({ propertyId, year }: StatementScope) => sql`
  select jsonb_build_object('taskInstanceId', i.task_instance_id, 'dueDate', i.due_date, 'originalDueDate',
  i.original_due_date,
    'extensionRequestId', i.extension_request_id)
  from task_instance i where i.property_id = ${propertyId} and i.task_type_id = ${TaskType.AFS}
    and extract(year from i.period_end) = ${year} order by i.period_end desc limit 1`

/** SQL: the statement's certifications. */
const certificationsSql = (afsId: number) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('certificationId', c.certification_id, 'userId', c.user_id,
  'role', c.role, 'name', c.name,
    'title', c.title, 'textVersion', c.text_version, 'signature', c.signature, 'certifiedAt', c.certified_at)
    order by c.certified_at), '[]')
  from annual_statement a join certification c on c.certification_id in (a.owner_certification_id,
  a.agent_certification_id)
  where a.afs_id = ${afsId}`

/** SQL: the last certification that a change withdrew. Null once a person certifies in that role again. */
const takenBackSql = (afsId: number) => sql`
  select jsonb_build_object('role', c.role, 'name', c.name, 'at', c.withdrawn_at, 'by', ${personName('w')})
  from certification c join annual_statement a on a.afs_id = c.afs_id left
  join app_user w on w.user_id = c.withdrawn_by_id
  where c.afs_id = ${afsId} and c.withdrawn_at is not null and a.status_id = ${sqlStatus.NOT_SUBMITTED}
    and (case c.role when 'Owner' then a.owner_certification_id else a.agent_certification_id end) is null
  order by c.withdrawn_at desc limit 1`

const versionsSql = (afsId: number) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('number', v.number, 'submitted', v.submitted,
  'submittedByName', ${personName('u')})
    order by v.number desc), '[]')
  from annual_statement_version v left join app_user u on u.user_id = v.submitted_by_id
  where v.afs_id = ${afsId}`

async function loadRules({ settings: values }: AnyContext): Promise<Inputs['rules']> {
  return {
    notePercent: await values.get(settings.notePercent),
    noteDollars: await values.get(settings.noteDollars),
    tolerance: await values.get(settings.tolerance),
  }
}

/**
 * Loads the data for a statement's screen, rules and saves. Runs one SQL statement, not counting those for
 * the settings.
 */
export async function loadAnnualStatementInputs(context: AnyContext, row: StatementScope) {
  const id = row.afsId ?? 0
  const result = await sql<InputRow>`
    select coalesce(p.total_units, 0) as units, coalesce(p.owner_managed, false) as owner_managed,
      array(select t.federal_type_id from property_federal_type t
      where t.property_id = p.property_id) as programs,
      case when p.property_id is not null then jsonb_build_object('endMonth', p.fiscal_year_end_month,
        'earlierEndMonth', p.earlier_fiscal_year_end_month, 'changedOn', p.fiscal_year_changed_on)
        end as fiscal_year,
      (${neighborsSql(row)}) as neighbors, (${dependentDecisionsSql('AFS', sql`${id}::integer`)}) as standing,
      (${priorSql(row)}) as prior, (${dueSql(row)}) as due, (${certificationsSql(id)}) as certifications,
      (${takenBackSql(id)}) as taken_back,
      (${versionsSql(id)}) as versions, (${linesSql(AFSAmount, id)}) as lines,
      (${peopleSql(AFSAmount, id)}) as people,
      (${lastImportSql(AFSAmount, id, row.version ?? 0)}) as last_import,
      (${accountsSql(row.year, chartStatements)}) as accounts
    from (select 1) here left join property p on p.property_id = ${row.propertyId}`.execute(context.db)
  const { programs, accounts, ...facts } = result.rows[0]!
  const codesWithAmounts = new Set([
    ...facts.lines.map((line) => line.code),
    ...Object.keys(facts.prior?.amounts ?? {}),
  ])
  const isInPrograms = (item: Account) =>
    !item.programs || item.programs.some((program) => (programs ?? []).includes(program))
  return {
    ...facts,
    // An empty statement, which is not stored, has no months yet.
    months: getAnnualStatementMonths(row),
    rules: await loadRules(context),
    accounts: accounts.filter((account) => codesWithAmounts.has(account.code) || isInPrograms(account)),
  }
}
