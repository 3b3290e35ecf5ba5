import { type RawBuilder, sql } from 'kysely'
import { getDepositsDueSql, getMonthlyDepositSql } from '#core/money/reserves/server/index.ts'
import { notesPayableSql } from '#features/capital/loans/server/index.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getAnnualStatementMonths } from '../../model/months.ts'
import {
  getAnnualStatementSchedule,
  type LedgerFact,
  type LoanFact,
  type Part,
  parts,
  type Rows,
} from '../../model/schedules/index.ts'
import { scheduleSettings } from '../../model/schedules/settings.ts'
import type { StatementRow } from '../../model/statements.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * SQL: the distributions of a property that were approved and paid within a period, in dollars. Null if
     * unknown.
     */
    distributionsApproved?: (scope: StatementScope) => RawBuilder<number | null>
  }
}

/** The statement whose schedules are loaded. Without an id it is not stored yet. */
export type StatementScope = Pick<StatementRow, 'propertyId' | 'year' | 'periodStart' | 'periodEnd'> & {
  afsId?: number
}

const distributionsApproved = slot('distributionsApproved', ([known]) => known ?? (() => sql`null::numeric`))

/** SQL: the lines of a schedule as one JSON list, in order. */
function rowsSql(part: Part, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const { key, content, table } = getAnnualStatementSchedule(part)
  const pairs = [key, 'clientKey', ...content, 'origins'].map(
    (name) => sql`${sql.lit(name)}, l.${sql.ref(snakeCase(name))}`,
  )
  return sql`coalesce((select jsonb_agg(jsonb_build_object(${sql.join(pairs)})
    order by l.position, l.${sql.ref(snakeCase(key))})
    from ${sql.table(table)} l where ${condition}), '[]')`
}

const schedulesSql = (condition: RawBuilder<unknown>) =>
  sql`jsonb_build_object(${sql.join(parts.map((part) => sql`${sql.lit(part)}, ${rowsSql(part, condition)}`))})`

/** SQL: the names of people who entered figures of the schedules, by user id. */
const peopleSql = (afsId: number) => sql`
  (select coalesce(jsonb_object_agg(u.user_id, trim(concat(u.first_name, ' ', u.last_name))), '{}')
  from app_user u
    where u.user_id in (select (o.value ->> 'by')::integer from (${sql.join(
      parts.map(
        (part) =>
          sql`select origins from ${sql.table(getAnnualStatementSchedule(part).table)} where afs_id = ${afsId}`,
      ),
      sql` union all `,
    )}) l cross join lateral jsonb_each(coalesce(l.origins, '{}')) o))`

/**
 * SQL: the monthly deposit that the schedule of deposits requires, in dollars: the deposits due in the
 * period divided by its months, including changes and suspensions. If the ledger does not cover the whole
 * period, the deposit at its end.
 */
const requiredSql = ({ periodStart, periodEnd }: StatementScope) => {
  const months = getAnnualStatementMonths({ periodStart, periodEnd })
  const due = getDepositsDueSql(sql`${periodStart}::date`, sql`${periodEnd}::date`)
  const last = getMonthlyDepositSql(periodEnd)
  return months > 0
    ? sql`case when e.whole then trunc(${due} / ${months}::integer, 2) else ${last} end`
    : last
}

/** SQL: the agency's ledger figures for each reserve account of the property in the period. */
const ledgerSql = (scope: StatementScope, { propertyId, periodStart, periodEnd } = scope) => sql`
  coalesce((select jsonb_agg(to_jsonb(f) order by f."reserveKind") from (
    select case when a.kind in ('Replacement reserve', 'Operating reserve') then a.kind
        when a.kind = 'Interior-painting reserve' then 'Painting reserve' else 'Other reserve'
        end as "reserveKind",
      b.name as institution, right(regexp_replace(a.account_number, '[^0-9A-Za-z]', '', 'g'),
      4) as "accountNumber", e.*,
      ${requiredSql(scope)} as "monthlyRequired"
    from reserve_account a left join financial_institution b using (financial_institution_id)
    cross join lateral (select
        coalesce(sum(amount) filter (where entry_date < ${periodStart}::date
        or kind = 'Opening balance'), 0) as beginning,
        coalesce(sum(amount) filter (where entry_date >= ${periodStart}::date
        and kind in ('Deposit', 'Returned deposit')), 0) as deposits,
        coalesce(sum(amount) filter (where entry_date >= ${periodStart}::date
        and kind = 'Interest'), 0) as interest,
        coalesce(sum(amount) filter (where entry_date >= ${periodStart}::date
        and kind in ('Adjustment', 'Transfer')), 0) as transfers,
        coalesce(-sum(amount) filter (where entry_date >= ${periodStart}::date
        and kind in ('Release', 'Reversal')), 0) as releases,
        coalesce(-sum(amount) filter (where entry_date >= ${periodStart}::date
        and kind = 'Bank fee'), 0) as fees,
        coalesce(sum(amount), 0) as ending,
        not coalesce(bool_or(kind = 'Opening balance' and amount <> 0
        and entry_date > ${periodStart}::date), false) as whole,
        count(*) as entries,
        coalesce(string_agg(distinct 'R-' || row_id, ', ') filter (where entry_date >= ${periodStart}::date
          and kind = 'Release' and entity = 'ReplacementReserveRequest'), '') as "requestNumbers"
      from reserve_entry e where e.reserve_account_id = a.reserve_account_id
      and e.entry_date <= ${periodEnd}::date) e
    where a.property_id = ${propertyId} and e.entries > 0 and a.opened_on <= ${periodEnd}::date
    and coalesce(a.closed_on, ${periodEnd}) >= ${periodStart}::date) f), '[]')`

type ScheduleFactsRow = {
  rows: Rows
  priorSchedules: Rows | null
  ledger: LedgerFact[]
  loans: LoanFact[]
  institutions: { financialInstitutionId: number; name: string }[]
  approvedDistributions: number | null
  people: Record<string, string>
}

/**
 * Loads the schedules of a statement and the data for prefilling and comparing them. Runs one SQL
 * statement, not counting that for the setting.
 */
export async function loadScheduleFacts(context: AnyContext, row: StatementScope) {
  const { propertyId, year } = row
  const afsId = row.afsId ?? 0
  const before = sql`(select b.afs_id from annual_statement b where b.property_id = ${propertyId}
    and b.year = ${year} - 1)`
  const result = await sql<ScheduleFactsRow>`
    select ${schedulesSql(sql`l.afs_id = ${afsId}`)} as rows,
      case when ${before} is not null then ${schedulesSql(sql`l.afs_id = ${before}`)} end as prior_schedules,
      ${ledgerSql(row)} as ledger, (${notesPayableSql(row)}) as loans, ${peopleSql(afsId)} as people,
      (${distributionsApproved()(row)}) as approved_distributions,
      coalesce((select jsonb_agg(jsonb_build_object('financialInstitutionId', i.financial_institution_id,
      'name', i.name)
          order by k.last_used_on desc, lower(i.name))
        from property_financial_institution k join financial_institution i using (financial_institution_id)
        where k.property_id = ${propertyId}), '[]') as institutions`.execute(context.db)
  const { rows, people, ...facts } = result.rows[0]!
  return { rows, people, ...facts, insuredLimit: await context.settings.get(scheduleSettings.insuredLimit) }
}
