import { type RawBuilder, sql } from 'kysely'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import type { ApplicationRow } from '../model/applications.ts'
import { rentGapSettings } from '../model/settings.ts'

type FundsContext = Pick<AnyContext, 'db' | 'settings'>

/** SQL: the funds of a year, as of today or, for another year, as of its day nearest to today. */
const fundsSql = ({ settings }: Pick<FundsContext, 'settings'>, year: RawBuilder<unknown>) => {
  const { key, default: usual } = rentGapSettings.funds
  return sql`coalesce((select (s.value #>> '{}')::numeric from setting s where s.key = ${key}
    and s.effective_from <=
    least(greatest(${settings.today()}::date, make_date(${year}, 1, 1)), make_date(${year}, 12, 31))
    order by s.effective_from desc limit 1), ${usual}::numeric)`
}

/** SQL: whether application `r` is reviewed and the remaining funds of its year do not cover it. */
export const waitingSql = (desk: Pick<FundsContext, 'settings'>) =>
  sql<boolean>`(r.status_id = ${sqlStatus.REVIEWED} and (select coalesce(sum(i.approved_amount), 0)
    from rent_gap_item i
      where i.rent_gap_application_id = r.rent_gap_application_id)
    > ${fundsSql(desk, sql`r.assistance_year`)} - kernel.rent_gap_approved(r.assistance_year))`

export type FundsRow = { total: number; approved: number; waiting: boolean; waitingBefore: number }
type FundsRequest = Pick<ApplicationRow, 'rentGapApplicationId' | 'assistanceYear' | 'submitted'>

/** Returns the year whose funds an application asks for. */
const getYear = (
  { settings }: Pick<FundsContext, 'settings'>,
  { assistanceYear }: Pick<FundsRequest, 'assistanceYear'>,
): number => assistanceYear ?? Number(settings.today().slice(0, 4))

/**
 * SQL: the funds of an application's year, whether it waits for funds, and how many earlier applications
 * wait.
 */
export function fundsColumns(desk: Pick<FundsContext, 'settings'>, row: FundsRequest) {
  const year = getYear(desk, row)
  const id = row.rentGapApplicationId
  return sql`${fundsSql(desk, sql`${year}::integer`)} as total, kernel.rent_gap_approved(${year}) as approved,
    exists (select 1 from rent_gap_application r where r.rent_gap_application_id = ${id}
    and ${waitingSql(desk)}) as waiting,
    (select count(*)::integer from rent_gap_application r where r.assistance_year = ${year}
    and r.rent_gap_application_id <> ${id}
      and r.submitted < ${row.submitted ?? null}::timestamptz and ${waitingSql(desk)}) as waiting_before`
}

/** Returns the funds of an application's year from the columns of {@link fundsColumns}. */
export const getRentGapFunds = (
  desk: Pick<FundsContext, 'settings'>,
  row: FundsRequest,
  { total, approved, waitingBefore }: FundsRow,
) => ({
  year: getYear(desk, row),
  total,
  approved,
  waitingBefore,
  left: sumMoney([total, -approved]),
})

/** Loads the funds of a year. Runs one SQL statement. */
export async function loadYearFunds(desk: FundsContext, year: number) {
  const result = await sql<{
    total: number
    approved: number
  }>`select ${fundsSql(desk, sql`${year}::integer`)} as total,
    kernel.rent_gap_approved(${year}) as approved`.execute(desk.db)
  const { total, approved } = result.rows[0]!
  return { year, total, approved, left: sumMoney([total, -approved]) }
}

/**
 * Refuses an approval that the remaining funds of the year do not cover. Of two concurrent approvals one
 * waits for the other.
 */
export async function refuseOverspent(context: AnyContext, row: ApplicationRow): Promise<void> {
  const year = getYear(context, row)
  await sql`select pg_advisory_xact_lock(hashtext('rent_gap_funds'), ${year})`.execute(context.db)
  const { left: remaining } = await loadYearFunds(context, year)
  if (remaining < 0)
    refuse.rule(
      `The funds of ${year} are not enough: ${formatMoney(-remaining)} is missing. The application stays on the waiting list until funds are free, unless less of it is approved.`,
    )
}
