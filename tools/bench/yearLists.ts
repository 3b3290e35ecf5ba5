import { loadStatements, measureComparison, type Sides } from './comparisons.ts'
import { median } from './measure.ts'
import { amountLine, type Line } from './result.ts'
import { sendOnce } from './wire.ts'

/**
 * The fiscal year of the test data: each property gets one statement, budget, distribution request and TCAP
 * quarter in it.
 */
const YEAR = 2001

/** The portal may take at most 1.2 times as long as the floor. */
const MAX_RATIO = 1.2
/**
 * The list calls to measure, with the paths that the screens request. `reads.ts` measures lists without
 * paging.
 */
const measuredLists = [
  { title: 'annual statements of a year', path: `/api/AFS/GetReviewListByYear/${YEAR}` },
  { title: 'budgets', path: '/api/Budget/GetPage' },
  { title: 'distribution requests of a year', path: `/api/DistributionRequest/GetReviewListByYear/${YEAR}` },
  { title: 'properties with their distributions', path: '/api/DistributionRequest/GetMultiNavList' },
  { title: 'TCAP quarters', path: '/api/TCAPQuarter/GetPage' },
]

/**
 * SQL: the time of submission, 97 minutes apart from property to property, so that sorting has work to do.
 */
const submittedSql = `timestamptz '2026-01-02 12:00Z' + property_id * interval '97 minutes'`
/** Inserts the statements, budgets, requests and quarters of the year. */
const insertStatementsSql = `
  insert into annual_statement (property_id, year, period_start, period_end, status_id, submitted, totals)
    select property_id, ${YEAR}, '${YEAR}-01-01', '${YEAR}-12-31', 2, ${submittedSql},
      '{"assets": 5000000, "liabilities": 4000000, "equity": 1000000, "revenue": 380000, "expenses": 240000, "netIncome": 140000}' from property
    on conflict do nothing;
  delete from budget;
  insert into budget (property_id, budget_year, status_id, submitted, totals)
    select property_id, ${YEAR}, 2, ${submittedSql}, '{"grossPotentialRent": 381600, "revenue": 366404, "expenses": 243930,
      "operatingIncome": 122474, "reserveDeposits": 14400, "debtService": 75600}' from property;
  insert into distribution_request (property_id, afs_id, year, status_id, submitted, amount_requested)
    select property_id, afs_id, ${YEAR}, 2, ${submittedSql}, 12000 from annual_statement where year = ${YEAR};
  insert into tcap_quarter (property_id, year, quarter, status_id, submitted)
    select property_id, ${YEAR}, 1, 2, ${submittedSql} from property;
  analyze annual_statement; analyze budget; analyze distribution_request; analyze tcap_quarter`

/**
 * Measures each list, with one record for each property, compared with the floor server, and the tie-outs of
 * the largest statement.
 */
export async function compareYearLists(sides: Sides): Promise<Line[]> {
  await sides.world.owner.query(insertStatementsSql)
  const token = await sides.world.createToken('agency.read')
  const lines: Line[] = []
  for (const { title, path } of measuredLists) {
    const request = { method: 'GET', path, token } as const
    const statements = await loadStatements(sides, request)
    const comparison = {
      title: `list of ${title}`,
      maxRatio: MAX_RATIO,
      description: `${path.replace('/api', '')}; the floor runs the same SQL`,
      count: 24,
      concurrency: 4,
      rounds: 9,
      portal: () => request,
      floor: () => ({ method: 'GET', path: '/list' }) as const,
    }
    lines.push(await measureComparison(sides, { list: { kind: 'read', statements } }, comparison))
  }
  return [...lines, await measureTieOuts(sides, token)]
}

/** The maximum time of the request for the tie-outs. */
const MAX_TIE_OUTS_MS = 50
const ROUNDS = 40

/** Times the request for all tie-outs of the statement with the most lines, repeated one after the other. */
async function measureTieOuts({ world, portal }: Sides, token: string): Promise<Line> {
  const result = await world.owner.query<{ id: number }>(
    'select afs_id as id from annual_statement_line group by 1 order by count(*) desc, 1 limit 1',
  )
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startTime = performance.now()
    await sendOnce(portal.port, { method: 'GET', path: `/api/AFS/GetTieOuts/${result.rows[0]!.id}`, token })
    times.push(performance.now() - startTime)
  }
  const description = `the whole request, of the statement with the most lines; median of ${ROUNDS}, worst ${Math.max(...times).toFixed(0)} ms`
  return amountLine('tie-outs of a full statement', MAX_TIE_OUTS_MS, median(times), 'ms', description)
}
